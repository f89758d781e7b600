"""``smatchproof judge``: a reduction of one's own, refuted by a small instance where it goes wrong."""

from __future__ import annotations

import argparse
import json
from typing import Any

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.files import STANDARD_OUTPUT
from smatchproof.base.user_code import allow, is_reference, known
from smatchproof.lab.teaching.plain_problems import PROBLEMS
from smatchproof.lab.teaching.reduction_judge import judge
from smatchproof.shell.command_parser import add_command
from smatchproof.shell.options import add_format
from smatchproof.shell.terminal import printed_aside, say

_DESCRIPTION = """\
Try a function that takes instances of one problem to instances of another with
the same answer: a small instance that refutes it is shown. What is left is
not proved by that.

  smatchproof judge mine.py:to_cover --from independent-set --to vertex-cover

Exit code 1 says that it is refuted, or that no instance could be judged.
PROBLEM and its instance, whose members are the arguments of the function,
and what it returns:

"""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    forms = "\n".join(f"  {name}: {entry.form}" for name, entry in PROBLEMS.items())
    parser = add_command(commands, "judge", _DESCRIPTION + forms)
    parser.add_argument("function", metavar="FILE:FUNCTION", help="the file and the name of the function in it")
    for side, words in (("from", "the problem that it reduces"), ("to", "the problem that it reduces it to")):
        parser.add_argument(f"--{side}", metavar="PROBLEM", required=True, dest=f"{side}_problem", help=words)
    add_format(parser, "json")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Judge the function and say what was found."""
    if not is_reference(options.function):
        raise UsageError(f"expected FILE:FUNCTION, as in mine.py:to_clique, found {quoted(options.function)}")
    name = allow(options.function)
    is_json = options.format == "json"
    with printed_aside([STANDARD_OUTPUT] if is_json else []):  # what the file and the function print is no JSON
        function = known("function", name, ())
        if not callable(function):
            raise UsageError(f"{name} is no function: expected FILE:FUNCTION, found {type(function).__name__}")
        judgement = judge(function, options.from_problem, options.to_problem)
    say(json.dumps(judgement.to_dict(), ensure_ascii=False) if is_json else str(judgement))
    return 0 if judgement else 1
