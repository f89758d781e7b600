"""The map of a reduction as a file: which source part became which variable, and all it takes to answer later."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import asdict

from smatchproof.base.errors import InputError, Place, UsageError, quoted, short
from smatchproof.base.limits import LARGEST_CLIQUE
from smatchproof.base.records import Natural, Positive, Whole, read_json
from smatchproof.conventions.conventions import Top
from smatchproof.conventions.weights import TripleName, TripleWeights
from smatchproof.exact.certificate import fingerprint
from smatchproof.graphs.graph import Graph
from smatchproof.problem.pairs import GraphPair
from smatchproof.reductions.reduction import Affine, Threshold, ToSmatch
from smatchproof.reductions.registry import Options, SourceText, reduce_files, source_problem

FORMAT = "smatchproof-map 1"
WEIGHTED_FORMAT = "smatchproof-map 2"
"""The format of a map that states weights."""


class _Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a reduction that a user chose beside the files."""

    size: Annotated[int, Meta(ge=0, le=LARGEST_CLIQUE)] | None = None
    directed: bool | None = None
    induced: bool | None = None
    lean: bool | None = None
    diagonal: bool | None = None
    copies: bool | None = None
    graph_format: list[str] | None = None


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of the source."""

    source: str
    text: str


class _Map(Struct, frozen=True, forbid_unknown_fields=True):
    """The file, as :func:`write_map` writes it. What follows from the source is compared, not believed."""

    format: str
    source: str
    options: _Options
    top: Top
    optimum: dict[str, Whole]
    triples: tuple[Natural, Natural] | None
    sha256: str
    gadgets: dict[str, str]
    files: list[_File]
    read: list[str] | None = None
    weights: list[tuple[str, str, str, Positive]] | None = None


@dataclass(frozen=True, slots=True)
class StoredReduction:
    """A reduction together with the names and texts it was made from."""

    name: str
    texts: tuple[SourceText, ...]
    options: Options
    reduction: ToSmatch[Any, Any]
    read: tuple[str, ...] = ()
    """What was read of each file, in words."""


def write_map(stored: StoredReduction) -> str:
    r"""The map as JSON: the relation of values, the gadgets, and the source itself.

    >>> texts = (SourceText("k3.txt", "a b\nb c\na c\n"),)
    >>> stored = StoredReduction("clique", texts, {"size": 3}, *reduce_files("clique", texts, {"size": 3}))
    >>> read_map(write_map(stored), "k3.json").reduction.relation
    Threshold(least=11)
    """
    reduction = stored.reduction
    relation = reduction.relation
    says: dict[str, Any] = {}
    if isinstance(relation, Threshold):
        says = {"yes_from": relation.least}
    elif isinstance(relation, Affine):
        says = {"factor": relation.factor, "constant": relation.constant, "unit": relation.unit}
    weights = reduction.target.weights
    stated = {} if weights is None else {"weights": [[*name, weight] for name, weight in weights.entries]}
    record = {
        "format": WEIGHTED_FORMAT if stated else FORMAT,
        "source": stored.name,
        "options": dict(stored.options),
        "top": reduction.target.top,
        "optimum": says,
        "triples": list(reduction.size) if reduction.size else None,
        "sha256": question_sha256(reduction.target),
        **stated,
        "gadgets": dict(reduction.gadgets),
        "files": [text._asdict() for text in stored.texts],
        **({"read": list(stored.read)} if stored.read else {}),
    }
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def question_sha256(pair: GraphPair) -> str:
    """The SHA-256 of the question that a pair asks: both triple lists and the convention, as in certificates."""
    return fingerprint(pair.convention.signature, *pair.triples())


def read_map(text: str, source: str) -> StoredReduction:
    """The reduction that a map was written from, applied once more.

    Raises :class:`InputError` for a file that is no map, or a map that contradicts the reduction as it is now.
    """
    hint = "name the map that reduce wrote beside the graphs"
    record = _read_record(text, source, hint)
    try:
        source_problem(record.source)
    except UsageError as error:
        raise InputError(f"source: {short(str(error), 200)}", Place(source), hint) from None
    texts = tuple(SourceText(file.source, file.text) for file in record.files)
    options = {key: value for key, value in asdict(record.options).items() if value is not None}
    try:
        reduced = reduce_files(record.source, texts, options, record.top)
    except UsageError as error:
        raise InputError(str(error), Place(source), hint) from None
    stored = StoredReduction(record.source, texts, options, *reduced)
    said, follows = json.loads(text), json.loads(write_map(stored))
    if record.read is None:  # a map of an earlier version
        follows.pop("read", None)
    if wrong := next((key for key in (follows | said) if said.get(key) != follows.get(key)), None):
        message = f"{wrong}: the map does not say what the reduction does"
        raise InputError(message, Place(source, _line_of(text, wrong)), "reduce the source again")
    return stored


class PairMap(NamedTuple):
    """A map's facts about its pair: TOP and weights of its triples, and the SHA-256 of the question about the pair."""

    top: Top
    weights: TripleWeights | None
    sha256: str

    def pair(self, left: Graph, right: Graph, source: str) -> GraphPair:
        """The pair of these two graphs under the map. Raises :class:`InputError` where they are not those of the map.

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
    """Read a map's facts about its pair, without the reduction that wrote the map.

    A score needs no more: whether the weights are those of the reduction is what :func:`read_map` finds out. Raises
    :class:`InputError` for a file that is no map, and for weights that are none.
    """
    hint = "name the map that reduce wrote beside the graphs"
    record = _read_record(text, source, hint)
    return PairMap(record.top, _weights(record, text, source, hint), record.sha256)


def _read_record(text: str, source: str, hint: str) -> _Map:
    """The record of a map in one of the formats, with weights if and only if the format is that of maps with them."""
    record = read_json(text, source, _Map, hint)
    if record.format not in (FORMAT, WEIGHTED_FORMAT):
        message = f"format: expected '{FORMAT}' or '{WEIGHTED_FORMAT}', found {quoted(record.format)}"
        raise InputError(message, Place(source), hint)
    if (record.format == WEIGHTED_FORMAT) != (record.weights is not None):
        message = f"weights: they are stated in format '{WEIGHTED_FORMAT}' only, and always"
        raise InputError(message, Place(source), hint)
    return record


def _weights(record: _Map, text: str, source: str, hint: str) -> TripleWeights | None:
    if record.weights is None:
        return None
    try:
        return TripleWeights(tuple((TripleName(*name), weight) for *name, weight in record.weights))
    except ValueError as error:
        raise InputError(f"weights: {error}", Place(source, _line_of(text, "weights")), hint) from None


def _line_of(text: str, key: str) -> int | None:
    """The line of a key, as :func:`write_map` lays the file out."""
    at = text.find(f'\n "{key}":')
    return None if at < 0 else text.count("\n", 0, at) + 2
