"""The library of hard pairs: a line of facts for each; what a new run adds to or says against it.

An instance is made again from a generator and a seed, or from public data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, json
from msgspec.structs import replace

from smatchproof.base.files import writing
from smatchproof.base.records import Natural, NotNegative, read_lines
from smatchproof.public import GraphPair, ScoreSettings, SolveParams, claim, fingerprint, method

INSTANCES = "instances.jsonl"
"""The lines, one for each instance, in the order in which they were added."""
CLIMBER = "S+4R"
"""The method whose result is stated with the optimum of each instance."""


class InstanceRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """The best known bounds of an instance, under the convention ``smatch``.

    * `family`: of instances that were made in the same way. `source`: the call, or the command, that makes it again.
    * `question`: the SHA-256 of both lists of triples and the convention, as in certificates.
    * `best` is attained, and `bound` is an upper bound. `status` is ``certified`` (the checker has accepted a
      proof that best is optimal), ``searched`` (best meets the bound, but without a certificate) or ``open``; the
      bound of an open instance is certified where it has a certificate.
    * `climbing`: what hill-climbing with five starts (:data:`CLIMBER`) finds.
    * `seconds`: of the run that found it, under `limit` seconds; ``None`` is no limit.
    * `certificate_bytes`: the size of the certificate of that run; 0 if there is none.
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


def read_library(folder: str | Path) -> dict[str, InstanceRecord]:
    """The records of a library by their names. Raises :class:`InputError` for a line that is no record."""
    lines = read_lines(Path(folder, INSTANCES), InstanceRecord, "name the folder of a library")
    return {record.name: record for _, record in lines}


def write_library(folder: str | Path, records: Mapping[str, InstanceRecord]) -> None:
    """Replace the records of a library."""
    with writing(Path(folder, INSTANCES)) as (file,):
        file.writelines(json.encode(record).decode() + "\n" for record in records.values())


def solved(pair: GraphPair, name: str, family: str, source: str, limit: float | None) -> InstanceRecord:
    """The record of a pair that is solved within `limit` seconds, without `climbing`."""
    settings = ScoreSettings(pair.convention, params=SolveParams(time_limit=limit), certificates=True)
    found = claim(pair.left, pair.right, settings, name)
    comparison, solution = found.comparison, found.comparison.solution
    is_closed = solution.matched == solution.upper_bound
    known: dict[str, Literal["certified", "searched"]] = {"certified": "certified", "searched": "searched"}
    return InstanceRecord(
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


def climbed(pair: GraphPair, limit: float | None) -> int:
    """Climb from a smart and four random starts; return the best value that is found within `limit` seconds."""
    return method(CLIMBER).solve(pair.problem(), SolveParams(time_limit=limit)).matched


@dataclass(frozen=True, slots=True)
class Verdict:
    """`wrong` is what a run says against a record; `better` what it adds."""

    wrong: str = ""
    better: str = ""


def compared(known: InstanceRecord, found: InstanceRecord) -> Verdict:
    """The verdict of a new run on what is known.

    >>> known = InstanceRecord("x", "y", "z", "q", (1, 1), (2, 2), 3, 5, "open", None, 0.1, 1.0, 0)
    >>> compared(known, replace(known, best=4)).better
    'best 4, it was 3'
    >>> compared(known, replace(known, best=6, bound=6)).wrong
    'attains 6, above the bound 5'
    """
    if found.question != known.question:
        return Verdict(wrong="the source makes another pair than the one recorded")
    if found.best > known.bound:
        return Verdict(wrong=f"attains {found.best}, above the bound {known.bound}")
    if found.bound < known.best:
        return Verdict(wrong=f"bounded by {found.bound}, below the best {known.best}")
    if known.status == "certified" and found.status != "certified":
        limit = "without a limit" if found.limit is None else f"within {found.limit:g} s"
        return Verdict(wrong=f"not certified {limit}: [{found.best}, {found.bound}]")
    news = []
    if found.best > known.best:
        news.append(f"best {found.best}, it was {known.best}")
    if found.bound < known.bound:
        news.append(f"bound {found.bound}, it was {known.bound}")
    if known.status != "certified" and found.status == "certified":
        news.append("certified")
    return Verdict(better="; ".join(news))


def joined(known: InstanceRecord | None, found: InstanceRecord) -> InstanceRecord:
    """The best of both; the newer one where they are alike."""
    if known is None or known.question != found.question:
        return found
    if known.status == "certified" and found.status != "certified":
        return known
    if found.best >= known.best and found.bound <= known.bound:
        return found
    best, bound = max(known.best, found.best), min(known.bound, found.bound)
    source = found if found.bound <= known.bound else known
    status = source.status if best < bound else "searched"
    return replace(source, best=best, bound=bound, status=status, climbing=known.climbing)
