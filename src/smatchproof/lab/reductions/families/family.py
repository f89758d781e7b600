"""Families of hard pairs: random instances of a problem of any number and size, mapped by its reduction.

A family makes an instance as the text that ``smatchproof reduce`` reads, and perhaps a solution that was planted in it.
The reduction then gives the pair, its map, and the planted alignment.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.record import Record
from smatchproof.lab.reductions.registry import SourceText, StoredReduction, reduce
from smatchproof.public import GraphPair, NamedAlignment

Value = int | float | bool
"""A parameter's value: an integer, a share or a ratio, yes or no."""
MOST = 1_000
"""The largest value of a parameter: a graph with that number of vertices gives a pair with a million triples."""


class Instance(NamedTuple):
    """An instance of a problem: its files by name, the options of its reduction, and what was planted in it.

    `solution` is optimal by the construction of the instance; ``None`` if none was planted. The certified answer is
    compared with this claim.
    """

    files: Mapping[str, str]
    options: Mapping[str, Any] = {}
    solution: Any = None


class Member(Record):
    """A pair of a family with its parameters, its reduction and map, and a planted alignment that is optimal."""

    parameters: Mapping[str, Value]
    stored: StoredReduction
    planted: NamedAlignment | None

    @property
    def pair(self) -> GraphPair:
        """The two graphs."""
        return self.stored.reduction.target


class Family(Record):
    """Random instances of a problem, and the name of the reduction that makes pairs of them.

    `make` gets random numbers, and parameters by name, each with a default; it raises ``ValueError`` for values that
    make no instance.
    """

    summary: str
    reduction: str
    make: Callable[..., Instance]
    name: str = ""

    @property
    def parameters(self) -> dict[str, Value]:
        """The parameters with their defaults.

        >>> Family("", "clique", lambda rng, size=8, planted=True: Instance({})).parameters
        {'size': 8, 'planted': True}
        """
        _, *found = inspect.signature(self.make).parameters.values()
        return {each.name: each.default for each in found}

    def member(self, seed: int, /, **values: Value) -> Member:
        """The pair of these parameters and that seed; the same ones give the same pair.

        Raises :class:`UsageError` for values that make no instance.
        """
        chosen = self.parameters
        for name, value in values.items():
            chosen[name] = self._checked(name, value)
        rng = random.Random(f"{self.name} {sorted(chosen.items())} {seed}")
        try:
            instance = self.make(rng, **chosen)
        except ValueError as error:
            raise UsageError(f"family {self.name}: {error}") from None
        texts = tuple(SourceText(*file) for file in instance.files.items())
        stored = reduce(self.reduction, texts, instance.options)
        planted = None if instance.solution is None else stored.reduction.forward(instance.solution)
        return Member(chosen, stored, planted)

    def _checked(self, name: str, value: Value) -> Value:
        known = self.parameters
        if name not in known:
            raise UsageError(f"family {self.name} has no parameter {quoted(name)}; it has {', '.join(known)}")
        wanted = type(known[name])
        if wanted is float and type(value) is int:
            value = float(value)
        if type(value) is not wanted or not 0 <= value <= MOST:
            words = {bool: "true or false", int: f"a whole number from 0 to {MOST:,}"}
            expected = words.get(wanted, f"a number from 0 to {MOST:,}")
            raise UsageError(f"family {self.name} needs {expected} for {name}, not {str(value).lower()}")
        return value
