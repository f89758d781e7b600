"""`smatch`: the options and lines of the program of that name, at its optimum."""

import re
import subprocess
import sys
from importlib.util import find_spec

import pytest


@pytest.mark.skipif(find_spec("smatch") is None, reason="the package smatch is not installed")
@pytest.mark.parametrize("words", [[], ["--pr"], ["--ms"], ["--pr", "--ms", "--significant", "4"]])
def test_the_lines_are_those_of_the_program(program, samples, words):
    """The same lines, and never a lower score than the program finds."""
    paths = [str(samples / name) for name in ("annotator-a.amr", "annotator-b.amr")]
    command = [sys.executable, "-m", "smatch", "-f", *paths, *words]
    theirs = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    ours = program("smatch", "-f", *paths, *words)[1]
    names, values = (re.findall(pattern, ours) for pattern in (r"^[\w-]+: ", r": (.*)"))
    assert re.sub(r"[\d.]+", "N", ours) == re.sub(r"[\d.]+", "N", theirs) and names
    assert all(float(mine) >= float(other) for mine, other in zip(values, re.findall(r": (.*)", theirs), strict=True))


def test_the_same_ids_in_another_order_are_told(program, tmp_path):
    """Graphs still pair by position: a note says so, and that score pairs them by id."""
    one, two = "# ::id p\n(a / x)\n", "# ::id q\n(b / y :ARG0 (c / z))\n"
    paths = [tmp_path / f"{name}.amr" for name in ("left", "right", "other")]
    for path, graphs in zip(paths, ((one, two), (two, one), (one, two.replace("q", "r"))), strict=True):
        path.write_text("\n".join(graphs))
    for left, right, is_told in ((0, 1, True), (0, 0, False), (0, 2, False)):
        code, printed, notes = program("smatch", "-f", paths[left], paths[right])
        assert (code, "note: the ids of 2 of 2 pairs differ" in notes) == (0, is_told)
        assert "note" not in printed
    assert "1.00" not in program("smatch", "-f", paths[0], paths[1])[1]
