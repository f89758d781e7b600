"""The page about the judge: its commands and its lines of Python, and each problem in its table."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from smatchproof.cli import main
from smatchproof.lab.teaching.plain_problems import PROBLEMS

PAGE = (Path(__file__).parents[2] / "docs" / "judge.md").read_text(encoding="utf-8")


@pytest.fixture
def mine(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(re.search(r"```python\n# mine.py\n(.*?)```", PAGE, re.DOTALL)[1])
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "mine", None)  # so that what is imported is forgotten with the test
    del sys.modules["mine"]


def test_the_commands_print_what_the_page_shows(mine, capsys):
    [session] = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    for command in re.split(r"^\$ smatchproof ", session, flags=re.MULTILINE)[1:]:
        line, shown = command.split("\n", 1)
        assert main(shlex.split(line)) == shown.startswith("refuted")
        assert capsys.readouterr().out == shown


def test_the_lines_of_python_hold(mine):
    blocks = [block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if not block.startswith("# mine")]
    exec("\n".join(blocks), {})


def test_the_table_names_each_problem():
    assert re.findall(r"^\| `([a-z0-9-]+)` \|", PAGE, re.MULTILINE) == [*PROBLEMS]
