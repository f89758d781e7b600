"""The statistics of a corpus of AMRs from which graphs that resemble it can be drawn.

The model is a Markov chain along the text. A variable's concept depends on the role it hangs below and on its
parent's concept; its branches are drawn one after the other, each given the concept and the branch before it. Rare
contexts back off to common ones (Witten & Bell 1991), and contexts seen once are forgotten, so that no rare piece of
the corpus is repeated word for word. How many variables, re-entrancies and repeated concepts a graph has is taken
from the corpus as it is.
"""

from __future__ import annotations

import random
import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, Generic, NamedTuple, Self, TypeVar

from smatchproof.base.errors import InputError, Place
from smatchproof.generators import vocabulary
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.notation import uninverted, without_suffix

END = ""
"""The mark, in place of a branch, that a variable has no more branches."""
START = "^"
"""The mark in place of the branch before the first one."""
ROOT = "^"
"""The mark in place of the role above the root."""

_FRAME = re.compile(r".*-\d+")
_GRAPHS_IN_BIN = 30
"""The fewest graphs of a bin of sizes: a distribution of fewer would copy single graphs of the corpus."""
_WELL_KNOWN = 10
"""A concept that occurred less often is little known: that a role was not seen at it does not forbid the role."""

Value = TypeVar("Value", str, int)


@dataclass(frozen=True, slots=True)
class Distribution(Generic[Value]):
    """Values and how often each was seen. Drawing takes time logarithmic in the number of values.

    >>> coin = Distribution.of({"head": 3, "tail": 1})
    >>> coin.total, coin.counts, coin.draw(random.Random(2))
    (4, {'head': 3, 'tail': 1}, 'head')
    """

    values: tuple[Value, ...]
    cumulative: tuple[int, ...]

    @classmethod
    def of(cls, counts: Mapping[Value, int]) -> Self:
        """The distribution with those counts, in order of the values. Raises ``ValueError`` if all are zero."""
        seen = sorted((value, count) for value, count in counts.items() if count)
        if not seen or min(count for _, count in seen) < 0:
            raise ValueError("a distribution needs a positive count and no negative one")
        return cls(tuple(value for value, _ in seen), tuple(accumulate(count for _, count in seen)))

    @property
    def total(self) -> int:
        """The number of observations."""
        return self.cumulative[-1]

    @property
    def counts(self) -> dict[Value, int]:
        """Each value and how often it was seen."""
        counts = (after - before for before, after in pairwise((0, *self.cumulative)))
        return dict(zip(self.values, counts, strict=True))

    def __contains__(self, value: Value) -> bool:
        at = bisect_left(self.values, value)
        return at < len(self.values) and self.values[at] == value

    def draw(self, rng: random.Random) -> Value:
        """A value at random."""
        return self.values[bisect_right(self.cumulative, rng.randrange(self.total))]


Table = Mapping[str, Distribution[str]]
"""Distributions by context: ``"role"``, or ``"concept role"`` where more was seen."""


def draw_in_context(table: Table, contexts: Iterable[str], rng: random.Random) -> str | None:
    """A value drawn from the first context with enough evidence; ``None`` when the table has none of the contexts.

    A context that was seen `t` times with `k` different values passes on to the next one with probability
    ``k / (t + k)``; the last one in the table never does (Witten & Bell 1991).

    >>> table = {"boy": Distribution.of({"tall": 1}), "/other": Distribution.of({"red": 1})}
    >>> [draw_in_context(table, ["boy", "/other"], random.Random(seed)) for seed in (1, 2)]
    ['tall', 'red']
    """
    known = [table[context] for context in contexts if context in table]
    for distribution in known[:-1]:
        kinds = len(distribution.values)
        if rng.random() * (distribution.total + kinds) < distribution.total:
            return distribution.draw(rng)
    return known[-1].draw(rng) if known else None


def direct_role(role: str) -> tuple[str, bool]:
    """A role in its own direction, and whether the given one is against it.

    >>> direct_role("ARG0-of"), direct_role("domain"), direct_role("consist-of")
    (('ARG0', True), ('mod', True), ('consist-of', False))
    """
    role, inverted = uninverted(role)
    return ("mod", not inverted) if role == "domain" else (role, inverted)


def written_role(role: str, inverted: bool) -> str:
    """Write a role with or against its direction: the inverse of :func:`direct_role`.

    >>> written_role("ARG0", True), written_role("mod", True), written_role("consist-of", True)
    ('ARG0-of', 'domain', 'consist-of-of')
    """
    if role == "mod" and inverted:
        return "domain"
    return f"{role}-of" if inverted else role


def concept_class(concept: str) -> str:
    """``/frame`` for a concept with a sense number, otherwise ``/other``; no concept is spelled with a slash.

    >>> concept_class("want-01"), concept_class("boy")
    ('/frame', '/other')
    """
    return "/frame" if _FRAME.fullmatch(concept) else "/other"


