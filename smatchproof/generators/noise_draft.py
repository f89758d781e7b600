"""A graph while noise changes it: its branches, and what hangs below what."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from smatchproof.generators.statistics import ROOT, CorpusStatistics, concept_class, direct_role
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.notation import without_suffix
from smatchproof.graphs.writing import in_text

_FEW = 200
"""Up to this many places all are looked at; among more, places are drawn. With another number the generated copies of
sentences would change.
"""
_TRIES = 20
"""The number of draws in the hope that one fits, before all are looked at: where a fifth fit, 99 of 100 end so."""


def one_of(rng: random.Random, among: Sequence[int], fits: Callable[[int], bool]) -> int | None:
    """One of those that fit, all equally likely; ``None`` if none does. Cheap among many, where not few of them fit.

    >>> one_of(random.Random(1), range(10), lambda each: each % 4 == 3), one_of(random.Random(1), [], bool)
    (3, None)
    """
    for _ in range(_TRIES if len(among) > _FEW else 0):
        if fits(each := rng.choice(among)):
            return each
    fitting = [each for each in among if fits(each)]
    return rng.choice(fitting) if fitting else None


class Operation(NamedTuple):
    """One change: the name of the operation, and a description with the names of the original graph."""

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
        walked = in_text(self.below, attrgetter("target"))
        return ((branch, defined is not None) for _, branch, defined in walked)

    def defining(self) -> list[Branch]:
        """The branches that define variables, in text order."""
        return [branch for branch, defines in self.text() if defines]

    def roles_below(self) -> dict[int, str]:
        """The variables that can be reached from the root, in text order, each with the role that defines it."""
        return {0: ROOT} | {branch.target: branch.role for branch in self.defining() if isinstance(branch.target, int)}

    def starting(self) -> dict[int, set[str]]:
        """The roles that start at each variable, as in their triples."""
        roles: dict[int, set[str]] = {number: set() for number in range(len(self.concepts))}
        for branch, _ in self.text():
            role, source, _ = branch.triple()
            roles[source].add(role)
        return roles

    def repeated_concept(self, among: Sequence[int], kind: str | None = None) -> str | None:
        """Return the concept of one of these variables (of this class, if any is), or ``None`` by chance."""
        if not self.concept_repeated or self.rng.random() >= self.concept_repeated:
            return None

        def fits(each: int) -> bool:
            return self.concepts[each] != "name" and (kind is None or concept_class(self.concepts[each]) == kind)

        found = one_of(self.rng, among, fits)
        return None if found is None else self.concepts[found]

    def remove(self, branch: Branch) -> None:
        """Take a branch away."""
        self.below[branch.source].remove(branch)


class Hanging:
    """The tree of what hangs below what in a draft, kept while branches come and go.

    * `branch`: for each variable but the root the branch that it hangs from. They are a tree of shortest ways at first,
      which stays shallow where mentions are many; all that is in it can be reached from the root.
    * `mentions`: for each variable the branches that lead to it; `starting`: the roles that start at it, as in their
      triples, with how many.
    """

    def __init__(self, draft: GraphDraft) -> None:
        self.draft = draft
        self.branch: dict[int, Branch] = {}
        self.mentions: dict[int, list[Branch]] = defaultdict(list)
        self.starting: dict[int, Counter[str]] = defaultdict(Counter)
        order = [0]
        for variable in order:
            for branch in draft.below[variable]:
                self._note(branch)
                if isinstance(branch.target, int) and branch.target not in self:
                    self.branch[branch.target] = branch
                    order.append(branch.target)

    def add(self, branch: Branch) -> None:
        """Put a branch behind those of its source."""
        self.draft.below[branch.source].append(branch)
        self._note(branch)

    def remove(self, branch: Branch) -> None:
        """Take a branch away; what hangs from it has to be hung elsewhere."""
        self.draft.remove(branch)
        if isinstance(branch.target, int):
            self.mentions[branch.target].remove(branch)
        role, source, _ = branch.triple()
        self.starting[source][role] -= 1
        if not self.starting[source][role]:
            del self.starting[source][role]

    def cut(self, branch: Branch) -> int:
        """Take a branch away with all that hangs nowhere else, and say how many variables that are.

        Costs as much as what hangs below it is large.
        """
        self.remove(branch)
        if not isinstance(branch.target, int) or self.branch.get(branch.target) is not branch:
            return 0
        lost = self._below(branch.target)
        ways = [way for each in lost for way in self.mentions[each] if way.source not in lost and way.source in self]
        while ways:
            way = ways.pop()
            if isinstance(way.target, int) and way.target in lost:
                lost.remove(way.target)
                self.branch[way.target] = way
                ways += self.draft.below[way.target]
        for each in lost:
            del self.branch[each]
        return len(lost)

    def __contains__(self, variable: int) -> bool:
        return variable == 0 or variable in self.branch

    def is_below(self, variable: int, above: int) -> bool:
        """Tell whether a variable is another one, or hangs below it. Costs as much as the variable is deep."""
        while variable not in (above, 0):
            variable = self.branch[variable].source
        return variable == above

    def heirs(self, variable: int) -> list[int]:
        """The variables that hang from the branches of this one."""
        targets = ((each, each.target) for each in self.draft.below[variable])
        return [target for each, target in targets if isinstance(target, int) and self.branch.get(target) is each]

    def _below(self, variable: int) -> set[int]:
        """A variable and all that hangs below it."""
        found, waiting = {variable}, [variable]
        while waiting:
            heirs = self.heirs(waiting.pop())
            found.update(heirs)
            waiting += heirs
        return found

    def _note(self, branch: Branch) -> None:
        if isinstance(branch.target, int):
            self.mentions[branch.target].append(branch)
        role, source, _ = branch.triple()
        self.starting[source][role] += 1
