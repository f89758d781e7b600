"""A library of hard instances: a folder of pairs, each with its certificate, and a line of what is known of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smatchproof.alignment import Graph, InputError, Place, write_graph
from smatchproof.alignment.files import read_text
from smatchproof.alignment.output_files import make_folder, writing
from smatchproof.alignment.version import VERSION
from smatchproof.scoring.comparison import Claim, claim
from smatchproof.scoring.settings import ScoreSettings

INSTANCES = "instances.jsonl"
"""The lines, one for each instance, in the order in which they were added."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A pair for the library.

    * `name`: of its files, without their endings. `family`: of instances that were made in the same way.
    * `command`: which makes the pair again; `facts`: what else is known of it, as JSON.
    """

    name: str
    family: str
    left: Graph
    right: Graph
    command: str
    facts: dict[str, Any]


def add_instance(folder: str | Path, instance: Instance) -> Path:
    """Write a pair, its certificate and its line into a folder, which is made where it is missing; the line's file.

    The pair is solved and certified under the convention ``smatch``. Its graphs are ``NAME.left.amr`` and
    ``NAME.right.amr``; ``smatchproof verify`` reads ``NAME.certificate.jsonl``, which is empty where nothing could be
    certified. All files take their names together. Raises :class:`InputError` where the name is taken.
    """
    refuse_taken_name(folder, instance.name)
    lines, *files = (make_folder(folder) / name for name in _names(instance.name))
    before = read_text(str(lines)) if lines.exists() else ""
    settings = ScoreSettings(certificates=True, fingerprints=True)
    found = claim(instance.left, instance.right, settings, instance.name)
    with writing(lines, *files) as (table, left, right, certificate):
        table.write(before + "\n" * (before[-1:] not in ("", "\n")) + _line(instance, found) + "\n")
        left.write(write_graph(instance.left) + "\n")
        right.write(write_graph(instance.right) + "\n")
        certificate.write(f"{found.certificate}\n" if found.certificate else "")
    return lines


def refuse_taken_name(folder: str | Path, name: str) -> None:
    """Raise :class:`InputError` where the library has an instance of that name."""
    for file in _names(name)[1:]:
        if Path(folder, file).exists():
            raise InputError("this instance is there already", Place(str(Path(folder, file))), "choose another folder")


def _names(name: str) -> tuple[str, ...]:
    return INSTANCES, f"{name}.left.amr", f"{name}.right.amr", f"{name}.certificate.jsonl"


def _line(instance: Instance, found: Claim) -> str:
    _, left, right, certificate = _names(instance.name)
    counts = found.comparison.counts
    row = {
        "name": instance.name,
        "family": instance.family,
        "left": left,
        "right": right,
        "certificate": certificate if found.certificate else None,
        "convention": "smatch",
        "variables": [len(instance.left.variables), len(instance.right.variables)],
        "left_triples": counts.left_triples,
        "right_triples": counts.right_triples,
        "matched": counts.matched,
        "upper_bound": counts.upper_bound,
        "status": found.comparison.status.value,
        "command": instance.command,
        "version": VERSION,
        **instance.facts,
    }
    return json.dumps(row, ensure_ascii=False)
