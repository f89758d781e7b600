"""``smatchproof compare``: many systems against one reference, in one table."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smatchproof.base.errors import UsageError, unknown
from smatchproof.base.files import make_folder
from smatchproof.base.optional import require
from smatchproof.base.record import replace
from smatchproof.base.text import ScoreFormat
from smatchproof.base.user_code import allowed
from smatchproof.scoring.systems.question import Question, distinct_files
from smatchproof.scoring.systems.system_table import compared
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.metric_options import add_inference, add_metric, read_comparison
from smatchproof.shell.options import add_format, add_options, whole_number
from smatchproof.shell.terminal import print_table, say, tell_unproved, with_progress

if TYPE_CHECKING:
    from smatchproof.reports.tables.system_tables import TableStyle
    from smatchproof.scoring.systems.system_table import SystemTable
    from smatchproof.scoring.systems.systems import System

_DESCRIPTION = """\
Compare systems: each file of AMRs against the same reference, under one or more
metrics, certified, in one table: score, 95% interval, difference to a baseline
with its interval and p-values (corrected for the number of systems), pairs
certified, wins, ties and losses.

  smatchproof compare gold.amr mine.amr theirs.amr --baseline theirs.amr
  smatchproof compare gold.amr a.amr b.amr --metric smatch --metric sembleu
  smatchproof compare gold.amr a.amr b.amr --fine-grained --format latex
  smatchproof compare gold.amr submissions/*.amr --rank -o leaderboard
  smatchproof compare gold.amr a.amr b.amr --every-convention
"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "compare", _DESCRIPTION)
    parser.add_argument("reference", metavar="REFERENCE", help="AMRs or UMR, document:FILE; - reads standard input")
    parser.add_argument("systems", metavar="SYSTEM", nargs="+", help="file of a system, of the same kind; may be .gz")
    parser.add_argument(
        "--baseline", metavar="SYSTEM", help="the others are compared to this one, by file or name (default: the first)"
    )
    add_metric(parser, several=True)
    parser.add_argument(
        "--fine-grained",
        action="store_true",
        help="also the aspects of the first metric, such as negation, each by its own certified optimum",
    )
    parser.add_argument(
        "--every-convention",
        action="store_true",
        help="instead, scores and ranks under the rules of every convention and program, and where the order changes",
    )
    add_inference(parser)
    group = parser.add_argument_group("input and output")
    add_options(group, "on-error")
    _add_table(group)
    group.add_argument(
        "--worst",
        type=whole_number(1, 1_000_000),
        metavar="N",
        help="also the N pairs on which each system differs most from the baseline, under the first metric",
    )
    add_options(group, "require-proof")
    group.add_argument(
        "-o",
        "--output",
        metavar="DIR",
        help="also write a folder that anybody can check (see verify): question, tables, rows, certificates, a page",
    )
    add_options(group, "jobs", "scheduler")
    parser.set_defaults(run=run)


def _add_table(group: argparse._ActionsContainer) -> None:
    """Declare the format of the table, and its layout."""
    add_format(group, "markdown", "latex", "json", "csv", words="latex: with the rules of booktabs")
    add_options(group, "decimals", "percent")
    group.add_argument(
        "--layout",
        choices=["long", "wide"],
        help="wide: a row for each system, a column for each metric and aspect, the best in bold (default: long, a row "
        "for each system under each metric)",
    )
    group.add_argument("--rank", action="store_true", help="the best system first (default: in the order given)")


def run(options: argparse.Namespace) -> int:
    """Score all systems, then print; an interruption prints nothing."""
    require("compare", "scipy")
    if options.output:
        require("compare -o", "jinja2")
    from smatchproof.reports.tables.cells import as_text
    from smatchproof.reports.tables.system_tables import TableStyle, changed_tables, system_in_format

    distinct_files(options.systems)
    question = read_comparison(options)
    question = replace(question, baseline=_baseline(question, options.baseline))
    if options.every_convention:
        return _under_rules(question, options)
    style = replace(TableStyle.of(options.decimals, options.percent), layout=options.layout or "long")
    if options.output:
        table, systems = _written(question, style, options)
    else:
        table, systems = compared(question, _watched)
    print_table(partial(system_in_format, table, style), options.format)
    for changed in changed_tables(systems, options.worst, style) if options.worst else ():
        say(f"\n{as_text(changed)}", sys.stdout if options.format == "text" else sys.stderr)
    if options.output:
        folder = shlex.quote(options.output)
        more = "".join(f" --plugin {shlex.quote(os.path.relpath(file))}" for file in allowed()[0].values())
        text = f"written to {folder}; anyone can check it against the corpora: smatchproof verify {folder}{more}"
        say(text, sys.stderr)
    unproved = [each.file for each in systems if not each.total.all_backed]
    return int(tell_unproved(unproved if options.require_proof else []))


def _under_rules(question: Question, options: argparse.Namespace) -> int:
    """Score under every convention, and print the ranks."""
    from smatchproof.reports.tables.cells import in_format
    from smatchproof.reports.tables.rule_tables import formatted_rules, rules_json
    from smatchproof.scoring.systems.every_convention import score_under_rules

    for name in _OF_ONE_RULE:
        if getattr(options, name):
            raise UsageError(f"--{name.replace('_', '-')} is not for --every-convention; leave one of them out")
    if question.choices[0].label != "smatch":
        raise UsageError("--every-convention is about --metric smatch; leave out the other metric")
    numbers = ScoreFormat.of(options.decimals, options.percent)
    found = score_under_rules(question, lambda scored, number: with_progress(scored, "scoring", number))
    for error in found.errors:
        print(f"scored as empty: {error}", file=sys.stderr)
    if options.format == "json":
        print(rules_json(found), end="")
    else:
        print_table(partial(in_format, formatted_rules(found, numbers)), options.format)
    unproved = [rule.name for rule in found.compared if rule.certified < found.pairs * len(found.systems)]
    return int(tell_unproved(unproved if options.require_proof else []))


_OF_ONE_RULE = (
    "convention", "top", "duplicates", "fine_grained", "layout", "rank", "worst", "output",
    "clusters", "samples", "baseline",
)  # fmt: skip
"""Options that are not for --every-convention."""


def _baseline(question: Question, named: str | None) -> int:
    """The number of the baseline among the systems."""
    numbers = {name: at for names in (question.names, question.candidates) for at, name in enumerate(names)}
    if named is not None and named not in numbers:
        raise unknown("baseline", named, question.names)
    return 0 if named is None else numbers[named]


def _written(question: Question, style: TableStyle, options: argparse.Namespace) -> tuple[SystemTable, list[System]]:
    """Compare the systems, and write the folder."""
    from smatchproof.shell.bundle_files import write_bundle
    from smatchproof.shell.bundle_question import bundle_question

    record = bundle_question(options, question, Path(options.output))
    return write_bundle(make_folder(options.output), record, question, style, _watched)


def _watched(scored: Iterator[Any], label: str, number: int) -> Iterator[Any]:
    """The scores of the pairs of a system, with progress and messages for the user."""
    for scores in with_progress(scored, label, number):
        yield scores
        for error in scores[0].errors:
            print(f"scored as empty: {error}", file=sys.stderr)
