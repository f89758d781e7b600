"""The simulation: intervals hold the truth, and tests keep their level."""

import pytest

from benchmarks.stress.inference import simulation

FEWEST = 20
"""From so many units on the intervals must hold and the tests must keep their level."""


def chance(share, samples):
    """Three standard deviations."""
    return 3 * (share * (1 - share) / samples) ** 0.5


@pytest.mark.parametrize("size", simulation.SIZES)
def test_all_intervals(size):
    samples = 4000
    for population in simulation.interval_populations():
        found = simulation.coverage(population, size, samples)
        if size >= FEWEST and found.stated and found.counts:
            least = 0.92 if "gap" in population.name else 0.93
            assert found.share >= least - chance(least, found.stated), found


@pytest.mark.parametrize("size", simulation.SIZES)
def test_all_tests(size):
    samples = 2000
    tests = [simulation.rejections(null, size, samples) for null in simulation.nulls()]
    for found in [*tests, simulation.family_rejections(size, samples)]:
        if size >= FEWEST and not found.name.startswith("unequal"):
            assert found.share <= 0.065 + chance(0.065, samples), found


@pytest.mark.parametrize("size", [20, 50, 100, 300, 1000])
def test_bands_of_heavy_tails_hold_or_say_that_they_may_not(size):
    for losing in (0.05, 0.1, 0.25, 0.5):
        for heavy, large in ((0.1, 20), (0.2, 10), (0, 1)):
            found = simulation.heavy_tails(losing, heavy, large, size, 1000)
            least = (0.93 - chance(0.93, max(1, found.stated))) * found.stated
            assert found.held >= least or found.is_honest, found
