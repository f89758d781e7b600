"""Campaigns: seeded cases of several kinds, each judged, resumable and in shards; their figures go into RESULTS.md.

A kind of case is one function of a number and a seed that returns an :class:`Outcome`; nothing else decides a case, so
that case n is the same whatever the shards are. Shard i/k has the cases i, i + k, ... of every kind.

The state is a file of one JSON object, written every few seconds; the same command goes on from there. Exit code 0:
nothing is wrong; 1: something is, and is printed.
"""

import argparse
import json
import os
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from benchmarks.common import put_section, table


class Verdict(StrEnum):
    """The end of a case: the program refused it, what it said is true, or something is wrong."""

    REFUSED = "refused"
    TRUE = "true"
    WRONG = "wrong"


@dataclass(frozen=True)
class Outcome:
    """The verdict on a case; `way` is what cases are counted by, `text` says what is wrong."""

    way: str
    verdict: Verdict = Verdict.TRUE
    text: str = ""


def wrong_if(way: str, text: str | None) -> Outcome:
    """A case that is wrong if there is something to say of it, and true otherwise."""
    return Outcome(way, Verdict.WRONG, text) if text else Outcome(way)


@dataclass(frozen=True)
class Kind:
    """A kind of case: the option with its number, its function as ``module:name``, and how many a campaign tries."""

    name: str
    case: str
    number: int


@dataclass(frozen=True)
class Campaign:
    """Kinds of cases that are run and reported together; `module` is what runs them, `words` what the report says."""

    module: str
    title: str
    words: str
    kinds: tuple[Kind, ...]

    def run(
        self, numbers: dict[str, int], seed: int, shard: tuple[int, int], state: Path | None, pause: float = 5.0
    ) -> dict[str, Any]:
        """Go through the cases of a shard, from where the state says; it is written every `pause` seconds."""
        settings = {"numbers": numbers, "seed": seed, "shard": [*shard]}
        done: dict[str, Any] = {"settings": settings, "kinds": {}}
        if state is not None and state.exists():
            done = json.loads(state.read_text(encoding="utf-8"))
            if done["settings"] != settings:
                raise SystemExit(f"{state} is of another campaign: {done['settings']}")
        saved = time.monotonic()
        for kind in self.kinds:
            empty = {"next": shard[0], "seconds": 0.0, "slowest": [0.0, 0], "ways": {}, "wrong": []}
            count = done["kinds"].setdefault(kind.name, empty)
            for number in range(count["next"], numbers.get(kind.name, 0), shard[1]):
                _add(count, number, *judged(kind, number, seed))
                count["next"] = number + shard[1]
                if time.monotonic() - saved >= pause:
                    _write(state, done)
                    saved = time.monotonic()
        _write(state, done)
        return done

    def report(self, states: Sequence[Path]) -> str:
        """The section of the states of shards, for people."""
        found = [json.loads(path.read_text(encoding="utf-8")) for path in states]
        rows, ways = [], []
        for kind in self.kinds:
            counts = [done["kinds"][kind.name] for done in found if kind.name in done["kinds"]]
            if not (sums := _sums(counts)):
                continue
            seconds, slowest = sum(count["seconds"] for count in counts), max(count["slowest"][0] for count in counts)
            rows.append([kind.name, *_total(sums.values()), seconds, slowest])
            ways += [[kind.name, way, *_total([numbers])] for way, numbers in sums.items()]
        seeds = sorted({done["settings"]["seed"] for done in found})
        options = " ".join(f"--{kind.name} N" for kind in self.kinds)
        columns = ["cases", *Verdict]
        return (
            f"## {self.title}\n\n`python -m {self.module} {options} --seed S --shard i/n --state FILE`, then "
            f"`python -m {self.module} --report FILE...`\n\n{self.words} Seeds: {', '.join(map(str, seeds))}.\n\n"
            f"{table(['kind', *columns, 'processor s', 'slowest case, s'], rows)}\n\n"
            f"{table(['kind', 'way', *columns], ways)}\n"
        )

    def main(self, arguments: Sequence[str]) -> int:
        """Run a shard and print its counts, or report what was done."""
        parser = argparse.ArgumentParser(prog=f"python -m {self.module}", description=self.title)
        for kind in self.kinds:
            parser.add_argument(f"--{kind.name}", type=int, metavar="N", help=f"cases (default: {kind.number:,})")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--shard", default="0/1", help="i/n: every n-th case from the i-th on")
        parser.add_argument("--state", type=Path, help="where to go on from, and what to write")
        parser.add_argument("--report", type=Path, nargs="+", help="states to put into benchmarks/RESULTS.md")
        options = parser.parse_args(arguments)
        if options.report:
            section = self.report(options.report)
            put_section(self.title, section)
            sys.stdout.write(section)
            return 0
        given = {kind.name: getattr(options, kind.name) for kind in self.kinds}
        named = any(number is not None for number in given.values())
        numbers = {kind.name: given[kind.name] or 0 if named else kind.number for kind in self.kinds}
        first, number = map(int, options.shard.split("/"))
        done = self.run(numbers, options.seed, (first, number), options.state)
        for name, count in done["kinds"].items():
            cases, refused, true, wrong = _total(_sums([count]).values())
            if not cases:
                continue
            sys.stdout.write(f"{name}: {cases} cases, {refused} refused, {true} true, {wrong} wrong; ")
            sys.stdout.write(f"{count['seconds']:.0f} s, the slowest {count['slowest'][0]:.1f} s\n")
            sys.stdout.writelines(f"{text}\n" for text in count["wrong"][:10])
        return 1 if any(count["wrong"] for count in done["kinds"].values()) else 0


@cache
def _lasting() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()  # goes when the process ends


def lasting_folder() -> Path:
    """A new folder for what cases share; it goes when the process ends."""
    return Path(tempfile.mkdtemp(dir=_lasting().name))


def judged(kind: Kind, number: int, seed: int) -> tuple[Outcome, float]:
    """The outcome of a case, and its seconds."""
    begin = _processor_seconds()
    try:
        outcome = resolve_name(kind.case)(number, seed)
    except Exception:
        outcome = Outcome("raised", Verdict.WRONG, traceback.format_exc())
    return outcome, _processor_seconds() - begin


def _processor_seconds() -> float:
    """Of this process and those that it has started: other work on the machine does not count."""
    return sum(os.times()[:4])


def _add(count: dict[str, Any], number: int, outcome: Outcome, seconds: float) -> None:
    verdicts = count["ways"].setdefault(outcome.way, dict.fromkeys(Verdict, 0))
    verdicts[outcome.verdict] += 1
    count["seconds"] += seconds
    count["slowest"] = max(count["slowest"], [seconds, number])
    if outcome.verdict is Verdict.WRONG:
        count["wrong"].append(f"{number} ({outcome.way}): {outcome.text}")


def _sums(counts: Sequence[dict[str, Any]]) -> dict[str, Counter[str]]:
    """The numbers of verdicts by way, of all shards."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for count in counts:
        for way, numbers in count["ways"].items():
            sums[way].update(numbers)
    return dict(sorted(sums.items()))


def _total(sums: Iterable[Counter[str]]) -> list[int]:
    """The number of cases, and that of each verdict."""
    total = sum(sums, Counter[str]())
    return [total.total(), *(total[verdict] for verdict in Verdict)]


def _write(state: Path | None, done: dict[str, Any]) -> None:
    if state is not None:
        part = state.with_name(f"{state.name}.part")
        part.write_text(json.dumps(done), encoding="utf-8")
        part.replace(state)
