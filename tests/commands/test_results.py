"""Results in a hand: their one line, their text, their table and their data frame."""

import json
from importlib.util import find_spec
from inspect import signature

import pytest

import smatchproof
from smatchproof.problem.score import Counts
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.pairs.comparison import ClaimStatus
from tests.commands import running


@pytest.fixture(scope="module")
def ab(samples):
    return samples / "annotator-a.amr", samples / "annotator-b.amr"


@pytest.fixture(scope="module")
def results(ab, tmp_path_factory):
    """A result of each kind."""
    folder = tmp_path_factory.mktemp("results")
    scored = smatchproof.score_files(*ab, certificates=folder / "proofs.jsonl")
    bundle = folder / "bundle"
    done = running.run("compare", ab[1], ab[0], "--samples", "100", "-o", bundle, cwd=folder)
    assert done.returncode == 0
    return {
        "corpus": scored,
        "open": smatchproof.score_files(*ab, method="S"),
        "pair": scored.pairs[3],
        "graded": smatchproof.score_strings("(c / cat)", "(d / dog)", similarity=lambda one, other: 0.75),
        "long": PairScore("x" * 10_000, Counts(1, 2, 3, 4), ClaimStatus.BOUNDED, 0.0, ()),
        "backbone": smatchproof.backbone("(a / x :r (b / y) :r (c / y))", "(a / x :r (b / y))"),
        "explanation": smatchproof.explain("# ::id s.1\n# ::snt A cat.\n(c / cat)", "(d / dog)"),
        "errors": smatchproof.errors(*ab),
        "compared": smatchproof.compare(ab[1], ab, metrics=["smatch", "sembleu"], samples=100),
        "interval": smatchproof.interval(scored),
        "verified": smatchproof.verify(folder / "proofs.jsonl", *ab),
        "held": smatchproof.verify(folder / "proofs.jsonl"),
        "bundle": smatchproof.verify(bundle),
    }


