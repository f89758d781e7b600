"""The map that ``reduce`` writes with a pair: its part about the pair itself, which is all that a score needs."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from msgspec import Struct

from smatchproof.base.errors import InputError, Place, quoted, short
from smatchproof.base.records import Positive, read_json
from smatchproof.conventions.conventions import Top
from smatchproof.conventions.weights import TripleName, TripleWeights
from smatchproof.exact.certificate import fingerprint
from smatchproof.graphs.graph import Graph
from smatchproof.problem.pairs import GraphPair

FORMAT = "smatchproof-map 1"
WEIGHTED_FORMAT = "smatchproof-map 2"
"""The format of a map that states weights."""
HINT = "name the map that reduce wrote with the graphs"


class MapRecord(Struct, frozen=True, kw_only=True):
    """The fields of a map that are about its pair; the other ones are those of the reduction."""

    format: str
    top: Top
    sha256: str
    weights: list[tuple[str, str, str, Positive]] | None = None


_Record = TypeVar("_Record", bound=MapRecord)


def question_sha256(pair: GraphPair) -> str:
    """Return the SHA-256 of a pair's question: both triple lists and the convention, as in certificates."""
    return fingerprint(pair.convention.signature, *pair.triples())


class PairMap(NamedTuple):
    """The fields of a map about its pair: TOP and weights of its triples, and the SHA-256 of the pair's question."""

    top: Top
    weights: TripleWeights | None
    sha256: str

    def pair(self, left: Graph, right: Graph, source: str) -> GraphPair:
        """Return the pair of two graphs under the map. Raises :class:`InputError` if they are not those of the map.

        `source` is the name of the map's file.
        """
        pair = GraphPair(left, right, self.top, self.weights)
        hint = "name the graphs and the map that reduce wrote together"
        if self.weights is not None and (unknown := self.weights.unknown(pair.triples())):
            raise InputError(f"weights: no graph has the triple {short(str(unknown), 80)}", Place(source), hint)
        if question_sha256(pair) != self.sha256:
            raise InputError("sha256: the map is of other graphs, or its weights are others", Place(source), hint)
        return pair


def read_pair_map(text: str, source: str) -> PairMap:
    """Read the fields of a map about its pair, without the reduction that wrote the map.

    A score needs no others: ``reduce --back`` checks whether the weights are those of the reduction. Raises
    :class:`InputError` for a file that is not a map, and for invalid weights.
    """
    record = read_record(text, source, MapRecord)
    return PairMap(record.top, _weights(record, text, source), record.sha256)


def read_record(text: str, source: str, kind: type[_Record]) -> _Record:
    """Read the record of a map in one of the formats; it has weights if and only if the format is that of such maps."""
    record = read_json(text, source, kind, HINT)
    if record.format not in (FORMAT, WEIGHTED_FORMAT):
        message = f"format: expected '{FORMAT}' or '{WEIGHTED_FORMAT}', found {quoted(record.format)}"
        raise InputError(message, Place(source), HINT)
    if (record.format == WEIGHTED_FORMAT) != (record.weights is not None):
        message = f"weights: they are stated in format '{WEIGHTED_FORMAT}' only, and always"
        raise InputError(message, Place(source), HINT)
    return record


def _weights(record: MapRecord, text: str, source: str) -> TripleWeights | None:
    if record.weights is None:
        return None
    try:
        return TripleWeights(tuple((TripleName(*name), weight) for *name, weight in record.weights))
    except ValueError as error:
        raise InputError(f"weights: {error}", Place(source, line_of(text, "weights")), HINT) from None


def line_of(text: str, key: str) -> int | None:
    """Return the line of a key in the layout of ``reduce``."""
    at = text.find(f'\n "{key}":')
    return None if at < 0 else text.count("\n", 0, at) + 2
