"""``python -m benchmarks.library``: check the library, solve instances, write pairs and the page."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from benchmarks.library.page import LIBRARY, PAGE, page
from benchmarks.library.records import (
    InstanceRecord,
    climbed,
    compared,
    joined,
    read_library,
    solved,
    write_library,
)
from benchmarks.library.sources import AbsentSourceError, made
from smatchproof.base.errors import SmatchproofError, UsageError
from smatchproof.public import GraphPair, write_graph

_LIMIT = 60.0
_CLIMBING_LIMIT = 20.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the commands. The exit code is 1 where something contradicts the records, 2 for wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.library", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in (("check", "compare with the records"), ("solve", "record what is found")):
        command = commands.add_parser(name, help=words)
        command.add_argument("--limit", type=float, default=_LIMIT, help="seconds for an instance (default: 60)")
        command.add_argument("names", nargs="*", metavar="NAME", help="instances or families; all, if none is named")
        if name == "solve":
            about = "add NAME to a family: a call of a function in sources.py"
            command.add_argument("--add", nargs=2, metavar=("FAMILY", "SOURCE"), help=about)
    write = commands.add_parser("write", help="write the two graphs of an instance")
    write.add_argument("name", metavar="NAME")
    write.add_argument("files", nargs=2, type=Path, metavar=("LEFT", "RIGHT"))
    commands.add_parser("page", help="write the page from the records")
    options = parser.parse_args(arguments)
    try:
        return _run(options)
    except (AbsentSourceError, SmatchproofError) as error:
        print(error, file=sys.stderr)
        return 2


def _run(options: argparse.Namespace) -> int:
    records = read_library(LIBRARY)
    if options.command == "write":
        return _write(_chosen([options.name], records)[0], options.files)
    if options.command == "check":
        return _check(_chosen(options.names, records), options.limit)
    if options.command == "solve":
        if options.add:
            [name] = options.names or [""]
            if not name or name in records:
                raise UsageError("--add takes one new NAME")
            family, source = options.add
            _solve(name, family, source, made(source), options.limit)
        else:
            for record in _chosen(options.names, records):
                if pair := _pair_or_skip(record):
                    _solve(record.name, record.family, record.source, pair, options.limit)
    (LIBRARY / PAGE).write_text(page(read_library(LIBRARY)), encoding="utf-8")
    return 0


def _chosen(names: Sequence[str], records: dict[str, InstanceRecord]) -> list[InstanceRecord]:
    """The instances of these names or families; all, if there is none."""
    known = {*records, *(record.family for record in records.values())}
    if unknown := [name for name in names if name not in known]:
        raise UsageError(f"unknown instance {unknown[0]!r}; the page of the library lists them")
    return [record for record in records.values() if not names or {record.name, record.family} & {*names}]


def _pair_or_skip(record: InstanceRecord) -> GraphPair | None:
    try:
        return made(record.source)
    except AbsentSourceError as error:
        print(f"{record.name}: skipped: {error}")
        return None


def _write(record: InstanceRecord, files: Sequence[Path]) -> int:
    pair = made(record.source)
    for file, graph in zip(files, (pair.left, pair.right), strict=True):
        file.write_text(f"# ::id {record.name.replace(' ', '-')}\n{write_graph(graph)}\n", encoding="utf-8")
    return 0


def _check(records: Sequence[InstanceRecord], limit: float) -> int:
    """Solve each instance again; what was certified has to be so again."""
    wrong = better = skipped = 0
    for known in records:
        if (pair := _pair_or_skip(known)) is None:
            skipped += 1
            continue
        seconds = known.limit if known.status == "certified" else limit
        seconds = None if seconds is None else max(limit, seconds)
        verdict = compared(known, solved(pair, known.name, known.family, known.source, seconds))
        wrong += bool(verdict.wrong)
        better += bool(verdict.better)
        print(f"{known.name}: {verdict.wrong or verdict.better or f'{known.status}, as recorded'}", flush=True)
    print(f"{len(records)} instances: {wrong} wrong, {better} better than recorded, {skipped} skipped")
    return 1 if wrong else 0


def _solve(name: str, family: str, source: str, pair: GraphPair, limit: float) -> None:
    """Solve an instance and keep the best that is known of it; a new one comes behind those of its family."""
    records = read_library(LIBRARY)
    known = records.get(name)
    found = solved(pair, name, family, source, limit)
    climbing = known.climbing if known and known.question == found.question else climbed(pair, _CLIMBING_LIMIT)
    records[name] = record = replace(joined(known, found), climbing=climbing)
    print(f"{name}: {record.status} [{record.best}, {record.bound}] {found.seconds:.3g} s", flush=True)
    families = [*dict.fromkeys(each.family for each in records.values())]
    ordered = sorted(records, key=lambda each: families.index(records[each].family))
    write_library(LIBRARY, {each: records[each] for each in ordered})


if __name__ == "__main__":
    sys.exit(main())
