"""``smatchproof score``: the score of two files, with its bound."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing, nullcontext
from typing import IO, Any

from smatchproof.base.errors import UsageError, plain_line, quoted
from smatchproof.base.files import refuse_same_files, writing
from smatchproof.base.limits import UNIT
from smatchproof.base.text import ScoreFormat, table_lines
from smatchproof.scoring.metrics import ScoredPair
from smatchproof.scoring.metrics.alignment_scores import AlignmentTotal
from smatchproof.scoring.settings import FineGrained, OnError
from smatchproof.scoring.systems.question import Question
from smatchproof.scoring.systems.systems import System, infer, opened, scored_together
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.metric_options import add_evidence, add_interval, add_metric, read_interval, read_metric
from smatchproof.shell.options import add_files, add_format, add_options, input_files, option_type
from smatchproof.shell.terminal import printed_aside, say, tell_unproved, with_progress

_DESCRIPTION = """\
Score a file of AMRs against a reference file: the largest number of triples
that agree under a one-to-one mapping of variables, proved, as precision,
recall and F1. Graphs pair by "# ::id" when all have one, else by position.
"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "score", _DESCRIPTION)
    add_files(parser)
    add_metric(parser)
    add_options(parser, "map")
    group = parser.add_argument_group("input and output")
    add_options(group, "on-error")
    add_format(group, "json", "jsonl", "csv", words="jsonl: one object per pair; csv: one row per pair")
    add_options(group, "decimals", "percent")
    group.add_argument("-b", "--score-only", action="store_true", help="print the number of the score, and no more")
    add_rows(group)
    add_options(group, "require-proof")
    group.add_argument(
        "--fail-below",
        type=option_type(UNIT),
        metavar="F",
        help="exit with 1 if the score is not proved to be F or more, from 0 to 1: of F1 its lower end",
    )
    add_options(group, "jobs", "scheduler")
    group.add_argument(
        "--every-optimum",
        action="store_true",
        default=None,
        help="also what all optimal alignments share: the links that each has (forced), some have (open), none has",
    )
    group.add_argument(
        "--canonical",
        action="store_true",
        default=None,
        help="of several optimal alignments print and project the first by the names of variables, which depends on "
        "no solver and no order of lines",
    )
    _add_fine_grained(parser)
    add_evidence(parser)
    add_interval(parser)
    parser.set_defaults(run=run, at_least=None)


def add_rows(group: argparse._ActionsContainer) -> None:
    """Declare what is written of each pair."""
    group.add_argument(
        "--per-pair",
        action="store_true",
        help="also every pair, with its alignment in json and jsonl",
    )
    group.add_argument(
        "--certificates", metavar="FILE", help="write each pair's certificate to FILE, a line each (see verify)"
    )
    group.add_argument(
        "--no-check",
        action="store_true",
        default=None,
        help="make and check no proofs, for measurements: then nothing is certified",
    )


