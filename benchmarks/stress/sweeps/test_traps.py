"""Traps: what a pair claims is checked by solvers and by enumeration, and the real ``smatch`` is led into each of them.

The program draws from a generator of its own here, whose seed it cannot undo, so that every number is reproducible.
"""

from math import sqrt
from statistics import mean, stdev, variance

import pytest

from smatchproof.generators.traps import TRAPS
from tests.generators.test_traps import PROVED, Row, as_predicted, decoys, found

# ---- measured once, by another program of the same making: (found below optimum) of (runs), smallest, mean, largest


def few_decoys(size, optimum, *measured):
    return Row("decoys", {"size": size, "decoys": 2 * size, "shared": 3}, optimum, *measured)


def rows(family, name, *measured, **others):
    return [Row(family, {name: size, **others}, *rest) for size, *rest in measured]


# Random digraphs are not the ones that were measured: these have as many triples.
DIGRAPHS = {16: (143, 230, 264, 367, 372, 405), 24: (35, 47, 54, 81, 86, 94), 40: (71, 75, 83)}

MEASURED = [
    decoys(4, 8, 6, 6.2, 8, 91, 100, 200),
    decoys(8, 30, 10, 10.8, 30, 96, 100, 200),
    decoys(12, 68, 14, 15.1, 68, 98, 100, 100),
    decoys(16, 122, 18, 19.0, 122, 99, 100, 50),
    decoys(24, 278, 26, 26, 26, 30, 30, 12),
    decoys(32, 498, 34, 34, 34, 12, 12, 6),
    decoys(40, 782, 42, 42, 42, 12, 12, 3),
    few_decoys(12, 68, 50, 50, 50, 100, 100, 100),
    few_decoys(24, 278, 98, 98, 98, 30, 30, 30),
    few_decoys(40, 782, 162, 162, 162, 12, 12, 12),
    *rows(
        "bundle",
        "size",
        (4, 34, 18, 32.2, 34, 11, 100, 200),
        (8, 98, 34, 77.5, 98, 32, 100, 200),
        (16, 322, 66, 165.8, 322, 61, 100, 100),
        (24, 674, 98, 251.6, 674, 22, 30, 60),
        (32, 1154, 130, None, 130, 320, 400, 40),
        (40, 1762, 162, None, 162, 336, 400, 20),
    ),
    *rows(
        "tournament",
        "hidden",
        (8, 76, 48, 71.5, 76, 16, 100, 200),
        (12, 152, 86, 128.9, 152, 35, 100, 100),
        (24, 514, 238, 363.5, 514, 6, 11, 10),
    ),
    *rows(
        "ring",
        "size",
        (6, 13, 12, 12.3, 13, 20, 30, 200),
        (8, 17, 14, 15.1, 17, 26, 30, 200),
        (16, 33, 27, 27.9, 32, 30, 30, 100),
        (40, 81, 67, 67.2, 70, 12, 12, 12),
    ),
    Row("ring", {"size": 40, "labels": 5}, 241, 171, 173.9, 190, 12, 12, 12),
    *rows(
        "circle",
        "persons",
        (4, 17, 14, 16.0, 17, 21, 30, 200),
        (8, 33, 27, 28.7, 30, 30, 30, 100),
        (20, 81, 67, 67.8, 70, 30, 30, 20),
    ),
    *rows(
        "names",
        "persons",
        (8, 42, 37, 39.3, 42, 27, 30, 100),
        (20, 102, 85, 89.2, 94, 30, 30, 30),
        (40, 202, 167, 169.3, 176, 12, 12, 8),
    ),
    Row("digraph", {"size": 16}, 114, 81, 102.6, 114, 11, 30, 15, DIGRAPHS[16]),
    Row("digraph", {"size": 24}, 217, 144, 163.7, 217, 22, 30, 10, DIGRAPHS[24]),
    Row("digraph", {"size": 40}, 564, 324, 326.7, 330, 6, 6, 3, DIGRAPHS[40]),
    *rows("chains", "chains", (4, 30, 26, 27.9, 30, 25, 30, 200), (13, 93, 80, 80.8, 85, 30, 30, 40)),
    *rows("arms", "arm", (4, 50, 39, 41.8, 50, 29, 30, 200), (20, 242, 172, 174.4, 196, 30, 30, 20)),
]


@pytest.mark.parametrize("row", MEASURED, ids=lambda row: f"{row.family} {row.parameters}")
def test_the_measured_rows(row):
    """Where the theorem predicts, both measurements are binomial; elsewhere they are samples of one distribution.

    For the latter: Fisher's exact test for the runs below the optimum and for those outside of the measured range
    (level 1e-4), and the means within four standard errors of their difference. The range is that of one digraph, so
    that other digraphs may leave it.
    """
    groups = [found(trap, row.again) for trap in traps(row)]
    assert {trap.optimum for trap in traps(row)} == {row.optimum}
    ends = [end for group in groups for end in group]
    below = sum(end < row.optimum for end in ends)
    report = f"{min(ends)}/{mean(ends):.1f}/{max(ends)} {mean(ends) / row.optimum:.3f} {below}/{len(ends)}"
    if row.family in PROVED:
        [trap] = traps(row)
        assert {*ends, row.smallest, row.largest} <= {trap.stuck, trap.optimum}
        expected = (row.below * trap.stuck + (row.runs - row.below) * trap.optimum) / row.runs
        assert row.mean is None or row.mean == pytest.approx(expected, abs=0.06)
        for count, runs in ((below, len(ends)), (row.below, row.runs)):
            assert as_predicted(count, runs, trap.failure(4)), report
        return
    assert same_chance(below, len(ends), row.below, row.runs), report
    if not row.seeds:
        assert same_chance(sum(end < row.smallest for end in ends), len(ends), 0, row.runs), report
        assert same_chance(sum(end > row.largest for end in ends), len(ends), 0, row.runs), report
    assert abs(mean(ends) - row.mean) <= 4 * standard_error(groups, row.runs) + 0.05, report


def traps(row):
    """The trap of a row; of random ones, one for each seed."""
    return [TRAPS[row.family].make(**row.parameters, **seed) for seed in [{"seed": each} for each in row.seeds] or [{}]]


def same_chance(count, runs, other, others):
    """Whether Fisher's exact test lets two counts have one probability."""
    from scipy.stats import fisher_exact

    return fisher_exact([[count, runs - count], [other, others - other]]).pvalue >= 1e-4


def standard_error(groups, others):
    """Of the difference between our mean and that of so many other runs, which were of another group if we have some.

    Then the means of groups vary by more than their runs: what is found on one digraph is not what is on the next.
    """
    if len(groups) == 1:
        return stdev(groups[0]) * sqrt(1 / len(groups[0]) + 1 / others)
    between = variance([mean(group) for group in groups])
    return sqrt(between * (1 + 1 / len(groups)))
