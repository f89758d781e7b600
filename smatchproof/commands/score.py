"""``smatchproof score``: the score of two files, with its bound."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

from alignment import PRF, Change, Corpus, CorpusScore, InputError, Place, check_pairing, pair_blocks
from reports.scoring import OnError, PairScore, ScoreSettings, default_jobs, score_blocks
from smatchproof.commands.interrupts import Interrupts
from smatchproof.commands.options import (
    add_files,
    add_settings,
    names,
    read_settings,
    refuse_one_stream_twice,
    whole_number_from_1,
)

_DESCRIPTION = """\
Score a file of AMRs against a reference file: the largest number of triples
that agree under a one-to-one mapping of variables, proved, as precision,
recall and F1. Graphs pair by "# ::id" when all have one, else by position.
"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "score",
        help="score two files, with proved bounds",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_files(parser)
    add_settings(parser)
    group = parser.add_argument_group("input and output")
    group.add_argument(
        "--on-error",
        choices=names(OnError),
        default=OnError.STOP,
        help="a graph that cannot be read: stop, or score it as empty (default: stop)",
    )
    group.add_argument(
        "--format", choices=["text", "json", "jsonl"], default="text", help="jsonl: one object per pair (default: text)"
    )
    group.add_argument("--per-pair", action="store_true", help="also every pair, with its alignment in json and jsonl")
    group.add_argument(
        "--certificates", metavar="FILE", help="write each pair's certificate to FILE, a line each (see verify)"
    )
    group.add_argument("--require-proof", action="store_true", help="exit with 1 unless every pair is proved")
    group.add_argument("--jobs", type=whole_number_from_1, metavar="N", help="processes (default: one per processor)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Score and print. Nothing is printed before the whole input was read, so that bad input leaves no half answer."""
    settings = read_settings(options)
    refuse_one_stream_twice(options)
    summary = Summary()
    if options.certificates:
        settings = replace(settings, certificates=True)
    with (
        _written_beside(options.certificates) as certificates,
        Corpus(options.candidate) as left,
        Corpus(options.reference) as right,
        _rows_file(options.per_pair or options.format == "jsonl") as rows,
        Interrupts() as interrupts,
    ):
        total, places = check_pairing(left, right)
        jobs = options.jobs or min(default_jobs(), total)
        with closing(score_blocks(pair_blocks(left, right, places), settings, jobs, total)) as pairs:
            try:
                for pair in _with_progress(pairs, total):
                    with interrupts.held():
                        summary.add(pair)
                        if certificates and pair.certificate:
                            certificates.write(pair.certificate + "\n")
                        if rows:
                            _write_row(pair, settings, options.format, rows)
            except KeyboardInterrupt:
                summary.missing = total - summary.corpus.pairs
        if summary.corpus.pairs:
            _print_result(summary, settings, options, rows)
    if summary.missing:
        print(f"interrupted: {summary.missing} of {total} pairs are not in this score", file=sys.stderr)
        return 130
    return 1 if options.require_proof and not summary.corpus.all_proved else 0


@dataclass(slots=True)
class Summary:
    """What is said of the whole corpus."""

    corpus: CorpusScore = field(default_factory=CorpusScore)
    left_changes: Counter[str] = field(default_factory=Counter)
    right_changes: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    missing: int = 0
    certificates: int = 0

    def add(self, pair: PairScore) -> None:
        """Count one more pair."""
        self.corpus.add(pair.counts)
        self.left_changes.update(_changes(pair.left_changes))
        self.right_changes.update(_changes(pair.right_changes))
        if pair.certificate:
            self.certificates += 1
        elif pair.note:
            print(f"pair {pair.id}: {pair.note}", file=sys.stderr)
        for error in pair.errors:
            self.errors.append(error.splitlines()[0])
            print(f"scored as empty: {error}", file=sys.stderr)


@contextmanager
def _rows_file(wanted: bool) -> Iterator[IO[str] | None]:
    """Where rows wait until the whole input was read."""
    if not wanted:
        yield None
        return
    import tempfile  # not needed for a score alone, which should start at once

    with tempfile.TemporaryFile("w+", encoding="utf-8") as rows:
        yield rows


@contextmanager
def _written_beside(path: str | None) -> Iterator[IO[str] | None]:
    """A new file that takes its name when it is complete, so that an error leaves what was there before."""
    if path is None:
        yield None
        return
    beside = Path(f"{path}.part")
    try:
        file = beside.open("w", encoding="ascii")
    except OSError as error:
        raise InputError(str(error.strerror).lower(), Place(path), "name a file that can be written") from None
    try:
        with file:
            yield file
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _changes(changes: Iterable[Change]) -> dict[str, int]:
    return {change.reason: change.triples for change in changes}


def _with_progress(pairs: Iterator[PairScore], total: int) -> Iterator[PairScore]:
    """The pairs, with a progress bar on a terminal. It draws only when a pair is done: no thread, no fork trouble."""
    if not sys.stderr.isatty():
        yield from pairs
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("scoring", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        task = progress.add_task("", total=total)
        for done, pair in enumerate(pairs, 1):
            yield pair
            progress.update(task, completed=done, refresh=done % 16 == 0 or done == total)


def _print_result(summary: Summary, settings: ScoreSettings, options: argparse.Namespace, rows: IO[str] | None) -> None:
    if rows:
        rows.seek(0)
    if options.format == "json":
        _print_json(_summary_object(summary, settings), rows)
        return
    sys.stdout.writelines(rows or ())
    if options.format == "text":
        print(format_summary(summary, settings))


def _print_json(summary: dict[str, object], rows: IO[str] | None) -> None:
    """One object; its pairs are copied through, so that memory does not grow with them."""
    text = json.dumps(summary, indent=2, ensure_ascii=False)
    if rows is None:
        print(text)
        return
    print(text.removesuffix("\n}") + ',\n  "per_pair": [')
    separator = "    "
    for row in rows:
        sys.stdout.write(separator + row.rstrip("\n"))
        separator = ",\n    "
    print("\n  ]\n}")


def _scores(score: PRF) -> dict[str, object]:
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1}


def _write_row(pair: PairScore, settings: ScoreSettings, format: str, rows: IO[str]) -> None:
    if format == "text":
        rows.write(format_pair(pair) + "\n")
        return
    row = _pair_object(pair)
    if format == "jsonl":  # a row stands alone there
        corpus = CorpusScore()
        corpus.add(pair.counts)
        row["signature"] = settings.signature(corpus)
    rows.write(json.dumps(row, ensure_ascii=False) + "\n")


def _pair_object(pair: PairScore) -> dict[str, object]:
    extra: dict[str, object] = {}
    if not pair.counts.proved:
        extra["f1_upper"] = pair.counts.upper_score.f1
    if pair.left_changes or pair.right_changes:
        extra["changes"] = {"left": _changes(pair.left_changes), "right": _changes(pair.right_changes)}
    if pair.note:
        extra["note"] = pair.note
    if pair.errors:
        extra["errors"] = [error.splitlines()[0] for error in pair.errors]
    return {
        "id": pair.id,
        **pair.counts._asdict(),
        **_scores(pair.counts.score),
        **extra,
        "status": pair.status,
        "seconds": round(pair.seconds, 6),
        "alignment": pair.alignment,
    }


def _summary_object(summary: Summary, settings: ScoreSettings) -> dict[str, object]:
    corpus = summary.corpus
    extra: dict[str, object] = {}
    if not corpus.all_proved:
        extra["f1_upper"] = corpus.micro_upper.f1
        extra["macro_upper"] = _scores(corpus.macro_upper)
    if summary.missing:
        extra["missing"] = summary.missing
    if settings.certificates:
        extra["certificates"] = summary.certificates
    return {
        "pairs": corpus.pairs,
        **corpus.counts._asdict(),
        **_scores(corpus.micro),
        "proved": corpus.proved,
        **extra,
        "macro": _scores(corpus.macro),
        "changes": {"left": dict(summary.left_changes), "right": dict(summary.right_changes)},
        "errors": summary.errors,
        "signature": settings.signature(corpus),
    }


def format_pair(pair: PairScore) -> str:
    """One pair in one line.

    >>> from alignment import Counts, Status
    >>> print(format_pair(PairScore("s.1", Counts(4, 4, 6, 5), Status.OPTIMAL, 0.0, ())))
    s.1  P 0.6667  R 0.8000  F1 0.7273  matched 4 of 6 and 5  optimal
    """
    counts = pair.counts
    precision, recall, f1 = counts.score
    bound = "" if counts.proved else f" (at most {counts.upper_bound})"
    empty = f"  scored as empty: {len(pair.errors)}" if pair.errors else ""
    return (
        f"{pair.id}  P {precision:.4f}  R {recall:.4f}  F1 {f1:.4f}  matched {counts.matched}{bound} "
        f"of {counts.left_triples} and {counts.right_triples}  {pair.status}{empty}"
    )


def format_summary(summary: Summary, settings: ScoreSettings) -> str:
    """The score of a corpus in a few lines; an interval where not every pair is proved."""
    corpus = summary.corpus
    counts = corpus.counts
    bound = "" if corpus.all_proved else f" (at most {counts.upper_bound:,})"
    lines = [
        ("precision", _interval(corpus.micro.precision, corpus.micro_upper.precision)),
        ("recall", _interval(corpus.micro.recall, corpus.micro_upper.recall)),
        ("F1", _interval(corpus.micro.f1, corpus.micro_upper.f1)),
        ("macro F1", _interval(corpus.macro.f1, corpus.macro_upper.f1)),
        (
            "matched",
            f"{counts.matched:,}{bound} of {counts.left_triples:,} candidate and "
            f"{counts.right_triples:,} reference triples",
        ),
        ("proved", f"{corpus.proved:,} of {corpus.pairs:,} pairs"),
        *([("certified", f"{summary.certificates:,} of {corpus.pairs:,} pairs")] if settings.certificates else []),
        *_change_lines("candidate", summary.left_changes),
        *_change_lines("reference", summary.right_changes),
    ]
    if summary.errors:
        graphs = (
            "1 graph could not be read and was"
            if len(summary.errors) == 1
            else (f"{len(summary.errors)} graphs could not be read and were")
        )
        lines.append(("errors", f"{graphs} scored as empty"))
    if settings.convention.duplicates == "product":
        lines.append(("note", "under dup:product repeated triples match n x m times; a score can exceed 1"))
    lines.append(("signature", settings.signature(corpus)))
    return "\n".join(f"{name:<10} {value}" for name, value in lines)


def _interval(low: float, high: float) -> str:
    return f"{low:.4f}" if low == high else f"{low:.4f} to {high:.4f}"


def _change_lines(side: str, changes: Counter[str]) -> Iterator[tuple[str, str]]:
    for reason, number in sorted(changes.items()):
        yield side, f"{number:,} x {reason}"
