"""Sources of the pairs of an experiment: their protocol, and those that read files of graphs."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self, TypeVar

from msgspec import json

from smatchproof.base.errors import InputError, Place, UsageError, quoted, short
from smatchproof.base.files import opened_bytes
from smatchproof.base.limits import choice
from smatchproof.base.record import Record
from smatchproof.lab.experiments.toml_tables import TEXT, TRUTH, Table
from smatchproof.lab.generators import DEFAULT, CorpusStatistics, Noise, annotate, annotated_pair
from smatchproof.lab.generators.parameters import ANNOTATIONS, NOISE, RANDOM_SEED
from smatchproof.public import Corpus, Graph, GraphPair, NamedAlignment, check_pairing, pair_blocks


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


def made_pair(
    source: Source, id: str, group: str, pair: GraphPair, planted: NamedAlignment | None, is_optimal: bool = False
) -> SourcePair:
    """A pair that a source has made, with the alignment from its construction, if there is one."""
    return SourcePair(source.name, id, group, "left", "right", pair.left, pair.right, planted, is_optimal=is_optimal)


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

    @classmethod
    def read(cls, table: Table, name: str) -> Source:
        """The source that a table of an experiment's file describes; raises :class:`InputError` at a wrong key."""

    @property
    def name(self) -> str:
        """Its name in the rows."""

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs, the same at every call and in the same order."""

    def count(self) -> int:
        """Count the pairs. Reads all of the input, and raises :class:`SmatchproofError` where it is bad."""


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

    >>> from smatchproof.lab.experiments.made_pairs import TrapSource
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


# ---- files of graphs

SENTENCE, GROUP = "sentence", "group"
"""Names of the property that the pairs of a cluster share. Scores in a cluster are alike, so that a cluster counts as
one unit for an interval.
"""


_CLUSTER = choice(SENTENCE, GROUP)


class CorpusSource(Record):
    """Two files of graphs of the same sentences, paired as ``smatchproof score`` pairs them.

    With `group_from_id` the group of a pair is its id up to the last dot, otherwise all belong to `group`. The pairs of
    a group are a cluster if the sentences of a document are alike (`cluster` is "group").
    """

    kind: ClassVar[str] = "corpus"
    name: str
    left: Path
    right: Path
    left_name: str = "left"
    right_name: str = "right"
    group: str = ""
    group_from_id: bool = False
    cluster: str = SENTENCE

    @classmethod
    def read(cls, table: Table, name: str) -> Self:
        """From ``left``, ``right``, and perhaps ``left_name``, ``right_name``, and about groups and clusters."""
        names = (table.get(f"{side}_name", TEXT, side) for side in ("left", "right"))
        return cls(name, table.path("left"), table.path("right"), *names, **_read_group(table))

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs in the order of the left file."""
        return _pairs_of_files(self, self.left, self.right, (self.left_name, self.right_name))

    def count(self) -> int:
        """Count the pairs."""
        return _counted(self, str(self.left))


