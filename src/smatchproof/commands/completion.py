"""``smatchproof completion``: a script that completes commands and options in a shell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from smatchproof.base.optional import require
from smatchproof.shell.command_parser import add_command

_DESCRIPTION = """\
Print a script that completes commands and options of smatchproof in a shell.

  smatchproof completion bash > ~/.local/share/bash-completion/completions/smatchproof
  smatchproof completion zsh > ~/.zsh/completions/_smatchproof     # a folder of fpath
  smatchproof completion fish > ~/.config/fish/completions/smatchproof.fish
"""
_SHELLS = ("bash", "zsh", "tcsh", "fish")
_FILES = ("FILE", "PATH", "DIR", "OTHER", "SYSTEM")
"""What options call their values that are files or folders."""


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "completion", _DESCRIPTION)
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help=", ".join(_SHELLS))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    require("completion", "shtab")
    import shtab

    parser = options.whole_parser()
    for action in _actions(parser):
        if action.choices is None and (action.metavar in _FILES or not action.option_strings):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(parser, options.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The options and arguments of all commands that take values."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)
        elif action.nargs != 0:
            yield action
