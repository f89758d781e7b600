"""The operations of annotator noise, each on a draft of the graph.

The places where an operation applies are found first, in the order of the text; at each of them it is carried out with
its probability. A graph stays connected because what cannot be reached from the root by going down is no part of it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence, Set
from functools import partial
from itertools import count

from smatchproof.generators.noise_draft import Branch, GraphDraft, Hanging, one_of
from smatchproof.generators.statistics import END, ROOT, Distribution, concept_class, direct_role, written_role
from smatchproof.graphs.building import constant_words

CONSTRUCTION = re.compile(r"name|op\d+|snt\d+")
"""Roles that belong to a construction and are never changed."""
_JOINING = re.compile(r"(op|snt)\d+")
"""Roles that ask for a concept which joins things, such as ``and``."""
_SENSE = re.compile(r"(.*)-(0[1-9]|[1-8]\d)")


Change = Callable[[GraphDraft, str, float], None]
"""An operation on a draft: its name, and its probability at each place."""


def _swap_concepts(draft: GraphDraft, name: str, rate: float) -> None:
    roles, starting = draft.roles_below(), draft.starting()
    order = list(roles)
    for variable, role in roles.items():
        before = draft.concepts[variable]
        kind = concept_class(before)
        known = draft.statistics.concepts.get(role) or draft.statistics.concepts[ROOT]
        fixed = [each for each in starting[variable] if _JOINING.fullmatch(each)]

        if not any(each != before and concept_class(each) == kind for each in known.values):
            continue
        if draft.chosen(name, rate):
            others = {each: n for each, n in known.counts.items() if each != before and concept_class(each) == kind}
            fitting = {each: n for each, n in others.items() if _takes_all(draft, each, fixed)} or others
            after = draft.repeated_concept(order, kind)
            repeats = after is not None and after != before and (after in fitting or fitting is others)
            draft.concepts[variable] = after if after and repeats else Distribution.of(fitting).draw(draft.rng)
            draft.did(name, f"{draft.names[variable]} / {before} became {draft.concepts[variable]}")


def _takes_all(draft: GraphDraft, concept: str, roles: Sequence[str]) -> bool:
    """Whether all of these roles were seen to start at a concept."""
    return all(role in draft.statistics.arguments.get(concept, ()) for role in roles)


def _change_senses(draft: GraphDraft, name: str, rate: float) -> None:
    for variable in draft.roles_below():
        before = draft.concepts[variable]
        frame = _SENSE.fullmatch(before)
        if frame and draft.chosen(name, rate):
            sense = draft.rng.choice([each for each in ("01", "02", "03") if each != frame[2]])
            draft.concepts[variable] = f"{frame[1]}-{sense}"
            draft.did(name, f"{draft.names[variable]} / {before} became {draft.concepts[variable]}")


def _change_roles(draft: GraphDraft, name: str, rate: float) -> None:
    starting = draft.starting()
    relations = [branch for branch, _ in draft.text() if isinstance(branch.target, int)]
    for branch in relations:
        role, source, _ = branch.triple()
        if CONSTRUCTION.fullmatch(role):
            continue
        others = other_roles(draft, draft.concepts[source], starting[source])
        if others and draft.chosen(name, rate):
            before = draft.written(branch)
            new = Distribution.of(others).draw(draft.rng)
            branch.role = written_role(new, direct_role(branch.role)[1])
            starting[source].add(new.lower())
            draft.did(name, f"{before} became :{branch.role}")


def other_roles(draft: GraphDraft, concept: str, used: Set[str]) -> dict[str, int]:
    """The roles that a concept could have as well, those of its class if it has none left."""
    taken = {END, *used}
    for key in (concept, concept_class(concept)):
        known = draft.statistics.arguments.get(key)
        counts = known.counts if known else {}
        free = {role: count for role, count in counts.items() if role.lower() not in taken}
        if possible := {role: count for role, count in free.items() if not CONSTRUCTION.fullmatch(role)}:
            return possible
    return {}


def _lose(draft: GraphDraft, name: str, rate: float, *, polarity: bool) -> None:
    for branch, _ in list(draft.text()):
        if isinstance(branch.target, str) and (branch.role == "polarity") == polarity and draft.chosen(name, rate):
            draft.remove(branch)
            draft.did(name, draft.written(branch))


def _merge(draft: GraphDraft, name: str, rate: float) -> None:
    hanging, starting = Hanging(draft), draft.starting()
    neighbours: dict[int, set[int]] = defaultdict(set)
    for variable, mentions in hanging.mentions.items():
        neighbours[variable].update(branch.source for branch in mentions)
        for branch in mentions:
            neighbours[branch.source].add(variable)
    earlier: dict[str, tuple[list[int], Counter[str]]] = {}
    for variable in draft.roles_below():
        alike, roles = earlier.setdefault(draft.concepts[variable], ([], Counter()))

        def fits(each: int, variable: int = variable) -> bool:
            return each not in neighbours[variable] and not starting[each] & starting[variable]

        all_start = any(roles[role] == len(alike) for role in starting[variable])  # then there is no need to look
        roles.update(starting[variable])
        if all_start or not any(map(fits, alike)) or not draft.chosen(name, rate):
            alike.append(variable)
            continue
        kept = one_of(draft.rng, alike, fits)
        assert kept is not None  # one of them fits
        _unite(draft, hanging, kept, variable)
        starting[kept] |= starting[variable]
        neighbours[kept] |= neighbours[variable]
        for other in list(neighbours[variable]):  # it may be its own
            neighbours[other].add(kept)
        draft.did(name, f"{draft.names[variable]} / {draft.concepts[variable]} became {draft.names[kept]}")


def _unite(draft: GraphDraft, hanging: Hanging, kept: int, variable: int) -> None:
    """Replace `variable` by `kept`; of two branches that then are the same triple, the first in the text is kept."""
    mentions = hanging.mentions[kept]
    for branch in hanging.mentions.pop(variable, []):
        branch.target = kept
        mentions.append(branch)
    for branch in draft.below[variable]:
        branch.source = kept
    draft.below[kept] += draft.below[variable]
    draft.below[variable] = []
    near = [branch.triple() for branch in (*draft.below[kept], *mentions)]
    if len(set(near)) == len(near):  # as nearly always
        return
    seen = set()
    for branch, _ in list(draft.text()):
        if branch.triple() in seen and kept in branch.triple():
            hanging.remove(branch)
        seen.add(branch.triple())


def _split(draft: GraphDraft, name: str, rate: float) -> None:
    names = fresh_names(draft)
    for branch, defines in list(draft.text()):
        if isinstance(branch.target, int) and not defines and draft.chosen(name, rate):
            what = draft.written(branch)
            draft.concepts.append(draft.concepts[branch.target])
            draft.names.append(names(draft.names[branch.target]))
            draft.below.append([])
            branch.target = len(draft.concepts) - 1
            draft.did(name, f"{what} became a {draft.concepts[-1]} of its own")


def fresh_names(draft: GraphDraft) -> Callable[[str], str]:
    """A function that makes names like a given one, each once, and none that a variable or constant has."""
    constants = [branch.target for branch, _ in draft.text() if isinstance(branch.target, str)]
    taken = {*draft.names, *constant_words(constants)}

    following: dict[str, int] = defaultdict(lambda: 2)

    def fresh(like: str) -> str:
        letters = like.rstrip("0123456789") or "x"
        number = next(number for number in count(following[letters]) if f"{letters}{number}" not in taken)
        following[letters] = number + 1
        return f"{letters}{number}"

    return fresh


def _move(draft: GraphDraft, name: str, rate: float) -> None:
    parents = _Parents(draft)
    for branch in draft.defining():
        if parents.has_other(branch) and draft.chosen(name, rate):
            before = draft.written(branch)
            parents.move(branch)
            draft.did(name, f"{before} went below {draft.names[branch.source]}")


class _Parents:
    """The other places where the variables of a draft could hang."""

    def __init__(self, draft: GraphDraft) -> None:
        self.draft, self.hanging = draft, Hanging(draft)
        self.alike: dict[str, list[int]] = defaultdict(list)  # the variables by class
        self.having: Counter[tuple[str, str]] = Counter()  # how many of a class have a role
        for variable in draft.roles_below():
            kind = concept_class(draft.concepts[variable])
            self.alike[kind].append(variable)
            self.having.update((kind, role) for role in self.hanging.starting[variable])
        self.triples = Counter(branch.triple() for branch, _ in draft.text())

    def has_other(self, branch: Branch) -> bool:
        """Tell whether there is another variable that could have a branch."""
        role, inverted = direct_role(branch.role.lower())
        if CONSTRUCTION.fullmatch(role):
            return False
        kind = concept_class(self.draft.concepts[branch.source])
        if not (inverted or role == "mod") and self.having[kind, role] == len(self.alike[kind]):
            return False
        return any(self._fits(branch, variable) for variable in self.alike[kind])

    def move(self, branch: Branch) -> None:
        """Hang a branch below one of the variables that could have it as well."""
        kind = concept_class(self.draft.concepts[branch.source])
        source = one_of(self.draft.rng, self.alike[kind], lambda variable: self._fits(branch, variable))
        assert source is not None  # there is one
        self._count(branch, -1)
        self.hanging.remove(branch)
        branch.source = source
        self.hanging.add(branch)
        self._count(branch, 1)

    def _fits(self, branch: Branch, variable: int) -> bool:
        """Tell whether a variable of the class could have a branch: not within its target, and with a free role."""
        role, inverted = direct_role(branch.role.lower())
        target = branch.target
        assert isinstance(target, int)
        if variable == branch.source or not (inverted or role == "mod" or role not in self.hanging.starting[variable]):
            return False
        there = self.triples[Branch(variable, branch.role, target).triple()]
        return not there and not self.hanging.is_below(variable, target)

    def _count(self, branch: Branch, number: int) -> None:
        """Count a branch that is there; one less or more of its class has its role, where it is the only one there."""
        role, source, _ = triple = branch.triple()
        self.triples[triple] += number
        if self.hanging.starting[source][role] == 1:
            self.having[concept_class(self.draft.concepts[source]), role] += number


def _drop(draft: GraphDraft, name: str, rate: float) -> None:
    hanging = Hanging(draft)
    for branch in draft.defining():
        if branch.source in hanging and draft.chosen(name, rate):
            lost = hanging.cut(branch)
            draft.did(name, f"{draft.written(branch)}, and {lost} variable{'s' * (lost != 1)} with it")


CHANGES: dict[str, Change] = {
    "concept_swapped": _swap_concepts,
    "sense_changed": _change_senses,
    "role_changed": _change_roles,
    "polarity_lost": partial(_lose, polarity=True),
    "attribute_lost": partial(_lose, polarity=False),
    "reentrancies_merged": _merge,
    "reentrancy_split": _split,
    "subgraph_moved": _move,
    "subgraph_dropped": _drop,
}
"""The operations by name."""
