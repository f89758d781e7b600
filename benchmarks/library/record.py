"""What is known of an instance: the best alignment, the bound, what it rests on, and how it was found."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import msgspec

from benchmarks.library.instance import Instance
from smatchproof.alignment import GraphPair, SolveParams
from smatchproof.exact.certificate import fingerprint
from smatchproof.scoring.comparison import claim
from smatchproof.scoring.methods import method
from smatchproof.scoring.settings import ScoreSettings

RECORDS = Path(__file__).parent / "records.json"
CLIMBER = "S+4R"


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The best that is known of an instance.

    `question` is the SHA-256 of graphs and convention, as in certificates; `best` is attained, nothing is worth more
    than `bound`. `status` is ``certified`` (the checker has accepted a proof that best is optimal), ``searched`` (best
    meets the bound, but no certificate says so) or ``open``; the bound of an open instance is certified where it has a
    certificate. `climbing` is what hill-climbing with five starts finds. `seconds` are those of the run that found it,
    under `limit` seconds.
    """

    question: str
    variables: tuple[int, int]
    triples: tuple[int, int]
    best: int
    bound: int
    status: str
    climbing: int | None
    seconds: float
    limit: float
    certificate: str | None
    certificate_bytes: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a run says beside a record. `wrong` is what contradicts it; `better` what it adds."""

    wrong: str = ""
    better: str = ""


def read_records(path: Path = RECORDS) -> dict[str, Record]:
    """The records by the names of instances. Raises ``msgspec.ValidationError`` for a file that holds others."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Record]) if path.exists() else {}


def write_records(records: dict[str, Record], path: Path = RECORDS) -> None:
    """Write the records, one a line, so that changes can be read."""
    lines = [f"{json.dumps(name)}: {msgspec.json.encode(record).decode()}" for name, record in records.items()]
    beside = path.with_suffix(".part")
    beside.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    beside.replace(path)


def question_of(pair: GraphPair) -> str:
    """The SHA-256 of what a pair asks."""
    return fingerprint(pair.convention.signature, *pair.triples())


def solved(instance: Instance, pair: GraphPair, limit: float) -> Record:
    """What `score` finds within `limit` seconds, with a certificate where the checker has accepted its proof."""
    settings = ScoreSettings(pair.convention, params=SolveParams(time_limit=limit), certificates=True)
    found = claim(pair.left, pair.right, settings, instance.name)
    comparison, solution = found.comparison, found.comparison.solution
    status = {"certified": "certified", "searched": "searched"}.get(comparison.status.value, "open")
    if solution.matched < solution.upper_bound:
        status = "open"
    certificate = found.certificate.encode() if found.certificate else None
    return Record(
        question=question_of(pair),
        variables=(len(comparison.left.variables), len(comparison.right.variables)),
        triples=(comparison.left.size, comparison.right.size),
        best=solution.matched,
        bound=solution.upper_bound,
        status=status,
        climbing=None,
        seconds=round(solution.seconds, 3),
        limit=limit,
        certificate=hashlib.sha256(certificate).hexdigest() if certificate else None,
        certificate_bytes=len(certificate or b""),
    )


def climbed(pair: GraphPair, limit: float) -> int:
    """What hill-climbing from a smart and four random starts finds, or has found after `limit` seconds."""
    return method(CLIMBER).solve(pair.problem(), SolveParams(time_limit=limit)).matched


def compared(known: Record, found: Record) -> Verdict:
    """What a new run says beside what is known.

    >>> known = Record("q", (1, 1), (2, 2), 3, 5, "open", None, 0.1, 1.0, None, 0)
    >>> compared(known, msgspec.structs.replace(known, best=4)).better
    'best 4, it was 3'
    >>> compared(known, msgspec.structs.replace(known, best=6, bound=6)).wrong
    'attains 6, above the bound 5'
    """
    if found.question != known.question:
        return Verdict(wrong="the source makes another pair than the one recorded")
    if found.best > known.bound:
        return Verdict(wrong=f"attains {found.best}, above the bound {known.bound}")
    if found.bound < known.best:
        return Verdict(wrong=f"bounded by {found.bound}, below the best {known.best}")
    if known.status == "certified" and found.status != "certified":
        return Verdict(wrong=f"not certified within {found.limit:g} s: [{found.best}, {found.bound}]")
    news = []
    if found.best > known.best:
        news.append(f"best {found.best}, it was {known.best}")
    if found.bound < known.bound:
        news.append(f"bound {found.bound}, it was {known.bound}")
    if known.status != "certified" and found.status == "certified":
        news.append("certified")
    return Verdict(better="; ".join(news))


def joined(known: Record | None, found: Record) -> Record:
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
    return msgspec.structs.replace(source, best=best, bound=bound, status=status, climbing=known.climbing)
