"""``smatchproof completion``: a script that completes commands and options in a shell."""

from __future__ import annotations

import argparse
from typing import Any

from smatchproof.base.optional import require
from smatchproof.shell.command_parser import add_command

_DESCRIPTION = """\
Print a script that completes commands and options of smatchproof in a shell.

  smatchproof completion bash > ~/.local/share/bash-completion/completions/smatchproof
  smatchproof completion zsh > ~/.zsh/completions/_smatchproof     # a folder of fpath
"""
_SHELLS = ("bash", "zsh", "tcsh")


def add_parser(commands: Any) -> None:
    """Declare the command."""
    parser = add_command(commands, "completion", _DESCRIPTION)
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help=", ".join(_SHELLS))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    require("completion", "shtab")
    import shtab

    print(shtab.complete(options.whole_parser(), options.shell))
    return 0
