"""Output of ``smatchproof score``: pairs, scores and their intervals, as text, JSON and JSON lines."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from smatchproof.base.errors import plain_line
from smatchproof.base.score_format import FOUR_DECIMALS, ScoreFormat
from smatchproof.base.text_table import table_lines
from smatchproof.scoring.metrics.alignment_scores import AlignmentTotal
from smatchproof.scoring.systems.systems import Difference, System
from smatchproof.shell.terminal import say

if TYPE_CHECKING:  # a score without an interval should not wait for it
    from smatchproof.inference.interval import Interval
    from smatchproof.scoring.systems.significance import Confidence, Significance


@dataclass(frozen=True, slots=True)
class OutputStyle:
    """The format of scores, of their numbers, and whether the reference is identified.

    With `number_only` nothing but the score of each file is printed.
    """

    format: str = "text"
    numbers: ScoreFormat = FOUR_DECIMALS
    identifies: bool = False
    number_only: bool = False


def print_scores(
    systems: Sequence[tuple[System, IO[str] | None]], differences: Sequence[Difference], style: OutputStyle
) -> None:
    """Print the score of one file, or of several and how the first differs from each; with the rows, if there are any.

    Rows come before the score that they belong to.
    """
    format, reference = style.format, ""
    if not systems:
        return
    if style.number_only:
        _print_numbers([system for system, _ in systems], style.numbers)
        return
    if format == "csv" and systems[0][1]:
        _print_rows([rows for _, rows in systems])
        return
    if style.identifies or format in TABLES:
        from smatchproof.scoring.systems.fingerprint import fingerprint

        reference = str(fingerprint(right for _, right in systems[0][0].blocks()))
    if format in TABLES:
        _print_table([system for system, _ in systems], differences, style, reference)
        return
    if format == "json":
        _print_json(systems, differences, {"reference": reference} if reference else {})
        return
    for number, (system, rows) in enumerate(systems):
        if number and format == "text":
            say(f"\n{'versus':<10} {system.file}")
        if rows:
            sys.stdout.writelines(_from_the_start(rows))
        if format == "text":
            say(_summary(system, style.numbers))
    if format == "text":
        for (other, _), difference in zip(systems[1:], differences, strict=False):
            say(f"\n{_difference_lines(difference, other, style.numbers)}")
        if reference:
            say(f"{'reference':<10} {reference}")
    if format == "jsonl" and systems[0][0].confidence:
        print(json.dumps({"summary": _members([system for system, _ in systems], differences)}, ensure_ascii=False))


TABLES = "markdown", "latex", "html", "csv"
"""The formats in which files are rows of a table."""


def _print_numbers(systems: Sequence[System], numbers: ScoreFormat) -> None:
    """Print the score of each file and nothing else; of a score that is open the lower end, with a warning."""
    for system in systems:
        members = system.total.as_object({})
        print(numbers.score(members[system.metric.key]))  # type: ignore[arg-type]
        if not system.total.all_proved:
            say(f"{system.file}: not every pair is proved; this is the lower end of an interval", file=sys.stderr)


def _print_table(
    systems: Sequence[System], differences: Sequence[Difference], style: OutputStyle, reference: str
) -> None:
    from smatchproof.reports.tables.score_tables import formatted_scores
    from smatchproof.reports.tables.table_formats import TABLE_FORMATS

    signatures: dict[str, None] = {}
    for total in (system.total for system in systems):
        aspects = total.fine_grained if isinstance(total, AlignmentTotal) else None
        for signature in (total.signature, *([aspects.signature(total.signature)] if aspects else [])):
            settings, mark, version = signature.rpartition("|v:")
            signatures[f"{settings}|{reference}{mark}{version}"] = None
    table = formatted_scores(systems, differences, style.numbers)
    print(TABLE_FORMATS[style.format](table, [*signatures]), end="")


def write_row(pair: Any, system: System, rows: IO[str], style: OutputStyle) -> None:
    """Write one pair where rows wait until the whole input was read."""
    if style.format == "text":
        rows.write(plain_line(system.metric.pair_line(pair, style.numbers)) + "\n")
        return
    row = system.metric.pair_object(pair)
    if style.format in ("jsonl", "csv"):  # a row stands alone there
        row["signature"] = system.signature_of(pair)
        if system.is_one_of_several:
            row["file"] = system.file
    rows.write(json.dumps(row, ensure_ascii=False) + "\n")


def _print_rows(files: Sequence[IO[str] | None]) -> None:
    """Print the pairs as CSV: their numbers and words, no alignments. What few pairs have is empty for the others."""
    columns, kinds = dict[str, None](), (str, int, float)
    for rows in files:
        for row in map(json.loads, _from_the_start(rows)):
            columns |= dict.fromkeys(key for key, value in row.items() if isinstance(value, kinds))
    writer = csv.DictWriter(sys.stdout, [*columns], lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    for rows in files:
        writer.writerows(map(json.loads, _from_the_start(rows)))


def _from_the_start(rows: IO[str] | None) -> Iterable[str]:
    if rows is None:
        return ()
    rows.seek(0)
    return rows


# ---- JSON

_ROWS = "\0rows"
"""The mark, in an object, that stands for the rows of a system until they are copied there."""


def _print_json(
    systems: Sequence[tuple[System, IO[str] | None]], differences: Sequence[Difference], extra: dict[str, str]
) -> None:
    """Print one object; its rows are copied through, so that memory does not grow with them."""
    candidate, *others = [rows for _, rows in systems]
    places = {} if candidate is None else {"per_pair": _ROWS}
    members = _members([system for system, _ in systems], differences, **extra, **places)
    first, *pieces = json.dumps(members, indent=2, ensure_ascii=False).split(json.dumps(_ROWS))
    sys.stdout.write(first)
    for rows, before, piece in zip([*others, candidate], [first, *pieces], pieces, strict=False):
        line = before.rpartition("\n")[2]
        margin = line[: len(line) - len(line.lstrip())]
        sys.stdout.write("[")
        for number, row in enumerate(_from_the_start(rows)):
            sys.stdout.write(f"{',' * (number > 0)}\n{margin}  {row.rstrip()}")
        sys.stdout.write(f"\n{margin}]{piece}")
    sys.stdout.write("\n")


def _members(systems: Sequence[System], differences: Sequence[Difference], **places: object) -> dict[str, object]:
    """The scores and differences of all systems as one object, with `places` for the rows of each."""
    candidate, *others = systems
    members = _result(candidate)
    named = [{"file": other.file} | _result(other) for other in others]
    compared = [_difference_members(each, candidate.metric.key) for each in differences] or [{} for _ in others]
    if len(others) == 1:
        members |= compared[0] | {"versus": named[0] | places}
    elif others:
        members["versus"] = [one | two | places for one, two in zip(named, compared, strict=True)]
    return members | places


def _result(system: System) -> dict[str, object]:
    """The score of a file, with its interval."""
    extra: dict[str, object] = {}
    if system.missing:
        extra["missing"] = system.missing
    if system.confidence:
        extra["interval"] = _interval_object(system.confidence, system.metric.key)
    return system.total.as_object(extra)


def _interval_object(result: Confidence | Significance, key: str) -> dict[str, object]:
    low, high = result.interval or (None, None)
    members: dict[str, object] = {f"{key}_low": low, f"{key}_high": high, "level": result.inference.level}
    if result.inference.clusters is not None:
        members["clusters"] = result.inference.clusters
    return members | {"units": result.units, "notes": result.notes}


def _difference_members(compared: Difference, key: str) -> dict[str, object]:
    difference = compared.significance
    low, high = difference.bounds
    bounds = {f"{key}_least": low, f"{key}_most": high, "unproved": difference.unproved}
    corrected = {"p_holm": compared.p, "tests": compared.tests}
    return {
        "difference": {
            key: difference.difference,
            **(bounds if difference.unproved else {}),
            "p": difference.p,
            **(corrected if compared.tests > 1 else {}),
            "wins": compared.outcomes.wins,
            "ties": compared.outcomes.ties,
            "losses": compared.outcomes.losses,
            "samples": difference.inference.samples,
            "seed": difference.inference.seed,
            "interval": _interval_object(difference, key),
        }
    }


# ---- text


def _summary(system: System, numbers: ScoreFormat) -> str:
    """The score of a corpus in a few lines, with the interval below the score itself, and a table if it has one."""
    lines = []
    for name, value in system.total.lines():
        lines.append((name, value))
        if system.confidence and name == system.metric.label:
            lines.append(
                (f"{name} {system.confidence.inference.level:.0%} CI", _confidence(system.confidence, numbers))
            )
    table = system.total.table()
    return _aligned(lines) + (f"\n\n{table}" if table else "")


def _difference_lines(compared: Difference, other: System, numbers: ScoreFormat) -> str:
    """The lines about the difference between two files, with its interval and p-values."""
    from smatchproof.scoring.systems.significance import p_text

    difference, label = compared.significance, other.metric.label
    bounds = (
        ""
        if difference.bounds.low == difference.bounds.high
        else f" ({numbers.ends(difference.bounds)} for the optima)"
    )
    several = compared.tests > 1
    holm = [("Holm", f"{p_text(compared.p)}, for {compared.tests} comparisons")]
    return _aligned([
        *([("versus", other.file)] * several),
        ("difference", f"{numbers.plus(difference.difference)} {label}{bounds}"),
        (f"{difference.inference.level:.0%} CI", f"{_interval(difference.interval, numbers)} (jackknife)"),
        ("p-value", f"{p_text(difference.p)} (approximate randomisation, {difference.basis})"),
        *(holm * several),
        *(("note", note) for note in difference.notes),
    ])  # fmt: skip


def _interval(interval: Interval | None, numbers: ScoreFormat) -> str:
    return "–" if interval is None else numbers.ends(interval)


def _confidence(confidence: Confidence, numbers: ScoreFormat) -> str:
    return f"{_interval(confidence.interval, numbers)} ({'; '.join([confidence.basis, *confidence.notes])})"


def _aligned(lines: Sequence[tuple[str, str]]) -> str:
    return "\n".join(table_lines(lines, right=(False, False), gap=" ", first_width=10))
