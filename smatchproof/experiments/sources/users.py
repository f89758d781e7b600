"""Pairs that a user's function makes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Protocol, Self

from smatchproof.base.errors import UsageError, short
from smatchproof.base.limits import MOST_GRAPHS
from smatchproof.experiments.sources.source import SourcePair
from smatchproof.experiments.toml_tables import Table
from smatchproof.graphs.graph import Graph
from smatchproof.plugins import Group, NamedCallable, users_code

Parameter = str | int | float | bool | list[Any] | dict[str, Any]


class PairFunction(Protocol):
    """A user's source of pairs: a function that makes the same pairs in the same order at every call.

    Its keyword arguments are the further keys of the table in the experiment's file. A pair is two graphs, left and
    right, or a :class:`SourcePair`, which may also say the pair's id, group, sides and planted alignment. An id is the
    left graph's, or the pair's position from 1.
    """

    def __call__(self, **parameters: Any) -> Iterable[tuple[Graph, Graph] | SourcePair]:
        """The pairs; a generator will do."""


@dataclass(frozen=True)
class UserSource:
    """The pairs of a user's function (see :class:`PairFunction`), found by its name."""

    kind: ClassVar[str] = "user"
    name: str
    function: str
    """The name of the function, such as ``mine.py:pairs``."""
    parameters: tuple[tuple[str, Parameter], ...] = ()

    @classmethod
    def read_as(cls, table: Table, name: str, function: str) -> Self:
        """From all keys of the table that are not those of every source."""
        parameters = table.others()
        for key, value in parameters.items():
            try:
                json.dumps(value)
            except TypeError:  # TOML has dates and times, too
                raise table.error(key, f"{key}: expected texts, numbers, truths, lists and tables of these") from None
        source = cls(name, function, tuple(parameters.items()))
        if not callable(source._named.object.value):
            raise table.error("kind", f"kind: {function} is no source of pairs: it cannot be called")
        return source

    @property
    def _named(self) -> NamedCallable:
        return NamedCallable(Group.SOURCE, self.function)

    @property
    def code(self) -> str:
        """The name of the function with the fingerprint of its code."""
        return self._named.object.label

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs, as the function makes them.

        Raises :class:`UsageError` where it raises or makes no pair, and for another pair than at the first call.
        """
        seen: set[str] = set()
        for at, each in enumerate(chain(self._made(), [_END]), 1):
            pair = None if each is _END else self._pair(each, at)
            if self._first.setdefault(at, _mark(pair)) != _mark(pair):
                message = f"pair {at} of {self.function} is not that of its first call"
                raise UsageError(f"{message}; let it make the same pairs at every call, as with random.Random(1)")
            if pair is None:
                return
            if pair.id in seen:
                raise UsageError(
                    f"{self.function} made two pairs with the id {short(pair.id, 60)}; give each its own id"
                )
            if at > MOST_GRAPHS:
                raise UsageError(f"{self.function} makes more than {MOST_GRAPHS:,} pairs; let it end")
            seen.add(pair.id)
            yield pair

    @cached_property
    def _first(self) -> dict[int, int]:
        """What tells the pairs of the first call, and their end, from others; by position."""
        return {}

    def _made(self) -> Iterator[Any]:
        with users_code(self.function):
            made = iter(self._named(**dict(self.parameters)))
        while True:
            with users_code(self.function):  # a generator runs when it is asked
                each = next(made, _END)
            if each is _END:
                return
            yield each

    def _pair(self, made: Any, at: int) -> SourcePair:
        if isinstance(made, SourcePair):
            words = made.id, made.group, made.left_name, made.right_name, made.cluster
            graphs = isinstance(made.left, Graph) and isinstance(made.right, Graph)
            planted = made.planted is None or isinstance(made.planted, Mapping)
            if not (graphs and planted and all(isinstance(word, str) for word in words)):
                raise UsageError(f"pair {at} of {self.function} is no SourcePair of texts, graphs and an alignment")
            cluster = f"{self.name}: {made.cluster}" if made.cluster else ""
            return replace(made, source=self.name, cluster=cluster, maker=self.function)
        if not (isinstance(made, tuple) and len(made) == 2 and all(isinstance(each, Graph) for each in made)):
            raise UsageError(
                f"pair {at} of {self.function} is {type(made).__name__}, expected two graphs, (left, right)"
            )
        left, right = made
        return SourcePair(self.name, left.id or str(at), "", "left", "right", left, right)

    def count(self) -> int:
        """Count the pairs; all are made. Raises :class:`UsageError` where there are none."""
        number = sum(1 for _ in self.pairs())
        if not number:
            raise UsageError(f"{self.function} makes no pairs; an experiment needs one at least of each source")
        return number


def _mark(pair: SourcePair | None) -> int:
    """A number that tells pairs, and the end of them, apart in this process."""
    return hash(pair and (pair.id, repr(pair.left), repr(pair.right)))


_END = object()
