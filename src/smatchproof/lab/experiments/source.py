"""The protocol of sources of pairs, and what all of them share."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from msgspec import json

from smatchproof.base.errors import UsageError
from smatchproof.base.files import opened_bytes
from smatchproof.base.record import Record
from smatchproof.lab.experiments.toml_tables import Table
from smatchproof.lab.generators import DEFAULT, CorpusStatistics, Noise, annotate, annotated_pair
from smatchproof.public import Corpus, Graph, NamedAlignment


class SourcePair(Record):
    """Two graphs of a source, and their names in the rows.

    `id` is unique in the source, `group` is the part of it that the pair belongs to, `left_name` and `right_name` are
    the writers of the graphs. `planted` is an alignment from the construction of the pair, if there is one. It
    `is_optimal` if its maker claims that none is better, which the certified optimum has to confirm under the
    convention ``smatch``. Pairs of one `cluster`, such as those of one sentence, are not independent; a pair without
    one is its own cluster.
    """

    source: str
    id: str
    group: str
    left_name: str
    right_name: str
    left: Graph
    right: Graph
    planted: NamedAlignment | None = None
    cluster: str = ""
    is_optimal: bool = False

    @property
    def cluster_name(self) -> str:
        """The name of its cluster, in which a source calls no other source's pairs its own."""
        return self.cluster or f"{self.source}: {self.id}"

    def __str__(self) -> str:
        return f"pair {self.id} of {self.source}"


def noisy_pair(
    graph: Graph, noise: Noise, rng: random.Random, statistics: CorpusStatistics, *, both_sides: bool
) -> tuple[str, str, Graph, Graph, dict[str, str]]:
    """A graph and a noisy copy of it, or two noisy copies: their names, the graphs, and the planted alignment.

    >>> from smatchproof.public import parse_graph
    >>> boy = parse_graph("(b / boy :mod (y / young))")
    >>> *names, _, _, planted = noisy_pair(boy, Noise(), random.Random(1), DEFAULT, both_sides=True)
    >>> names, planted
    (['left copy', 'right copy'], {'b': 'b', 'y': 'y'})
    """
    if not both_sides:
        copy = annotate(graph, noise, rng, statistics)
        return "original", "copy", graph, copy.graph, dict(copy.alignment)
    left, right = annotated_pair(graph, noise, rng, statistics)
    planted = {name: right.alignment[old] for old, name in left.alignment.items() if old in right.alignment}
    return "left copy", "right copy", left.graph, right.graph, planted


class Source(Protocol):
    """Pairs under a common name. A source is a small frozen value; the pairs are made when they are asked for."""

    kind: ClassVar[str]

    @property
    def name(self) -> str:
        """Its name in the rows."""

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs, the same at every call and in the same order."""

    def count(self) -> int:
        """Count the pairs. Reads all of the input, and raises :class:`SmatchproofError` where it is bad."""


class ReadableSource(Source, Protocol):
    """A source that an experiment's file can describe."""

    @classmethod
    def read(cls, table: Table, name: str) -> Source:
        """The source that a table describes. Raises :class:`InputError` at the key that is wrong."""


_Made = TypeVar("_Made", bound=Source)


def checked(source: _Made, table: Table, key: str | None = None, hint: str = "") -> _Made:
    """A source that was read from a table. Raises :class:`InputError` if its pairs cannot be made."""
    try:
        source.count()
    except (UsageError, ValueError) as error:
        raise table.error(key, f"{key}: {error}" if key else str(error), hint) from None
    return source


def described(source: Source) -> dict[str, Any]:
    """All that the pairs of a source depend on, as JSON can hold it: a file by its name and the hash of its content.

    >>> from smatchproof.lab.experiments.sources import TrapSource
    >>> described(TrapSource("t", "circle", (("persons", (4, 8)),)))
    {'kind': 'trap', 'name': 't', 'family': 'circle', 'parameters': [['persons', [4, 8]]]}
    """

    def of_file(path: Path) -> dict[str, str]:
        return {"file": path.name, "sha256": sha256_of(path)}

    return {"kind": source.kind, **json.decode(json.encode(source, enc_hook=of_file))}


def sha256_of(path: str | Path) -> str:
    """The SHA-256 of the content of a file."""
    with opened_bytes(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def statistics_of(fit: str | Path | None) -> CorpusStatistics:
    """The statistics of a corpus file, or the built-in ones. Raises :class:`InputError` for a file that is none."""
    if fit is None:
        return DEFAULT
    with Corpus(fit) as corpus:
        return CorpusStatistics.fit((block.parse() for block in corpus.blocks()), str(fit))