class Mention(NamedTuple):
    """A later mention of a variable: the class of the concept it stands below and the role as written; then the
    variable's own class, and the role below which it is defined.
    """

    source: str
    role: str
    target: str
    below: str


@dataclass(frozen=True, slots=True)
class CorpusStatistics:
    """The counts that the model takes from a corpus. Take :data:`DEFAULT`, or :meth:`fit` it to one.

    * `sizes`: how many variables a graph has.
    * `concepts`: a variable's concept, by the role it hangs below (``^`` for the root), and by the parent's concept
      and that role.
    * `branches`: the next branch, by the concept or its class and the branch before (``^`` for none). A branch is the
      role of a new variable, a role with ``=`` for a constant, or the empty string for the end.
    * `constants`: the constant of a role, by the role, and by the concept and the role.
    * `arguments`: the roles that start at a concept or at a class of concepts, each in its own direction, and under
      the empty string how often the concept occurred.
    * `reentrancies`, `repeats`: by the number of variables, the number of later mentions of variables, and the number
      of concepts that an earlier variable has already.
    * `mentions`: the later mentions of variables, each the fields of a :class:`Mention` joined by spaces.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> statistics = CorpusStatistics.fit([parse_graph("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))")])
    >>> statistics.sizes.counts, statistics.mentions.counts
    ({3: 1}, {'/frame ARG0 /other ARG0': 1})
    """

    sizes: Distribution[int]
    concepts: Table
    branches: Table
    constants: Table
    arguments: Table
    reentrancies: Mapping[int, Distribution[int]]
    repeats: Mapping[int, Distribution[int]]
    mentions: Distribution[str] | None

    @classmethod
    def fit(cls, graphs: Iterable[Graph], source: str = "<graphs>") -> Self:
        """The statistics of some graphs, in time linear in their size; `source` says where an error is.

        Raises :class:`InputError` when there is no graph, or an empty one only.
        """
        counts = _Counts()
        for graph in graphs:
            if graph.variables:
                counts.add(graph)
        if not counts.sizes:
            raise InputError("no graph to take statistics of", Place(source), "expected PENMAN graphs: (x / concept)")
        rows: dict[str, Any] = {name: _table(getattr(counts, name)) for name in _TABLES}
        rows |= {name: _by_size(getattr(counts, name)) for name in _BY_SIZE}
        mentions = Distribution.of(counts.mentions) if counts.mentions else None
        return cls(Distribution.of(counts.sizes), **rows, mentions=mentions)

    @classmethod
    def of_counts(cls, data: Mapping[str, Any]) -> Self:
        """The statistics that are counts by name, in dictionaries whose keys are texts."""
        rows: dict[str, Any] = {
            **{name: {key: Distribution.of(row) for key, row in data[name].items()} for name in _TABLES},
            **{name: {int(key): _integers(row) for key, row in data[name].items()} for name in _BY_SIZE},
        }
        return cls(_integers(data["sizes"]), **rows, mentions=Distribution.of(data["mentions"]))

    def concept(self, role: str, parent: str | None, rng: random.Random) -> str:
        """A concept for a variable below that role of a variable with concept `parent` (``None``: the root)."""
        contexts = [role] if parent is None else [f"{parent} {role}", role]
        return draw_in_context(self.concepts, contexts, rng) or self.concepts[ROOT].draw(rng)

    def branch(self, concept: str, previous: str, rng: random.Random) -> str:
        """The next branch of a variable with that concept, or :data:`END`."""
        contexts = [f"{concept} {previous}", f"{concept_class(concept)} {previous}"]
        return draw_in_context(self.branches, contexts, rng) or END

    def constant(self, concept: str, role: str, rng: random.Random) -> str:
        """A constant for that role of a variable with that concept."""
        known = f"{concept} {role}" if f"{concept} {role}" in self.constants else role
        return draw_in_context(self.constants, [known], rng) or "-"

    def takes(self, concept: str, role: str) -> bool:
        """Test whether a role, in its own direction, was seen to start at that concept, or the concept is little
        known.
        """
        known = self.arguments.get(concept)
        return known is None or role in known or known.counts.get(END, 0) < _WELL_KNOWN

    def number(self, which: Mapping[int, Distribution[int]], variables: int, rng: random.Random) -> int:
        """Draw a number of re-entrancies or repeats for a graph: as in graphs of about that size.

        Where the nearest known size is another one, the number is scaled in proportion and rounded at random; a graph
        larger than all has as many as several graphs.
        """
        nearest = min(which, key=lambda size: abs(size - variables))
        whole = max(1, variables // nearest)
        wanted = sum(which[nearest].draw(rng) for _ in range(whole)) * variables / (nearest * whole)
        return int(wanted) + (rng.random() < wanted % 1)


_TABLES = ("concepts", "branches", "constants", "arguments")
_BY_SIZE = ("reentrancies", "repeats")


def _integers(counts: Mapping[str, int]) -> Distribution[int]:
    return Distribution.of({int(value): count for value, count in counts.items()})


# ---- counting


class _Counts:
    """The counts of all graphs so far."""

    def __init__(self) -> None:
        self.sizes: Counter[int] = Counter()
        self.concepts: dict[str, Counter[str]] = defaultdict(Counter)
        self.branches: dict[str, Counter[str]] = defaultdict(Counter)
        self.constants: dict[str, Counter[str]] = defaultdict(Counter)
        self.arguments: dict[str, Counter[str]] = defaultdict(Counter)
        self.reentrancies: dict[int, Counter[int]] = defaultdict(Counter)
        self.repeats: dict[int, Counter[int]] = defaultdict(Counter)
        self.mentions: Counter[str] = Counter()

    def add(self, graph: Graph) -> None:
        concepts = [without_suffix(concept) for concept in graph.concepts]
        number = {name: index for index, name in enumerate(graph.variables)}
        previous: list[str] = [START] * len(concepts)
        below = {0: ROOT}
        mentions = 0
        self.concepts[ROOT][concepts[0]] += 1
        for edge in graph.edges:
            source, role = concepts[edge.source], edge.role.partition("~")[0]
            child = number.get(without_suffix(edge.target))
            if child is None:
                self._count_constant(source, role, without_suffix(edge.target))
            else:
                direct, inverted = direct_role(role)
                self._count_argument(concepts[child] if inverted else source, direct)
            if child in below:
                mentions += 1
                mention = Mention(concept_class(source), role, concept_class(concepts[child]), below[child])
                self.mentions[" ".join(mention)] += 1
                continue
            branch = role if child is not None else f"{role}="
            self._count_branch(source, previous[edge.source], branch)
            previous[edge.source] = branch
            if child is not None:
                below[child] = role
                previous[child] = first_context(role)
                self.concepts[role][concepts[child]] += 1
                self.concepts[f"{source} {role}"][concepts[child]] += 1
        for concept, last in zip(concepts, previous, strict=True):
            self._count_branch(concept, last, END)
            self._count_argument(concept, END)
        self.sizes[len(concepts)] += 1
        self.reentrancies[len(concepts)][mentions] += 1
        self.repeats[len(concepts)][len(concepts) - len(set(concepts))] += 1

    def _count_branch(self, concept: str, previous: str, branch: str) -> None:
        for context in (concept, concept_class(concept)):
            self.branches[f"{context} {previous}"][branch] += 1

    def _count_argument(self, concept: str, role: str) -> None:
        for context in (concept, concept_class(concept)):
            self.arguments[context][role] += 1

    def _count_constant(self, concept: str, role: str, constant: str) -> None:
        for context in (f"{concept} {role}", role):
            self.constants[context][constant] += 1


def first_context(role: str) -> str:
    """The branch before the first one of a variable below `role`: an inverse role is already a branch of it.

    >>> first_context("ARG1-of"), first_context("ARG1")
    ('ARG1', '^')
    """
    direct, inverted = direct_role(role)
    return direct if inverted else START


def _table(counts: Mapping[str, Counter[str]]) -> dict[str, Distribution[str]]:
    """The contexts seen more than once, and all that nothing else stands in for: those without a concept."""
    kept = {key: row for key, row in counts.items() if row.total() > 1 or " " not in key}
    return {key: Distribution.of(kept[key]) for key in sorted(kept)}


def _by_size(counts: Mapping[int, Counter[int]]) -> dict[int, Distribution[int]]:
    """Distributions by size; neighbouring sizes are one where graphs are few, under their mean size."""
    bins: list[tuple[int, int, Counter[int]]] = []  # graphs, variables, counts
    for size in sorted(counts):
        graphs = counts[size].total()
        if bins and bins[-1][0] < _GRAPHS_IN_BIN:
            before, variables, row = bins[-1]
            bins[-1] = (before + graphs, variables + size * graphs, row + counts[size])
        else:
            bins.append((graphs, size * graphs, Counter(counts[size])))
    if len(bins) > 1 and bins[-1][0] < _GRAPHS_IN_BIN:
        graphs, variables, row = bins.pop()
        bins[-1] = (bins[-1][0] + graphs, bins[-1][1] + variables, bins[-1][2] + row)
    return {round(variables / graphs): Distribution.of(row) for graphs, variables, row in bins}


DEFAULT = CorpusStatistics.of_counts(vocabulary.tables())
"""Short English sentences, as made up for this project: see :mod:`smatchproof.generators.vocabulary`."""
