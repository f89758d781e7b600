"""Significance: what is said of a score and of two, where nothing can be known, and for pairs that are not proved."""

from fractions import Fraction

import numpy as np
import pytest

from smatchproof.inference.difference_tests import p_value
from smatchproof.inference.intervals import difference_interval, score_interval
from smatchproof.inference.sum_table import f1_table
from smatchproof.scoring.systems.significance import Inference, confidence, significance
from tests.inference.test_difference_tests import proved


def system(rng, references, quality):
    """Counts of a system of that quality; for each pair the reference's number of triples is given."""
    counts = []
    for right in references:
        left = int(right + rng.integers(-3, 4))
        share = min(1.0, max(0.0, rng.normal(quality, 0.1)))
        counts.append(proved(int(share * min(left, right)), left, int(right)))
    return counts


def two_systems(pairs, difference=0.0, seed=7):
    """Two systems on the same reference, the first of which is better by about that much."""
    rng = np.random.default_rng(seed)
    references = rng.integers(5, 60, size=pairs)
    return system(rng, references, 0.7), system(rng, references, 0.7 - difference)


def f1(counts):
    triples = sum(each.left_triples + each.right_triples for each in counts)
    return Fraction(2 * sum(each.matched for each in counts), triples) if triples else Fraction(0)


def test_all_of_it_comes_from_the_inference():
    good, bad = two_systems(40, 0.05)
    result = significance(good, bad, Inference(300, 3))
    tables = f1_table(good), f1_table(bad)
    assert result.interval == difference_interval(*tables)[0]
    assert result.p == p_value(*tables, 300, 3)
    sure = confidence(good, Inference(300, 3))
    assert sure.interval == score_interval(tables[0])[0]
    assert sure.score == (float(f1(good)), float(f1(good)))


@pytest.mark.parametrize("pattern", [r"^(\w+)\.", r"^\w+"])
def test_clusters_by_id(pattern):
    ids = [f"doc{number // 5}.{number % 5}" for number in range(40)]
    inference = Inference(200, clusters=pattern)
    labels = inference.labels(ids)
    assert labels == [f"doc{number // 5}" for number in range(40)]
    good, bad = two_systems(40, 0.02)
    result = significance(good, bad, inference, clusters=labels)
    sure = confidence(good, inference, clusters=labels)
    assert sure.units == 8 and result.p is not None
    assert "8 clusters" in sure.basis and "fewer than 20 clusters" in sure.notes[0]


# ---- pairs that are not proved


def test_what_is_open_is_said():
    candidate, other = two_systems(20, 0.05)
    closed = significance(candidate, other)
    loose = [each._replace(upper_bound=each.matched + 2) for each in candidate]
    result = significance(loose, other)
    assert closed.p is not None and confidence(loose).unproved == 20
    assert result.bounds.low == closed.difference < result.bounds.high
    assert result.p is result.interval is confidence(loose).interval is None
    none = "not proved, so there are no intervals and tests; use --method exact, or a longer --time-limit"
    assert confidence(loose).notes == [f"20 pairs are {none}"]
    assert not confidence(candidate).notes
