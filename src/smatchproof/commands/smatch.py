"""``smatchproof smatch``: the options and lines of the program ``smatch.py``, with the proved optimum."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Any

from smatchproof.base.errors import UsageError, plain_line
from smatchproof.base.text import many
from smatchproof.conventions.conventions import convention
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.problem.score import PRF
from smatchproof.scoring.corpus.corpus_scores import score_blocks
from smatchproof.scoring.metrics.alignment_scores import AlignmentTotal
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.options import add_options, convention_name, whole_number
from smatchproof.shell.terminal import say, with_progress

_DESCRIPTION = """\
Print the lines of "python smatch.py" (smatch 1.0.4), with the proved optimum of
the same count: a script changes one word. Graphs pair by position, as there.
The signature of the score goes to standard error.
"""
_MOST_DIGITS = 17  # as many decimal digits as a double can need


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "smatch", _DESCRIPTION)
    parser.add_argument(
        "-f", nargs=2, required=True, metavar="FILE", dest="files", help="candidates, and the reference"
    )
    parser.add_argument("--pr", action="store_true", help="also precision and recall")
    parser.add_argument("--ms", action="store_true", help="the score of each pair instead of all together")
    parser.add_argument(
        "--significant",
        type=whole_number(0, _MOST_DIGITS),
        default=2,
        metavar="N",
        help="digits behind the point (default: 2)",
    )
    parser.add_argument("-r", type=int, metavar="N", help="accepted, and of no use: nothing here starts at random")
    parser.add_argument("-v", action="store_true", help="also print on standard error what was proved of each pair")
    parser.add_argument("--vv", action="store_true", help="the same as -v")
    parser.add_argument(
        "--convention",
        type=convention_name,
        default="smatch-1.0.4",
        metavar="NAME",
        help="rule that turns graphs into triples (default: smatch-1.0.4, which is that of the program)",
    )
    for name, aspect in (("instance", "concepts"), ("attribute", ""), ("relation", "")):
        text = f"refused; see score --fine-grained{f', aspect {aspect}' if aspect else ''}"
        parser.add_argument(f"--just{name}", action="store_true", help=text)
    add_options(parser, "jobs")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Score the files and print the lines of smatch.py. Nothing is printed before all pairs are scored."""
    for name in ("instance", "attribute", "relation"):
        if getattr(options, f"just{name}"):
            raise UsageError(f"--just{name} has no counterpart; score --fine-grained scores aspects, each proved")
    metric = AlignmentMetric(ScoreSettings(convention(options.convention)))
    total, lines = metric.total(), list[str]()
    with Corpus(options.files[0]) as left, Corpus(options.files[1]) as right:
        number, _ = check_pairing(left, right, by_position=True)
        _tell_of_other_order(left, right)
        with closing(score_blocks(pair_blocks(left, right, None), metric, options.jobs)) as pairs:
            for pair in with_progress(pairs, "scoring", number):
                total.add(pair)
                if options.ms:
                    lines.extend(_lines(pair.counts.score, options))
                if options.v or options.vv:
                    say(plain_line(metric.pair_line(pair)), file=sys.stderr)
    _print(lines if options.ms else _lines(total.corpus.micro, options), total)
    return 0


def _tell_of_other_order(left: Corpus, right: Corpus) -> None:
    """Print a note if all graphs have ids, the same ones in both files, and the order differs. Linear in the ids."""
    differ = sum(one.id != other.id for one, other in zip(left.headings(), right.headings(), strict=True))
    if not differ:
        return
    ids, others = (Counter(block.id for block in corpus.headings()) for corpus in (left, right))
    if ids == others and None not in ids:
        words = f"the ids of {differ:,} of {many(ids.total(), 'pair')} differ, and both files have the same ids"
        say(f"note: {words}; graphs pair by position here, as in smatch.py: score pairs them by id", file=sys.stderr)


def _lines(score: PRF, options: argparse.Namespace) -> Iterator[str]:
    """Format a score in the lines of smatch.py."""
    names = ("Precision", "Recall", "F-score") if options.pr else ("F-score",)
    values = score if options.pr else score[2:]
    yield from (f"{name}: {value:.{options.significant}f}" for name, value in zip(names, values, strict=True))


def _print(lines: Iterable[str], total: AlignmentTotal) -> None:
    for line in lines:
        print(line)
    say(total.signature, file=sys.stderr)
