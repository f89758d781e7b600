"""Sources of the pairs of an experiment, read or made pair by pair: files of graphs, noisy copies, and made pairs."""

from __future__ import annotations

import itertools
import random
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any, ClassVar, Self

from smatchproof.base.errors import InputError, Place, quoted, short
from smatchproof.base.limits import choice
from smatchproof.base.record import Record
from smatchproof.lab.experiments.made_pairs import (
    DesignSource as DesignSource,
    DigraphsSource as DigraphsSource,
    FamilySource as FamilySource,
    GraphsSource as GraphsSource,
    TrapSource as TrapSource,
)
from smatchproof.lab.experiments.source import (
    ReadableSource,
    Source as Source,
    SourcePair as SourcePair,
    noisy_pair,
    statistics_of,
)
from smatchproof.lab.experiments.toml_tables import TEXT, TRUTH, Table, one_of
from smatchproof.lab.generators import Noise
from smatchproof.lab.generators.parameters import ANNOTATIONS, NOISE, RANDOM_SEED
from smatchproof.public import Corpus, Graph, check_pairing, pair_blocks

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
        return cls(
            name,
            table.path("left"),
            table.path("right"),
            table.get("left_name", TEXT, "left"),
            table.get("right_name", TEXT, "right"),
            **_read_group(table),
        )

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
        return cls(
            name,
            table.path("file"),
            **table.parameters(ANNOTATIONS),
            **_read_group(table),
            both_sides=table.get("both_sides", TRUTH, False),
        )

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


# ---- all kinds


KINDS: dict[str, type[ReadableSource]] = {
    source.kind: source
    for source in (
        CorpusSource,
        AnnotatorsSource,
        GraphsSource,
        AnnotationsSource,
        SelfSource,
        DigraphsSource,
        DesignSource,
        TrapSource,
        FamilySource,
    )
}
"""The kinds of sources by the names that an experiment's file gives them."""


def read_source(table: Table, known: Container[str]) -> Source:
    """Read a ``[[sources]]`` table.

    A source without a name is called as its kind is, with a number if that is the name of a source that is `known`.
    Raises :class:`InputError` at the key that is wrong.
    """
    kind = table.take("kind", one_of("source", KINDS, " or ".join(KINDS)))
    numbered = (f"{kind.kind}-{number}" for number in itertools.count(2))
    free = next(name for name in itertools.chain([kind.kind], numbered) if name not in known)
    source: Source = kind.read(table, table.get("name", TEXT, free))
    table.close(f"a source of kind {kind.kind}")
    return source
