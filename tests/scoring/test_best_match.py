"""The proved optimum inside smatch, amrlib and metamorphosed: the same scores at every run, those of the convention."""

import random
import re
from multiprocessing.pool import ThreadPool

import pytest

import smatchproof
from smatchproof.graphs.corpus import Corpus
from smatchproof.scoring.pairs.best_match import best_match

ARGUMENTS = ("", "justinstance", "justattribute", "justrelation")


@pytest.fixture(scope="module")
def lines(samples):
    """Pairs of AMRs in one line each."""
    with Corpus(samples / "annotator-a.amr") as left, Corpus(samples / "annotator-b.amr") as right:
        blocks = zip(left.blocks(), right.blocks(), strict=True)
        return [tuple(re.sub(r"(?m)^#.*$|\s+", " ", block.text.decode()) for block in pair) for pair in blocks]


@pytest.fixture
def smatch(monkeypatch):
    module = pytest.importorskip("smatch", reason="smatch is not installed")
    monkeypatch.setattr(module, "get_best_match", best_match)
    return module


def test_smatch_finds_the_optimum_of_its_own_count(smatch, lines):
    result = smatchproof.score_corpus(*zip(*lines, strict=True), convention="smatch-1.0.4")
    for (left, right), pair in zip(lines, result.pairs, strict=True):
        counts = pair.counts
        expected = counts.matched, counts.left_triples, counts.right_triples
        assert smatch.get_amr_match(left, right) == expected


@pytest.mark.parametrize("only", ARGUMENTS)
def test_it_is_never_below_the_program_and_never_random(lines, only, monkeypatch):
    module = pytest.importorskip("smatch", reason="smatch is not installed")
    options = {only: True} if only else {}
    for left, right in lines:
        random.seed(0)
        module.match_triple_dict.clear()
        found = module.get_amr_match(left, right, **options)
        with monkeypatch.context() as patched:
            patched.setattr(module, "get_best_match", best_match)
            ours = {module.get_amr_match(left, right, **options) for _ in range(2)}
        ((matched, *sizes),) = ours
        assert matched >= found[0] and (*sizes,) == found[1:]


def test_amrlib(smatch, lines, monkeypatch):
    enhanced = pytest.importorskip("amrlib.evaluate.smatch_enhanced", reason="amrlib is not installed")
    monkeypatch.setattr(enhanced, "Pool", ThreadPool)  # other processes would import smatch again
    ours = smatchproof.score_corpus(*zip(*lines, strict=True), convention="smatch-1.0.4").corpus.micro
    assert enhanced.compute_smatch(*zip(*lines, strict=True)) == pytest.approx(tuple(ours), abs=1e-12)
