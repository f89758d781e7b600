"""``score``, ``explain`` and ``verify`` under S2match and SemBleu, and the settings that make no sense together."""

import json

import pytest

from smatchproof import score_strings
from smatchproof.cli import main

CAT = "# ::id a\n(c / cat :ARG0-of (s / sit-01))\n\n# ::id b\n(b / big :domain (h / house :quant 2))\n"
KITTEN = "# ::id a\n(k / kitten :ARG0-of (s / sit-01))\n\n# ::id b\n(l / large :domain (h / hut :quant 3))\n"
TABLE = "cat\tkitten\t0.85\nbig\tlarge\t0.9\nhouse\thut\t0.4\n2\t3\t0.75\n"
VECTORS = "cat 1 0\nkitten 0.8 0.6\nbig 0 1\nlarge 0.6 0.8\nsit 1 1\n"


@pytest.fixture
def files(tmp_path):
    for name, text in (("left", CAT), ("right", KITTEN), ("table", TABLE), ("vectors", VECTORS)):
        (tmp_path / name).write_text(text)
    return tmp_path


def run(capsys, *arguments):
    status = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def scored(capsys, files, *options):
    status, out, err = run(capsys, "score", files / "left", files / "right", "--format", "json", *options)
    assert (status, err) == (0, "")
    return json.loads(out)


S2MATCH = ("--metric", "graded-smatch")


def test_certificates_are_verified_with_and_without_the_similarities(capsys, files):
    similar = ("--similarities", files / "table")
    corpora = (files / "left", files / "right")
    assert run(capsys, "score", *corpora, *S2MATCH, *similar, "--certificates", files / "proofs")[0] == 0
    status, out, _ = run(capsys, "verify", files / "proofs")
    assert status == 0
    assert "similarities are trusted as the certificates state them" in out
    status, _, err = run(capsys, "verify", files / "proofs", *corpora)
    assert status == 1
    assert "the question about 'conv:smatch|dup:set|top:const'" in err
    status, out, _ = run(capsys, "verify", files / "proofs", *corpora, *S2MATCH, *similar)
    assert status == 0
    assert "note" not in out
    assert "matched    6.75 of 9 and 9 triples" in out
    (files / "table").write_text(TABLE.replace("0.9", "0.8"))
    status, _, err = run(capsys, "verify", files / "proofs", *corpora, *S2MATCH, *similar)
    assert status == 1
    assert "the certificate is about 'conv:smatch|dup:set|top:const|sim:tabl" in err


# ---- from Python


def pets(left, right):
    return 0.85 if {left, right} == {"cat", "kitten"} else 0.0


def test_a_function_as_similarity():
    result = score_strings("(c / cat)", "(k / kitten)", top="none", similarity=pets)
    assert result.counts.score.f1 == 0.85
    assert score_strings("(c / cat)", "(k / kitten)", top="none", similarity=pets, threshold=0.9).counts.matched == 0
