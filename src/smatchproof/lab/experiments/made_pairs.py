"""Pairs that are made: random AMRs and digraphs, pairs by design, traps, and families of hard pairs."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

from msgspec import convert

from smatchproof.base.errors import quoted
from smatchproof.base.limits import MOST_TRAPS, Kind
from smatchproof.base.record import Record
from smatchproof.base.records import Natural
from smatchproof.lab.experiments.sources import SourcePair, checked, made_pair, noisy_pair, statistics_of
from smatchproof.lab.experiments.toml_tables import TEXT, TRUTH, Table, one_of
from smatchproof.lab.generators import (
    Noise,
    PairDesign,
    designed_pair,
    overlapping_digraph_pair,
    parameters,
    random_graphs,
    rooted_pair,
)
from smatchproof.lab.generators.digraphs import ROOT_NAME, check_digraphs
from smatchproof.lab.generators.traps import TRAPS
from smatchproof.lab.reductions.families import Value, family


class GraphsSource(Record):
    """Random AMRs, each against a noisy copy of itself; with noise 0 against itself in other words.

    With `both_sides` each pair is two noisy copies of a graph that is neither, with half of the noise on each side.
    `variables` are the sizes to choose from, otherwise sizes are those of the corpus that `fit` names, or of the
    built-in vocabulary.
    """

    kind: ClassVar[str] = "graphs"
    name: str
    number: int = parameters.NUMBER.default
    variables: tuple[int, ...] | None = None
    noise: Noise = parameters.NOISE.default
    seed: int = parameters.RANDOM_SEED.default
    fit: Path | None = None
    group: str = ""
    both_sides: bool = False

    @classmethod
    def read(cls, table: Table, name: str) -> Self:
        """From perhaps the parameters of ``smatchproof generate graphs``, ``noise``, ``both_sides`` and ``group``."""
        group, both_sides = table.get("group", TEXT, ""), table.get("both_sides", TRUTH, False)
        return cls(name, **table.parameters([*parameters.GRAPHS, parameters.NOISE]), group=group, both_sides=both_sides)

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs; pair k of a seed is the same however many there are."""
        statistics = statistics_of(self.fit)
        for at, graph in enumerate(random_graphs(statistics, self.number, self.seed, self.variables), 1):
            rng = random.Random(f"annotation {self.seed} {at}")
            made = noisy_pair(graph, self.noise, rng, statistics, both_sides=self.both_sides)
            yield SourcePair(self.name, str(at), self.group, *made)

    def count(self) -> int:
        """Count the pairs."""
        statistics_of(self.fit)
        return self.number


# ---- digraphs


class DigraphsSource(Record):
    """Random labelled digraphs with a planted overlap: a number of pairs for each number of nodes."""

    kind: ClassVar[str] = "digraphs"
    name: str
    number: int = parameters.PAIRS.default
    nodes: tuple[int, ...] = parameters.NODES.default
    degree: float = parameters.DEGREE.default
    labels: int = parameters.LABELS.default
    concepts: int = parameters.CONCEPTS.default
    overlap: float = parameters.OVERLAP.default
    seed: int = parameters.RANDOM_SEED.default

    @classmethod
    def read(cls, table: Table, name: str) -> Self:
        """From perhaps the parameters of ``smatchproof generate digraphs``."""
        source = cls(name, **table.parameters(parameters.DIGRAPHS))
        return checked(source, table, hint="change degree, nodes or overlap")

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs, one number of nodes after the other; the group of a pair is its number of nodes."""
        return (self._pair(nodes, at) for nodes in self.nodes for at in range(1, self.number + 1))

    def _pair(self, nodes: int, at: int) -> SourcePair:
        shape = nodes, self.degree, self.labels, self.concepts, self.overlap
        made = overlapping_digraph_pair(*shape, self.seed + at - 1)
        pair = rooted_pair(made.left, made.right)
        return made_pair(self, f"{nodes}.{at}", f"{nodes} nodes", pair, {ROOT_NAME: ROOT_NAME, **made.names()})

    def count(self) -> int:
        """Count the pairs. Raises ``ValueError`` if there are no such digraphs."""
        for nodes in self.nodes:
            check_digraphs(nodes, self.degree, self.overlap)
        return self.number * len(self.nodes)


# ---- pairs by design


class _Cell(NamedTuple):
    """A combination of values."""

    variables: int
    reentrancies: int
    repeated: float
    labels: int
    overlap: float


class DesignSource(Record):
    """Pairs with set properties (:class:`smatchproof.lab.generators.PairDesign`): `number` of every combination."""

    kind: ClassVar[str] = "design"
    name: str
    number: int = 10
    variables: tuple[int, ...] = parameters.DESIGN_VARIABLES.default
    reentrancies: tuple[int, ...] = parameters.REENTRANCIES.default
    repeated: tuple[float, ...] = parameters.REPEATED.default
    labels: tuple[int, ...] = parameters.DESIGN_LABELS.default
    overlap: tuple[float, ...] = parameters.DESIGN_OVERLAP.default
    seed: int = 0

    @classmethod
    def read(cls, table: Table, name: str) -> Self:
        """From perhaps ``number``, ``seed`` and the values of each property."""
        return checked(cls(name, **table.parameters(parameters.DESIGN)), table, hint="change variables or reentrancies")

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs; the last property changes first. The group of a pair is its size."""
        for cell, at in itertools.product(self._cells(), range(1, self.number + 1)):
            id = f"variables={cell.variables} reentrancies={cell.reentrancies}"
            id += "".join(
                f" {name}={_written(getattr(cell, name))}"
                for name in ("repeated", "labels", "overlap")
                if len(getattr(self, name)) > 1
            )
            made = designed_pair(PairDesign(*cell), random.Random(f"design {self.seed} {cell} {at}"))
            yield made_pair(self, f"{id} {at}", f"{cell.variables} variables", made.pair, made.alignment)

    def _cells(self) -> Iterator[_Cell]:
        """Every combination of the values."""
        values = self.variables, self.reentrancies, self.repeated, self.labels, self.overlap
        return (_Cell(*each) for each in itertools.product(*values))

    def count(self) -> int:
        """Count the pairs. Raises ``ValueError`` for a combination that no graph has."""
        cells = [PairDesign(*cell) for cell in self._cells()]
        return self.number * len(cells)


