"""Sources of the pairs of an experiment: corpora and generators, all of them read or made pair by pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from smatchproof.base.errors import unknown
from smatchproof.base.value_kinds import Kind
from smatchproof.experiments.sources.corpora import (
    AnnotationsSource as AnnotationsSource,
    AnnotatorsSource as AnnotatorsSource,
    CorpusSource as CorpusSource,
    SelfSource as SelfSource,
)
from smatchproof.experiments.sources.designed import DesignSource as DesignSource
from smatchproof.experiments.sources.generated import (
    DigraphsSource as DigraphsSource,
    FamilySource as FamilySource,
    GraphsSource as GraphsSource,
    TrapSource as TrapSource,
)
from smatchproof.experiments.sources.source import (
    ReadableSource,
    Source as Source,
    SourcePair as SourcePair,
    described as described,
)
from smatchproof.experiments.toml_tables import TEXT, TRUTH, Table


@dataclass(frozen=True, slots=True)
class SwappedSource:
    """The pairs of a source with left and right exchanged: a score should be the same."""

    kind: ClassVar[str] = "swapped"
    name: str
    of: Source

    def pairs(self) -> Iterator[SourcePair]:
        """The pairs in the order of the source."""
        for pair in self.of.pairs():
            couple = f"{pair.left_name}-{pair.right_name} "
            rest = pair.id.removeprefix(couple)
            id = pair.id if rest == pair.id else f"{pair.right_name}-{pair.left_name} {rest}"
            back = None if pair.planted is None else {right: left for left, right in pair.planted.items()}
            sides = pair.right_name, pair.left_name, pair.right, pair.left
            yield SourcePair(self.name, id, pair.group, *sides, back, pair.cluster_name, pair.is_optimal)

    def count(self) -> int:
        """Count the pairs."""
        return self.of.count()


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


def read_sources(table: Table) -> tuple[Source, ...]:
    """Read a ``[[sources]]`` table: a source and, with ``swapped = true``, the same source the other way round.

    Raises :class:`InputError` at the key that is wrong.
    """
    kind = table.take("kind", Kind(" or ".join(KINDS), _kind))
    swapped = table.get("swapped", TRUTH, False)
    source: Source = kind.read(table, table.get("name", TEXT, kind.kind))
    table.close(f"a source of kind {kind.kind}")
    return (source, SwappedSource(f"{source.name} swapped", source)) if swapped else (source,)


def _kind(value: Any) -> type[ReadableSource]:
    if not isinstance(value, str):
        raise TypeError
    if value not in KINDS:
        raise unknown("source", value, KINDS)
    return KINDS[value]
