"""Pairs that the first bounds close: the optimum by brute force, and the alignment of the whole search."""

import random
from dataclasses import replace

import pytest

from smatchproof import parse_graph
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import brute_force, exact, first_bounds
from smatchproof.exact.checker import Refused
from smatchproof.exact.first_bounds import certified_at_once
from smatchproof.graphs.corpus import Corpus
from smatchproof.problem.problem import build_problem, recount
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.settings import ScoreSettings
from tests.exact.random_pairs import as_set, random_pair


def test_random_pairs_have_the_optimum_and_the_alignment_of_the_search():
    rng, closed = random.Random(5), 0
    for _ in range(1500):
        left, right = map(as_set, random_pair(rng)[:2])
        found = certified_at_once(left, right)
        problem = build_problem(left, right, Duplicates.SET)
        if found is None:
            continue
        closed += 1
        assert recount(problem, found.mapping) == found.matched == brute_force(problem).matched
        assert tuple(found.mapping) == exact(problem, SolveParams(proof=True)).mapping
    assert closed > 500


def test_real_pairs_score_as_with_a_certificate(corpora):
    metric = AlignmentMetric(ScoreSettings())
    whole, closed = AlignmentMetric(ScoreSettings(certificates=True)), 0
    for left, right in corpora:
        assert certified_at_once(*2 * [convention("smatch").triples(left)]) is not None
        found, stated = metric.pair(left, right, "1"), whole.pair(left, right, "1")
        assert replace(found, seconds=0.0) == replace(stated, seconds=0.0, certificate=None)
        closed += certified_at_once(*map(convention("smatch").triples, (left, right))) is not None
    assert closed > len(corpora) / 2


@pytest.fixture
def corpora(samples):
    """The pairs of the samples, and pairs of graphs that do not belong together."""
    with Corpus(samples / "annotator-a.amr") as one, Corpus(samples / "annotator-b.amr") as other:
        pairs = [(left.parse(), right.parse()) for left, right in zip(one.blocks(), other.blocks(), strict=True)]
    return [*pairs, *((left, pairs[number - 1][1]) for number, (left, _) in enumerate(pairs))]


def test_what_the_checker_refuses_is_left_to_the_search(monkeypatch):
    def refuse(*_):
        raise Refused("no")

    pair = [parse_graph(f"({v} / {v}-01 :ARG0 (b / boy))") for v in "ws"]
    assert AlignmentMetric().pair(*pair, "1").matched == 3
    monkeypatch.setattr(first_bounds, "check_claim", refuse)
    assert certified_at_once(*map(convention("smatch").triples, pair)) is None
    assert AlignmentMetric().pair(*pair, "1").matched == 3
