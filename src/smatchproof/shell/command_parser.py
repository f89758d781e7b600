"""Parsers of commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any, NoReturn, Self

from smatchproof.base.errors import LONGEST_ERROR, UsageError, meant, quoted, short

COMMANDS = {
    "score": "score two files, with proved bounds",
    "compare": "many systems against one reference, in one table",
    "check": "every problem of files of AMRs, with its place",
    "matrix": "agreement of every two files, and pivots",
    "differences": "why programs score the same files differently",
    "decide": "can a number of triples be matched",
    "smatch": "the options and lines of smatch.py, proved",
    "verify": "check certificates",
    "explain": "one pair: alignment, matched and unmatched triples",
    "errors": "what is lost, added and confused most in a file",
    "generate": "random, noisy, trap and self-comparison graphs, as AMR files",
    "reduce": "an instance of another problem as a pair of AMRs, and back",
    "judge": "is this a reduction? a small counterexample",
    "export": "pairs for other solvers (LP, MPS, QAP, clique, MaxSAT, OPB, .dd), and back; proofs for VeriPB",
    "experiment": "heuristics against the optimum: rows, tables, one report",
    "audit": "principles of metrics, measured on a corpus",
    "completion": "a script that completes commands in a shell",
}
"""The summary of each command, for help texts without loading the commands."""


class LateText(str):
    """Text of help that is made when it is printed: a run that prints none should not load what it speaks of."""

    def __new__(cls, make: Callable[[], str]) -> Self:
        """The text that `make` returns, until then a placeholder."""
        text = super().__new__(cls, "...")
        text.make = make
        return text

    make: Callable[[], str]

    def __mod__(self, values: Any) -> str:
        """The text, as argparse fills it in."""
        return str(self.make() % values)


class CommandParser(argparse.ArgumentParser):
    """A parser whose errors are one line and name what was probably meant."""

    _is_mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The options, all of which are known to the parser of a command, and none of which is empty: a variable of a
        shell that is not set must not turn one off.
        """
        options, rest = super().parse_known_args(args, namespace)
        if self._is_mixing or self._subparsers:
            return options, rest
        if any(word[:1] != "-" or word == "-" for word in rest):
            self._is_mixing = True  # a file behind an option: argparse calls this method once more for it
            options, rest = self.parse_known_intermixed_args(args)
        if rest:  # argparse would blame the whole program
            self.error(f"unrecognized arguments: {short(' '.join(rest), 120)}{self._way_out(rest)}")
        for action in self._actions:
            value = getattr(options, action.dest, None)
            if value == "" or (isinstance(value, list) and "" in value):
                name = action.option_strings[-1] if action.option_strings else action.metavar or action.dest
                raise UsageError(f"{name} is empty; give it a value, or leave it out")
        return options, rest

    def _way_out(self, rest: list[str]) -> str:
        """What was probably meant by arguments that are not known."""
        option = next((word.partition("=")[0] for word in rest if word.startswith("-")), "")
        if option in ("-o", "--output") and "--html" in self._option_string_actions:
            return "; write a page by --html FILE"
        if not option and any(action.dest == "candidate" for action in self._actions):
            return "; name one file for each side: compare has several candidates, cat a1.amr <(echo) a2.amr joins two"
        return meant(option, self._option_string_actions)

    def error(self, message: str) -> NoReturn:
        """End with exit code 2 and one line."""
        see = f" (see {self.prog} --help)"
        self.exit(2, f"{self.prog}: error: {short(message, LONGEST_ERROR - len(self.prog) - len(see))}{see}\n")

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """The values of an option or an argument. ``--`` ends the options: argparse drops it, and finds none then."""
        if arg_strings == ["--"] and (action.option_strings or action.nargs is None):
            raise argparse.ArgumentError(action, "expected a value, found '--'; a file of this name is ./--")
        return super()._get_values(action, arg_strings)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is no choice, and name the choice that was probably meant."""
        if action.choices is not None and value not in action.choices:
            found = f"invalid choice: {quoted(value)} (choose from {', '.join(map(str, action.choices))})"
            raise argparse.ArgumentError(action, found + meant(str(value), map(str, action.choices)))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help; argparse would pass over an output that is full."""
        (file or sys.stderr).write(message)


def add_command(commands: Any, name: str, description: str) -> CommandParser:
    """Declare a command, whose description keeps its lines."""
    parser: CommandParser = commands.add_parser(
        name, help=COMMANDS[name], description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    return parser
