"""``python -m benchmarks.library``: check the library, solve instances, write pairs and the page."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from benchmarks.library.families import FAMILIES
from benchmarks.library.instance import AbsentSourceError, Instance, by_name
from benchmarks.library.page import PAGE, page
from benchmarks.library.record import (
    Record,
    climbed,
    compared,
    joined,
    question_of,
    read_records,
    solved,
    write_records,
)
from smatchproof.alignment import write_graph
from smatchproof.exact.compilation import compile_search

INSTANCES = by_name(FAMILIES)
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
    write = commands.add_parser("write", help="write the two graphs of an instance")
    write.add_argument("name", metavar="NAME")
    write.add_argument("files", nargs=2, type=Path, metavar=("LEFT", "RIGHT"))
    commands.add_parser("page", help="write the page from the records")
    options = parser.parse_args(arguments)
    try:
        if options.command == "write":
            return _write(_chosen([options.name])[0], options.files)
        if options.command == "page":
            PAGE.write_text(page(read_records()), encoding="utf-8")
            return 0
        run = _check if options.command == "check" else _solve
        return run(_chosen(options.names), options.limit)
    except AbsentSourceError as error:
        print(error, file=sys.stderr)
        return 2


def _chosen(names: Sequence[str]) -> list[Instance]:
    """The instances of these names or families; all, if there is none."""
    families = {family.name: family.instances for family in FAMILIES}
    unknown = [name for name in names if name not in INSTANCES and name not in families]
    if unknown:
        print(f"unknown instance {unknown[0]!r}; the page of the library lists them", file=sys.stderr)
        raise SystemExit(2)
    wanted = [one for name in names for one in families.get(name) or (INSTANCES[name],)]
    return wanted or [*INSTANCES.values()]


def _write(instance: Instance, files: Sequence[Path]) -> int:
    pair = instance.make()
    for file, graph in zip(files, (pair.left, pair.right), strict=True):
        file.write_text(f"# ::id {instance.name.replace(' ', '-')}\n{write_graph(graph)}\n", encoding="utf-8")
    return 0


def _check(instances: Sequence[Instance], limit: float) -> int:
    """Solve each instance anew; what was certified has to be so again."""
    records = read_records()
    wrong = better = skipped = 0
    for instance in instances:
        if (known := records.get(instance.name)) is None:
            print(f"{instance.name}: not in the records; solve it first")
            wrong += 1
            continue
        try:
            pair = instance.make()
        except AbsentSourceError as error:
            print(f"{instance.name}: skipped: {error}")
            skipped += 1
            continue
        verdict = compared(known, solved(instance, pair, max(limit, known.limit * (known.status == "certified"))))
        wrong += bool(verdict.wrong)
        better += bool(verdict.better)
        print(f"{instance.name}: {verdict.wrong or verdict.better or f'{known.status}, as recorded'}", flush=True)
    print(f"{len(instances)} instances: {wrong} wrong, {better} better than recorded, {skipped} skipped")
    return 1 if wrong else 0


def _solve(instances: Sequence[Instance], limit: float) -> int:
    """Solve instances and keep the best that is known of each."""
    records = read_records()
    compile_search()
    for instance in instances:
        try:
            pair = instance.make()
        except AbsentSourceError as error:
            print(f"{instance.name}: skipped: {error}")
            continue
        known, found = records.get(instance.name), solved(instance, pair, limit)
        climbing = known.climbing if known and known.question == found.question else climbed(pair, _CLIMBING_LIMIT)
        record = msgspec.structs.replace(joined(known, found), climbing=climbing)
        records[instance.name] = record
        print(f"{instance.name}: {record.status} [{record.best}, {record.bound}] {found.seconds:.3g} s", flush=True)
        write_records({name: records[name] for name in INSTANCES if name in records})
        PAGE.write_text(page(read_records()), encoding="utf-8")
    return 0


__all__ = ["INSTANCES", "Record", "main", "question_of"]

if __name__ == "__main__":
    sys.exit(main())
