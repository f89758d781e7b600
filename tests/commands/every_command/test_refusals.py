"""Commands that are refused, by the table of refusals.txt: exit code 2, one error that says why, and nothing written.

The table has a command after each ``$``, and below it words of the error.
"""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.commands.running import run
from tests.tables import tables

TABLES = tables(__file__)
REFUSALS = re.findall(r"^\$ (.*)\n  (.*)$", Path(__file__).with_name("refusals.txt").read_text("utf-8"), re.MULTILINE)
FILES = TABLES["files"]
MADE = """\
reduce qap q.dat -o l.amr r.amr --map m.json
score l.amr r.amr --map m.json --certificates with.jsonl
reduce max-cut ok.txt -o a.amr b.amr --map map.json
"""
"""The commands that make the other files."""


def make(folder):
    """Make a folder with files of every kind."""
    for name, text in FILES.items():
        (folder / name).write_text(text)
    (folder / "full").mkdir()
    (folder / "full" / "rows.jsonl").touch()
    for line in MADE.splitlines():
        assert run(*line.split(), cwd=folder).returncode == 0
    weights, gadgets = (json.loads((folder / name).read_text()) for name in ("m.json", "map.json"))
    weights["weights"][0][3] += 1
    (folder / "heavier.json").write_text(json.dumps(weights))
    (folder / "other.json").write_text(json.dumps({**gadgets, "gadgets": {}}))
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with files of every kind, which no command of the table changes."""
    return make(tmp_path_factory.mktemp("refused"))


def contents(folder):
    return {path.name: path.is_file() and path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(("line", "words"), REFUSALS, ids=[line for line, _ in REFUSALS])
def test_it_is_refused_and_says_why(folder, line, words):
    before = contents(folder)
    done = run(*shlex.split(line), cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    said = done.stderr
    form = r"smatchproof[\w ]*: error: .* \(see smatchproof[\w ]* --help\)\n|error: .*\n(  .*\n  ? *\^\n)?"
    assert re.fullmatch(form, said) and words in said, said
    assert contents(folder) == before


def test_every_command_refuses_something():
    from smatchproof.cli import COMMANDS

    assert {line.split()[0] for line, _ in REFUSALS} >= {*COMMANDS} - {"completion"}
