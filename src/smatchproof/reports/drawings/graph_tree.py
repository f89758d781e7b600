"""A graph as a tree, for drawings: what each variable hangs on, and which of its triples an alignment matches."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from smatchproof.conventions.triples import Alignment, Attribute, Duplicates, Relation, TripleGraph
from smatchproof.scoring.pairs.matching import matched_on_both_sides
from smatchproof.similarity.grading import Similarities

Triple = Attribute | Relation


def matched_copies(
    left: TripleGraph,
    right: TripleGraph,
    mapping: Alignment,
    duplicates: Duplicates,
    similarities: Similarities | None = None,
) -> tuple[dict[Triple, list[bool]], dict[Triple, list[bool]]]:
    """Test each triple of both graphs, copy by copy, for a match; a triple with a weight is one copy here.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> boy, girl = (convention("smatch").triples(parse_graph(text)) for text in ("(b / boy)", "(g / girl)"))
    >>> [[*found.values()] for found in matched_copies(boy, girl, [0], Duplicates.SET)]
    [[[False], [True]], [[False], [True]]]
    """
    matches, images = matched_on_both_sides(left, right, mapping, duplicates, similarities)
    return _flags(left, matches), _flags(right, images)


def attribute_words(triple: Attribute) -> str:
    """The words for an attribute in a drawing: its role and value; ▲ marks the root.

    >>> attribute_words(Attribute("attribute", "polarity", 0, "-")), attribute_words(Attribute("TOP", "TOP", 0, "top"))
    (':polarity -', '▲ root')
    """
    if triple.kind == "TOP":
        return "▲ root" if triple.value == "top" else f"▲ root {triple.value}"
    return f":{triple.role} {triple.value}"


def _flags(graph: TripleGraph, matches: Counter[Triple]) -> dict[Triple, list[bool]]:
    copies = Counter[Triple]([*graph.attributes, *graph.relations])
    return {triple: [number < matches[triple] for number in range(copies[triple])] for triple in copies}


def alignment_words(left: TripleGraph, right: TripleGraph, mapping: Alignment) -> str:
    """An alignment in words, for those who cannot see its drawing: all couples, and the variables without a partner.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> read = convention("smatch").triples
    >>> alignment_words(read(parse_graph("(a / x :r (b / y))")), read(parse_graph("(c / x :r (d / z))")), (0, None))
    'Aligned: a with c. Without a partner: b on the left; d on the right.'
    """
    partners = {index: partner for index, partner in enumerate(mapping) if partner is not None}
    named = ", ".join(f"{left.variables[index]} with {right.variables[partner]}" for index, partner in partners.items())
    words = f"Aligned: {named}." if partners else "Nothing is aligned."
    alone = []
    for graph, aligned, side in ((left, {*partners}, "left"), (right, {*partners.values()}, "right")):
        rest = [name for index, name in enumerate(graph.variables) if index not in aligned]
        alone += [f"{', '.join(rest)} on the {side}"] if rest else []
    return f"{words} Without a partner: {'; '.join(alone)}." if alone else words


def tree_order(graph: TripleGraph) -> Iterator[tuple[int, int | None]]:
    """The variables, branch by branch, each after its parent in the tree, with that parent.

    The tree is one of shortest ways from the first variable, and from the first of each further part.

    >>> [*tree_order(TripleGraph(("a", "b"), (), (Relation("r", 1, 0),)))]
    [(0, None), (1, 0)]
    """
    near: list[list[int]] = [[] for _ in graph.variables]
    for _, source, target in graph.relations:
        near[source].append(target)
        near[target].append(source)
    parents: dict[int, int | None] = {}
    children: dict[int | None, list[int]] = defaultdict(list)
    for root in range(len(near)):
        found: list[tuple[int, int | None]] = [] if root in parents else [(root, None)]
        for index, parent in found:
            if index not in parents:
                parents[index] = parent
                children[parent].append(index)
                found += [(child, index) for child in near[index]]
    waiting = list(reversed(children[None]))
    while waiting:
        index = waiting.pop()
        yield index, parents[index]
        waiting += reversed(children[index])
