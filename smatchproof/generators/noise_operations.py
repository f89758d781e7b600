"""The operations of annotator noise, each on a draft of the graph.

The places where an operation applies are found first, in the order of the text; at each of them it is carried out with
its probability. A graph stays connected because what cannot be reached from the root by going down is no part of it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from smatchproof.alignment import Graph
from smatchproof.alignment.notation import without_suffix
from smatchproof.generators.amrs import constant_words
from smatchproof.generators.statistics import (
    END,
    ROOT,
    CorpusStatistics,
    Distribution,
    concept_class,
    direct_role,
    written_role,
)

CONSTRUCTION = re.compile(r"name|op\d+|snt\d+")
"""Roles that belong to a construction and are never changed."""
_SENSE = re.compile(r"(.*)-(0[1-9]|[1-8]\d)")


Change = Callable[["GraphDraft", str, float], None]
"""An operation on a draft: its name, and its probability at each place."""


class Operation(NamedTuple):
    """One change: the name of the operation, and what it did in words, with the names of the original graph."""

    name: str
    what: str


@dataclass(eq=False, slots=True)
class Branch:
    """A branch of the draft: its role as written, and a variable's number or a constant."""

    source: int
    role: str
    target: int | str

    def triple(self) -> tuple[str, int, int | str]:
        """The triple that it stands for: role (in small letters), source and target in their own direction."""
        role = self.role.lower()
        direct, inverted = direct_role(role)
        if inverted and isinstance(self.target, int):
            return direct, self.target, self.source
        return role if inverted else direct, self.source, self.target


class GraphDraft:
    """A graph while it is changed: variables by number, each with its branches in their order.

    `operations` and `places` are what :class:`~smatchproof.generators.noise.Annotated` reports.
    """

    def __init__(
        self, graph: Graph, rng: random.Random, statistics: CorpusStatistics, concept_repeated: float = 0.0
    ) -> None:
        self.rng, self.statistics, self.concept_repeated = rng, statistics, concept_repeated
        self.names = list(graph.variables)
        self.concepts = [without_suffix(concept) for concept in graph.concepts]
        self.below: list[list[Branch]] = [[] for _ in graph.variables]
        self.operations: list[Operation] = []
        self.places: dict[str, int] = {}
        number = {name: index for index, name in enumerate(graph.variables)}
        for edge in graph.edges:
            target = without_suffix(edge.target)
            branch = Branch(edge.source, edge.role.partition("~")[0], number.get(target, target))
            self.below[edge.source].append(branch)

    def chosen(self, name: str, rate: float) -> bool:
        """Count one more place of an operation; whether it is to be carried out there."""
        self.places[name] += 1
        return self.rng.random() < rate

    def did(self, name: str, what: str) -> None:
        """Note an operation."""
        self.operations.append(Operation(name, what))

    def written(self, branch: Branch) -> str:
        """A branch in words."""
        target = branch.target if isinstance(branch.target, str) else self.names[branch.target]
        return f"{self.names[branch.source]} :{branch.role} {target}"

    def text(self) -> Iterator[tuple[Branch, bool]]:
        """The branches that can be reached from the root, in text order, and whether each defines its target."""
        seen, path = {0}, [iter(self.below[0])]
        while path:
            branch = next(path[-1], None)
            if branch is None:
                path.pop()
                continue
            defines = isinstance(branch.target, int) and branch.target not in seen
            yield branch, defines
            if defines and isinstance(branch.target, int):
                seen.add(branch.target)
                path.append(iter(self.below[branch.target]))

    def roles_below(self) -> dict[int, str]:
        """The variables that can be reached from the root, in text order, each with the role that defines it."""
        roles = {0: ROOT}
        for branch, defines in self.text():
            if defines and isinstance(branch.target, int):
                roles[branch.target] = branch.role
        return roles

    def starting(self) -> dict[int, set[str]]:
        """The roles that start at each variable, as in their triples."""
        roles: dict[int, set[str]] = {number: set() for number in range(len(self.concepts))}
        for branch, _ in self.text():
            role, source, _ = branch.triple()
            roles[source].add(role)
        return roles

    def repeated_concept(self, kind: str | None) -> str | None:
        """With the probability that new concepts repeat, one that the graph has (of this class, if any is given)."""
        if not self.concept_repeated or self.rng.random() >= self.concept_repeated:
            return None
        known = [self.concepts[each] for each in self.roles_below()]
        fitting = [each for each in known if each != "name" and (kind is None or concept_class(each) == kind)]
        return self.rng.choice(fitting) if fitting else None

    def remove(self, branch: Branch) -> None:
        """Take a branch away."""
        self.below[branch.source].remove(branch)


def _swap_concepts(draft: GraphDraft, name: str, rate: float) -> None:
    for variable, role in draft.roles_below().items():
        before = draft.concepts[variable]
        kind = concept_class(before)
        known = draft.statistics.concepts.get(role) or draft.statistics.concepts[ROOT]
        if not any(each != before and concept_class(each) == kind for each in known.values):
            continue
        if draft.chosen(name, rate):
            others = {each: n for each, n in known.counts.items() if each != before and concept_class(each) == kind}
            after = draft.repeated_concept(kind)
            draft.concepts[variable] = after if after and after != before else Distribution.of(others).draw(draft.rng)
            draft.did(name, f"{draft.names[variable]} / {before} became {draft.concepts[variable]}")


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


