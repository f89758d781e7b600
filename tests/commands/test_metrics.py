"""``score``, ``explain`` and ``verify`` under S2match and SemBleu, and the settings that make no sense together."""

import json
from fractions import Fraction

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


@pytest.mark.parametrize(
    ("options", "matched"),
    [  # the equal triples: a: sit-01, ARG0, TOP; b: mod, TOP
        ((), "6.75"),  # 0.85 + 0.9; house and hut are below the threshold
        (("--threshold", "0.4"), "7.15"),
        (("--threshold", "0.88"), "5.9"),
        (("--graded", "attributes"), "7.5"),
        (("--top", "concept"), "4.75"),  # both TOP triples now differ
        (("--top", "concept", "--graded", "top"), "6.5"),
        (("--denominator", "2", "--threshold", "0.4"), "7.5"),  # in halves: 1, 1 and 1/2
    ],
)
def test_s2match_of_a_table(capsys, files, options, matched):
    result = scored(capsys, files, *S2MATCH, "--similarities", files / "table", *options)
    denominator = result.get("denominator", 1)
    assert Fraction(result["matched"], denominator) == Fraction(matched)
    assert result["proved"] == 2
    assert result["f1"] == pytest.approx(2 * float(matched) / (result["left_triples"] + result["right_triples"]))


def test_s2match_of_vectors(capsys, files):
    result = scored(capsys, files, *S2MATCH, "--vectors", files / "vectors")
    assert Fraction(result["matched"], result["denominator"]) == 5 + Fraction(8, 10) + Fraction(8, 10)
    assert "|sim:vectors:vectors#" in result["signature"]
    assert result["signature"].startswith("graded-smatch|conv:smatch|")


def test_a_table_for_one_direction(capsys, files):
    (files / "table").write_text("cat\tkitten\t0.85\nkitten\tcat\t0.6\n")
    forth = scored(capsys, files, *S2MATCH, "--similarities", files / "table", "--asymmetric")
    assert forth["matched"] == 5_850_000
    status, out, _ = run(
        capsys, "score", files / "right", files / "left", *S2MATCH, "--similarities", files / "table", "--asymmetric",
        "--format", "json",
    )  # fmt: skip
    assert (status, json.loads(out)["matched"]) == (0, 5_600_000)


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
