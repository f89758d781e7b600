"""Options of `score` that print no score have commands of their own; for one release they warn and work."""

import pytest

LEAVING = [
    (["--conventions"], "differences", ["differences"]),
    (["--conventions", "smatch:paper", "--format", "json"], "differences", None),
    (["--at-least", "9"], "decide", None),
]


@pytest.mark.parametrize(("words", "command", "now"), LEAVING)
def test_an_option_that_leaves_warns_and_does_what_the_command_does(program, samples, words, command, now):
    files = samples / "annotator-a.amr", samples / "annotator-b.amr"
    before = program("score", *files, *words, "--jobs", 1)
    after = program(command, *files, *([] if now else words), "--jobs", 1)
    assert before[:2] == after[:2] and before[0] == 0 and after[2] == ""
    assert before[2] == f"{words[0]} leaves score in the next release; write smatchproof {command}\n"


@pytest.mark.parametrize("name", ["smatchpp", "SMATCHPP", "smatch++"])
def test_the_program_smatchpp_has_two_conventions(program, samples, name):
    files = samples / "annotator-a.amr", samples / "annotator-b.amr"
    code, out, err = program("score", *files, "--convention", name)
    assert (code, out) == (2, "") and "smatchpp has two conventions; choose smatchpp-amr or smatchpp-generic" in err


def test_seeds_begin_where_they_are_asked_to(program, samples):
    pytest.importorskip("smatch")
    files = samples / "annotator-a.amr", samples / "annotator-b.amr"
    code, out, err = program("differences", *files, "--also", "smatch", "--runs", 2, "--seed", 7, "--jobs", 1)
    assert (code, err) == (0, "") and "Means over 2 seeds (7 to 8)" in out
    code, out, err = program("differences", *files, "--also", "smatch", "--runs", 2, "--seed", 2**64)
    assert (code, out) == (2, "")
