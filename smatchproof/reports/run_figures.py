"""Figures about when methods reach the optimum: distributions over runs, mean gaps, and performance profiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from smatchproof.experiments.anytime import SECONDS, STEPS, TARGETS, Anytime
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

    def draw(axes: Axes, row: Anytime, look: Style, *, by_steps: bool) -> None:
        values = row.steps if by_steps else row.seconds
        _stairs(axes, [max(_LEAST[by_steps], value) for value in values], row.runs, look, row.method)

    return _by_steps_and_seconds(rows, looks, "runs at the optimum (%)", draw)


@with_literal_text
def targets_figure(rows: Sequence[Anytime], looks: Mapping[str, Style] | None = None) -> Figure:
    """The share of runs and targets (gaps) that are reached, by steps and by seconds.

    >>> len(targets_figure([Anytime("S", 4, (), (), (1, 2, 2), (0.001, 0.002, 0.002))]).axes)
    2
    """

    def draw(axes: Axes, row: Anytime, look: Style, *, by_steps: bool) -> None:
        values = row.target_steps if by_steps else row.target_seconds
        least = _LEAST[by_steps]
        _stairs(axes, [max(least, value) for value in values], row.runs * len(TARGETS), look, row.method)

    return _by_steps_and_seconds(rows, looks, "runs and targets reached (%)", draw)


@with_literal_text
def gap_curves_figure(rows: Sequence[Anytime], looks: Mapping[str, Style] | None = None) -> Figure:
    """The mean gap that is left, as a share of the optimum, by steps and by seconds.

    >>> figure = gap_curves_figure([Anytime("S", 4, (), (), (), (), (1.0, 0.5), (0.9, 0.1))])
    >>> [float(value) for value in figure.axes[0].get_lines()[0].get_ydata()]
    [100.0, 50.0]
    """

    def draw(axes: Axes, row: Anytime, look: Style, *, by_steps: bool) -> None:
        grid, gaps = (STEPS, row.gap_at_steps) if by_steps else (SECONDS, row.gap_at_seconds)
        values = [100 * gap for gap in gaps]
        axes.plot(grid[: len(values)], values, label=row.method, color=look.colour, linestyle=look.dash, linewidth=1.6)
        if values:
            axes.plot([grid[len(values) - 1]], values[-1:], color=look.colour, marker=look.marker, markersize=5)

    figure = _by_steps_and_seconds(rows, looks, "mean gap (% of the optimum, log scale above 0.1)", draw)
    for axes in figure.axes:
        axes.set_yscale("symlog", linthresh=0.1, linscale=0.4)
        axes.yaxis.set_major_formatter("{x:g}")
        axes.set_ylim(0, 120)
    return figure


MOST_STAIRS = 5_000
"""Of more values only some are drawn: two drawn ones differ by less than a tenth of a point in their shares."""

_LEAST = {True: 1.0, False: 1e-6}
"""Of steps, and of seconds, what is drawn of less."""


def _by_steps_and_seconds(
    rows: Sequence[Anytime], looks: Mapping[str, Style] | None, what: str, draw: Callable[..., None]
) -> Figure:
    looks = looks or styles([row.method for row in rows])
    figure = new_figure(10.5, 4.0)
    by_steps, by_seconds = figure.subplots(1, 2, sharey=True)
    for row in rows:
        for axes in (by_steps, by_seconds):
            draw(axes, row, looks[row.method], by_steps=axes is by_steps)
    label_axes(by_steps, "steps of the search (log scale)", what)
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
    """The share of `of` that is not above a value, at each value, or at some of very many."""
    step = -(-len(values) // MOST_STAIRS)
    places = sorted({*range(0, len(values), step), len(values) - 1}) if values else []
    values, shares = [values[at] for at in places], [100 * (at + 1) / of for at in places]
    axes.step(values, shares, where="post", label=label, color=look.colour, linestyle=look.dash, linewidth=1.6)
    if values:
        axes.plot([values[-1]], [shares[-1]], color=look.colour, marker=look.marker, markersize=5)
