"""``smatchproof differences``: why two programs score the same files differently."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from smatchproof.base.errors import UsageError, quoted
from smatchproof.conventions.conventions import CONVENTIONS
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.scoring.metrics.entry import METRIC_OPTIONS
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.metric_options import read_metric
from smatchproof.shell.options import LIMITS, add_files, add_format, add_options
from smatchproof.shell.terminal import say, with_progress

_PROGRAMS = "smatch:smatch-1.0.4"
"""The conventions that are compared where no others are named."""

_DESCRIPTION = """\
Explain why programs score the same files differently: the score under every
convention, and the share of each rule (inverse roles, repeated triples, TOP ...)
in the difference between two of them.

  smatchproof differences a.amr b.amr --conventions smatch:smatchpp-amr
"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "differences", _DESCRIPTION)
    add_files(parser)
    words = f"compare two conventions (default: {_PROGRAMS})"
    parser.add_argument("--conventions", nargs="?", const=_PROGRAMS, metavar="ONE:TWO", help=words)
    add_options(parser.add_argument_group("method"), "method", *LIMITS, "solver", "seed")
    group = parser.add_argument_group("output")
    add_format(group, "json")
    add_options(group, "jobs")
    parser.set_defaults(run=run, **dict.fromkeys(name for name in METRIC_OPTIONS if name not in ("seed", "solver")))
    parser.set_defaults(metric="smatch", method=None, **dict.fromkeys(name.replace("-", "_") for name in LIMITS))


def run(options: argparse.Namespace) -> int:
    """Score under all conventions, and print what each rule contributes."""
    from smatchproof.reports.tables.convention_tables import conventions_json, conventions_text
    from smatchproof.scoring.corpus.convention_shares import compare_conventions

    asked = options.conventions or _PROGRAMS
    one, colon, other = asked.partition(":")
    if not colon or one == other or not {one, other} <= CONVENTIONS.keys():
        raise UsageError(
            f"--conventions: expected two of {', '.join(CONVENTIONS)} such as {_PROGRAMS}, found "
            f"{quoted(asked)}; give two, or put the option behind the files"
        )
    settings = read_metric(options).settings
    with Corpus(options.candidate) as left, Corpus(options.reference) as right:
        number, places = check_pairing(left, right)
        pairs = pair_blocks(left, right, places)
        watch = partial(with_progress, words="scoring", total=number)
        found = compare_conventions(pairs, one, other, settings, options.jobs, watch)
    print(conventions_json(found)) if options.format == "json" else say(conventions_text(found))
    return 0
