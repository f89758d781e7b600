"""No option and no file may be empty: a variable of a shell that is not set must not turn off what it stands for."""

import argparse

import pytest

from benchmarks.stress.commands.command_lines import every_parser
from tests.commands.running import run


def every_value():
    """Each command with one of its options, or one of its positional arguments, empty, and the others in place."""
    for command, found in every_parser():
        positional = [action for action in found._actions if not action.option_strings]
        asked = [action for action in found._actions if action.option_strings and action.required]
        for empty in found._actions:
            if empty.nargs == 0 or isinstance(empty, argparse._HelpAction):
                continue
            words = [word for action in positional for word in values(action, empty)]
            for action in [*asked, *([empty] if empty.option_strings and empty not in asked else [])]:
                words += [action.option_strings[-1], *values(action, empty)]
            yield command, words


def values(action, empty):
    """So many words as it takes; all of them empty, if it is that one."""
    word = "" if action is empty else next(iter(action.choices or ["1"]))
    return [word] * (action.nargs if isinstance(action.nargs, int) else 1)


VALUES = list(every_value())


@pytest.mark.parametrize(("command", "words"), VALUES, ids=[" ".join([name, *words]) for name, words in VALUES])
def test_an_empty_value_is_refused(tmp_path, command, words):
    done = run(*command.split(), *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    last = done.stderr.splitlines()[-1]
    assert "is empty; give it a value" in last or "''" in last
    assert not list(tmp_path.iterdir())