class AnnotatorsSource(Record):
    """Several files of graphs of the same sentences, every two of which are compared.

    `files` holds the annotators' names and their files; the pairs of the first two files come first. The pairs of a
    sentence are a cluster, or those of a group.
    """

    kind: ClassVar[str] = "annotators"
    name: str
    files: tuple[tuple[str, Path], ...]
    group: str = ""
    group_from_id: bool = False
    cluster: str = SENTENCE

    @classmethod
    def read(cls, table: Table, name: str) -> Self:
        """From ``files``, a table of names and files, and perhaps ``group``, ``group_from_id`` and ``cluster``."""
        named = table.items("files", "a table of annotators and files, such as { A = 'a.amr', B = 'b.amr' }")
        if len(named) < 2 or not all(isinstance(each, str) for each in named.values()):
            raise table.error("files", "files: expected the files of at least two annotators", "write A = 'a.amr'")
        files = tuple((annotator, table.existing("files", each)) for annotator, each in named.items())
        return cls(name, files, **_read_group(table))

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs, of one couple of annotators after the other."""
        for (left_name, left_file), (right_name, right_file) in itertools.combinations(self.files, 2):
            names = left_name, right_name
            yield from _pairs_of_files(self, left_file, right_file, names, f"{left_name}-{right_name} ")

    def count(self) -> int:
        """Count the pairs."""
        return _counted(self, str(self.files[0][1]))


def _read_group(table: Table) -> dict[str, Any]:
    group, from_id = table.get("group", TEXT, ""), table.get("group_from_id", TRUTH, False)
    if group and from_id:
        raise table.error("group", "group: a pair cannot have two groups", "leave out group or group_from_id")
    return {"group": group, "group_from_id": from_id, "cluster": table.get("cluster", _CLUSTER, SENTENCE)}


def _placed(source: CorpusSource | AnnotatorsSource | AnnotationsSource, graph: Graph, at: int) -> tuple[str, ...]:
    """The id, the group and the cluster of the pair whose left graph stands at this place, from 1."""
    id = graph.id or str(at)
    group = id.rpartition(".")[0] if source.group_from_id else source.group
    return id, group, f"{source.name}: {group if source.cluster == GROUP else id}"


def _pairs_of_files(
    source: CorpusSource | AnnotatorsSource, left_file: Path, right_file: Path, names: tuple[str, str], before: str = ""
) -> Iterator[SourcePair]:
    """The pairs of two files in the order of the left one; `before` begins their ids."""
    with Corpus(left_file) as left, Corpus(right_file) as right:
        _, places = check_pairing(left, right)
        for at, blocks in enumerate(pair_blocks(left, right, places), 1):
            graphs = [block.parse() for block in blocks]
            id, group, cluster = _placed(source, graphs[0], at)
            yield SourcePair(source.name, before + id, group, *names, graphs[0], graphs[1], cluster=cluster)


def _counted(source: Source, file: str) -> int:
    """The number of pairs, all of which are read: at least one, and no two with the same id."""
    seen: set[str] = set()
    for number, pair in enumerate(source.pairs(), 1):
        seen.add(pair.id)
        if len(seen) < number:
            message = f"two pairs of source {quoted(source.name)} have the id {short(pair.id, 60)}"
            raise InputError(message, Place(file), "give each graph its own id, or no ids at all")
    if not seen:
        raise InputError("no graph in this file", Place(file), "expected PENMAN graphs: (x / concept ...)")
    return len(seen)


# ---- noisy copies

NO_NOISE = Noise()


class AnnotationsSource(Record):
    """The graphs of a file, each against a noisy copy of itself.

    With `both_sides` each pair is two noisy copies of a graph, with half of the noise on each side.
    """

    kind: ClassVar[str] = "annotations"
    name: str
    file: Path
    noise: Noise = NOISE.default
    seed: int = RANDOM_SEED.default
    fit: Path | None = None
    group: str = ""
    group_from_id: bool = False
    cluster: str = SENTENCE
    both_sides: bool = False

    @classmethod
    def read(cls, table: Table, name: str) -> Self:
        """From ``file``, and perhaps ``noise``, ``both_sides``, ``seed``, ``fit``, and about groups and clusters."""
        options = {**table.parameters(ANNOTATIONS), **_read_group(table)}
        return cls(name, table.path("file"), **options, both_sides=table.get("both_sides", TRUTH, False))

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs in the order of the file."""
        statistics = statistics_of(self.fit)
        for at, graph in enumerate(_graphs(self.file), 1):
            rng = random.Random(f"annotation {self.seed} {at}")
            made = noisy_pair(graph, self.noise, rng, statistics, both_sides=self.both_sides)
            id, group, cluster = _placed(self, graph, at)
            yield SourcePair(self.name, id, group, *made, cluster)

    def count(self) -> int:
        """Count the pairs."""
        return _counted(self, str(self.file))


class SelfSource(AnnotationsSource):
    """The graphs of a file, each against itself with other names and another order of branches: the optimum is all."""

    kind: ClassVar[str] = "self"
    noise: Noise = NO_NOISE

    @classmethod
    def read(cls, table: Table, name: str) -> Self:
        """From ``file``, and perhaps ``seed``, ``group``, ``group_from_id`` and ``cluster``."""
        return cls(name, table.path("file"), **table.parameters([RANDOM_SEED]), **_read_group(table))


def _graphs(file: Path) -> Iterator[Graph]:
    with Corpus(file) as corpus:
        for block in corpus.blocks():
            yield block.parse()
