"""A part of the simulation in the suite, all of it in ``make stress``."""

from benchmarks.stress.inference import simulation


def chance(share, samples):
    """Three standard deviations."""
    return 3 * (share * (1 - share) / samples) ** 0.5


def test_intervals_hold_the_truth():
    size, samples = 30, 200
    for population in simulation.interval_populations():
        if "clusters" in population.name:
            continue
        found = simulation.coverage(population, size, samples)
        few_differ = population.name.startswith("difference of gaps") or "of the pairs differ" in population.name
        assert found.stated > 0.4 * samples and found.counts == (not few_differ)
        if found.counts:
            assert found.share >= 0.93 - chance(0.93, found.stated), found


def test_tests_keep_their_level():
    for null in simulation.nulls():
        found = simulation.rejections(null, 20 * (null.clusters or 1), 200)
        if found.counts:
            assert found.share <= 0.065 + chance(0.065, found.samples), found
    family = simulation.family_rejections(20, 100)
    assert family.share <= 0.065 + chance(0.065, 100), family