def _written(value: float) -> str:
    """Write a number with all the digits that distinguish it from other numbers.

    >>> _written(0.10000001), _written(3.0)
    ('0.10000001', '3')
    """
    return repr(value).removesuffix(".0")


# ---- traps and families

Parameters = tuple[tuple[str, tuple[Value, ...]], ...]
"""The values of each parameter, all combinations of which are made."""


class TrapSource(Record):
    """Traps of one family: one for every combination of the values of its parameters."""

    kind: ClassVar[str] = "trap"
    name: str
    family: str
    parameters: Parameters = ()

    @classmethod
    def read(cls, table: Table, name: str) -> Self:
        """From ``family``, and perhaps ``parameters``: a table of numbers, or lists of numbers."""
        trap = table.take("family", one_of("trap", TRAPS, "the name of a trap"))
        known = [parameter.name for parameter in trap.parameters]
        source = cls(name, trap.name, _read_parameters(table, f"trap {quoted(trap.name)}", known))
        return checked(source, table, "parameters")

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs; the last parameter changes first."""
        for values in _combinations(self.parameters):
            trap = TRAPS[self.family].make(**values)
            id = _words(values) or self.family
            yield made_pair(self, id, self.family, trap.pair, dict(trap.planted), is_optimal=True)

    def count(self) -> int:
        """Count the pairs."""
        return len([TRAPS[self.family].make(**values) for values in _combinations(self.parameters)])


class FamilySource(Record):
    """Pairs of a family (:mod:`smatchproof.lab.reductions.families`): `number` of each combination of parameters."""

    kind: ClassVar[str] = "family"
    name: str
    family: str
    number: int = parameters.PAIRS.default
    seed: int = parameters.RANDOM_SEED.default
    parameters: Parameters = ()

    @classmethod
    def read(cls, table: Table, name: str) -> Self:
        """From ``family``, and perhaps ``parameters``, ``number`` (of each combination) and ``seed``."""
        found = table.take("family", Kind("the name of a family", lambda value: family(TEXT.read(value))))
        values = _read_parameters(table, f"family {quoted(found.name)}", [*found.parameters])
        plain = table.parameters([parameters.PAIRS, parameters.RANDOM_SEED])
        name = found.name if name == cls.kind else name
        return checked(cls(name, found.name, parameters=values, **plain), table, "parameters")

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs; the number changes first, then the last parameter. Ids name the seed of ``generate family``."""
        for values in _combinations(self.parameters):
            for seed in range(self.seed, self.seed + self.number):
                member = family(self.family).member(seed, **values)
                words, is_optimal = _words(values), member.planted is not None
                yield made_pair(self, f"{words} seed={seed}".strip(), words, member.pair, member.planted, is_optimal)

    def count(self) -> int:
        """Count the pairs; one of each combination is made."""
        found = [family(self.family).member(self.seed, **values) for values in _combinations(self.parameters)]
        return self.number * len(found)


def _read_parameters(table: Table, what: str, known: Sequence[str]) -> Parameters:
    """The table of parameters: a value of each, or a list of values."""
    found = table.items("parameters", "a table of parameters, such as { persons = [4, 8] }")
    read = []
    for key, value in found.items():
        if key not in known:
            message = f"parameters: {what} has no parameter {quoted(key)}"
            raise table.error("parameters", message, f"choose from {', '.join(known)}", word=key)
        try:
            values = tuple(map(_parameter, value if isinstance(value, list) else [value]))
        except (TypeError, ValueError):
            values = ()
        if not values or len(set(values)) < len(values):
            message = f"parameters: expected a number or a list of numbers, each once, for {key}"
            raise table.error("parameters", message, word=key)
        read.append((key, values))
    if (combinations := math.prod(len(values) for _, values in read)) > MOST_TRAPS:
        message = f"parameters: {combinations:,} combinations of values, {MOST_TRAPS:,} at most are made"
        raise table.error("parameters", message)
    return tuple(read)


def _combinations(found: Parameters) -> Iterator[dict[str, Value]]:
    names = [name for name, _ in found]
    return (dict(zip(names, each, strict=True)) for each in itertools.product(*(values for _, values in found)))


def _words(values: dict[str, Value]) -> str:
    """Parameters as ``generate`` takes them."""
    return " ".join(f"{name}={str(value).lower()}" for name, value in values.items())


def _parameter(value: Any) -> Value:
    if isinstance(value, bool):
        return value
    return convert(value, float if isinstance(value, float) else Natural)
