"""How the gap grows: a regression against numbers made so, and pairs by design."""

import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from smatchproof.base.errors import InputError
from smatchproof.experiments.experiment import read_experiment
from smatchproof.experiments.findings.growth import (
    INTERACTION,
    REENTRANCY,
    REPETITION,
    SIZE,
    Shape,
    along_size,
    growths,
    shape_of,
)
from smatchproof.experiments.results import gather
from smatchproof.experiments.sources.designed import LATIN_HYPERCUBE, DesignSource
from smatchproof.inference.regression import least_squares
from smatchproof.reports.figures.figure_findings import growth_sentence
from smatchproof.reports.tables.experiment_tables import as_text, formatted_growth
from tests.experiments.test_tables import row


def made_rows(slope=0.1, per_reentrancy=0.3, together=0.02, slack=(), number=240, noise=1.0, seed=1):
    """Rows of pairs of 8 to 40 variables and 0 to 4 re-entrancies whose mean gap is what it is made to be."""
    dice = np.random.default_rng(seed)
    for at in range(number):
        size, reentrant = 8 + 8 * (at % 5), at // 5 % 5
        mean = 3 + slope * (size - 24) + per_reentrancy * (reentrant - 2) + together * (size - 24) * (reentrant - 2)
        gap = max(0, round(mean + noise * dice.standard_normal()))
        one = row(
            str(at), matched=100 - gap, optimum=100, triples=(100, 100), bound=100 + (at in slack), size=(size, size)
        )
        features = replace(one.features, left_reentrancies=reentrant, right_reentrancies=reentrant)
        yield replace(one, features=features)


def test_what_was_put_in_comes_out():
    (growth,) = growths(gather(made_rows(noise=0.0)))
    found = {name: coefficient.estimate for name, coefficient in growth.terms}
    assert found == pytest.approx({SIZE: 0.1, REENTRANCY: 0.3, INTERACTION: 0.02}, abs=0.03)  # gaps are rounded
    assert REPETITION not in found  # it does not vary
    assert (growth.pairs, growth.open_pairs, growth.sizes, growth.reentrancies) == (240, 0, (8, 40), (0, 4))


def test_intervals_hold_what_was_put_in_and_signs_are_told():
    held = Counter()
    for seed in range(40):
        (growth,) = growths(gather(made_rows(seed=seed)))
        for name, truth in ((SIZE, 0.1), (REENTRANCY, 0.3), (INTERACTION, 0.02)):
            low, high = growth.term(name).band
            held[name] += low <= truth <= high
            assert growth.term(name).sign >= 0
    assert min(held.values()) >= 34


def test_open_pairs_have_no_coefficients_and_are_told():
    (opened,) = growths(gather(made_rows(slack=range(0, 240, 4))))
    assert (opened.open_pairs, opened.terms, opened.shape) == (60, (), Shape.UNKNOWN)
    told = "over 240 pairs, 60 of them not proved, grows with size they do not tell"
    assert told in growth_sentence([opened])


def test_data_that_do_not_tell_say_so():
    (growth,) = growths(gather(made_rows(slope=0.0, per_reentrancy=0.0, together=0.0)))
    assert growth_sentence([growth]).startswith(
        "Whether the mean gap of S over 240 pairs grows with size they do not tell"
    )
    (told,) = growths(gather(made_rows()))
    size = (
        r"The mean gap of S over 240 pairs grows with size .* by \+0\.\d+ for each further variable .* is not known\."
    )
    assert re.search(size, growth_sentence([told])) and "further re-entrancy adds +0." in growth_sentence([told])
    one_size = [replace(each, left_variables=9, right_variables=9) for each in made_rows()]
    assert "all are of 9 variables" in growth_sentence(growths(gather(one_size)))
    nothing = gather(row(str(at), matched=10, size=(at + 3, at + 3)) for at in range(30))
    assert growth_sentence(growths(nothing)) == "Nothing was missed on 30 pairs of 3 to 32 variables."
    unknown = gather(row(str(at), matched=10, optimum=10, bound=12, size=(9, 9)) for at in range(30))
    assert "Nothing was missed" not in growth_sentence(growths(unknown))
    (few,) = growths(gather(made_rows(number=10)))
    assert all(coefficient.band is None for _, coefficient in few.terms) and few.shape is Shape.UNKNOWN


