"""Random AMRs that resemble a corpus, and the statistics of the corpus from which they are drawn.

The model is a Markov chain along the text. A variable's concept depends on the role it hangs below and on its
parent's concept; its branches are drawn one after the other, each given the concept and the branch before it. Rare
contexts back off to common ones (Witten & Bell 1991), and contexts seen once are forgotten, so that no rare piece of
the corpus is repeated word for word. How many variables, re-entrancies and repeated concepts a graph has is taken
from the corpus as it is.
"""

from __future__ import annotations

import random
import re
import tomllib
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Self, TypeVar

from smatchproof.base.errors import InputError, Place
from smatchproof.base.record import Record
from smatchproof.public import Graph, building, notation

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


class Distribution(Record, Generic[Value]):
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
    role, inverted = notation.uninverted(role)
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


class CorpusStatistics(Record):
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

    >>> from smatchproof.public import parse_graph
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

        Raises :class:`InputError` if there is no graph, or an empty one only.
        """
        counts = _Counts()
        for graph in graphs:
            if graph.variables:
                counts.add(graph)
        if not counts.sizes:
            raise InputError("no graph to take statistics of", Place(source), "expected PENMAN graphs: (x / concept)")
        return cls(
            Distribution.of(counts.sizes), _table(counts.concepts), _table(counts.branches), _table(counts.constants),
            _table(counts.arguments), _by_size(counts.reentrancies), _by_size(counts.repeats),
            Distribution.of(counts.mentions) if counts.mentions else None,
        )  # fmt: skip

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
        concepts = [notation.without_suffix(concept) for concept in graph.concepts]
        number = {name: index for index, name in enumerate(graph.variables)}
        previous: list[str] = [START] * len(concepts)
        below = {0: ROOT}
        mentions = 0
        self.concepts[ROOT][concepts[0]] += 1
        for edge in graph.edges:
            source, role = concepts[edge.source], edge.role.partition("~")[0]
            child = number.get(notation.without_suffix(edge.target))
            if child is None:
                self._count_constant(source, role, notation.without_suffix(edge.target))
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


# ---- The built-in vocabulary
#
# Everyday English, made up for this project: no corpus was counted for it. The frames have PropBank's form (a sense
# number, numbered arguments) and the constructions (names, dates, quantities, conjunctions) are those of the AMR
# guidelines; how frequent anything is was chosen by hand, so that the graphs are about as large, as dense and as
# repetitive as those of short sentences are.

_DATA: dict[str, str] = tomllib.loads(
    resources.files("smatchproof.lab.generators").joinpath("vocabulary.toml").read_text(encoding="utf-8")
)


def _vocabulary() -> CorpusStatistics:
    """The statistics that the file says, its groups and frames written out."""
    groups = {name: Counter(row) for name, row in _rows(_DATA["groups"]).items()}
    frames = _triples(_DATA["frames"])
    groups["frames"] = Counter({frame: int(count) for frame, count, _ in frames})
    concepts = {role: _concepts(row, groups) for role, row in _rows(_DATA["concepts"]).items()}
    for context, row in _rows(_DATA["concepts_above"]).items():
        concepts.setdefault(context, Counter()).update(_concepts(row, groups))
    branches = {**_rows(_DATA["branches"]), **_constructions()}
    arguments = {leaf: {"": 90} for leaf in _DATA["leaves"].split()}
    for group in ("times", "traits", "manners", "units", "lengths"):
        arguments.update({concept: {"degree": 5, "": 90} for concept in groups[group]})
    arguments.update(_rows(_DATA["arguments"]))
    arguments["/frame"] = {"ARG0": 50, "ARG1": 60, "ARG2": 15, "ARG4": 5, "time": 9, "location": 6, "manner": 6, "": 90}
    for frame, _, numbers in frames:
        branches.update(_frame_branches(frame, [f"ARG{number}" for number in numbers]))
        arguments[frame] = {**{f"ARG{number}": 20 for number in numbers}, "time": 2, "location": 1, "manner": 1, "": 20}
    tables: list[tuple[str, Mapping[str, Mapping[str, int]]]] = [
        ("concepts", concepts), ("branches", branches), ("arguments", arguments),
        ("constants", _rows(_DATA["constants"])),
    ]  # fmt: skip
    rows: dict[str, Any] = {name: {key: Distribution.of(row) for key, row in table.items()} for name, table in tables}
    for name in ("reentrancies", "repeats"):
        rows[name] = {int(size): _numbers(row) for size, row in _rows(_DATA[name]).items()}
    kinds = _rows(_DATA["mentions"]).items()
    mentions = Distribution.of({f"{kind} {below}": count for kind, row in kinds for below, count in row.items()})
    return CorpusStatistics(_numbers(_counts(_DATA["sizes"])), **rows, mentions=mentions)


def _numbers(counts: Mapping[str, int]) -> Distribution[int]:
    return Distribution.of({int(value): count for value, count in counts.items()})


def _counts(text: str) -> dict[str, int]:
    """``value count value count ...``; a full stop is the end of the branches."""
    words = text.split()
    return {"" if value == "." else value: int(count) for value, count in zip(words[::2], words[1::2], strict=True)}


def _rows(text: str) -> dict[str, dict[str, int]]:
    """``context | value count ...`` on each line; a context may go on in a second line."""
    rows: dict[str, dict[str, int]] = {}
    for line in text.strip().splitlines():
        context, _, counts = line.partition("|")
        rows.setdefault(context.strip(), {}).update(_counts(counts))
    return rows


def _triples(text: str) -> list[tuple[str, str, str]]:
    words = text.split()
    return list(zip(words[::3], words[1::3], words[2::3], strict=True))


def _concepts(row: Mapping[str, int], groups: Mapping[str, Counter[str]]) -> Counter[str]:
    """The concepts of some groups, each group with its weight, whatever its size; a single concept is its own group.

    >>> _concepts({"pets": 3, "and": 1}, {"pets": Counter(cat=1, dog=1)})
    Counter({'cat': 150, 'dog': 150, 'and': 100})
    """
    counts: Counter[str] = Counter()
    for name, weight in row.items():
        group = groups.get(name, Counter({name: 1}))
        counts.update({concept: max(1, 100 * weight * count // group.total()) for concept, count in group.items()})
    return counts


def _constructions() -> dict[str, dict[str, int]]:
    """The rows of concepts whose branches are their own."""
    rows = {f"{concept} ^": {"": 40} for concept in _DATA["leaves"].split()}
    for line in _DATA["branches_of"].strip().splitlines():
        concept, *parts = (part.strip() for part in line.split("|"))
        for part in parts:
            previous, _, counts = part.partition(" ")
            rows[f"{concept} {previous}"] = _counts(counts)
    return rows


def _frame_branches(frame: str, arguments: list[str]) -> dict[str, dict[str, int]]:
    """The rows of a frame: its arguments in their order, most of them expressed; then adjuncts, or the end."""
    adjuncts = {"time": 7, "location": 4, "manner": 4, "purpose": 2, "cause": 2, "": 70}
    before = ["^", *arguments]
    rows: dict[str, dict[str, int]] = {}
    for at, previous in enumerate(before):
        to_come = arguments[at:]
        weights = dict(zip(to_come, (200, 40, 10), strict=False))
        rows[f"{frame} {previous}"] = {**adjuncts, **weights}
    rows[f"{frame} ^"] |= {"": 20, "polarity=": 26, "mode=": 4}
    rows[f"{frame} polarity="] = rows[f"{frame} mode="] = dict(zip(arguments, (60, 20, 5), strict=False)) | {"": 5}
    return rows


DEFAULT = _vocabulary()
"""Short English sentences, as made up for this project."""

# ---- Growing a graph

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
    logarithms of the vocabulary. Raises ``ValueError`` if `variables` is below 1.

    >>> from smatchproof.public import write_graph
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
    return building.graph_from_branches(growth.concepts, growth.below, id)[0]


class _Growth:
    """A graph that grows: variables by number, each with its branches in the order of the text."""

    def __init__(self, statistics: CorpusStatistics, size: int, rng: random.Random) -> None:
        self.statistics, self.size, self.rng = statistics, size, rng
        self._start()

    def _start(self) -> None:
        """Begin again with the root."""
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

        A graph whose branches end too early is started again; after some tries, branches are added where it needs them.
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
                direct, inverted = direct_role(kind.role.lower())
                self.used[target if inverted else source].add(direct)
                self.below[source].append((kind.role, target))
                found += 1
        return found

    def _may_mention(self, source: int, role: str, target: int) -> bool:
        """Test whether the graph stays like an AMR: a role that fits its concept and is free there, and no cycle.

        A cycle is looked for where it is likely: between the source and a target above it.
        """
        direct, inverted = direct_role(role)
        if not self.statistics.takes(self.concepts[target if inverted else source], direct):
            return False
        direct, inverted = direct_role(role.lower())  # as `used` has them, and programs without case
        if direct in self.used[target if inverted else source]:
            return False
        upwards = set()
        while source not in (target, -1):
            source, role = self.parents[source]
            upwards.add(direct_role(role.lower())[1])
        return source == -1 or (not inverted) in upwards

    def _preorder(self) -> list[int]:
        """The variables in the order in which the text defines them, before there are mentions."""
        return [0, *(defined for _, _, defined in building.in_text(self.below, itemgetter(1)) if defined is not None)]


def _is_free(branch: str, used: set[str]) -> bool:
    """Test whether a variable may have one more such branch: modifiers and inverse roles many times, others once.

    `used` holds the roles that start at the variable, in their own direction and in small letters, as programs that
    compare without case need it.
    """
    direct, inverted = direct_role(branch.removesuffix("=").lower())
    if branch.endswith("="):
        return used.isdisjoint((direct, f"{direct}-of"))
    return inverted or direct == "mod" or direct not in used


def _use(branch: str, used: set[str]) -> None:
    direct, inverted = direct_role(branch.removesuffix("=").lower())
    used.add(f"{direct}-of" if inverted else direct)  # domain is one, too


def _used_below(role: str) -> set[str]:
    """The roles that start at a new variable below a role."""
    direct, inverted = direct_role(role.lower())
    return {direct} if inverted else set()
