"""Results in a hand: their one line, their text, their table and their data frame."""

import json
import os
from importlib.util import find_spec

import pytest

import smatchproof
from smatchproof.problem.score import Counts
from smatchproof.scoring.metrics.alignment_scores import PairScore
from smatchproof.scoring.pairs.comparison import ClaimStatus
from tests.commands import running


@pytest.fixture(scope="module")
def results(paths, tmp_path_factory):
    """A result of each kind."""
    folder = tmp_path_factory.mktemp("results")
    scored = smatchproof.score_files(*paths, certificates=folder / "proofs.jsonl")
    bundle = folder / "bundle"
    done = running.run("compare", paths[1], paths[0], "--samples", "100", "-o", bundle, cwd=folder)
    assert done.returncode == 0
    return {
        "corpus": scored,
        "open": smatchproof.score_files(*paths, method="S"),
        "pair": scored.pairs[3],
        "graded": smatchproof.score_strings("(c / cat)", "(d / dog)", similarity=lambda one, other: 0.75),
        "long": PairScore("x" * 10_000, Counts(1, 2, 3, 4), ClaimStatus.BOUNDED, 0.0, ()),
        "backbone": smatchproof.backbone("(a / x :r (b / y) :r (c / y))", "(a / x :r (b / y))"),
        "explanation": smatchproof.explain("# ::id s.1\n# ::snt A cat.\n(c / cat)", "(d / dog)"),
        "errors": smatchproof.errors(*paths),
        "compared": smatchproof.compare(paths[1], paths, metrics=["smatch", "sembleu"], samples=100),
        "interval": smatchproof.interval(scored),
        "verified": smatchproof.verify(folder / "proofs.jsonl", *paths),
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


def test_the_text_is_what_the_command_prints(results, paths, tmp_path):
    def printed(*arguments):
        done = running.run(*arguments, cwd=tmp_path)
        assert done.returncode == 0
        return done.stdout.rstrip("\n")

    assert str(smatchproof.score_files(*paths)) == printed("score", *paths)
    assert "\nwritten    24 certificates\n" in str(results["corpus"])
    assert str(results["open"]) == printed("score", *paths, "--method", "S")
    assert str(results["pair"]) in printed("score", *paths, "--per-pair").splitlines()
    asked = "--metric", "smatch", "--metric", "sembleu", "--samples", "100"
    assert str(results["compared"]) == printed("compare", paths[1], *paths, *asked)
    assert str(results["errors"]) == printed("errors", *paths)
    proofs = tmp_path / "proofs.jsonl"
    assert smatchproof.score_files(*paths, certificates=proofs).f1 == results["corpus"].f1
    assert proofs.read_text().count("\n") == 24
    assert str(results["verified"]) == printed("verify", proofs, *paths)
    (tmp_path / "one.amr").write_text("# ::id s.1\n# ::snt A cat.\n(c / cat)\n")
    (tmp_path / "two.amr").write_text("(d / dog)\n")
    assert str(results["explanation"]) == printed("explain", "one.amr", "two.amr")


def test_scores_by_name(results):
    corpus, pair, graded, open_ = (results[kind] for kind in ("corpus", "pair", "graded", "open"))
    assert (corpus.precision, corpus.recall, corpus.f1) == corpus.corpus.micro
    assert (corpus.matched, corpus.certified) == (corpus.corpus.counts.matched, True)
    assert (pair.precision, pair.recall, pair.f1) == pair.counts.score and pair.certified is True
    strict = smatchproof.score_strings("(c / cat)", "(d / dog)", similarity=lambda one, other: 0.75, threshold=0.9)
    assert strict.matched == 1 and graded.matched == 1.75 and graded.counts.matched == 1_750_000
    assert open_.certified is False and 0 < open_.corpus.certified < 24
    assert results["explanation"].matched == 1 and results["explanation"].certified
    assert results["verified"].verified and len(results["held"].pairs) == 24


REFUSED = [
    (lambda ab: smatchproof.compare(ab[0], [ab[1], os.path.relpath(ab[1])]), "is named twice; name each file once"),
    (lambda ab: smatchproof.compare(ab[0], ab, baseline=2), "unknown baseline '2'; choose from 0, 1"),
    (lambda ab: smatchproof.compare(ab[0], ab, metrics=["x"]), "unknown metric 'x'"),
    (lambda ab: smatchproof.compare(ab[0], [ab[1], "none.amr"]), "none.amr"),
    (lambda ab: smatchproof.score_files(*ab, method="S", certificates="x"), "method S leaves no certificates"),
    (lambda ab: smatchproof.score_files(*ab, certificates=ab[0]), "annotator-a.amr"),
    (lambda ab: smatchproof.verify(ab[0]), "expected a certificate"),
    (lambda ab: smatchproof.verify(ab[0], ab[0]), "give candidate and reference"),
    (lambda ab: smatchproof.verify(ab[0], *ab, method="exact"), "says how to search, and nothing is searched here"),
    (lambda ab: smatchproof.compare(ab[1], ab, samples=0), "choose from 1 to 1,000,000"),
    (lambda ab: smatchproof.score_files(*ab, time_limit=-1), "give seconds from 0 to 1,000,000"),
    (lambda ab: smatchproof.verify(ab[0].parent, *ab), "is a folder, which names its corpora"),
]


@pytest.mark.parametrize(("call", "words"), REFUSED)
def test_what_is_refused(paths, call, words):
    before = [path.read_bytes() for path in paths]
    with pytest.raises(smatchproof.SmatchproofError, match=words):
        call(paths)
    assert [path.read_bytes() for path in paths] == before


def test_a_link_is_the_file_that_it_leads_to(paths, tmp_path):
    (tmp_path / "link.amr").symlink_to(paths[1])
    with pytest.raises(smatchproof.SmatchproofError, match="is named twice; name each file once"):
        smatchproof.compare(paths[0], [paths[1], tmp_path / "link.amr"])


def test_large_numbers_are_all_written_alike():
    large = f"(a / and {' '.join(f':op{at} (x{at} / x{at})' for at in range(1, 601))})"
    words = "1,202 of 1,202 and 1,202"
    found, scored = smatchproof.explain(large, large), smatchproof.score_strings(large, large)
    assert f"matched {words}" in str(scored) and f"matched {words} triples" in str(found)
    assert "matched (1,202)" in str(found) and f"{words} triples" in found.page()
