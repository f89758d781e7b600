"""A part of the simulation in the suite, all of it in ``make stress``."""

import pytest

from benchmarks.stress.inference import simulation
from tests.inference.test_simulation import chance

FEWEST = 20
"""From so many units on the intervals must hold and the tests must keep their level."""


@pytest.mark.parametrize("size", simulation.SIZES)
def test_all_intervals(size):
    samples = 4000
    for population in simulation.interval_populations():
        found = simulation.coverage(population, size, samples)
        if size >= FEWEST and found.stated and found.counts:
            least = 0.92 if "gap" in population.name or "growth" in population.name else 0.93
            assert found.share >= least - chance(least, found.stated), found


@pytest.mark.parametrize("size", simulation.SIZES)
def test_all_tests(size):
    samples = 2000
    tests = [simulation.rejections(null, size, samples) for null in simulation.nulls()]
    for found in [*tests, simulation.family_rejections(size, samples)]:
        if size >= FEWEST and found.counts:
            assert found.share <= 0.065 + chance(0.065, samples), found
