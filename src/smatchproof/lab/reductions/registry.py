"""The reductions to Smatch by name, and the map of a reduction as a file.

A map says which source part became which variable, and all it takes to answer later.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from importlib import import_module
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import asdict

from smatchproof.base.errors import InputError, Place, UsageError, short
from smatchproof.base.limits import LARGEST_CLIQUE
from smatchproof.base.record import Record
from smatchproof.base.records import Natural, Whole
from smatchproof.base.user_code import known, users_code
from smatchproof.lab.reductions.reduction import Affine, Threshold, ToSmatch
from smatchproof.lab.reductions.source_problem import Options, Reading, SourceProblem, SourceText
from smatchproof.public import Top, pair_map

__all__ = [
    "SOURCES",
    "Options",
    "SourceProblem",
    "SourceText",
    "StoredReduction",
    "reduce",
    "source_problem",
]

_FILES = (
    "satisfiability subgraphs max_cut independent_set hamiltonian_cycle packing common_partition assignment "
    "edit_distance"
)
SOURCES: dict[str, SourceProblem] = {
    entry.reduction.name: entry
    for file in _FILES.split()
    for entry in vars(import_module(f"smatchproof.lab.reductions.to_smatch.{file}")).values()
    if isinstance(entry, SourceProblem)
}
"""The source problems that these files declare, by name, in the order in which help shows them."""


def _checked(make: Callable[[], Any], texts: Sequence[SourceText]) -> Any:
    """Call `make`; what it refuses is reported as an error of the files."""
    try:
        return make()
    except ValueError as error:
        raise InputError(str(error), Place(texts[0].source), "give a source that the reduction is for") from None


def source_problem(name: str) -> SourceProblem:
    """The entry of :data:`SOURCES` of that name, or a user's :class:`SourceProblem` that is allowed."""
    if name in SOURCES:
        return SOURCES[name]
    found = known("source problem", name, SOURCES)
    if not isinstance(found, SourceProblem):
        raise UsageError(f"{name} is no reduction: expected a SourceProblem, found {type(found).__name__}")
    return found


class StoredReduction(Record):
    """A reduction, and the name, the files and the options that it was made from: all that a map holds."""

    name: str
    texts: tuple[SourceText, ...]
    options: Options
    reduction: ToSmatch[Any, Any]
    read: tuple[str, ...]
    """A line for each file that says what was found in it."""


def reduce(name: str, texts: Sequence[SourceText], options: Options, top: Top = Top.CONST) -> StoredReduction:
    r"""The reduction of that name, applied to the source that the files hold.

    Raises :class:`UsageError` for an unknown name or an option that the reduction does not take, and
    :class:`InputError` for files that do not hold such a source.

    >>> reduced = reduce("clique", [SourceText("k3.txt", "a b\nb c\na c")], {"size": 3})
    >>> reduced.reduction.relation, reduced.read
    (Threshold(least=11), ('k3.txt: edge list, 3 vertices, 3 edges',))
    >>> reduce("clique", [SourceText("k3.txt", "a b")], {"size": 3, "lean": True})
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: clique takes no --lean; leave it out
    """
    entry = source_problem(name)
    given = {option: value for option, value in options.items() if value is not None and value is not False}
    if foreign := sorted(given.keys() - {*entry.options}):
        raise UsageError(f"{name} takes no --{foreign[0].replace('_', '-')}; leave it out")
    passed_on = {option: value for option, value in given.items() if option in entry.passed_on}
    with nullcontext() if name in SOURCES else users_code(name):
        found = _checked(lambda: entry.read(texts, given), texts)
        source, lines = found if isinstance(found, Reading) else (found, ())
        applied = _checked(lambda: entry.reduction.apply(source, top=top, **passed_on), texts)
    return StoredReduction(name, tuple(texts), options, applied, lines)


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
        "triples": list(reduction.size) if reduction.size else None,
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
