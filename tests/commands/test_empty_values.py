"""No option and no file may be empty: a variable of a shell that is not set must not turn off what it stands for."""

import argparse

import pytest

from smatchproof.cli import COMMANDS, parser
from tests.commands.running import run

REQUIRED = {
    "score": ["a", "b"], "verify": ["c", "a", "b"], "explain": ["a", "b"], "reduce": ["sat", "f", "-o", "a", "b"],
    "export": ["a", "b", "--to", "lp"], "audit": ["a", "b"], "generate graphs": ["-o", "a"],
    "generate annotations": ["a", "-o", "b"], "generate digraphs": ["-o", "a", "b"],
    "generate trap": ["circle", "-o", "a", "b"], "generate adversary": ["--method", "S", "-o", "a", "b"],
    "experiment run": ["e", "-o", "x"],
}  # fmt: skip


def every_value():
    """Each option and each positional argument of each command that takes texts, as words with an empty one."""
    for name in COMMANDS:
        top = parser(name)._subparsers._group_actions[0].choices[name]
        inner = top._subparsers._group_actions[0].choices if top._subparsers else {"": top}
        for part, found in inner.items():
            command = f"{name} {part}".strip()
            rest = REQUIRED.get(command, [])
            for action in found._actions:
                if action.nargs == 0 or isinstance(action, argparse._HelpAction):
                    continue
                if action.option_strings:
                    number = action.nargs if isinstance(action.nargs, int) else 1
                    yield command, [*rest, action.option_strings[-1], *[""] * number]
            for at, word in enumerate(rest):
                if not word.startswith("-") and not rest[at - 1].startswith("-"):
                    yield command, [*rest[:at], "", *rest[at + 1 :]]


VALUES = list(every_value())


@pytest.mark.parametrize(("command", "words"), VALUES, ids=[" ".join([name, *words]) for name, words in VALUES])
def test_an_empty_value_is_refused(tmp_path, command, words):
    done = run(*command.split(), *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    last = done.stderr.splitlines()[-1]
    assert "is empty; give it a value" in last or "''" in last
    assert not list(tmp_path.iterdir())
