"""Traps and their families: pairs of graphs with a known optimum that hill-climbing misses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Self

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.record import Record, field, replace
from smatchproof.public import GraphPair, NamedAlignment

MOST_TRIPLES, MOST_COUPLES = 1_000_000, 10_000_000

Value = int | float
"""A parameter's value: a size, a probability or a seed."""


class Trap(Record):
    """A pair of graphs on which hill-climbing is expected to stop below the optimum.

    * `optimum`: how many triples the best alignment matches, known from how the pair is made: nothing was solved.
    * `planted`: an alignment that matches `optimum` triples, and `why_optimal`: the reason why none matches more.
    * `stuck`: where every climb ends that does not reach the optimum, where that is proved; else ``None``.
    * `stuck_chance`: the probability that a climb from one random start ends there, where it is known. The smart
      start of such a trap always does.
    * `name` and `parameters`: the family and all its parameters, defaults included; the family writes them in.
    """

    pair: GraphPair
    optimum: int
    planted: NamedAlignment
    why_optimal: str
    stuck: int | None = None
    stuck_chance: float | None = None
    name: str = ""
    parameters: Mapping[str, Value] = field(default_factory=dict)

    def failure(self, restarts: int) -> float | None:
        """The probability that a smart start and that many random ones all miss the optimum, where it is known.

        >>> from smatchproof.public import parse_graph
        >>> pair = GraphPair(*[parse_graph("(a / x)")] * 2)
        >>> Trap(pair, 2, {"a": "a"}, "both are one", stuck_chance=0.5).failure(4)
        0.0625
        """
        return None if self.stuck_chance is None else self.stuck_chance**restarts


class TrapParameter(Record):
    """A parameter of a family. Without a `default`, `derived` computes it from the other parameters, given by name."""

    name: str
    meaning: str
    smallest: Value
    default: Value | None
    largest: Value = 1_000_000
    derived: Callable[..., Value] = lambda **_: 0


class TrapFamily(Record):
    """A family of traps, one for each choice of its parameters; ``build`` gets every parameter by name.

    `triples` and `couples` get them too and return, before anything is built, about how many triples a graph will
    have, and how many couples of triples are compared to choose the order of a copy.
    """

    name: str
    summary: str
    parameters: tuple[TrapParameter, ...]
    build: Callable[..., Trap]
    triples: Callable[..., int]
    couples: Callable[..., int]

    @classmethod
    def of(
        cls, name: str, summary: str, *parameters: TrapParameter, triples: Callable[..., int],
        couples: Callable[..., int] = lambda **_: 0,
    ) -> Callable[[Callable[..., Trap]], Self]:  # fmt: skip
        """A decorator that makes the family of a function that builds a trap."""
        return lambda build: cls(name, summary, parameters, build, triples, couples)

    def make(self, /, **values: Value) -> Trap:
        """The trap with those parameters, and the defaults of the others. The same parameters give the same trap.

        Raises :class:`~smatchproof.base.errors.UsageError` for a parameter that the family lacks, a value out of its
        range or no whole number, and parameters that together make no trap. Takes time in proportion to the triples of
        the pair, and where an order has to be chosen for a copy also to the couples of triples that could match.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name, value in values.items():
            if name not in known:
                raise UsageError(f"trap '{self.name}' has no parameter {quoted(name)}; it has {', '.join(known)}")
            if isinstance(known[name].smallest, int) and not isinstance(value, int):
                raise UsageError(f"trap '{self.name}' needs a whole number for {name}, not {value}")
            if not known[name].smallest <= value <= known[name].largest:
                span = f"from {known[name].smallest} to {known[name].largest:,}"
                raise UsageError(f"trap '{self.name}' needs {name} {span}, not {value}")
        chosen = {name: values.get(name, each.default) for name, each in known.items()}
        full = {name: known[name].derived(**chosen) if value is None else value for name, value in chosen.items()}
        for count, most, what in (
            (self.triples, MOST_TRIPLES, "triples in a graph"),
            (self.couples, MOST_COUPLES, "couples of triples to compare"),
        ):
            if (number := count(**full)) > most:
                raise UsageError(f"trap '{self.name}' would have {number:,} {what}, {most:,} at most are made")
        return replace(self.build(**full), name=self.name, parameters=full)