def _add_fine_grained(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("parts of the graphs")
    group.add_argument(
        "--fine-grained",
        nargs="?",
        const=FineGrained.OPTIMUM,
        type=_way,
        metavar="{" + ",".join(FineGrained) + "}",
        help="also score aspects, such as negation and semantic roles (of the convention umr: layers): each by its own "
        "optimum, or by projecting the alignment of the whole graphs; or those of the program amr-evaluation, of its "
        "variant, of smatchpp or of ancast (default: optimum)",
    )


def _way(text: str) -> FineGrained:
    try:
        return FineGrained(text)
    except ValueError:
        *others, last = map(str, FineGrained)
        expected = f"expected {', '.join(others)} or {last}, found {quoted(text)}"
        raise argparse.ArgumentTypeError(f"{expected}; give one, or put --fine-grained behind the files") from None


NOT_DECIDED: dict[str, object] = {
    "interval": None, "clusters": None, "fine_grained": None, "require_proof": None, "score_only": False,
    "percent": False, "decimals": None, "fail_below": None, "every_optimum": None,
    "canonical": None, "evidence": None, "evidence_as": None,
}  # fmt: skip
"""Options of a score that are not for the question whether a number of triples can be matched."""


def run(options: argparse.Namespace) -> int:
    """Score and print. Nothing is printed before the whole input was read, so that bad input leaves no half answer."""
    question, numbers = read_question(options), _numbers(options)
    outputs = [options.certificates] if options.certificates else []
    if outputs:
        refuse_same_files(outputs, input_files(options))
    rows = list[str]() if options.per_pair or options.format in ("jsonl", "csv") else None
    with opened(question) as (system,):
        system.total.numbers = numbers
        with (
            writing(*outputs) if outputs else nullcontext((None,)) as (certificates,),
            closing(scored_together([system])) as pairs,
        ):
            for (pair,) in with_progress(pairs, "scoring", system.number):
                system.add(pair)
                if rows is not None:
                    rows.append(_row_of_pair(pair, system, options.format, numbers))
                _tell(pair, certificates)
        infer([system])
        with printed_aside(outputs):
            _print_scores(system, rows, options)
        return _code(options, system)


def _code(options: argparse.Namespace, system: System) -> int:
    """The exit code: 1 where a pair is not decided, or has no proof although one is required."""
    if options.at_least:
        return 0 if isinstance(system.total, AlignmentTotal) and system.total.all_decided else 1
    if options.fail_below is not None and _is_below(options.fail_below, system):
        return 1
    return int(tell_unproved([system.file] if options.require_proof and not system.total.all_backed else []))


def _is_below(least: float, system: System) -> bool:
    """Test whether the score that is proved is less, and say so."""
    value = system.total.as_object({})[system.metric.key]
    assert isinstance(value, float | int)
    if value < least:
        proved = "" if system.total.all_proved else ", as far as it is proved"
        say(f"{system.file}: {system.metric.label} is {value:.8g}{proved}, below {least:g}", file=sys.stderr)
    return value < least


def _numbers(options: argparse.Namespace) -> ScoreFormat:
    """Read the format of numbers. Refuses what there is no place for."""
    if options.score_only and (options.per_pair or options.format != "text"):
        raise UsageError("--score-only prints a number; leave it out, or --per-pair and --format")
    for name in ("fine_grained", "interval"):
        if getattr(options, name) is not None and (options.score_only or options.format == "csv"):
            short = "--score-only" if options.score_only else "--format csv"
            raise UsageError(f"{short} has no place for --{name.replace('_', '-')}; leave one of them out")
    return ScoreFormat.of(options.decimals, options.percent)


def read_question(options: argparse.Namespace) -> Question:
    """Read the question that the options ask."""
    if options.no_check and (options.require_proof or options.certificates):
        raise UsageError("--no-check certifies nothing; leave it out, or --require-proof and --certificates")
    return Question(
        candidates=(options.candidate,),
        reference=options.reference,
        choices=(read_metric(options),),
        on_error=OnError(options.on_error or OnError.STOP),
        inference=read_interval(options),
        jobs=options.jobs,
        scheduler=options.scheduler,
    )


def _tell(pair: ScoredPair, certificates: IO[str] | None) -> None:
    """Write the certificate of a pair, and print its message for the user at once."""
    if certificates and pair.certificate:
        certificates.write(f"{pair.certificate}\n")
    if pair.note:
        say(f"pair {pair.id}: {pair.note}", file=sys.stderr)
    for error in pair.errors:
        print(f"scored as empty: {error}", file=sys.stderr)


# ---- output


def _print_scores(system: System, rows: Sequence[str] | None, options: argparse.Namespace) -> None:
    """Print the score of a file, behind the rows of its pairs, if there are any."""
    numbers = system.total.numbers
    if options.score_only:
        _print_number(system, numbers)
    elif options.format == "csv":
        _print_rows(rows or ())
    elif options.format == "json":
        _print_json(_members(system), rows)
    else:
        sys.stdout.writelines(rows or ())
        if options.format == "text":
            say(_summary(system, numbers))
        elif system.confidence:
            print(json.dumps({"summary": _members(system)}, ensure_ascii=False))


def _print_number(system: System, numbers: ScoreFormat) -> None:
    """Print the score and nothing else; of a score that is open the lower end, with a warning."""
    members = system.total.as_object({})
    print(numbers.score(members[system.metric.key]))  # type: ignore[arg-type]
    if not system.total.all_proved:
        say(f"{system.file}: not every pair is proved; this is the lower end of an interval", file=sys.stderr)


def _row_of_pair(pair: Any, system: System, format: str, numbers: ScoreFormat) -> str:
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
