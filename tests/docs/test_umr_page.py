"""The page on UMR: its files are those that its commands read, and the commands print what it says."""

import re
import shlex
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

from tests.commands.running import run

PAGE = Path(__file__).parents[2] / "docs" / "umr.md"


def page_files():
    """The files that the page shows, by name."""
    return dict(
        re.findall(r"^`([\w.]+)`:\n\n```text\n(.*?)```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    )


def commands():
    """The commands of the page, each with what it prints."""
    shown = "".join(re.findall(r"^```console\n(.*?)```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))
    return re.findall(r"^\$ smatchproof (.*)\n((?:(?!\$ ).*\n)*)", shown, re.MULTILINE)


@pytest.mark.parametrize("command, expected", commands(), ids=[command for command, _ in commands()])
def test_commands_print_what_the_page_says(tmp_path, command, expected):
    for name, text in page_files().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = run(*shlex.split(command), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not expected or OutputChecker().check_output(expected, done.stdout, ELLIPSIS), done.stdout


def test_the_page_has_files_and_commands():
    assert [*page_files()] == ["gold.umr", "parser.umr"] and len(commands()) > 5
