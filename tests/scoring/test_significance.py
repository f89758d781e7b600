"""Significance: against all samples that there are, against scipy, and in the cases where nothing can be known."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import smatchproof.scoring.significance
from smatchproof.alignment import Counts, UsageError
from smatchproof.scoring.significance import Interval, Resampling, confidence, significance

MANY = Resampling(samples=20_000, seed=1)
EMPTY = Counts(0, 0, 0, 0)


def proved(matched, left, right):
    return Counts(matched, matched, left, right)


GOOD = [proved(4, 6, 5), proved(9, 10, 12), proved(2, 6, 7)]
BAD = [proved(3, 6, 5), proved(9, 12, 12), proved(1, 5, 7)]
MIXED = [proved(5, 6, 5), proved(5, 10, 12), proved(3, 6, 7)]


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


def within_chance(share, expected, samples):
    """Whether a share of random samples is what was expected, five standard deviations taken for chance."""
    return abs(share - expected) <= 5 * math.sqrt(float(expected * (1 - expected)) / samples) + 2 / samples


# ---- against all samples that there are


def all_draws(pairs):
    return list(itertools.product(range(pairs), repeat=pairs))


@pytest.mark.parametrize("pairs", [2, 3])
def test_the_bootstrap_test_against_all_draws(pairs):
    good, bad = GOOD[:pairs], MIXED[:pairs]
    observed = f1(good) - f1(bad)
    draws = all_draws(pairs)
    differences = [f1([good[at] for at in draw]) - f1([bad[at] for at in draw]) for draw in draws]
    as_far = Fraction(sum(abs(each - observed) >= abs(observed) for each in differences), len(draws))
    assert 0 < as_far < 1
    assert within_chance(significance(good, bad, MANY).bootstrap_p, as_far, MANY.samples)


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("pairs", [1, 2, 3])
def test_the_interval_against_all_draws(pairs, level):
    values = sorted(float(f1([GOOD[at] for at in draw])) for draw in all_draws(pairs))
    low, high = confidence(GOOD[:pairs], Resampling(20_000, 1, level)).interval
    for bound, share in ((low, (1 - level) / 2), (high, (1 + level) / 2)):
        below = sum(value < bound - 1e-9 for value in values) / len(values)
        up_to = sum(value <= bound + 1e-9 for value in values) / len(values)
        assert below - 0.02 <= share <= up_to + 0.02


@pytest.mark.parametrize("pairs", [1, 2, 3, 4, 6])
def test_randomisation_against_all_exchanges(pairs):
    good, bad = (GOOD * 2)[:pairs], (BAD + GOOD)[:pairs]
    observed = f1(good) - f1(bad)
    exchanges = list(itertools.product([False, True], repeat=pairs))
    as_large = 0
    for coins in exchanges:
        sides = [(two, one) if coin else (one, two) for one, two, coin in zip(good, bad, coins, strict=True)]
        as_large += abs(f1([one for one, _ in sides]) - f1([two for _, two in sides])) >= abs(observed)
    found = significance(good, bad, MANY).randomisation_p
    assert within_chance(found, Fraction(as_large, len(exchanges)), MANY.samples)


# ---- against scipy


def table(counts):
    return np.array([(2 * each.matched, each.left_triples + each.right_triples) for each in counts])


def f1_of_rows(rows, axis):
    return rows[..., 0].sum(axis=axis) / rows[..., 1].sum(axis=axis)


def test_the_intervals_against_scipy():
    good, bad = two_systems(60, 0.05)
    tables, rows = (table(good), table(bad)), (np.arange(60),)
    result = significance(good, bad, MANY)

    def difference(draws, axis):
        return f1_of_rows(tables[0][draws], axis) - f1_of_rows(tables[1][draws], axis)

    def one(draws, axis):
        return f1_of_rows(tables[0][draws], axis)

    for statistic, found in ((one, result.candidate.interval), (difference, result.interval)):
        expected = stats.bootstrap(
            rows, statistic, n_resamples=20_000, method="percentile", rng=np.random.default_rng(2), vectorized=True
        )
        assert found == pytest.approx(tuple(expected.confidence_interval), abs=0.1 * expected.standard_error)


@pytest.mark.parametrize("pairs", [9, 60])
def test_randomisation_against_scipy(pairs):
    """With nine pairs scipy goes through all exchanges."""
    good, bad = two_systems(pairs, 0.03)
    rows = np.concatenate([table(good), table(bad)])

    def difference(one, two, axis):
        return f1_of_rows(rows[one], axis) - f1_of_rows(rows[two], axis)

    expected = stats.permutation_test(
        (np.arange(pairs), np.arange(pairs, 2 * pairs)),
        difference,
        permutation_type="samples",
        n_resamples=20_000,
        rng=np.random.default_rng(2),
        vectorized=True,
    ).pvalue
    assert 0.001 < expected < 0.9
    assert significance(good, bad, MANY).randomisation_p == pytest.approx(expected, abs=0.02)


# ---- what must hold


def test_the_same_seed_gives_the_same_result():
    good, bad = two_systems(40, 0.05)
    assert significance(good, bad, Resampling(seed=3)) == significance(good, bad, Resampling(seed=3))
    assert significance(good, bad, Resampling(seed=3)).interval != significance(good, bad, Resampling(seed=4)).interval
    assert confidence(good, Resampling(seed=3)) == significance(good, bad, Resampling(seed=3)).candidate


def test_parts_of_the_samples_change_nothing(monkeypatch):
    good, bad = two_systems(40, 0.05)
    whole = significance(good, bad)
    monkeypatch.setattr(smatchproof.scoring.significance, "_CELLS", 1000)
    assert significance(good, bad) == whole


def test_the_larger_the_difference_the_smaller_the_p_values():
    good, _ = two_systems(40)
    rng = np.random.default_rng(1)
    luck = rng.integers(-2, 3, size=40)
    values = []
    for worse in range(5):
        bad = [
            each._replace(matched=max(0, each.matched + int(change) - worse))
            for each, change in zip(good, luck, strict=True)
        ]
        result = significance(good, [each._replace(upper_bound=each.matched) for each in bad])
        values.append((result.difference, result.bootstrap_p, result.randomisation_p))
    differences, bootstrap, randomisation = zip(*values, strict=True)
    assert list(differences) == sorted(differences)
    assert list(bootstrap) == sorted(bootstrap, reverse=True)
    assert list(randomisation) == sorted(randomisation, reverse=True)
    assert bootstrap[0] > 0.1 > 0.01 > bootstrap[-1] and randomisation[0] > 0.1 > 0.01 > randomisation[-1]


def test_systems_that_change_sides_change_the_sign_only():
    good, bad = two_systems(30, 0.05)
    one, two = significance(good, bad), significance(bad, good)
    assert (one.candidate, one.other) == (two.other, two.candidate)
    assert one.difference == -two.difference
    assert one.interval == pytest.approx([-two.interval.high, -two.interval.low])
    assert (one.bootstrap_p, one.randomisation_p) == (two.bootstrap_p, two.randomisation_p)


def test_the_score_is_that_of_the_corpus():
    good, _ = two_systems(30)
    assert confidence(good).score == (float(f1(good)), float(f1(good)))


# ---- where nothing can be known


@pytest.mark.parametrize("counts", [GOOD, two_systems(25)[0], GOOD[:1], [EMPTY] * 3, [EMPTY]])
def test_identical_systems(counts):
    result = significance(counts, counts)
    assert result.difference == 0
    assert result.bounds == result.interval == (0, 0)
    assert result.bootstrap_p == result.randomisation_p == 1
    assert result.candidate == result.other


def test_a_single_pair():
    result = significance(GOOD[:1], BAD[:1])
    assert result.difference > 0
    assert result.bootstrap_p == result.randomisation_p == 1
    assert result.candidate.interval == result.candidate.score


def test_no_pair():
    with pytest.raises(ValueError, match="no pair"):
        confidence([])
    with pytest.raises(ValueError, match="no pair"):
        significance([], [])


def test_different_numbers_of_pairs():
    with pytest.raises(ValueError, match="3 pairs of one system, 2 of the other"):
        significance(GOOD, BAD[:2])


def test_empty_graphs():
    assert confidence([EMPTY] * 4).interval == confidence([EMPTY]).score == (0, 0)
    mixed = confidence([EMPTY, proved(3, 3, 3)], Resampling(level=0.9))
    assert (mixed.score, mixed.interval) == ((1, 1), (0, 1))  # a quarter of the samples has no triple at all


def test_a_score_above_one_under_products():
    assert confidence([proved(6, 4, 4)] * 2).interval == (1.5, 1.5)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"samples": 0}, "0 samples tell nothing; choose a number from 1"),
        ({"level": 1.0}, "an interval cannot hold 100% of the samples; choose a level such as 0.95"),
        ({"level": 0.0}, "an interval cannot hold 0% of the samples"),
    ],
)
def test_settings_that_make_no_sense(settings, message):
    with pytest.raises(UsageError, match=message):
        Resampling(**settings)


# ---- pairs that are not proved


def loose(counts, rng):
    """The same pairs with a bound that may be above what was found."""
    return [each._replace(upper_bound=each.matched + int(rng.integers(0, 3))) for each in counts]


def test_intervals_hold_for_any_optimum():
    rng = np.random.default_rng(4)
    candidate, other = (loose(counts, rng) for counts in two_systems(20, 0.05))
    result = significance(candidate, other)
    assert 0 < result.candidate.unproved < 20 and result.candidate.unproved <= result.unproved <= 20
    for _ in range(50):
        one, two = (
            [
                proved(int(rng.integers(each.matched, each.upper_bound + 1)), each.left_triples, each.right_triples)
                for each in counts
            ]
            for counts in (candidate, other)
        )
        true = significance(one, two)
        for outer, inner in (
            (result.candidate.score, true.candidate.score),
            (result.candidate.interval, true.candidate.interval),
            (result.other.interval, true.other.interval),
            (result.bounds, true.bounds),
            (result.interval, true.interval),
        ):
            assert outer.low <= inner.low <= inner.high <= outer.high
        assert true.bounds == (true.difference, true.difference)


def test_p_values_are_those_of_the_alignments_found():
    candidate, other = two_systems(20, 0.05)
    found = significance(candidate, other)
    result = significance(loose(candidate, np.random.default_rng(4)), other)
    assert (result.bootstrap_p, result.randomisation_p) == (found.bootstrap_p, found.randomisation_p)
    assert "p-values are those of the alignments found" in str(result) and "alignments found" not in str(found)


# ---- text


def test_text():
    exact, open_pair = confidence(GOOD), confidence([*GOOD, Counts(1, 2, 3, 3)])
    assert str(exact) == f"0.6522, 95% interval {exact.interval} (1,000 samples, seed 0)"
    assert str(open_pair).startswith("0.6154 to 0.6538, 95% interval ")
    assert str(open_pair).endswith("(1,000 samples, seed 0; 1 pair is not proved: the interval holds for any optimum)")
    result = significance(GOOD, BAD)
    assert str(result).startswith(f"0.6522 and 0.5532, difference 0.0990, 95% interval {result.interval}, p ")
    few = "with fewer than 30 pairs trust approximate randomisation"
    assert few in str(significance(GOOD, BAD)) and few not in str(significance(*two_systems(30)))
    assert str(Interval(-0.5, 0.25)) == "-0.5000 to 0.2500"


# ---- calibration


@pytest.mark.stress
@pytest.mark.parametrize("pairs", [30, 100])
def test_p_values_are_uniform_when_systems_are_equally_good(pairs):
    rng = np.random.default_rng(11)
    results = []
    for seed in range(800):
        shared = rng.uniform(0.5, 0.9, size=pairs)  # sentences are easy or hard for both
        sides = [[], []]
        for share, right in zip(shared, rng.integers(20, 80, size=pairs), strict=True):
            for side in sides:
                left = int(right + rng.integers(-4, 5))
                matched = rng.binomial(min(left, right), min(1.0, max(0.0, share + rng.normal(0, 0.05))))
                side.append(proved(int(matched), left, int(right)))
        results.append(significance(*sides, Resampling(400, seed)))
    for values in ([each.bootstrap_p for each in results], [each.randomisation_p for each in results]):
        assert stats.kstest(values, "uniform").statistic < 1.95 / math.sqrt(800) + 1 / 400  # 0.1 % by chance
        for level in (0.05, 0.1, 0.5):
            assert np.mean(np.array(values) <= level) == pytest.approx(level, abs=0.045)


@pytest.mark.stress
def test_the_interval_covers_the_truth():
    rng = np.random.default_rng(12)
    population = system(rng, rng.integers(5, 60, size=4000), 0.7)
    truth = float(f1(population))
    covered = []
    for seed in range(600):
        sample = [population[at] for at in rng.integers(0, len(population), size=80)]
        low, high = confidence(sample, Resampling(400, seed)).interval
        covered.append(low <= truth <= high)
    assert 0.91 <= np.mean(covered) <= 0.975