KINDS = [
    *("corpus", "open", "pair", "graded", "long", "backbone", "explanation"),
    *("errors", "compared", "interval", "verified", "held", "bundle"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_every_result_has_its_views(results, kind):
    result = results[kind]
    assert len(repr(result)) < 300 and repr(result).startswith(f"{type(result).__name__}(")
    assert "\n" not in repr(result)
    assert result._repr_html_().startswith("<table>")
    assert json.loads(json.dumps(result.to_dict()))
    rows = result.rows()
    assert len({tuple(row) for row in rows}) == 1
    if find_spec("pandas"):
        frame = result.to_dataframe()
        assert len(frame) == len(rows) and {*frame.columns} == {*rows[0]} - {"id"}


def test_the_text_is_what_the_command_prints(results, ab, tmp_path):
    def printed(*arguments):
        done = running.run(*arguments, cwd=tmp_path)
        assert done.returncode == 0
        return done.stdout.rstrip("\n")

    assert str(smatchproof.score_files(*ab)) == printed("score", *ab)
    assert "\nwritten    24 certificates\n" in str(results["corpus"])
    assert str(results["open"]) == printed("score", *ab, "--method", "S")
    assert str(results["pair"]) in printed("score", *ab, "--per-pair").splitlines()
    asked = "--metric", "smatch", "--metric", "sembleu", "--samples", "100"
    assert str(results["compared"]) == printed("compare", ab[1], *ab, *asked)
    assert str(results["errors"]) == printed("errors", *ab)
    proofs = tmp_path / "proofs.jsonl"
    assert smatchproof.score_files(*ab, certificates=proofs).f1 == results["corpus"].f1
    assert proofs.read_text().count("\n") == 24
    assert str(results["verified"]) == printed("verify", proofs, *ab)
    (tmp_path / "one.amr").write_text("# ::id s.1\n# ::snt A cat.\n(c / cat)\n")
    (tmp_path / "two.amr").write_text("(d / dog)\n")
    assert str(results["explanation"]) == printed("explain", "one.amr", "two.amr")


def test_scores_by_name(results):
    corpus, pair, graded, open_ = (results[kind] for kind in ("corpus", "pair", "graded", "open"))
    assert (corpus.precision, corpus.recall, corpus.f1) == corpus.corpus.micro
    assert (corpus.matched, corpus.certified) == (corpus.corpus.counts.matched, True)
    assert (pair.precision, pair.recall, pair.f1) == pair.counts.score and pair.certified is True
    assert graded.matched == 1.75 and graded.counts.matched == 1_750_000
    assert open_.certified is False and 0 < open_.corpus.certified < 24
    assert results["explanation"].matched == 1 and results["explanation"].certified
    assert results["verified"].verified and len(results["held"].pairs) == 24


def test_an_explained_pair_draws_itself_and_has_its_page(results):
    found = results["explanation"]
    assert "<svg" in found._repr_html_()
    assert found.page().startswith("<!doctype html>") and "A cat." in found.page()
    wide = "(a / x " + " ".join(f":r (b{number} / y{number})" for number in range(40)) + ")"
    assert "<svg" in smatchproof.explain(wide, wide)._repr_html_()
    huge = "(a / x " + " ".join(f":r (b{number} / y{number})" for number in range(90)) + ")"
    assert "<svg" not in smatchproof.explain(huge, huge)._repr_html_()


REFUSED = [
    (lambda ab: smatchproof.compare(ab[0], ab, baseline=2), "unknown baseline '2'; choose from 0, 1"),
    (lambda ab: smatchproof.compare(ab[0], ab, metrics=["x"]), "unknown metric 'x'"),
    (lambda ab: smatchproof.compare(ab[0], [ab[1], "none.amr"]), "none.amr"),
    (lambda ab: smatchproof.score_files(*ab, method="S", certificates="x"), "method S leaves no certificates"),
    (lambda ab: smatchproof.score_files(*ab, certificates=ab[0]), "annotator-a.amr"),
    (lambda ab: smatchproof.verify(ab[0]), "expected a certificate"),
    (lambda ab: smatchproof.verify(ab[0], ab[0]), "give candidate and reference"),
    (lambda ab: smatchproof.verify(ab[0].parent, *ab), "is a folder, which names its corpora"),
]


@pytest.mark.parametrize(("call", "words"), REFUSED)
def test_what_is_refused(ab, call, words):
    before = [path.read_bytes() for path in ab]
    with pytest.raises(smatchproof.SmatchproofError, match=words):
        call(ab)
    assert [path.read_bytes() for path in ab] == before


def test_faults_are_listed_where_one_goes_on(results, ab, tmp_path):
    proofs = tmp_path / "proofs.jsonl"
    smatchproof.score_files(*ab, certificates=proofs)
    lines = proofs.read_text().splitlines()
    proofs.write_text("\n".join(lines[1:]) + "\n")
    found = smatchproof.verify(proofs, *ab, keep_going=True)
    assert not found.verified and len(found.problems) == 1 and "refused    1 (listed in problems)" in str(found)


# ---- the package


@pytest.mark.parametrize(
    "name", ["score_strings", "score_graphs", "score_corpus", "score_files", "compare", "explain", "verify"]
)
def test_options_are_documented_where_they_are_typed(name):
    function = getattr(smatchproof, name)
    for option in ("convention", "top", "duplicates", "method", "time_limit", "similarity", "threshold"):
        assert option in signature(function).parameters
        assert f"`{option}`" in function.__doc__
    assert not [each for each in signature(function).parameters.values() if each.kind is each.VAR_KEYWORD]


def test_a_backbone_shows_its_links(results):
    found = results["backbone"]
    text = str(found)
    assert "forced     1 in every optimum: a=a\n" in text and "open       2 in some optima: b=b, c=b\n" in text
    assert text.endswith("certified  yes")
    assert [(row["left"], row["kind"]) for row in found.rows()] == [("a", "forced"), ("b", "open"), ("c", "open")]


def test_triples_that_are_not_graded_match_once_or_not_at_all():
    rows = smatchproof.explain("(c / cat)", "(d / dog)").rows()
    assert [repr(row["matched"]) for row in rows] == ["1", "0", "0"]
    graded = smatchproof.explain("(c / cat)", "(d / dog)", similarity=lambda one, other: 0.75).rows()
    assert {row["matched"] for row in graded} == {1, 0.75}


def test_what_would_be_ignored_is_refused(results, ab, tmp_path):
    refused = smatchproof.SmatchproofError
    with pytest.raises(refused, match="which names its corpora and options"):
        smatchproof.verify(tmp_path, convention="paper")
    for option in ({"method": "exact"}, {"time_limit": 1.0}):
        with pytest.raises(refused, match="says how to search, and nothing is searched here"):
            smatchproof.verify(tmp_path / "proofs.jsonl", *ab, **option)
    for samples in (0, 10**18):
        with pytest.raises(refused, match="choose from 1 to 1,000,000"):
            smatchproof.compare(ab[1], ab, samples=samples)
    for limit in (-1, 10**18, float("nan")):
        with pytest.raises(refused, match="give seconds from 0 to 1,000,000"):
            smatchproof.score_files(*ab, time_limit=limit)
    with pytest.raises(TypeError, match="expected that of score_files"):
        smatchproof.interval(results["pair"])
