"""Instances of the library: pairs of graphs that are made again when they are wanted, or read if they are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from smatchproof.base.errors import InputError, Place
from smatchproof.base.files import make_folder, writing
from smatchproof.lab.experiments.instance_library import INSTANCES, InstanceRecord, instance_files, record_line
from smatchproof.public import Corpus, Graph, GraphPair


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


def write_library(folder: str | Path, records: Mapping[str, InstanceRecord]) -> None:
    """Replace the records of a library; the folder is made where it is missing."""
    with writing(make_folder(folder) / INSTANCES) as (file,):
        file.write("".join(map(record_line, records.values())))


def stored_pair(folder: str | Path, record: InstanceRecord) -> GraphPair:
    """The graphs of a stored instance. Raises :class:`InputError` where a file is missing or has not one graph."""
    left, right, _ = (Path(folder, name) for name in instance_files(record.name))
    return GraphPair(_only_graph(left), _only_graph(right))


def _only_graph(path: Path) -> Graph:
    with Corpus(path) as corpus:
        found = [block.parse() for block in corpus.blocks()]
    if len(found) != 1:
        raise InputError(f"expected one graph, found {len(found)}", Place(str(path)), "add the instance again")
    return found[0]


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
