"""A man page of all commands, made from their help: ``python -m release.manual > smatchproof.1``."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from io import StringIO
from unittest.mock import patch

from release.metadata import project, release_date
from smatchproof.base.version import VERSION
from smatchproof.cli import main, parser


def manual() -> str:
    """The man page: the help of the program, and that of each command."""
    description = project()["description"].rstrip(".")
    sections = {"NAME": f"smatchproof \\- {_escaped(description)}", "DESCRIPTION": _literal(help_of())}
    sections |= {" ".join(("smatchproof", *words)): _literal(help_of(*words)) for words in _commands(parser())}
    head = f'.TH SMATCHPROOF 1 "{release_date()}" "smatchproof {VERSION}" "User Commands"\n'
    return head + "".join(f'.SH "{title}"\n{text}\n' for title, text in sections.items())


def _commands(parser: argparse.ArgumentParser, *above: str) -> Iterator[tuple[str, ...]]:
    """The names of all commands, and of those below them."""
    for action in parser._actions:
        for name, below in action.choices.items() if isinstance(action, argparse._SubParsersAction) else ():
            yield (*above, name)
            yield from _commands(below, *above, name)


def help_of(*command: str) -> str:
    """The text that a command prints for ``--help``."""
    with redirect_stdout(StringIO()) as shown, patch.dict(os.environ, COLUMNS="80"), suppress(SystemExit):
        main([*command, "--help"])
    return shown.getvalue()


def _literal(text: str) -> str:
    return f".nf\n{_escaped(text)}.fi"


def _escaped(text: str) -> str:
    r"""The text as roff prints it literally: no request at the start of a line, no hyphen that is a dash.

    >>> print(_escaped(".a -b\\c"))
    \&.a \-b\ec
    """
    lines = text.replace("\\", r"\e").replace("-", r"\-").split("\n")
    return "\n".join(r"\&" + line if line[:1] in (".", "'") else line for line in lines)


if __name__ == "__main__":
    print(manual(), end="")
