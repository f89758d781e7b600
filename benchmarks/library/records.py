"""Records of a library: the pair that each is about, and what a new run adds to or says against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from benchmarks.common import graphs_of
from benchmarks.library.sources import made
from smatchproof.base.errors import InputError, Place
from smatchproof.base.files import make_folder, writing
from smatchproof.lab.experiments.instance_library import INSTANCES, InstanceRecord, instance_files, record_line
from smatchproof.public import Graph, GraphPair


def write_library(folder: str | Path, records: Mapping[str, InstanceRecord]) -> None:
    """Replace the records of a library; the folder is made where it is missing."""
    with writing(make_folder(folder) / INSTANCES) as (file,):
        file.write("".join(map(record_line, records.values())))


def pair_of(folder: str | Path, record: InstanceRecord) -> GraphPair:
    """The graphs of an instance: read, where they are stored, or made again from its source.

    Raises :class:`InputError` where a file is missing or has not one graph, and what :func:`made` raises.
    """
    if not record.is_stored:
        return made(record.source)
    left, right, _ = (Path(folder, name) for name in instance_files(record.name))
    return GraphPair(_only_graph(left), _only_graph(right))


def _only_graph(path: Path) -> Graph:
    found = graphs_of(path)
    if len(found) != 1:
        raise InputError(f"expected one graph, found {len(found)}", Place(str(path)), "add the instance again")
    return found[0]


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
    """The best of both; the newer one where they are alike. What is stored stays so."""
    if known is None or known.question != found.question:
        return found
    found = replace(found, is_stored=known.is_stored, facts=known.facts)
    if known.status == "certified" and found.status != "certified":
        return known
    if found.best >= known.best and found.bound <= known.bound:
        return found
    best, bound = max(known.best, found.best), min(known.bound, found.bound)
    source = found if found.bound <= known.bound else known
    status = source.status if best < bound else "searched"
    return replace(source, best=best, bound=bound, status=status, climbing=known.climbing)
