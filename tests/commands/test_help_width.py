"""How wide help is: as argparse would have it, without what it loads for that."""

import os
import shutil

import pytest

from smatchproof.cli import parser
from smatchproof.shell import command_parser


@pytest.mark.parametrize("said", [None, "", "0", "-3", "wide", "40", "100", "1000", " 70 ", "7_0", "9" * 5000])
@pytest.mark.parametrize("terminal", [None, 0, 60])
def test_help_is_as_wide_as_argparse_makes_it(said, terminal, monkeypatch):
    def size(_):
        if terminal is None:
            raise OSError("no terminal")
        return os.terminal_size((terminal, 24))

    monkeypatch.setattr(os, "get_terminal_size", size)
    monkeypatch.delenv("COLUMNS", raising=False)
    if said is not None:
        monkeypatch.setenv("COLUMNS", said)
    assert command_parser._columns() == shutil.get_terminal_size().columns


def test_help_is_no_wider_than_the_terminal(monkeypatch):
    widths = []
    for columns in (60, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        options = parser("score").format_help().split("options:")[1].split("\n\n")[0]
        widths.append(max(map(len, options.splitlines())))
        assert widths[-1] <= columns - 2
    assert widths[0] < widths[1]
