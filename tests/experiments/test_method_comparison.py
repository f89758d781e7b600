"""Methods beside each other, and when they reach the optimum: against numbers worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from smatchproof.experiments.findings.anytime import SECONDS, STEPS, anytime
from smatchproof.experiments.findings.method_comparison import paired_differences, performance_profiles
from smatchproof.experiments.results import gather
from smatchproof.problem.solution import Moment
from smatchproof.reports.figures.experiment_figures import (
    anytime_panels,
    gap_left_panels,
    panels_figure,
    profile_panels,
)
from smatchproof.reports.tables.experiment_tables import as_text, formatted_differences
from tests.experiments.test_tables import row


def test_a_paired_difference_needs_no_optimum():
    """S matches one more than R on every other pair, whether optima are proved or not."""
    for slack in (0, 5):
        rows = [
            row(str(at), method, matched=8 + (method == "S") * (at % 2), optimum=10, bound=10 + slack)
            for at in range(20)
            for method in ("R", "S", "S+1R")
        ]
        found = paired_differences(gather(rows))
        assert [(each.one, each.two, each.difference) for each in found] == [("R", "S", 0.5), ("S", "S+1R", -0.5)]
        first = found[0]
        expected = stats.t.interval(0.95, 19, 0.5, np.std([0, 1] * 10, ddof=1) / 20**0.5)
        assert first.band == pytest.approx(expected)
        assert first.p < 0.01 and first.p_holm == 2 * first.p and first.different == 10
    assert "+0.5000" in as_text(formatted_differences(found))
    assert "fewer than 30, intervals and p-values are a rough guide" in as_text(formatted_differences(found))
    assert "rough" not in as_text(formatted_differences([replace(each, different=30) for each in found]))


def test_profiles_by_hand():
    rows = [
        row("1", "S", matched=10, seconds=1.0),
        row("1", "R", matched=10, seconds=4.0),
        row("2", "S", matched=10, seconds=3.0),
        row("2", "R", matched=10, seconds=1.0),
        row("3", "S", matched=9, seconds=1.0),
        row("3", "R", matched=10, seconds=5.0),
        row("4", "S", matched=10, bound=11, seconds=1.0),  # open: nobody knows who solves it
        row("4", "R", matched=10, bound=11, seconds=1.0),
    ]
    random_start, smart = performance_profiles(gather(rows))
    assert (random_start.method, random_start.pairs, random_start.ratios) == ("R", 3, (1, 1, 4))
    assert (smart.method, smart.ratios) == ("S", (1, 3))
    assert smart.share(1) == pytest.approx(1 / 3) and smart.share(3) == pytest.approx(2 / 3)
    assert profile_panels([random_start, smart])[0].curves[0].x == [1, 1, 4]


def traced(pair, seed, *moments, bound=10):
    one = row(pair, "S", seed, matched=moments[-1][2], optimum=10, bound=bound)
    return replace(one, trace=tuple(Moment(*moment) for moment in moments))


def test_runs_that_all_reach_the_optimum_leave_no_gap():
    """Not even one of rounding, which a sum of many tenths and sevenths leaves."""
    rows = [traced("1", seed, *((1, at, at, 0.1) for at in range(11))) for seed in range(20)]
    (found,) = anytime(rows, gather(rows))
    assert found.share == 1 and found.gap_at_steps[-1] == found.gap_at_seconds[-1] == 0


def test_a_run_that_failed_counts_as_one_that_stays_where_it_was():
    stopped = replace(traced("1", 1, (1, 2, 9, 0.2)), matched=-1, status="stopped")
    rows = [traced("1", 0, (1, 3, 10, 0.1)), stopped, row("2", "S", 0, matched=-1, status="raised")]
    (found,) = anytime(rows, gather(rows))
    assert (found.runs, [*found.steps]) == (3, [3])
    assert found.gap_at_steps[-1] == pytest.approx((0 + 0.1 + 1) / 3)


def test_a_run_that_reports_nothing_counts_with_its_answer():
    rows = [traced("1", 0, (1, 3, 9, 0.1)), row("2", "S", 0, matched=10, seconds=0.5), row("1", "exact", matched=10)]
    (found,) = anytime(rows, gather(rows))
    assert (found.runs, [*found.steps], [*found.seconds]) == (2, [0], [0.5])
    assert found.gap_at_steps[-1] == pytest.approx(0.1 / 2)


def test_when_the_optimum_is_reached_by_hand():
    rows = [
        traced("1", 0, (1, 3, 8, 0.1), (4, 9, 10, 0.4), (5, 12, 10, 0.5)),
        traced("1", 1, (1, 2, 10, 0.2)),
        traced("2", 0, (1, 4, 9, 0.1), (5, 20, 9, 0.9)),
        traced("3", 0, (1, 1, 10, 0.1), bound=11),  # open
        row("1", "exact", matched=10),  # no trace
    ]
    results = gather(rows)
    (found,) = anytime(rows, results)
    assert (found.method, found.runs, [*found.steps], [*found.seconds]) == ("S", 3, [2, 9], [0.2, 0.4])
    assert found.share == pytest.approx(2 / 3)
    # A gap of 10% is reached by all runs, smaller ones when the optimum is.
    assert [*found.target_steps] == [*[2] * 5, 4, *[9] * 5]
    assert found.target_share == pytest.approx(11 / 15)
    gap_at = dict(zip([round(each, 2) for each in STEPS], found.gap_at_steps, strict=False))
    expected = {1.0: 1, 2.0: 1, 2.51: 2 / 3, 3.16: 0.4, 3.98: 0.4, 5.01: 0.1, 7.94: 0.1, 10.0: 1 / 30, 25.12: 1 / 30}
    assert {step: gap_at[step] for step in expected} == pytest.approx(expected)
    assert max(gap_at) == 25.12  # the last run ends after 20 steps
    assert found.gap_at_seconds[SECONDS.index(1.0)] == pytest.approx(1 / 30)
    assert anytime_panels([found], targets=True)[0].curves[0].y[-1] == pytest.approx(1100 / 15)
    assert gap_left_panels([found])[0].curves[0].y[-1] == pytest.approx(100 / 30)
    by_steps, by_seconds = panels_figure(anytime_panels([found])).axes
    assert [*by_steps.get_lines()[0].get_xdata()] == [2, 9]
    assert [*by_seconds.get_lines()[0].get_ydata()] == pytest.approx([100 / 3, 200 / 3])
