"""`smatch`: the options and lines of the program of that name, at its optimum."""

import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

from smatchproof import score_files

A, B = "(a / alpha :r (b / beta))", "(a / alpha :r (g / gamma))"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "a.amr").write_text(f"# ::id p\n{A}\n\n# ::id p\n{A}\n")  # ids do not matter there
    (tmp_path / "b.amr").write_text(f"# ::id q\n{A}\n\n# ::id p\n{B}\n")
    return tmp_path / "a.amr", tmp_path / "b.amr"


def test_lines(program, files):
    code, out, err = program("smatch", "-f", *files)
    assert (code, out) == (0, "F-score: 0.88\n")
    assert err.startswith("smatch|conv:smatch-1.0.4|dup:product|top:const|method:exact|certified:2/2|v:")
    assert (
        program("smatch", "-f", *files, "--pr", "--significant", 3)[1]
        == "Precision: 0.875\nRecall: 0.875\nF-score: 0.875\n"
    )
    assert program("smatch", "--ms", "-f", *files)[1] == "F-score: 1.00\nF-score: 0.75\n"
    assert program("smatch", "-r", 10, "--ms", "--pr", "-f", *files)[1].count("\n") == 6
    assert (
        "2  P 0.7500" in program("smatch", "-f", *files, "-v")[2]
        or "p  P 0.7500" in program("smatch", "-f", *files, "-v")[2]
    )


def test_the_convention_can_be_another(program, samples):
    paths = samples / "annotator-a.amr", samples / "annotator-b.amr"
    expected = score_files(*paths, convention="smatch").corpus.micro.f1
    assert (
        program("smatch", "-f", *paths, "--convention", "smatch", "--significant", 6)[1] == f"F-score: {expected:.6f}\n"
    )


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
