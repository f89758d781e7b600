"""``smatchproof differences``: why two programs score the same files differently."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, TypeVar

from smatchproof.base.errors import UsageError, quoted, unknown
from smatchproof.base.limits import LARGEST_SEED
from smatchproof.base.optional import RELEASES
from smatchproof.conventions.conventions import CONVENTIONS
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.scoring.metrics.entry import METRIC_OPTIONS
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.metric_options import read_metric
from smatchproof.shell.options import LIMITS, add_files, add_format, add_options, whole_number
from smatchproof.shell.terminal import say, with_progress

Found = TypeVar("Found")

_PROGRAMS = "smatch:smatch-1.0.4"
"""The conventions that are compared where no others are named."""
_RUNS, _MOST_RUNS = 5, 1_000

_DESCRIPTION = """\
Explain why programs score the same files differently: the scores under two
conventions, and the share of each rule (inverse roles, repeated triples, TOP ...)
in the difference (compare --every-convention scores under all). With --also,
the scores that a program of others finds with several seeds, next to the
optimum of what it counts.

  smatchproof differences a.amr b.amr --conventions smatch:smatchpp-amr
  smatchproof differences a.amr b.amr --also smatch --runs 5
"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "differences", _DESCRIPTION)
    add_files(parser)
    words = f"compare two conventions (default: {_PROGRAMS})"
    parser.add_argument("--conventions", nargs="?", const=_PROGRAMS, metavar="ONE:TWO", help=words)
    words = "run the search of this program, which has to be installed, instead; may be repeated"
    parser.add_argument("--also", action="append", choices=RELEASES, help=words)
    words = f"with --also: seeds, from 0 or that of --seed on (default: {_RUNS}, at most {_MOST_RUNS:,})"
    parser.add_argument("--runs", type=whole_number(1, _MOST_RUNS), metavar="N", help=words)
    add_options(parser.add_argument_group("method"), "method", *LIMITS, "solver", "seed")
    group = parser.add_argument_group("output")
    add_format(group, "json")
    add_options(group, "jobs")
    parser.set_defaults(run=run, **dict.fromkeys(name for name in METRIC_OPTIONS if name not in ("seed", "solver")))
    parser.set_defaults(metric="smatch", method=None, **dict.fromkeys(name.replace("-", "_") for name in LIMITS))


def run(options: argparse.Namespace) -> int:
    """Compare conventions, or run programs, and print."""
    if options.also:
        return _run_peers(options)
    if options.runs:
        raise UsageError("--runs is for the seeds of --also; add it")
    return _run_conventions(options)


def _computed(options: argparse.Namespace, compute: Callable[..., Found]) -> Found:
    """Compute something about two files; `compute` gets pairs, settings, jobs, and a function that shows progress."""
    settings = read_metric(options).settings
    with Corpus(options.candidate) as left, Corpus(options.reference) as right:
        number, places = check_pairing(left, right)
        pairs = pair_blocks(left, right, places)
        return compute(pairs, settings, options.jobs, lambda work: with_progress(work, "scoring", number))


def _run_peers(options: argparse.Namespace) -> int:
    """Let other programs align the pairs, and print their scores with the optimum."""
    from smatchproof.reports.tables.difference_tables import peers_json, peers_text
    from smatchproof.scoring.systems.peer_scores import score_peers

    if options.conventions is not None:
        raise UsageError("--also is not for --conventions; leave one of them out")
    first, runs = options.seed or 0, options.runs or _RUNS
    if first + runs - 1 > LARGEST_SEED:
        raise UsageError(f"--seed {first} leaves no {runs} seeds up to {LARGEST_SEED}; give a smaller one")
    seeds, names = range(first, first + runs), [*dict.fromkeys(options.also)]
    options.seed = None  # our search draws nothing
    found = _computed(options, lambda pairs, *how: score_peers(pairs, names, seeds, *how))
    print(peers_json(found, seeds)) if options.format == "json" else say(peers_text(found))
    return 0


def _run_conventions(options: argparse.Namespace) -> int:
    """Score under two conventions, and print what each rule contributes."""
    from smatchproof.reports.tables.difference_tables import conventions_json, conventions_text
    from smatchproof.scoring.corpus.convention_shares import compare_conventions

    asked = options.conventions or _PROGRAMS
    one, colon, other = asked.partition(":")
    if not colon or one == other:
        expected = f"expected two conventions such as {_PROGRAMS}, found {quoted(asked)}"
        raise UsageError(f"--conventions: {expected}; give two, or put the option behind the files")
    for name in (one, other):
        if name not in CONVENTIONS:
            raise unknown("convention", name, CONVENTIONS)
    found = _computed(options, lambda pairs, *how: compare_conventions(pairs, one, other, *how))
    print(conventions_json(found)) if options.format == "json" else say(conventions_text(found))
    return 0
