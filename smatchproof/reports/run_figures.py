"""Figures about when methods reach the optimum: distributions over runs, and performance profiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from smatchproof.experiments.anytime import Anytime
from smatchproof.experiments.method_comparison import PerformanceProfile
from smatchproof.reports.experiment_figures import Style, styles
from smatchproof.reports.figure_style import label_axes, legend, logarithmic, new_figure, with_literal_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@with_literal_text
def anytime_figure(rows: Sequence[Anytime], looks: Mapping[str, Style] | None = None) -> Figure:
    """The share of runs that have reached the optimum, by steps and by seconds.

    >>> figure = anytime_figure([Anytime("S", 4, (1, 2, 2), (0.001, 0.002, 0.002))])
    >>> [axes.get_xlabel() for axes in figure.axes]
    ['steps of the search (log scale)', 'seconds (log scale)']
    """
    looks = looks or styles([row.method for row in rows])
    figure = new_figure(10.5, 4.0)
    by_steps, by_seconds = figure.subplots(1, 2, sharey=True)
    for row in rows:
        for axes, values, least in ((by_steps, row.steps, 1.0), (by_seconds, row.seconds, 1e-6)):
            _stairs(axes, [max(least, value) for value in values], row.runs, looks[row.method], row.method)
    label_axes(by_steps, "steps of the search (log scale)", "runs at the optimum (%)")
    label_axes(by_seconds, "seconds (log scale)", "")
    for axes in (by_steps, by_seconds):
        logarithmic(axes, "x")
        axes.set_ylim(0, 102)
    legend(figure, by_steps)
    return figure


@with_literal_text
def profile_figure(rows: Sequence[PerformanceProfile], looks: Mapping[str, Style] | None = None) -> Figure:
    """The share of pairs that a method solves within so many times the seconds of the fastest.

    >>> profile_figure([PerformanceProfile("S", 4, (1.0, 1.5))]).axes[0].get_xscale()
    'log'
    """
    looks = looks or styles([row.method for row in rows])
    figure = new_figure(7.2, 4.0)
    axes = figure.subplots()
    for row in rows:
        _stairs(axes, list(row.ratios), row.pairs, looks[row.method], row.method)
    label_axes(axes, "times the seconds of the fastest (log scale)", "pairs solved (%)")
    logarithmic(axes, "x")
    axes.set_ylim(0, 102)
    legend(figure, axes)
    return figure


def _stairs(axes: Axes, values: Sequence[float], of: int, look: Style, label: str) -> None:
    """The share of `of` that is not above a value, at each value."""
    shares = [100 * at / of for at in range(1, len(values) + 1)]
    axes.step(values, shares, where="post", label=label, color=look.colour, linestyle=look.dash, linewidth=1.6)
    if values:
        axes.plot([values[-1]], [shares[-1]], color=look.colour, marker=look.marker, markersize=5)


def anytime_finding(rows: Sequence[Anytime]) -> str:
    """What the figure shows, in a sentence.

    >>> anytime_finding([Anytime("S", 4, (1, 2, 2), (0.001, 0.002, 0.002)), Anytime("R", 4, (9,), (0.01,))])
    'S is at the optimum most often: in 75.0% of its runs, half of these within 2 steps and 0.002 s.'
    """
    best = max(rows, key=lambda row: row.share)
    if not best.steps:
        return "No run is ever at the optimum."
    middle = (len(best.steps) - 1) // 2
    return (
        f"{best.method} is at the optimum most often: in {100 * best.share:.1f}% of its runs, half of these within "
        f"{best.steps[middle]:,} steps and {best.seconds[middle]:.2g} s."
    )


def profile_finding(rows: Sequence[PerformanceProfile]) -> str:
    """What the figure shows, in a sentence.

    >>> profile_finding([PerformanceProfile("S", 4, (1.0, 1.5)), PerformanceProfile("exact", 4, (1, 1, 2, 9))])
    'exact is the fastest to solve most pairs (50.0%); exact solves most in all (100.0%).'
    """
    fastest, most = max(rows, key=lambda row: row.share(1.0)), max(rows, key=lambda row: len(row.ratios))
    return (
        f"{fastest.method} is the fastest to solve most pairs ({100 * fastest.share(1.0):.1f}%); "
        f"{most.method} solves most in all ({100 * most.share(float('inf')):.1f}%)."
    )
