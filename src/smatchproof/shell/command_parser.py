"""Parsers of commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
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
        """The options, none of which is empty: a variable of a shell that is not set must not turn one off."""
        options, rest = super().parse_known_args(args, namespace)
        if not (self._is_mixing or self._subparsers) and any(word[:1] != "-" or word == "-" for word in rest):
            self._is_mixing = True  # a file behind an option: argparse calls this method once more for it
            options, rest = self.parse_known_intermixed_args(args)
        for action in self._actions:
            value = getattr(options, action.dest, None)
            if value == "" or (isinstance(value, list) and "" in value):
                name = action.option_strings[-1] if action.option_strings else action.metavar or action.dest
                raise UsageError(f"{name} is empty; give it a value, or leave it out")
        return options, rest

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The options, all of which are known."""
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            option = next((word.partition("=")[0] for word in unknown if word.startswith("-")), "")
            asked = self._asked(args or ())  # argparse would blame the whole program
            asked.error(f"unrecognized arguments: {short(' '.join(unknown), 120)}{meant(option, asked._words())}")
        return options

    def _asked(self, words: Iterable[str]) -> CommandParser:
        """The parser of the command that is asked for; this one where there is none."""
        parser = self
        for word in words:
            below = [each.choices for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
            parser = below[0].get(word, parser) if below else parser
        return parser

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

    def _words(self) -> Iterator[str]:
        """The options of this parser and of those below it."""
        for action in self._actions:
            yield from action.option_strings
            if isinstance(action, argparse._SubParsersAction):
                for below in action.choices.values():
                    yield from below._words()


def add_command(commands: Any, name: str, description: str) -> CommandParser:
    """Declare a command, whose description keeps its lines."""
    parser: CommandParser = commands.add_parser(
        name, help=COMMANDS[name], description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    return parser
