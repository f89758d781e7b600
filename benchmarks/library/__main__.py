"""``python -m benchmarks.library``: check the library, solve instances, write pairs and the page."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from benchmarks.library.families import FAMILIES
from benchmarks.library.instance import AbsentSourceError, Family, Instance, by_name, stored_families, write_library
from benchmarks.library.page import LIBRARY, PAGE, page
from benchmarks.library.record import compared, joined
from smatchproof.base.errors import SmatchproofError
from smatchproof.lab.experiments.instance_library import climbed, read_library, solved
from smatchproof.public import write_graph

_LIMIT = 60.0
_CLIMBING_LIMIT = 20.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the commands. The exit code is 1 where something contradicts the records, 2 for wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.library", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in (("check", "compare with the records"), ("solve", "record what is found")):
        command = commands.add_parser(name, help=words)
        command.add_argument("--limit", type=float, default=_LIMIT, help="seconds for an instance (default: 60)")
        if name == "check":
            command.add_argument("--folder", type=Path, help="another library (default: this one)")
        command.add_argument("names", nargs="*", metavar="NAME", help="instances or families; all, if none is named")
    write = commands.add_parser("write", help="write the two graphs of an instance")
    write.add_argument("name", metavar="NAME")
    write.add_argument("files", nargs=2, type=Path, metavar=("LEFT", "RIGHT"))
    commands.add_parser("page", help="write the page from the records")
    options = parser.parse_args(arguments)
    folder = getattr(options, "folder", None) or LIBRARY
    try:
        if options.command == "write":
            return _write(_chosen([options.name], folder)[0][1], options.files)
        if options.command == "page":
            _write_page()
            return 0
        run = _check if options.command == "check" else _solve
        return run(_chosen(options.names, folder), folder, options.limit)
    except (AbsentSourceError, SmatchproofError) as error:
        print(error, file=sys.stderr)
        return 2


def families_of(folder: Path) -> tuple[Family, ...]:
    """All families of a library: of this one also those that are made again."""
    return (*(FAMILIES if folder == LIBRARY else ()), *stored_families(folder, read_library(folder).values()))


def _chosen(names: Sequence[str], folder: Path) -> list[tuple[Family, Instance]]:
    """The instances of these names or families; all, if there is none."""
    families = families_of(folder)
    by_name(families)  # no name twice
    found = {name for family in families for name in (family.name, *(each.name for each in family.instances))}
    unknown = [name for name in names if name not in found]
    if unknown:
        print(f"unknown instance {unknown[0]!r}; the page of the library lists them", file=sys.stderr)
        raise SystemExit(2)
    return [
        (family, one)
        for family in families
        for one in family.instances
        if not names or family.name in names or one.name in names
    ]


def _write_page() -> None:
    (LIBRARY / PAGE).write_text(page(read_library(LIBRARY)), encoding="utf-8")


def _write(instance: Instance, files: Sequence[Path]) -> int:
    pair = instance.make()
    for file, graph in zip(files, (pair.left, pair.right), strict=True):
        file.write_text(f"# ::id {instance.name.replace(' ', '-')}\n{write_graph(graph)}\n", encoding="utf-8")
    return 0


def _check(instances: Sequence[tuple[Family, Instance]], folder: Path, limit: float) -> int:
    """Solve each instance again; what was certified has to be so again."""
    records = read_library(folder)
    wrong = better = skipped = 0
    for family, instance in instances:
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
        seconds = known.limit if known.status == "certified" else limit
        seconds = None if seconds is None else max(limit, seconds)
        found, _ = solved(pair, instance.name, family.name, instance.source, seconds)
        verdict = compared(known, found)
        wrong += bool(verdict.wrong)
        better += bool(verdict.better)
        print(f"{instance.name}: {verdict.wrong or verdict.better or f'{known.status}, as recorded'}", flush=True)
    print(f"{len(instances)} instances: {wrong} wrong, {better} better than recorded, {skipped} skipped")
    return 1 if wrong else 0


def _solve(instances: Sequence[tuple[Family, Instance]], folder: Path, limit: float) -> int:
    """Solve instances and keep the best that is known of each."""
    records = read_library(folder)
    for family, instance in instances:
        try:
            pair = instance.make()
        except AbsentSourceError as error:
            print(f"{instance.name}: skipped: {error}")
            continue
        known = records.get(instance.name)
        found, _ = solved(pair, instance.name, known.family if known else family.name, instance.source, limit)
        climbing = known.climbing if known and known.question == found.question else climbed(pair, _CLIMBING_LIMIT)
        record = replace(joined(known, found), climbing=climbing)
        records[instance.name] = record
        print(f"{instance.name}: {record.status} [{record.best}, {record.bound}] {found.seconds:.3g} s", flush=True)
        order = by_name(families_of(folder))
        write_library(folder, {name: records[name] for name in order if name in records})
        _write_page()
    return 0


if __name__ == "__main__":
    sys.exit(main())
