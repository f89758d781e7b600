"""A convention that looks at frames and their numbered arguments alone."""

from smatchproof.conventions.triple_draft import TripleDraft
from smatchproof.public import Convention, Duplicates, Relation, Top


def read(graph):
    """Concepts and ARG roles."""
    index = {variable: number for number, variable in enumerate(graph.variables)}
    draft = TripleDraft.of_concepts(graph.variables, graph.concepts)
    for source, role, target in graph.edges:
        if role.startswith("ARG") and not role.endswith("-of") and target in index:
            draft.relations.append(Relation(role, source, index[target]))
    return draft


arguments = Convention("arguments", "concepts and ARG roles", Duplicates.SET, Top.NONE, read)
