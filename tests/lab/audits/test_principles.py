"""Principles: worked by hand, against statistics, and with the metrics that keep them by definition."""

from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given, strategies as st

from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.audits.correlation import rank_agreement
from smatchproof.lab.audits.principles import Identity, Symmetry, determinacy, identity, jaccard_index, symmetry
from smatchproof.problem.score import Counts
from smatchproof.scoring.metrics import metric
from tests.strategies import graph_pairs

NOISE = 4e-16
eighths = st.integers(0, 8).map(lambda eighth: eighth / 8)


# ---- identity


def test_identity_by_hand():
    result = identity(
        own=[1.0, 1 - NOISE, 0.75, 1.25],
        values=[1.0, 0.9, 1.25, 1 + NOISE, 1.0, 0.5, 1.5],
        equal=[True, True, True, False, False, False, False],
    )
    assert result == Identity(graphs=4, not_one=2, least=0.75, equal=3, equal_not_one=2, different=4, indiscernible=2)


# ---- symmetry


@given(st.lists(st.tuples(eighths, eighths), min_size=1, max_size=10))
def test_symmetry_is_symmetric(rows):
    forward, backward = zip(*rows, strict=True)
    result = symmetry(forward, backward)
    assert result == symmetry(backward, forward)
    assert result.unequal == sum(one != other for one, other in rows)
    assert result.mean == pytest.approx(fmean(abs(one - other) for one, other in rows))
    assert symmetry(forward, forward) == Symmetry(len(rows), 0, 0.0, 0.0, 0.0)


# ---- determinacy


@st.composite
def all_runs(draw):
    """Scores of some pairs in some runs, and a score of the corpus for each run."""
    number, pairs = draw(st.integers(2, 7)), draw(st.integers(1, 5))
    row = st.lists(eighths, min_size=pairs, max_size=pairs)
    runs = draw(st.lists(row, min_size=number, max_size=number))
    return runs, draw(st.lists(eighths, min_size=number, max_size=number))


@given(all_runs())
def test_determinacy_against_all_couples_of_runs(drawn):
    runs, corpus = drawn
    result, columns = determinacy(runs, corpus), list(zip(*runs, strict=True))
    assert (result.runs, result.pairs) == (len(runs), len(columns))
    assert result.varying == sum(len(set(column)) > 1 for column in columns)
    assert result.share == result.varying / len(columns)
    assert determinacy(np.array(runs), corpus) == result
    assert result.deviation == pytest.approx(fmean(stdev(column) for column in columns), abs=1e-12)
    assert result.corpus_deviation == pytest.approx(stdev(corpus), abs=1e-12)


# ---- the order of the triples


@st.composite
def counts(draw, denominator=1):
    left, right = draw(st.integers(0, 12)), draw(st.integers(0, 12))
    matched = draw(st.integers(0, denominator * min(left, right)))
    return Counts.in_units(matched, matched, left, right, denominator)


def test_jaccard_by_hand():
    assert jaccard_index(Counts(2, 2, 4, 3)) == 0.4
    assert jaccard_index(Counts(3, 3, 3, 3)) == 1
    assert jaccard_index(Counts(0, 0, 0, 0)) == 0
    assert jaccard_index(Counts.in_units(4, 4, 4, 3, denominator=2)) == 0.4


@given(st.lists(counts() | counts(denominator=10), max_size=12))
def test_f1_orders_as_jaccard_does(scored):
    assert rank_agreement([each.value for each in scored], [jaccard_index(each) for each in scored]) in (1, None)


@given(st.lists(graph_pairs(), min_size=2, max_size=5))
def test_the_optimum_of_smatch_is_consistent(written):
    exact = metric("smatch")
    scored = [exact.score(parse_graph(left), parse_graph(right)) for left, right in written]
    assert rank_agreement([each.value for each in scored], [jaccard_index(each) for each in scored]) in (1, None)
