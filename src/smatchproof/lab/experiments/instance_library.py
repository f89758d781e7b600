"""A library of hard instances: a folder with a line of facts about each pair, and with pairs that are stored.

An instance that can be made again from a generator and a seed, or from public data, is only a line; that of a pair that
a search has found comes with its two graphs and its certificate.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, json
from msgspec.structs import replace

from smatchproof.base.errors import InputError, Place
from smatchproof.base.files import make_folder, writing
from smatchproof.base.record import Record
from smatchproof.base.records import Natural, NotNegative, read_lines
from smatchproof.public import Graph, GraphPair, ScoreSettings, SolveParams, claim, fingerprint, method, write_graph

INSTANCES = "instances.jsonl"
"""The lines, one for each instance, in the order in which they were added."""
CLIMBER = "S+4R"
"""The method whose result is stated with the optimum of each instance."""

_CLIMBING_LIMIT = 20.0
"""Seconds that the method may search on an instance."""
_HINT = "name the folder of a library, or a new one"


class InstanceRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The best known bounds of an instance, under the convention ``smatch``.

    * `family`: of instances that were made in the same way. `source`: the call, or the command, that makes it again.
    * `question`: the SHA-256 of both lists of triples and the convention, as in certificates.
    * `best` is attained, and `bound` is an upper bound. `status` is ``certified`` (the checker has accepted a
      proof that best is optimal), ``searched`` (best meets the bound, but without a certificate) or ``open``; the
      bound of an open instance is certified where it has a certificate.
    * `climbing`: what hill-climbing with five starts (:data:`CLIMBER`) finds.
    * `seconds`: of the run that found it, under `limit` seconds; ``None`` is no limit.
    * `certificate_bytes`: the size of the certificate of that run; 0 if there is none.
    * `is_stored`: whether its graphs are files of the folder, ``NAME.left.amr`` and ``NAME.right.amr``, and its
      certificate ``NAME.certificate.jsonl``, which is empty where there is none.
    * `facts`: further facts about it.
    """

    name: str
    family: str
    source: str
    question: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    variables: tuple[Natural, Natural]
    triples: tuple[Natural, Natural]
    best: Natural
    bound: Natural
    status: Literal["certified", "searched", "open"]
    climbing: Natural | None
    seconds: NotNegative
    limit: NotNegative | None
    certificate_bytes: Natural
    is_stored: bool = False
    facts: dict[str, Any] = {}


class FoundInstance(Record):
    """A pair that a search has found, for a library: name, family, source and facts are those of its record."""

    name: str
    family: str
    left: Graph
    right: Graph
    source: str
    facts: dict[str, Any]


def read_library(folder: str | Path) -> dict[str, InstanceRecord]:
    """The records of a library by their names; none if the folder has no library yet.

    Raises :class:`InputError` for a line that is no record, a name that is there twice, and a stored instance whose
    name is no name of a file.
    """
    path = Path(folder, INSTANCES)
    records: dict[str, InstanceRecord] = {}
    for number, record in read_lines(path, InstanceRecord, _HINT) if path.exists() else ():
        if record.name in records:
            raise InputError(f"a second instance is called {record.name}", Place(str(path), number), _HINT)
        if record.is_stored and Path(record.name).name != record.name:
            raise InputError(f"{record.name} is no name of a file", Place(str(path), number), _HINT)
        records[record.name] = record
    return records


def add_instance(folder: str | Path, instance: FoundInstance) -> Path:
    """Write a pair, its certificate and its record into a library, which is made where it is missing.

    Returns the file of the records. The pair is solved and certified under the convention ``smatch``, and ``smatchproof
    verify`` reads its certificate. Raises :class:`InputError` if the name is taken, and for a folder whose
    ``instances.jsonl`` is not that of a library.
    """
    refuse_taken_name(folder, instance.name)
    records = read_library(folder)
    pair = GraphPair(instance.left, instance.right)
    record, proof = solved(pair, instance.name, instance.family, instance.source, None)
    record = replace(record, climbing=climbed(pair, _CLIMBING_LIMIT), is_stored=True, facts=instance.facts)
    lines, *files = (make_folder(folder) / name for name in (INSTANCES, *instance_files(instance.name)))
    with writing(lines, *files) as (table, left, right, certificate):
        table.write("".join(map(record_line, [*records.values(), record])))
        left.write(write_graph(instance.left) + "\n")
        right.write(write_graph(instance.right) + "\n")
        certificate.write(f"{proof}\n" if proof else "")
    return lines


def refuse_taken_name(folder: str | Path, name: str) -> None:
    """Raise :class:`InputError` where the folder's library has an instance, or the folder a file, of that name."""
    for path in (Path(folder, file) for file in instance_files(name)):
        if path.exists():
            raise InputError("this instance is there already", Place(str(path)), "choose another folder")
    if name in read_library(folder):
        path = Path(folder, INSTANCES)
        raise InputError(f"it has an instance called {name}", Place(str(path)), "choose another folder")


def solved(
    pair: GraphPair, name: str, family: str, source: str, limit: float | None
) -> tuple[InstanceRecord, str | None]:
    """The record of a pair that is solved within `limit` seconds, without `climbing`, and its certificate, if the
    checker has accepted one.
    """
    settings = ScoreSettings(pair.convention, params=SolveParams(time_limit=limit), certificates=True)
    found = claim(pair.left, pair.right, settings, name)
    comparison, solution = found.comparison, found.comparison.solution
    is_closed = solution.matched == solution.upper_bound
    known: dict[str, Literal["certified", "searched"]] = {"certified": "certified", "searched": "searched"}
    record = InstanceRecord(
        name=name,
        family=family,
        source=source,
        question=fingerprint(pair.convention.signature, *pair.triples()),
        variables=(len(comparison.left.variables), len(comparison.right.variables)),
        triples=(comparison.left.size, comparison.right.size),
        best=solution.matched,
        bound=solution.upper_bound,
        status=known.get(comparison.status.value, "open") if is_closed else "open",
        climbing=None,
        seconds=round(solution.seconds, 3),
        limit=limit,
        certificate_bytes=len((found.certificate or "").encode()),
    )
    return record, found.certificate


def climbed(pair: GraphPair, limit: float | None) -> int:
    """Climb from a smart and four random starts; return the best value that is found within `limit` seconds."""
    return method(CLIMBER).solve(pair.problem(), SolveParams(time_limit=limit)).matched


def instance_files(name: str) -> tuple[str, ...]:
    """The files of a stored instance: both graphs and the certificate."""
    return f"{name}.left.amr", f"{name}.right.amr", f"{name}.certificate.jsonl"


def record_line(record: InstanceRecord) -> str:
    """The line of a record."""
    return json.encode(record).decode() + "\n"