@pytest.mark.parametrize(
    ("gaps", "shape"),
    [
        ((0, 0, 0, 5, 16), Shape.FASTER),
        ((0, 8, 12, 14, 15), Shape.SLOWER),
        ((1, 3, 5, 7, 9), Shape.GROWS),
        ((9, 7, 5, 3, 1), Shape.FALLS),
        ((4, 4, 4, 4, 4), Shape.UNKNOWN),
        ((0, 0, 0, 0, 0), Shape.NOTHING),
    ],
)
def test_growth_may_bend_and_states_the_gap_at_sizes_that_are_there(gaps, shape):
    dice = np.random.default_rng(3)
    rows = []
    for at in range(200):
        mean, size = gaps[at % 5], 8 * (1 + at % 5)
        gap = max(0, mean + int(dice.integers(-1, 2))) if mean else 0
        rows.append(row(str(at), matched=100 - gap, optimum=100, triples=(100, 100), size=(size, size)))
    (growth,) = growths(gather(rows))
    words = growth_sentence([growth])
    assert growth.shape is shape and [size for size, _ in growth.steps] == [8, 16, 24, 32, 40]
    assert ("for each further variable" in words) == (shape is Shape.GROWS)
    assert "-" not in words  # a gap is at least 0 wherever the sentence states one


def test_the_table_has_a_line_for_each_method_and_says_what_it_is():
    rows = [*made_rows(), *(replace(each, method="R", matched=max(0, each.matched - 1)) for each in made_rows())]
    text = as_text(formatted_growth(growths(gather(rows))))
    assert [line.split()[0] for line in text.splitlines()[2:4]] == ["R", "S"]
    assert "no mixed model" in text.replace("\n", " ")


def test_least_squares_against_numpy_and_in_clusters():
    dice = np.random.default_rng(5)
    x, y = dice.standard_normal(60), dice.standard_normal(60)
    expected = np.polyfit(x, y, 1)
    intercept, slope = least_squares([[1.0] * 60, x.tolist()], y.tolist())
    assert (slope.estimate, intercept.estimate) == pytest.approx(tuple(expected))
    five = [np.repeat(side, 5).tolist() for side in (x, y)]
    labels = [at // 5 for at in range(300)]
    _, copied = least_squares([[1.0] * 300, five[0]], five[1], clusters=labels)
    assert copied.band == pytest.approx(slope.band)
    assert least_squares([[1.0] * 60, [2.0] * 60], y.tolist()) is None


# ---- designs


def test_a_factorial_design_has_every_combination():
    source = DesignSource("d", 2, (6, 9), (0, 1), (0.0, 0.5), (3,), (0.8,))
    pairs = list(source.pairs())
    assert len(pairs) == source.count() == 16 and len({pair.id for pair in pairs}) == 16
    assert Counter(len(pair.left.variables) for pair in pairs) == {6: 8, 9: 8}
    assert pairs[0].group == "6 variables" and pairs[0].planted
    assert [pair.left for pair in source.pairs()] == [pair.left for pair in pairs]


def test_a_latin_hypercube_has_a_pair_in_every_slice():
    source = DesignSource("d", 33, (8, 40), (0, 4), (0.0, 0.5), (4,), (0.5, 1.0), design=LATIN_HYPERCUBE)
    pairs = list(source.pairs())
    assert len(pairs) == source.count() == 33
    assert sorted(len(pair.left.variables) for pair in pairs) == list(range(8, 41))  # as many slices as sizes
    reentrant = Counter(int(pair.id.split()[1].partition("=")[2]) for pair in pairs)
    assert set(reentrant) == {0, 1, 2, 3, 4} and max(reentrant.values()) - min(reentrant.values()) <= 2


DESIGN = """
methods = ["S"]
[[sources]]
kind = "design"
variables = [4, 8]
reentrancies = "0-4"
"""


def test_a_design_that_no_graph_has_is_told_at_its_table():
    with pytest.raises(
        Exception, match=r"e\.toml:3:1: 4 variables have room for 3 re-entrancies, not 4; change variables"
    ):
        read_experiment(DESIGN, "e.toml")
    (source,) = read_experiment(DESIGN.replace("0-4", "0-3"), "e.toml").sources
    assert source.count() == 2 * 4 * 10
    with pytest.raises(InputError, match=r'design: expected "factorial" or "latin hypercube"'):
        read_experiment(DESIGN + 'design = "random"\n', "e.toml")


@pytest.mark.parametrize("slope", [0, 3])
@pytest.mark.parametrize("sizes", [(7, 19, 24), (8, 25, 41), (21, 34, 49), (6, 7, 28, 34, 47)])
@pytest.mark.parametrize("number", [4, 6, 8, 9])
def test_gaps_on_a_line_are_not_bent_and_equal_ones_do_not_grow_by_rounding(slope, sizes, number):
    every = [size for size in sizes for _ in range(number)]
    for least in (3, 6, 8, 9):
        gaps = [slope * size + least for size in every]
        found = along_size(every, gaps, None)
        assert shape_of(True, **found) is (Shape.GROWS if slope else Shape.UNKNOWN)
