"""Figures of a comparison of systems: scores with their intervals, and the pairs of two systems against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from smatchproof.reports.figures.figure_style import GREY, INK, label_axes, literal_text, new_figure, scatter
from smatchproof.reports.figures.panels import Style
from smatchproof.scoring.systems.system_table import SystemRow

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LONGEST_NAME = 24


@literal_text()
def interval_figure(rows: Sequence[SystemRow], title: str, looks: Mapping[str, Style], percent: bool = False) -> Figure:
    """The score of each system under one metric, with its interval; a bar where the score is an interval itself."""
    scale = 100 if percent else 1
    shown = [row for row in rows if row.score is not None]
    figure = new_figure(4.8, 0.7 + 0.36 * len(shown))
    axes = figure.subplots()
    for at, row in enumerate(shown):
        assert row.score is not None
        look = looks[row.system]
        axes.plot(
            [scale * end for end in row.interval or ()],
            [at, at] if row.interval else [],
            color=look.colour,
            linewidth=1.6,
        )
        axes.plot([scale * end for end in row.score], [at, at], color=look.colour, linewidth=5, alpha=0.5)
        axes.plot([scale * row.score.low], [at], marker=look.marker, markersize=7, color=look.colour, linestyle="none")
    axes.set_yticks(range(len(shown)), [_short(row.system) for row in shown])
    axes.set_ylim(len(shown) - 0.5, -0.5)
    label_axes(axes, f"{title} (%)" if percent else title, "")
    axes.grid(visible=False, axis="y")
    return figure


@literal_text()
def scatter_figure(
    scores: Sequence[tuple[float, float]],
    names: tuple[str, str],
    colour: str,
    percent: bool = False,
    changed: Sequence[tuple[float, float]] = (),
    pages: Mapping[tuple[float, float], str] | None = None,
) -> Figure:
    """Draw a dot for each pair: the score of the baseline (first) and of the system; larger dots are several pairs.

    The pairs that `changed` most have rings; `pages` has the link of each dot of :func:`merged`.

    >>> scatter_figure([(0.5, 0.75), (1.0, 1.0)], ("a", "b"), "#0072b2", percent=True).axes[0].get_xlabel()
    'a (%)'
    """
    scale, unit = (100, " (%)") if percent else (1, "")
    figure = new_figure(4.4, 4.2)
    axes = figure.subplots()
    axes.plot([0, scale], [0, scale], color=GREY, linewidth=0.8)
    scatter(axes, scores, colour, scale=scale, pages=pages)
    for x, y in changed:
        axes.scatter([scale * x], [scale * y], s=42, facecolors="none", edgecolors=colour, linewidths=1.2, zorder=1)
    axes.text(0.02, 0.9, f"{_short(names[1])} better", transform=axes.transAxes, va="top", fontsize=8, color=INK)
    axes.text(0.98, 0.02, f"{_short(names[0])} better", transform=axes.transAxes, ha="right", fontsize=8, color=INK)
    label_axes(axes, f"{_short(names[0])}{unit}", f"{_short(names[1])}{unit}")
    axes.set_aspect("equal")
    return figure


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
