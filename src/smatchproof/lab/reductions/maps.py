"""The map of a reduction as a file: which source part became which variable, and all it takes to answer later."""

from __future__ import annotations

import json
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import asdict

from smatchproof.base.errors import InputError, Place, UsageError, short
from smatchproof.base.limits import LARGEST_CLIQUE
from smatchproof.base.records import Natural, Whole
from smatchproof.lab.reductions.reduction import Affine, Threshold
from smatchproof.lab.reductions.registry import SourceText, StoredReduction as StoredReduction, reduce, source_problem
from smatchproof.public import pair_map


class _Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a reduction that a user chose."""

    size: Annotated[int, Meta(ge=0, le=LARGEST_CLIQUE)] | None = None
    directed: bool | None = None
    induced: bool | None = None
    lean: bool | None = None
    copies: bool | None = None
    graph_format: str | None = None


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of the source."""

    source: str
    text: str


class _Map(pair_map.MapRecord, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file, as :func:`write_map` writes it. What follows from the source is compared, not believed."""

    source: str
    options: _Options
    optimum: dict[str, Whole]
    triples: tuple[Natural, Natural] | None
    gadgets: dict[str, str]
    files: list[_File]
    read: list[str] | None = None


def write_map(stored: StoredReduction) -> str:
    r"""The map as JSON: the relation of values, the gadgets, and the source itself.

    >>> stored = reduce("clique", [SourceText("k3.txt", "a b\nb c\na c\n")], {"size": 3})
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
        "format": pair_map.WEIGHTED_FORMAT if stated else pair_map.FORMAT,
        "source": stored.name,
        "options": dict(stored.options),
        "top": reduction.target.top,
        "optimum": says,
        "triples": list(reduction.size),
        "sha256": pair_map.question_sha256(reduction.target),
        **stated,
        "gadgets": dict(reduction.gadgets),
        "files": [text._asdict() for text in stored.texts],
        "read": list(stored.read),
    }
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def read_map(text: str, source: str) -> StoredReduction:
    """The reduction that a map was written from, applied once more.

    Raises :class:`InputError` for a file that is no map, or a map that contradicts the reduction as it is now.
    """
    record = pair_map.read_record(text, source, _Map)
    try:
        source_problem(record.source)
    except UsageError as error:
        raise InputError(f"source: {short(str(error), 200)}", Place(source), pair_map.HINT) from None
    texts = tuple(SourceText(file.source, file.text) for file in record.files)
    options = {key: value for key, value in asdict(record.options).items() if value is not None}
    try:
        stored = reduce(record.source, texts, options, record.top)
    except UsageError as error:
        raise InputError(str(error), Place(source), pair_map.HINT) from None
    said, follows = json.loads(text), json.loads(write_map(stored))
    if record.read is None:  # a map of an earlier version
        follows.pop("read")
    if wrong := next((key for key in (follows | said) if said.get(key) != follows.get(key)), None):
        message = f"{wrong}: the map does not say what the reduction does"
        raise InputError(message, Place(source, pair_map.line_of(text, wrong)), "reduce the source again")
    return stored