def _lose_polarities(draft: GraphDraft, name: str, rate: float) -> None:
    _lose(draft, name, rate, polarity=True)


def _lose_attributes(draft: GraphDraft, name: str, rate: float) -> None:
    _lose(draft, name, rate, polarity=False)


def _lose(draft: GraphDraft, name: str, rate: float, *, polarity: bool) -> None:
    for branch, _ in list(draft.text()):
        if isinstance(branch.target, str) and (branch.role == "polarity") == polarity and draft.chosen(name, rate):
            draft.remove(branch)
            draft.did(name, draft.written(branch))


def _merge(draft: GraphDraft, name: str, rate: float) -> None:
    starting = draft.starting()
    neighbours: dict[int, set[int]] = {number: set() for number in range(len(draft.concepts))}
    for branch, _ in draft.text():
        if isinstance(branch.target, int):
            neighbours[branch.source].add(branch.target)
            neighbours[branch.target].add(branch.source)
    earlier: dict[str, list[int]] = {}
    for variable in draft.roles_below():
        alike = earlier.setdefault(draft.concepts[variable], [])
        apart = [each for each in alike if each not in neighbours[variable]]
        fitting = [each for each in apart if not starting[each] & starting[variable]]
        if not fitting or not draft.chosen(name, rate):
            alike.append(variable)
            continue
        kept = draft.rng.choice(fitting)
        _unite(draft, kept, variable)
        starting[kept] |= starting[variable]
        neighbours[kept] |= neighbours[variable]
        for other in list(neighbours[variable]):  # it may be its own
            neighbours[other].add(kept)
        draft.did(name, f"{draft.names[variable]} / {draft.concepts[variable]} became {draft.names[kept]}")


def _unite(draft: GraphDraft, kept: int, variable: int) -> None:
    """Replace `variable` by `kept`; of two branches that then are the same triple, the first in the text is kept."""
    for branches in draft.below:
        for branch in branches:
            branch.target = kept if branch.target == variable else branch.target
    for branch in draft.below[variable]:
        branch.source = kept
    draft.below[kept] += draft.below[variable]
    draft.below[variable] = []
    seen = set()
    for branch, _ in list(draft.text()):
        if branch.triple() in seen and kept in branch.triple():
            draft.remove(branch)
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

    def fresh(like: str) -> str:
        letters = like.rstrip("0123456789") or "x"
        name = next(name for number in count(2) if (name := f"{letters}{number}") not in taken)
        taken.add(name)
        return name

    return fresh


def _move(draft: GraphDraft, name: str, rate: float) -> None:
    parents = _Parents(draft)
    for branch in [branch for branch, defines in draft.text() if defines]:
        if next(parents.others(branch), None) is not None and draft.chosen(name, rate):
            before = draft.written(branch)
            draft.remove(branch)
            branch.source = draft.rng.choice(list(parents.others(branch)))
            draft.below[branch.source].append(branch)
            draft.did(name, f"{before} went below {draft.names[branch.source]}")
            parents = _Parents(draft)


class _Parents:
    """Where else the variables of a draft could hang."""

    def __init__(self, draft: GraphDraft) -> None:
        self.draft = draft
        self.starting = draft.starting()
        parent: dict[int, int] = {}
        self.triples = set()
        for branch, defines in draft.text():
            self.triples.add(branch.triple())
            if defines and isinstance(branch.target, int):
                parent[branch.target] = branch.source
        self.order = [0, *parent]
        self.first = {variable: at for at, variable in enumerate(self.order)}
        self.last = dict(self.first)  # the last variable in the text that is defined within it
        for variable in reversed(self.order[1:]):
            above = parent[variable]
            self.last[above] = max(self.last[above], self.last[variable])

    def others(self, branch: Branch) -> Iterator[int]:
        """The variables that could have a branch as well: of its source's class, not within its target."""
        role, inverted = direct_role(branch.role.lower())
        target = branch.target
        assert isinstance(target, int)
        if CONSTRUCTION.fullmatch(role):
            return
        kind = concept_class(self.draft.concepts[branch.source])
        for variable in self.order:
            if self.first[target] <= self.first[variable] <= self.last[target] or variable == branch.source:
                continue
            if concept_class(self.draft.concepts[variable]) != kind:
                continue
            free = inverted or role == "mod" or role not in self.starting[variable]
            if free and Branch(variable, branch.role, target).triple() not in self.triples:
                yield variable


def _drop(draft: GraphDraft, name: str, rate: float) -> None:
    there = draft.roles_below()
    for branch in [branch for branch, defines in draft.text() if defines]:
        if branch.source in there and draft.chosen(name, rate):
            draft.remove(branch)
            before, there = there, draft.roles_below()
            lost = len(before) - len(there)
            draft.did(name, f"{draft.written(branch)}, and {lost} variable{'s' * (lost != 1)} with it")


CHANGES: dict[str, Change] = {
    "concept_swapped": _swap_concepts,
    "sense_changed": _change_senses,
    "role_changed": _change_roles,
    "polarity_lost": _lose_polarities,
    "attribute_lost": _lose_attributes,
    "reentrancies_merged": _merge,
    "reentrancy_split": _split,
    "subgraph_moved": _move,
    "subgraph_dropped": _drop,
}
"""The operations by name."""
