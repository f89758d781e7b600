"""How often intervals hold the truth, and how often tests see a difference that is none."""

from __future__ import annotations

from benchmarks.common import table
from benchmarks.stress.inference import simulation

_SAMPLES = 4000
_TESTS = 2000
_NOTES = """\
Of {samples:,} samples from populations whose scores are known, the share of 95 % intervals that held the truth, by the
number of pairs; in brackets, where it is not all, the share of samples that had one: there is none where a method
missed nothing. "Rough" stands where most of the intervals say that they are a rough guide, since systems differ on
fewer than 20 units. Clusters of 10 pairs count as one: 100 pairs are 10 units (10 pairs and 20 are 2), and intervals of
fewer than 20 units say that they are a rough guide. The standard error of these shares is about .004.

"""
_TEST_NOTES = """\

How often systems of equal score were called different at the level 0.05, in {tests:,} samples, by
approximate randomisation. "Unequal" systems trade precision for recall. Under Holm's correction it is the share of
samples in which any of the systems was called different. The standard error is about .005.

"""


def inference() -> str:
    """Coverage of every interval and size of every test, by the number of pairs."""
    sizes = [f"{size:,}" for size in simulation.SIZES]
    intervals = [
        [population.name, *(_coverage(simulation.coverage(population, size, _SAMPLES)) for size in simulation.SIZES)]
        for population in simulation.interval_populations()
    ]
    rows = [[simulation.rejections(null, size, _TESTS) for size in simulation.SIZES] for null in simulation.nulls()]
    rows.append([simulation.family_rejections(size, _TESTS) for size in simulation.SIZES])
    tests = [[found[0].name, *(_share(each) for each in found)] for found in rows]
    return (
        _NOTES.format(samples=_SAMPLES)
        + table(["interval", *sizes], intervals)
        + "\n"
        + _TEST_NOTES.format(tests=_TESTS)
        + table(["test", *sizes], tests)
    )


def _coverage(found: simulation.Coverage) -> str:
    stated = found.stated / found.samples
    if not stated:
        return "–"
    return f"{found.share:.3f}" + (f" ({stated:.0%})" if stated < 0.995 else "") + " rough" * (not found.counts)


def _share(found: simulation.Rejections) -> str:
    return f"{found.share:.3f}"
