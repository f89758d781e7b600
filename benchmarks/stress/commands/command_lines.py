"""Command lines made from the parsers: each option and argument of each command, with values of all kinds."""

import argparse
import random
from dataclasses import dataclass
from functools import cache

from smatchproof.cli import COMMANDS, parser

BASE = {
    "score": "left.amr right.amr --jobs 1",
    "compare": "right.amr left.amr --jobs 1",
    "check": "left.amr",
    "matrix": "left.amr right.amr --jobs 1",
    "differences": "left.amr right.amr --jobs 1",
    "decide": "left.amr right.amr --at-least 2 --jobs 1",
    "smatch": "-f left.amr right.amr --jobs 1",
    "verify": "proof.jsonl",
    "explain": "left.amr right.amr --id p",
    "errors": "left.amr right.amr --jobs 1",
    "generate graphs": "-o out.amr --number 2",
    "generate annotations": "left.amr -o out.amr",
    "generate digraphs": "-o out1 out2 --nodes 4",
    "generate trap": "circle persons=4 -o out1 out2",
    "generate family": "clique size=6 -o out1 out2",
    "generate adversary": "-o out1 out2 --variables 3 --evaluations 4",
    "reduce": "clique graph.txt --size 2 -o out1 out2",
    "judge": "mine.py:identity --from clique --to clique",
    "export": "left.amr right.amr --id p --to lp",
    "experiment run": "plan.toml -o new --jobs 1",
    "experiment table1": "run",
    "experiment table2": "run",
    "experiment gaps": "run",
    "experiment report": "run",
    "experiment suite": "--method no-such-method --resume",  # twice refused: it would take minutes
    "experiment export": "run --to ioh -o rows.csv",
    "audit": "left.amr right.amr --metric sembleu --no-bias --runs 1 --restarts 0 --jobs 1",
    "completion": "bash",
}
"""Arguments of each command that are good, small and quick, those without an option first."""
VALUES = {
    "empty": "",
    "two dashes": "--",
    "a dash": "-",
    "an option": "--no-such-option",
    "zero": "0",
    "negative": "-1",
    "a fraction": "1.5",
    "10^18": "1" + "0" * 18,
    "5,000 digits": "9" * 5_000,
    "no number": "nan",
    "infinite": "inf",
    "too large a number": "1e400",
    "other digits": "１２",
    "an underscore": "1_000",
    "a list": "1,2,,",
    "a range": "9-3",
    "5,000 characters": "x" * 5_000,
    "a line's end": "a\nb",
    "an escape": "\x1b[2J\x9b",
    "not UTF-8": "\udcff\udc80",
    "other letters": "é\u2028\u202e",
    "a format": "%s%(prog)s{}{0}",
    "a pattern": "(a+)+$[",
    "no choice": "no-such-choice",
    "code": "missing.py:function",
    "a module": "json:dumps",
    "JSON": '{"a": [1]}',
    "a folder": ".",
    "no file": "missing.amr",
    "no folder": "/missing/folder/file",
    "no name": "x" * 300,
    "a slash at the end": "left.amr/",
    "the empty device": "/dev/null",
    "an endless device": "/dev/zero",
    "another file": "left.amr",
    "a good number": "2",
}
"""All of them are wrong somewhere; none has a NUL, which no process can be given."""


@cache
def every_parser() -> tuple[tuple[str, argparse.ArgumentParser], ...]:
    """The commands, and the parts of those that have parts."""
    found = []
    for name in COMMANDS:
        command = parser(name)._subparsers._group_actions[0].choices[name]
        parts = command._subparsers._group_actions[0].choices if command._subparsers else {"": command}
        found += [(f"{name} {part}".strip(), inner) for part, inner in parts.items()]
    return tuple(found)


@cache
def every_action() -> tuple[tuple[str, argparse.Action], ...]:
    """All options and arguments, each with its command."""
    return tuple(
        (name, action)
        for name, found in every_parser()
        for action in found._actions
        if not isinstance(action, argparse._HelpAction)
    )


SINGLE = len(every_action()) * len(VALUES)
"""The number of lines with one value changed: every option and argument with every value."""


@dataclass
class Line:
    """A command line in parts: the command, its arguments, and groups of an option and its values."""

    command: str
    arguments: list[str]
    options: list[list[str]]

    @classmethod
    def good(cls, command: str) -> "Line":
        """One that does what it is asked."""
        arguments, options = [], []
        for word in BASE[command].split():
            if word.startswith("-"):
                options.append([word])
            else:
                (options[-1] if options else arguments).append(word)
        return cls(command, arguments, options)

    def change(self, action: argparse.Action, value: str, rng: random.Random) -> None:
        """Give an option or an argument this value, in one of the ways to write that."""
        if not action.option_strings:
            found = dict(every_parser())[self.command]._actions
            at = [each for each in found if not each.option_strings].index(action)
            self.arguments[at : at + 1] = [value, value] if value == "--" else [value]  # the first ends the options
            return
        flag = rng.choice(action.option_strings)
        self.options = [group for group in self.options if group[0] not in action.option_strings]
        if isinstance(action.nargs, int) and action.nargs > 1:
            values = ["out1"] * action.nargs
            values[rng.randrange(action.nargs)] = value
            self.options.append([flag, *values])
        elif rng.random() < 0.5 or action.nargs == 0:
            self.options.append([f"{flag}={value}" if flag.startswith("--") else f"{flag}{value}"])
        else:
            self.options.append([flag, value])

    def words(self, rng: random.Random) -> list[str]:
        """All words, the options before the arguments or behind them, some behind two dashes."""
        options = [word for group in self.options for word in group]
        if rng.random() < 0.1:
            return [*self.command.split(), *options, "--", *self.arguments]
        return [*self.command.split(), *self.arguments, *options]


def command_line(number: int, seed: int) -> tuple[str, list[str]]:
    """The kind of value, and the words: every third line has two values changed, the others one.

    The first 1.5 x :data:`SINGLE` lines have every option and argument with every value.
    """
    rng = random.Random(f"{seed}/{number}")
    single = number - number // 3 - 1
    is_single = number % 3 > 0 and single < SINGLE
    actions, kinds = every_action(), [*VALUES]
    at = _order(seed)[single] if is_single else rng.randrange(SINGLE)
    command, action = actions[at % len(actions)]
    kind = kinds[at // len(actions)]
    line = Line.good(command)
    line.change(action, VALUES[kind], rng)
    if not is_single:
        others = [other for name, other in actions if name == command and other is not action]
        line.change(rng.choice(others or [action]), VALUES[rng.choice(kinds)], rng)
    return kind, line.words(rng)


@cache
def _order(seed: int) -> list[int]:
    return random.Random(seed).sample(range(SINGLE), SINGLE)
