"""Panels of an experiment: gaps by size, and gaps over time. One pair with its alignments is drawn by
:func:`smatchproof.reports.drawings.pair_drawing.pair_drawing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from smatchproof.lab.experiments.anytime import SECONDS, STEPS, Anytime
from smatchproof.lab.experiments.gaps import FEWEST, Gaps
from smatchproof.reports.figures.panels import Curve, Panel


def size_panels(rows: Sequence[Gaps]) -> tuple[Panel, Panel]:
    """Gap against size: missed triples and share of missed pairs, from the rows of one source by size."""
    label = "variables of the larger graph"
    missed = [
        Curve.of_intervals(
            method,
            [row.place for row in some],
            [row.missed for row in some],
            [row.missed_band if row.clusters >= FEWEST else None for row in some],
            scale=100,
        )
        for method, some in _by_method(rows)
    ]
    return gap_panel(rows, label), Panel(missed, label, "pairs missed (%)", y_range=(0, None))


def gap_panel(rows: Iterable[Gaps], label: str, title: str = "") -> Panel:
    """Mean gap of each method against the sizes of its rows."""
    curves = [
        Curve.of_intervals(
            method, [row.place for row in some], [row.gap for row in some], [row.gap_band for row in some]
        )
        for method, some in _by_method(rows)
    ]
    words = "mean gap (triples, log scale above 0.1)"
    return Panel(curves, label, words, title, y_range=(0, None), has_gap_scale=True)


def _by_method(rows: Iterable[Gaps]) -> list[tuple[str, list[Gaps]]]:
    return [(method, list(some)) for method, some in groupby(rows, key=attrgetter("method"))]


def anytime_panels(rows: Sequence[Anytime]) -> tuple[Panel, ...]:
    """The mean gap that is left, as a share of the optimum, by steps and by seconds."""

    def panel(grid: Sequence[float], found: Iterable[tuple[str, Sequence[float]]], label: str) -> Panel:
        curves = [Curve(name, grid[: len(gaps)], [100 * gap for gap in gaps], kind="line") for name, gaps in found]
        words = "mean gap (% of the optimum, log scale above 0.1)"
        return Panel(curves, label, words, y_range=(0, 120), has_log_x=True, has_gap_scale=True)

    steps = panel(STEPS, [(row.method, row.at_steps) for row in rows], "steps of the search (log scale)")
    return steps, panel(SECONDS, [(row.method, row.at_seconds) for row in rows], "seconds (log scale)")
