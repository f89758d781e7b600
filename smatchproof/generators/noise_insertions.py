"""Operations of annotator noise that change how large a graph is, by one variable, relation or constant at a time.

What is lost or added at a place does not depend on how large the graph is: a variable that is left out takes its
constants with it, and what hangs below it hangs below its parent instead.
"""

from __future__ import annotations

from collections import Counter

from smatchproof.generators.noise_operations import (
    CONSTRUCTION,
    Branch,
    Change,
    GraphDraft,
    fresh_names,
    other_roles,
)
from smatchproof.generators.statistics import ROOT, Distribution, concept_class, direct_role


def _insert_variables(draft: GraphDraft, name: str, rate: float) -> None:
    """A leaf below a variable: a role that its concept takes and does not have, and a concept known below that role."""
    starting = draft.starting()
    names = fresh_names(draft)
    for variable in list(draft.roles_below()):
        free = other_roles(draft, draft.concepts[variable], starting[variable])
        if not free or not draft.chosen(name, rate):
            continue
        role = Distribution.of(free).draw(draft.rng)
        concept = draft.repeated_concept(None) or draft.statistics.concept(role, draft.concepts[variable], draft.rng)
        draft.concepts.append(concept)
        draft.names.append(names(concept[:1] if concept[:1].isalpha() else "x"))
        draft.below.append([])
        branch = Branch(variable, role, len(draft.concepts) - 1)
        draft.below[variable].append(branch)
        starting[variable].add(role.lower())
        draft.did(name, f"{draft.written(branch)} / {concept} is new")


def _insert_attributes(draft: GraphDraft, name: str, rate: float) -> None:
    """A constant below a variable whose concept, or its class, has such a one in the statistics."""
    kinds = _attributes(draft)
    starting = draft.starting()
    for variable in list(draft.roles_below()):
        known = kinds.get(concept_class(draft.concepts[variable]), Counter())
        free = {role: count for role, count in known.items() if role.lower() not in starting[variable]}
        if free and draft.chosen(name, rate):
            role = Distribution.of(free).draw(draft.rng)
            branch = Branch(variable, role, draft.statistics.constant(draft.concepts[variable], role, draft.rng))
            draft.below[variable].append(branch)
            draft.did(name, f"{draft.written(branch)} is new")


def _attributes(draft: GraphDraft) -> dict[str, Counter[str]]:
    """The roles of constants by class of concept, as often as the statistics have them."""
    kinds: dict[str, Counter[str]] = {}
    for context, row in draft.statistics.branches.items():
        concept = context.rpartition(" ")[0]
        if concept not in ("/frame", "/other"):
            continue
        for branch, count in row.counts.items():
            role = branch.removesuffix("=")
            if branch.endswith("=") and not CONSTRUCTION.fullmatch(role):
                kinds.setdefault(concept, Counter())[role] += count
    return kinds


def _insert_reentrancies(draft: GraphDraft, name: str, rate: float) -> None:
    """A further mention of a variable: below another one, by a role that its concept takes and does not have."""
    starting = draft.starting()
    order = list(draft.roles_below())
    place = {variable: at for at, variable in enumerate(order)}
    triples = {branch.triple() for branch, _ in draft.text()}
    related = {frozenset((source, target)) for _, source, target in triples}
    for variable in order:
        free = other_roles(draft, draft.concepts[variable], starting[variable])
        targets = [each for each in order if place[each] > 0 and frozenset((variable, each)) not in related]
        targets = [each for each in targets if each != variable and not _reaches(draft, each, variable)]
        if free and targets and draft.chosen(name, rate):
            branch = Branch(variable, Distribution.of(free).draw(draft.rng), draft.rng.choice(targets))
            draft.below[variable].append(branch)
            starting[variable].add(branch.role.lower())
            related.add(frozenset((variable, branch.target)))
            draft.did(name, f"{draft.written(branch)} is new")


def _reaches(draft: GraphDraft, start: int, end: int) -> bool:
    """Whether branches lead down from one variable to another: a mention of the first there would close a cycle."""
    seen, waiting = {start}, [start]
    while waiting:
        for branch in draft.below[waiting.pop()]:
            if isinstance(branch.target, int) and branch.target not in seen:
                seen.add(branch.target)
                waiting.append(branch.target)
    return end in seen


def _drop_variables(draft: GraphDraft, name: str, rate: float) -> None:
    """A variable goes with its constants and mentions; what it defined hangs below its parent."""
    for branch in [branch for branch, defines in draft.text() if defines]:
        variable = branch.target
        assert isinstance(variable, int)
        if draft.roles_below().get(variable, ROOT) == ROOT or not draft.chosen(name, rate):
            continue
        heirs = [each.target for each, defines in draft.text() if defines and each.source == variable]
        parent = next(each.source for each, defines in draft.text() if defines and each.target == variable)
        freed = [each for each in draft.below[variable] if each.target in heirs]
        draft.below[variable] = []
        for branches in draft.below:
            branches[:] = [each for each in branches if each.target != variable]
        starting = draft.starting()
        for each in freed:
            _inherit(draft, each, parent, starting[parent])
        draft.did(name, f"{draft.names[variable]} / {draft.concepts[variable]}")


def _inherit(draft: GraphDraft, branch: Branch, parent: int, used: set[str]) -> None:
    """Hang a branch below a parent: by its role where that is free, or by another one that the parent takes."""
    role, inverted = direct_role(branch.role.lower())
    fits = inverted or role == "mod" or (role not in used and not CONSTRUCTION.fullmatch(role))
    if not fits:
        free = other_roles(draft, draft.concepts[parent], used)
        branch.role = Distribution.of(free).draw(draft.rng) if free else "mod"
    branch.source = parent
    used.add(direct_role(branch.role.lower())[0])
    draft.below[parent].append(branch)


INSERTIONS: dict[str, Change] = {
    "variable_inserted": _insert_variables,
    "attribute_inserted": _insert_attributes,
    "reentrancy_inserted": _insert_reentrancies,
    "variable_dropped": _drop_variables,
}
"""The operations by name."""
