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
