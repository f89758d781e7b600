"""Instances of the library: pairs of graphs that are made anew whenever they are wanted, or read if they are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from smatchproof.experiments.instance_library import InstanceRecord, stored_pair
from smatchproof.problem.pairs import GraphPair


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


def stored_families(folder: Path, records: Iterable[InstanceRecord]) -> tuple[Family, ...]:
    """The families of the instances that are stored in the folder of a library."""
    stored = sorted((each for each in records if each.is_stored), key=lambda each: each.family)
    return tuple(
        Family(
            family,
            "pairs that a search has found, stored with their certificates",
            tuple(Instance(each.name, each.source, partial(stored_pair, folder, each)) for each in some),
        )
        for family, some in groupby(stored, key=lambda each: each.family)
    )


def by_name(families: Iterable[Family]) -> Mapping[str, Instance]:
    """All instances by their names. Raises ``ValueError`` for a name given twice."""
    found: dict[str, Instance] = {}
    for family in families:
        for instance in family.instances:
            if instance.name in found:
                raise ValueError(f"two instances are called {instance.name}")
            found[instance.name] = instance
    return found
