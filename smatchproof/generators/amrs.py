"""Random AMRs that resemble a corpus."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import itemgetter

from smatchproof.generators.statistics import (
    DEFAULT,
    END,
    ROOT,
    CorpusStatistics,
    Mention,
    concept_class,
    direct_role,
    first_context,
)
from smatchproof.graphs.building import graph_from_branches
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.writing import in_text

_TRIES = 40
"""How many draws are made for one thing (a fresh concept, a position for a mention) before it is given up."""
_REGROWN = 200
"""How many variables may be drawn again in all because some mention of the graph found no position."""


def random_graphs(
    statistics: CorpusStatistics = DEFAULT, number: int = 1, seed: int = 0, sizes: Sequence[int] | None = None
) -> Iterator[Graph]:
    """Random AMRs, `number` of them, each with an id.

    Each has a number of variables drawn from `sizes` (a list or a range), or as in the corpus. Graph `k` of a seed
    is the same however many are asked for. Raises ``ValueError`` for a size below 1, or no size.

    >>> [len(graph.variables) for graph in random_graphs(number=3, seed=1, sizes=range(5, 8))]
    [5, 7, 6]
    >>> next(random_graphs(seed=4)) == next(random_graphs(number=9, seed=4))
    True
    """
    if sizes is not None and not sizes:
        raise ValueError("there is no size to choose from")
    for at in range(1, number + 1):
        rng = random.Random(f"amr {seed} {at}")
        size = statistics.sizes.draw(rng) if sizes is None else rng.choice(sizes)
        yield random_graph(statistics, size, rng, id=f"random-{seed}.{at}")


def random_graph(statistics: CorpusStatistics, variables: int, rng: random.Random, id: str | None = None) -> Graph:
    """A random AMR with exactly that many variables: valid, connected, without duplicate triples.

    It can be written and read back as the same graph. How many re-entrancies and repeated concepts it has is drawn
    for its size; where a small graph has no room for them, it has fewer. Takes time linear in the size, but for
    logarithms of the vocabulary. Raises ``ValueError`` when `variables` is below 1.

    >>> from smatchproof.graphs.writing import write_graph
    >>> print(write_graph(random_graph(DEFAULT, 6, random.Random(5))))
    (a / and
      :op1 (d / driver
        :ARG0-of (t / think-01
          :ARG1 (w / window)))
      :op2 (o / open-01
        :ARG1 (n / newspaper)
        :ARG0 w))
    """
    if variables < 1:
        raise ValueError(f"a graph has at least one variable, not {variables}")
    mentions = statistics.number(statistics.reentrancies, variables, rng) if variables > 1 else 0
    for _ in range(max(1, _REGROWN // variables)):
        growth = _Growth(statistics, variables, rng)
        growth.grow()
        if growth.add_mentions(mentions) == mentions:
            break
    return graph_from_branches(growth.concepts, growth.below, id)[0]


class _Growth:
    """A graph that grows: variables by number, each with its branches in the order of the text."""

    def __init__(self, statistics: CorpusStatistics, size: int, rng: random.Random) -> None:
        self.statistics, self.size, self.rng = statistics, size, rng
        self._start()

    def _start(self) -> None:
        """Begin anew with the root."""
        statistics, size, rng = self.statistics, self.size, self.rng
        self.concepts: list[str] = []
        self.parents: list[tuple[int, str]] = []
        self.below: list[list[tuple[str, int | str]]] = []
        self.used: list[set[str]] = []  # the roles that start at each variable, in their own direction
        self.last: list[str] = []  # the last branch drawn for each variable
        self.open: list[tuple[int, int, str]] = []  # variables to come: parent, place among its branches, role
        self.known: set[str] = set()
        # Beyond the sizes of the corpus concepts repeat as chance has it: a vocabulary is finite.
        self.repeats = statistics.number(statistics.repeats, size, rng) if size <= max(statistics.repeats) else None
        self._add(-1, ROOT)

    @property
    def room(self) -> int:
        """The number of variables still to come, without those that have a place already."""
        return self.size - len(self.concepts) - len(self.open)

    def grow(self) -> None:
        """Add variables until they are as many as wanted.

        A graph whose branches end too early is started anew; after some tries, branches are added where it needs them.
        """
        given_up = 0
        while len(self.concepts) < self.size:
            if not self.open and given_up < _TRIES:
                given_up += 1
                self._start()
                continue
            if not self.open:
                self._reopen()
            at = self.rng.randrange(len(self.open))
            self.open[at], self.open[-1] = self.open[-1], self.open[at]
            parent, place, role = self.open.pop()
            self.below[parent][place] = role, len(self.concepts)
            self._add(parent, role)

    def _add(self, parent: int, role: str) -> None:
        """A new variable below a role, and the places of its children: a concept whose branches find room."""
        room = self.room - 1
        for _ in range(_TRIES):
            concept = self._concept(parent, role)
            branches = self._chain(concept, role)
            if sum(not branch.endswith("=") for branch in branches) <= room:
                break
        variable = len(self.concepts)
        if self.repeats is not None:
            self.repeats -= concept in self.known
        self.known.add(concept)
        self.concepts.append(concept)
        self.parents.append((parent, role))
        self.below.append([])
        self.used.append(_used_below(role))
        self.last.append(first_context(role))
        for branch in branches:
            if branch.endswith("=") or self.room > 0:
                self._branch(variable, branch)

    def _concept(self, parent: int, role: str) -> str:
        """A concept, new to the graph or not as the number of repeats that are still wanted demands."""
        above = self.concepts[parent] if self.concepts else None
        concept = self.statistics.concept(role, above, self.rng)
        if self.repeats is None:
            return concept
        repeat = self.rng.random() * (self.size - len(self.concepts)) < self.repeats
        for _ in range(_TRIES):
            if (concept in self.known) == repeat:
                return concept
            concept = self.statistics.concept(role, above, self.rng)
        fitting = self.statistics.concepts.get(role, ())
        alike = [each for each in self.concepts[-_TRIES:] if each in fitting]
        return self.rng.choice(alike) if repeat and alike else concept

    def _chain(self, concept: str, role: str) -> list[str]:
        """The branches of a new variable."""
        used = _used_below(role)
        last = first_context(role)
        branches: list[str] = []
        while len(branches) < _TRIES and (branch := self._next_branch(concept, last, used)) != END:
            branches.append(branch)
            _use(branch, used)
            last = branch
        return branches

    def _next_branch(self, concept: str, last: str, used: set[str]) -> str:
        """A branch that may follow, or the end."""
        for _ in range(_TRIES):
            branch = self.statistics.branch(concept, last, self.rng)
            if branch == END or _is_free(branch, used):
                return branch
        return END

    def _branch(self, variable: int, branch: str) -> None:
        """Add a branch: a constant, or the place of a variable to come."""
        self.last[variable] = branch
        _use(branch, self.used[variable])
        role = branch.removesuffix("=")
        if branch.endswith("="):
            constant = self.statistics.constant(self.concepts[variable], role, self.rng)
            self.below[variable].append((role, constant))
        else:
            self.open.append((variable, len(self.below[variable]), role))
            self.below[variable].append((role, -1))

    def _reopen(self) -> None:
        """One more place below some variable whose branches go on when they are drawn again."""
        for _ in range(10 * _TRIES):
            variable = self.rng.randrange(len(self.concepts))
            branch = self._next_branch(self.concepts[variable], self.last[variable], self.used[variable])
            if branch != END and not branch.endswith("="):
                break
        else:
            branch = "mod"
        self._branch(variable, branch)

    def add_mentions(self, wanted: int) -> int:
        """Add that many later mentions of variables, or as many as find a place; returns how many."""
        mentions = self.statistics.mentions
        if mentions is None or not wanted:
            return 0
        place = {variable: at for at, variable in enumerate(self._preorder())}
        sources: dict[str, list[int]] = defaultdict(list)
        targets: dict[tuple[str, str], list[int]] = defaultdict(list)
        for variable, (concept, (_, role)) in enumerate(zip(self.concepts, self.parents, strict=True)):
            sources[concept_class(concept)].append(variable)
            targets[concept_class(concept), role].append(variable)
        found = tries = 0
        while found < wanted and tries < _TRIES * (found + 1):
            tries += 1
            kind = Mention(*mentions.draw(self.rng).split(" "))
            above, below = sources[kind.source], targets[kind.target, kind.below]
            if not above or not below:
                continue
            source, target = self.rng.choice(above), self.rng.choice(below)
            if place[target] < place[source] and self._may_mention(source, kind.role, target):
                direct, inverted = direct_role(kind.role)
                self.used[target if inverted else source].add(direct.lower())
                self.below[source].append((kind.role, target))
                found += 1
        return found

    def _may_mention(self, source: int, role: str, target: int) -> bool:
        """Test whether the graph stays like an AMR: a role that fits its concept and is free there, and no cycle.

        A cycle is looked for where it is likely: between the source and a target above it.
        """
        direct, inverted = direct_role(role)
        taker = target if inverted else source
        if direct.lower() in self.used[taker] or not self.statistics.takes(self.concepts[taker], direct):
            return False
        upwards = set()
        while source not in (target, -1):
            source, role = self.parents[source]
            upwards.add(direct_role(role)[1])
        return source == -1 or (not inverted) in upwards

    def _preorder(self) -> list[int]:
        """The variables in the order in which the text defines them, before there are mentions."""
        return [0, *(defined for _, _, defined in in_text(self.below, itemgetter(1)) if defined is not None)]


def _is_free(branch: str, used: set[str]) -> bool:
    """Test whether a variable may have one more such branch: modifiers and inverse roles many times, others once.

    `used` holds the roles that start at the variable, in their own direction and in small letters, as programs that
    compare without case need it.
    """
    direct, inverted = direct_role(branch.removesuffix("=").lower())
    if branch.endswith("="):
        return branch.lower() not in used and direct not in used
    return inverted or direct == "mod" or direct not in used


def _use(branch: str, used: set[str]) -> None:
    direct, inverted = direct_role(branch.removesuffix("=").lower())
    used.add(branch.lower() if inverted else direct)


def _used_below(role: str) -> set[str]:
    """The roles that start at a new variable below a role."""
    direct, inverted = direct_role(role.lower())
    return {direct} if inverted else set()
