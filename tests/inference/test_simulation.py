"""A part of the simulation in the suite, all of it in ``make stress``."""

import importlib.util
from pathlib import Path

import pytest

SPECIFICATION = importlib.util.spec_from_file_location("simulation", Path(__file__).with_name("simulation.py"))
simulation = importlib.util.module_from_spec(SPECIFICATION)
SPECIFICATION.loader.exec_module(simulation)
FEWEST = 20
"""From so many units on the intervals must hold and the tests must keep their level."""


def units(size, clusters):
    return size // (clusters or 1)


def chance(share, samples):
    """Three standard deviations."""
    return 3 * (share * (1 - share) / samples) ** 0.5


@pytest.mark.parametrize("size", [20, 100])
def test_intervals_hold_the_truth(size):
    samples = 250
    for population in simulation.interval_populations():
        if "clusters" in population.name:
            continue
        found = simulation.coverage(population, size, samples)
        assert found.stated > 0.4 * samples
        assert found.share >= 0.93 - chance(0.93, found.stated), found


def test_tests_keep_their_level():
    for null in simulation.nulls():
        found = simulation.rejections(null, 20 * (null.clusters or 1), 300)
        assert found.permutation / 300 <= 0.065 + chance(0.065, 300), found


@pytest.mark.stress
@pytest.mark.parametrize("size", simulation.SIZES)
def test_all_intervals(size):
    samples = 4000
    for population in simulation.interval_populations():
        found = simulation.coverage(population, size, samples)
        if units(size, 10 if "clusters" in population.name else None) >= FEWEST and found.stated:
            assert found.share >= 0.93 - chance(0.93, found.stated), found


@pytest.mark.stress
@pytest.mark.parametrize("size", simulation.SIZES)
def test_all_tests(size):
    for null in simulation.nulls():
        found = simulation.rejections(null, size, 2000)
        if units(size, null.clusters) >= FEWEST:
            assert found.permutation / 2000 <= 0.065 + chance(0.065, 2000), found
