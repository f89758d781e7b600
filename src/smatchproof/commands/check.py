"""``smatchproof check``: every problem of files of graphs, in one pass."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from smatchproof.base.text import many
from smatchproof.graphs.corpus import Corpus
from smatchproof.graphs.corpus_check import CorpusProblem, ProblemKind, corpus_problems, read_roles
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.options import add_format, names
from smatchproof.shell.terminal import say

_DESCRIPTION = """\
Check files of AMRs: every problem in one pass, with its file, line, column and
kind. The exit code is 1 where there is one. Nothing is ever changed.

  smatchproof check parsed.amr
  smatchproof check gold.umr --ignore alignment
  smatchproof check other.amr --roles roles.txt --ignore missing-id
"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "check", _DESCRIPTION)
    parser.add_argument("files", metavar="FILE", nargs="+", help="file of AMRs or UMR (.gz); - reads standard input")
    add_format(parser, "json")
    words = "roles to be known, words such as ARG* (default: those of AMR, or of UMR)"
    parser.add_argument("--roles", metavar="FILE", help=words)
    parser.add_argument(
        "--ignore",
        action="append",
        default=[],
        choices=names(ProblemKind),
        help="leave out a kind; repeat it for several",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print all problems; the exit code is 1 where there are any."""
    roles = read_roles(options.roles) if options.roles else None
    kinds = {*ProblemKind} - {*map(ProblemKind, options.ignore)}
    found: Counter[str] = Counter()
    listed: list[CorpusProblem] = []
    for file in options.files:
        with Corpus(file) as corpus:
            for problem in corpus_problems(corpus, roles, kinds):
                found[problem.kind] += 1
                if options.format == "json":
                    listed.append(problem)
                else:
                    say(problem)
    if options.format == "json":
        record = {"problems": [each.as_object() for each in listed], "kinds": found}
        print(json.dumps(record, indent=2, ensure_ascii=False))
    else:
        say(_summary(options.files, found))
    return 1 if found else 0


def _summary(files: Sequence[str], found: Counter[str]) -> str:
    where = "1 file" if len(files) == 1 else f"{len(files):,} files"
    if not found:
        return f"no problem in {where}"
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in sorted(found.items()))
    return f"{many(found.total(), 'problem')} in {where}: {kinds}"
