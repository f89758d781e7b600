"""The map of a reduction as a file: which source part became which variable, and all it takes to answer later."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from smatchproof.alignment import InputError, Place, Top
from smatchproof.reductions.reduction import Affine, Threshold, ToSmatch
from smatchproof.reductions.registry import SOURCES, Options, Text, reduce

FORMAT = "smatchproof-map 1"


@dataclass(frozen=True, slots=True)
class Carried:
    """A reduction together with the names and texts it was made from."""

    name: str
    texts: tuple[Text, ...]
    options: Options
    reduction: ToSmatch[Any, Any]


def write_map(carried: Carried) -> str:
    """The map as JSON: the relation of values, the gadgets, and the source itself."""
    reduction = carried.reduction
    relation = reduction.relation
    says: dict[str, Any] = {}
    if isinstance(relation, Threshold):
        says = {"yes_from": relation.least}
    elif isinstance(relation, Affine):
        says = {"factor": relation.factor, "constant": relation.constant, "unit": relation.unit}
    record = {
        "format": FORMAT,
        "source": carried.name,
        "options": dict(carried.options),
        "top": reduction.target.top,
        "optimum": says,
        "triples": list(reduction.size) if reduction.size else None,
        "gadgets": dict(reduction.gadgets),
        "files": [text._asdict() for text in carried.texts],
    }
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def read_map(text: str, source: str) -> Carried:
    """The reduction that a map was written from, applied once more.

    Raises :class:`InputError` for a file that is no map, or a map that does not say what the reduction says now.
    """
    way_out = "name the map that reduce wrote beside the graphs"
    try:
        record = json.loads(text)
        if record["format"] != FORMAT or record["source"] not in SOURCES:
            raise InputError(f"not a map in the format '{FORMAT}'", Place(source), way_out)
        texts = tuple(Text(str(file["source"]), str(file["text"])) for file in record["files"])
        top, options = Top(record["top"]), dict(record["options"])
    except (ValueError, LookupError, TypeError) as error:
        line = getattr(error, "lineno", None)
        place = Place(source, line, getattr(error, "colno", None), text.splitlines()[line - 1] if line else None)
        raise InputError("not a map of a reduction", place, way_out) from None
    carried = Carried(record["source"], texts, options, reduce(record["source"], texts, options, top))
    if json.loads(write_map(carried)) != record:
        raise InputError("the map does not say what the reduction does", Place(source), "reduce the source again")
    return carried
