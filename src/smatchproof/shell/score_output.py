"""Output of ``smatchproof score``: pairs, scores and their intervals, as text, JSON, JSON lines and CSV."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from smatchproof.base.errors import plain_line
from smatchproof.base.record import Record
from smatchproof.base.text import FOUR_DECIMALS, ScoreFormat, table_lines
from smatchproof.scoring.systems.systems import System
from smatchproof.shell.terminal import say


class OutputStyle(Record):
    """The format of scores, and of their numbers. With `number_only` nothing but the score is printed."""

    format: str = "text"
    numbers: ScoreFormat = FOUR_DECIMALS
    number_only: bool = False


def print_scores(system: System, rows: Sequence[str] | None, style: OutputStyle) -> None:
    """Print the score of a file, behind the rows of its pairs, if there are any."""
    format = style.format
    if style.number_only:
        _print_number(system, style.numbers)
    elif format == "csv":
        _print_rows(rows or ())
    elif format == "json":
        _print_json(_members(system), rows)
    else:
        sys.stdout.writelines(rows or ())
        if format == "text":
            say(_summary(system, style.numbers))
        elif system.confidence:
            print(json.dumps({"summary": _members(system)}, ensure_ascii=False))


def _print_number(system: System, numbers: ScoreFormat) -> None:
    """Print the score and nothing else; of a score that is open the lower end, with a warning."""
    members = system.total.as_object({})
    print(numbers.score(members[system.metric.key]))  # type: ignore[arg-type]
    if not system.total.all_proved:
        say(f"{system.file}: not every pair is proved; this is the lower end of an interval", file=sys.stderr)


def row_of_pair(pair: Any, system: System, format: str, numbers: ScoreFormat) -> str:
    """The line of one pair, as text or as JSON."""
    if format == "text":
        return plain_line(system.metric.pair_line(pair, numbers)) + "\n"
    row = system.metric.pair_object(pair)
    if format in ("jsonl", "csv"):  # a row stands alone there
        row["signature"] = system.signature_of(pair)
    return json.dumps(row, ensure_ascii=False) + "\n"


def _print_rows(rows: Sequence[str]) -> None:
    """Print the pairs as CSV: their numbers and words, no alignments. What few pairs have is empty for the others."""
    import csv

    records, kinds = [json.loads(row) for row in rows], (str, int, float)
    columns = dict.fromkeys(key for row in records for key, value in row.items() if isinstance(value, kinds))
    writer = csv.DictWriter(sys.stdout, [*columns], lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(records)


# ---- JSON


def _print_json(members: dict[str, object], rows: Sequence[str] | None) -> None:
    """Print one object, in which each pair has a line."""
    text = json.dumps(members, indent=2, ensure_ascii=False)
    if rows is not None:
        pairs = ",\n    ".join(map(str.rstrip, rows))
        text = text.removesuffix("\n}") + f',\n  "per_pair": [\n    {pairs}\n  ]\n}}'
    print(text)


def _members(system: System) -> dict[str, object]:
    """The score of a file, with its interval."""
    if system.confidence is None:
        return system.total.as_object({})
    found, key = system.confidence, system.metric.key
    low, high = found.interval or (None, None)
    clusters = {} if found.inference.clusters is None else {"clusters": found.inference.clusters}
    interval = {f"{key}_low": low, f"{key}_high": high, "level": found.inference.level, **clusters}
    return system.total.as_object({"interval": interval | {"units": found.units, "notes": found.notes}})


# ---- text


def _summary(system: System, numbers: ScoreFormat) -> str:
    """The score of a corpus in a few lines, with the interval below the score itself, and a table if it has one."""
    lines, found = [], system.confidence
    for name, value in system.total.lines():
        lines.append((name, value))
        if found and name == system.metric.label:
            interval = "–" if found.interval is None else numbers.ends(found.interval)
            basis = "; ".join([found.basis, *found.notes])
            lines.append((f"{name} {found.inference.level:.0%} CI", f"{interval} ({basis})"))
    table = system.total.table()
    text = "\n".join(table_lines(lines, right=(False, False), gap=" ", first_width=10))
    return text + (f"\n\n{table}" if table else "")
