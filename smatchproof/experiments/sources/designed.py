"""Pairs by design: the properties that may make alignment hard are set, in all combinations or over a range."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self

from smatchproof.base.errors import UsageError
from smatchproof.base.value_kinds import choice
from smatchproof.experiments.sources.source import SourcePair, checked
from smatchproof.experiments.toml_tables import Table
from smatchproof.generators import PairDesign, designed_pair, parameters

FACTORIAL, LATIN_HYPERCUBE = "factorial", "latin hypercube"


_DESIGN = choice(FACTORIAL, LATIN_HYPERCUBE)
_MOST_CELLS = 100_000


class _Cell(NamedTuple):
    """A combination of values."""

    variables: int
    reentrancies: int
    repeated: float
    labels: int
    overlap: float


@dataclass(frozen=True, slots=True)
class DesignSource:
    """Pairs whose properties are set (see :class:`smatchproof.generators.PairDesign`).

    A *factorial* design has `number` pairs of every combination of the values. A *Latin hypercube* has `number` pairs
    in all: the range of each property, from its least to its largest value, is cut into as many slices, of which each
    has one pair, and the slices of different properties meet at random (McKay, Beckman & Conover 1979).
    """

    kind: ClassVar[str] = "design"
    name: str
    number: int = 10
    variables: tuple[int, ...] = parameters.DESIGN_VARIABLES.default
    reentrancies: tuple[int, ...] = parameters.REENTRANCIES.default
    repeated: tuple[float, ...] = parameters.REPEATED.default
    labels: tuple[int, ...] = parameters.DESIGN_LABELS.default
    overlap: tuple[float, ...] = parameters.DESIGN_OVERLAP.default
    seed: int = 0
    design: str = FACTORIAL

    @classmethod
    def read(cls, table: Table, name: str) -> Self:
        """From perhaps ``design`` and the values of each property."""
        source = cls(name, **table.parameters(parameters.DESIGN), design=table.get("design", _DESIGN, FACTORIAL))
        return checked(source, table, hint="change variables or reentrancies")

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs; the last property changes first. The group of a pair is its size."""
        for cell, at in self._cells():
            id = f"variables={cell.variables} reentrancies={cell.reentrancies}"
            id += "".join(
                f" {name}={_written(getattr(cell, name))}"
                for name in ("repeated", "labels", "overlap")
                if len(getattr(self, name)) > 1
            )
            made = designed_pair(PairDesign(*cell), random.Random(f"design {self.seed} {cell} {at}"))
            yield SourcePair(
                self.name, f"{id} {at}", f"{cell.variables} variables", "left", "right", made.pair.left,
                made.pair.right, made.alignment,
            )  # fmt: skip

    def _values(self) -> tuple[tuple[float, ...], ...]:
        return self.variables, self.reentrancies, self.repeated, self.labels, self.overlap

    def _cells(self) -> Iterator[tuple[_Cell, int]]:
        """Every combination with a number that makes its pair another one."""
        if self.design == FACTORIAL:
            for values in itertools.product(*self._values()):
                yield from ((_Cell(*values), at) for at in range(1, self.number + 1))  # type: ignore[arg-type]
            return
        rng = random.Random(f"latin hypercube {self.seed}")
        columns = [self._slices(values, rng) for values in self._values()]
        for at, values in enumerate(zip(*columns, strict=True), 1):
            yield _Cell(*values), at  # type: ignore[arg-type]

    def _slices(self, values: tuple[float, ...], rng: random.Random) -> list[float]:
        """A value in each slice of a range, in random order; whole numbers stay whole, and are equally likely."""
        low, high = min(values), max(values)
        is_whole = all(isinstance(value, int) for value in values)
        width = high - low + is_whole
        found = [low + width * (at + rng.random()) / self.number for at in range(self.number)]
        rng.shuffle(found)
        return [min(int(value), high) for value in found] if is_whole else found

    def count(self) -> int:
        """Count the pairs. Raises ``ValueError`` for a combination that no graph has."""
        total = self.number * (math.prod(map(len, self._values())) if self.design == FACTORIAL else 1)
        if total > _MOST_CELLS:
            raise UsageError(f"{total:,} pairs, {_MOST_CELLS:,} at most are made")
        for cell, _ in self._cells():
            PairDesign(*cell)
        return total


def _written(value: float) -> str:
    """Write a number with all the digits that distinguish it from other numbers.

    >>> _written(0.10000001), _written(3.0)
    ('0.10000001', '3')
    """
    return repr(value).removesuffix(".0")
