"""Operations of annotator noise that change how large a graph is, by one variable, relation or constant at a time.

What is lost or added at a place does not depend on how large the graph is: a variable that is left out takes its
constants with it, and what hangs below it hangs below its parent instead.
"""

from __future__ import annotations

from collections import Counter

from smatchproof.generators.noise_draft import Branch, GraphDraft, Hanging, one_of
from smatchproof.generators.noise_operations import CONSTRUCTION, Change, fresh_names, other_roles
from smatchproof.generators.statistics import Distribution, concept_class, direct_role


def _insert_variables(draft: GraphDraft, name: str, rate: float) -> None:
    """A leaf below a variable: a role that its concept takes and does not have, and a concept known below that role."""
    starting = draft.starting()
    names = fresh_names(draft)
    among = list(draft.roles_below())
    for variable in tuple(among):
        free = other_roles(draft, draft.concepts[variable], starting[variable])
        if not free or not draft.chosen(name, rate):
            continue
        role = Distribution.of(free).draw(draft.rng)
        concept = draft.repeated_concept(among) or draft.statistics.concept(role, draft.concepts[variable], draft.rng)
        draft.concepts.append(concept)
        draft.names.append(names(concept[:1] if concept[:1].isalpha() else "x"))
        draft.below.append([])
        among.append(len(draft.concepts) - 1)
        branch = Branch(variable, role, among[-1])
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
    hanging, order = Hanging(draft), list(draft.roles_below())
    related = {frozenset((source, target)) for _, source, target in (branch.triple() for branch, _ in draft.text())}
    for variable in order:

        def fits(each: int, variable: int = variable) -> bool:
            apart = each not in (0, variable) and frozenset((variable, each)) not in related
            return apart and not _reaches(hanging, each, variable)

        free = other_roles(draft, draft.concepts[variable], starting[variable])
        # from the end, where variables are that lead nowhere
        if free and any(map(fits, reversed(order))) and draft.chosen(name, rate):
            role, target = Distribution.of(free).draw(draft.rng), one_of(draft.rng, order, fits)
            assert target is not None  # one of them fits
            branch = Branch(variable, role, target)
            hanging.add(branch)
            starting[variable].add(branch.role.lower())
            related.add(frozenset((variable, target)))
            draft.did(name, f"{draft.written(branch)} is new")


def _reaches(hanging: Hanging, start: int, end: int) -> bool:
    """Tell whether branches lead down from one variable to another: a mention of the first there would close a cycle.

    It is looked for from both ends, a step from each in turn: where much is below the one and much above the other they
    meet soon.
    """
    below, above = [start], [end]
    seen_below, seen_above = {start}, {end}
    for down, up in zip(below, above, strict=False):  # both grow meanwhile
        targets = {each.target for each in hanging.draft.below[down] if isinstance(each.target, int)} - seen_below
        sources = {each.source for each in hanging.mentions[up]} - seen_above
        below += targets
        above += sources
        seen_below |= targets
        seen_above |= sources
        if targets & seen_above or sources & seen_below:
            return True
    return False


def _drop_variables(draft: GraphDraft, name: str, rate: float) -> None:
    """A variable goes with its constants and mentions; what it defined hangs below its parent."""
    hanging = Hanging(draft)
    for variable in list(draft.roles_below())[1:]:
        if not draft.chosen(name, rate):
            continue
        heirs, parent = set(hanging.heirs(variable)), hanging.branch.pop(variable).source
        freed = [each for each in draft.below[variable] if each.target in heirs]
        for each in dict.fromkeys((*draft.below[variable], *hanging.mentions[variable])):  # some are in both: loops
            hanging.remove(each)
        used = set(hanging.starting[parent])
        for each in freed:
            _inherit(draft, each, parent, used)
            hanging.add(each)
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


INSERTIONS: dict[str, Change] = {
    "variable_inserted": _insert_variables,
    "attribute_inserted": _insert_attributes,
    "reentrancy_inserted": _insert_reentrancies,
    "variable_dropped": _drop_variables,
}
"""The operations by name."""
