"""``smatchproof decide``: whether a number of triples of each pair can be matched."""

from __future__ import annotations

from typing import Any

from smatchproof.base.limits import LARGEST_COUNT
from smatchproof.commands import score
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.metric_options import add_metric
from smatchproof.shell.options import add_files, add_format, add_options, whole_number

_DESCRIPTION = """\
Say whether at least K triples of each pair can be matched: yes with an
alignment, no with a certified bound, sooner than the optimum is known.
"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "decide", _DESCRIPTION)
    add_files(parser)
    number, words = whole_number(1, LARGEST_COUNT), "the number of triples"
    parser.add_argument("--at-least", type=number, metavar="K", required=True, help=words)
    add_metric(parser)
    add_options(parser, "map")
    group = parser.add_argument_group("input and output")
    add_options(group, "on-error")
    add_format(group, "json", "jsonl", words="jsonl: one object per pair")
    score.add_rows(group)
    add_options(group, "jobs", "scheduler")
    parser.set_defaults(run=score.run, **score.NOT_DECIDED)
