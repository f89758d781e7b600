"""Instances of the library: pairs of graphs that are made anew whenever they are wanted, and never stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from smatchproof.alignment import GraphPair


class AbsentSourceError(Exception):
    """The files that an instance is made from are not on this machine; the text says which."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A pair under the convention ``smatch``.

    `source` says in one line what it is made from: the call of a generator with its seed, or the name of public data.
    `make` makes it; it raises :class:`AbsentSourceError` where the data is not there.
    """

    name: str
    source: str
    make: Callable[[], GraphPair]


@dataclass(frozen=True, slots=True)
class Family:
    """Instances of one kind; `about` says what makes them hard."""

    name: str
    about: str
    instances: tuple[Instance, ...]


def called(name: str, make: Callable[..., GraphPair], *arguments: Any, **named: Any) -> Instance:
    """The instance that a function makes of these arguments, which are what is said of its source.

    >>> called("x", dict, a=1).source
    'dict(a=1)'
    """
    words = [*map(repr, arguments), *(f"{key}={value!r}" for key, value in named.items())]
    return Instance(name, f"{make.__name__}({', '.join(words)})", lambda: make(*arguments, **named))


def by_name(families: tuple[Family, ...]) -> Mapping[str, Instance]:
    """All instances by their names. Raises ``ValueError`` for a name given twice."""
    found: dict[str, Instance] = {}
    for family in families:
        for instance in family.instances:
            if instance.name in found:
                raise ValueError(f"two instances are called {instance.name}")
            found[instance.name] = instance
    return found
