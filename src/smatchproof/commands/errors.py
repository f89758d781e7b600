"""``smatchproof errors``: what a file of candidates gets wrong most."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from smatchproof.base.errors import UsageError
from smatchproof.base.files import refuse_same_files, writing
from smatchproof.base.optional import require
from smatchproof.base.record import replace
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.reports.results import CorpusErrors
from smatchproof.scoring.corpus.corpus_errors import corpus_errors
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.settings import OnError
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.metric_options import add_metric, read_metric
from smatchproof.shell.options import add_files, add_format, add_options, input_files, whole_number
from smatchproof.shell.terminal import columns_of_terminal, say, shown_name, with_progress

_DESCRIPTION = """\
Count what a file of candidates gets wrong: concepts, relations and attributes
that are lost (in the reference, not matched), added (in the candidate, not
matched) and confused (one as another), most frequent first, with ids of pairs.
Of each error it says how often it is certain: made in every optimal alignment.

  smatchproof errors parsed.amr gold.amr
  smatchproof errors parsed.amr gold.amr --html errors.html --most 50
"""
_MOST_ROWS = 1_000_000


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "errors", _DESCRIPTION)
    add_files(parser)
    add_metric(parser)
    group = parser.add_argument_group("input and output")
    add_options(group, "on-error")
    add_format(group, "json", "csv", words="JSON and CSV have all errors")
    group.add_argument(
        "--most",
        type=whole_number(1, _MOST_ROWS),
        default=10,
        metavar="N",
        help="errors to show, of each of the three (default: 10)",
    )
    group.add_argument("--html", metavar="FILE", help="write a page instead; it needs no other file")
    add_options(group, "jobs", "scheduler")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Count the errors and print them, or write the page."""
    if options.html:
        require("errors --html", "jinja2")
        refuse_same_files([options.html], input_files(options))
    choice = read_metric(options)
    choice = replace(choice, settings=replace(choice.settings, every_optimum=True))
    with Corpus(options.candidate) as left, Corpus(options.reference) as right:
        metric = choice.metric(choice.grading([left, right]))
        if not isinstance(metric, AlignmentMetric):
            raise UsageError(f"--metric {choice.name} aligns nothing; choose smatch, or graded-smatch")
        number, places = check_pairing(left, right)
        how = options.jobs, options.scheduler, OnError(options.on_error or OnError.STOP)
        pairs = pair_blocks(left, right, places)
        totals = corpus_errors(pairs, metric, *how, lambda work: with_progress(work, "scoring", number))
    for error in totals.unreadable:
        print(f"scored as empty: {error}", file=sys.stderr)
    found = CorpusErrors(totals, options.most)
    if options.html:
        with writing(options.html) as (file,):
            file.write(found.page((shown_name(options.candidate), shown_name(options.reference))))
        say(f"written to {options.html}", file=sys.stderr)
    if options.format == "json":
        print(json.dumps(found.to_dict(), indent=2, ensure_ascii=False))
    elif options.format == "csv":
        print(found.csv(), end="")
    elif not options.html:
        say(found.text(columns_of_terminal(sys.stdout)))
    return 0
