"""Programs of others by name: their conventions, and the seeds of their searches."""

import pytest


@pytest.mark.parametrize("name", ["smatchpp", "SMATCHPP", "smatch++"])
def test_the_program_smatchpp_has_two_conventions(program, samples, name):
    files = samples / "annotator-a.amr", samples / "annotator-b.amr"
    code, out, err = program("score", *files, "--convention", name)
    assert (code, out) == (2, "")
    assert "smatchpp has 3 conventions; choose from smatchpp-amr, smatchpp-generic, smatchpp-plain" in err


def test_seeds_begin_where_they_are_asked_to(program, samples):
    pytest.importorskip("smatch")
    files = samples / "annotator-a.amr", samples / "annotator-b.amr"
    code, out, err = program("differences", *files, "--also", "smatch", "--runs", 2, "--seed", 7, "--jobs", 1)
    assert (code, err) == (0, "") and "Means over 2 seeds (7 to 8)" in out
    code, out, err = program("differences", *files, "--also", "smatch", "--runs", 2, "--seed", 2**64)
    assert (code, out) == (2, "")
