"""Figures of an experiment. For each there is what it shows, made of tables, and a function that draws just that.

Figures are matplotlib's, made without its global state; save them with ``figure.savefig`` or show them by
:func:`smatchproof.reports.svg.svg`. One pair with its alignments is drawn by
:func:`smatchproof.reports.outline_drawing.outline_drawing`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from smatchproof.experiments.gaps import FEWEST
from smatchproof.experiments.tables import OPTIMUM, Accuracy, Agreement, Totals
from smatchproof.inference.interval import Interval
from smatchproof.reports.figure_style import (
    GREY,
    INK,
    PAPER,
    label_axes,
    legend,
    logarithmic,
    new_figure,
    with_literal_text,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Style(NamedTuple):
    """How a method looks in all figures."""

    colour: str
    marker: str
    dash: str


_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#bb6496", "#b07a00", "#3a8fc4", "#8c6d46")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "*")
_DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)))
_OPTIMAL = Style(INK, "*", "-")
MOST_PANELS, ACROSS = 12, 3
"""So many small panels a figure has at most, and so many stand beside each other."""


def styles(methods: Sequence[str]) -> dict[str, Style]:
    """A colour, a marker and a dash for each method; no two are alike, and none differ in colour alone.

    >>> styles(["R", "S"])["S"]
    Style(colour='#d55e00', marker='s', dash='-')
    """
    looks = {
        method: Style(
            _COLOURS[number % len(_COLOURS)],
            _MARKERS[number % len(_MARKERS)],
            _DASHES[number // len(_COLOURS) % len(_DASHES)],  # type: ignore[arg-type]
        )
        for number, method in enumerate(methods)
    }
    return {**looks, OPTIMUM: _OPTIMAL}


# ---- accuracy against time


@dataclass(frozen=True, slots=True)
class TradeOff:
    """What a method costs and what it finds: seconds of a run over all pairs, share of pairs solved, and its band.

    There is no band where there are too few clusters of pairs, nor of the certified solver, which chooses no answers.
    """

    method: str
    seconds: float
    accuracy: Interval
    band: Interval | None


def trade_offs(rows: Iterable[Accuracy]) -> tuple[TradeOff, ...]:
    """The rows of one source, for the methods that were measured."""
    return tuple(
        TradeOff(
            row.method,
            row.seconds,
            row.pair_accuracy,
            row.pair_band if row.clusters >= FEWEST else None,
        )
        for row in rows
        if row.pair_accuracy
    )


@with_literal_text
def trade_off_figure(points: Sequence[TradeOff], looks: Mapping[str, Style] | None = None) -> Figure:
    """Accuracy against time, each method a point with its 95% band; a bar where optima are not proved.

    >>> point = TradeOff("R", 1.5, Interval(0.5, 0.5), Interval(0.4, 0.6))
    >>> trade_off_figure([point]).axes[0].get_xscale()
    'log'
    """
    looks = looks or styles([point.method for point in points])
    figure = new_figure(7.2, 4.4)
    axes = figure.subplots()
    axes.set_xscale("log")
    for point in points:
        look = looks[point.method]
        x, y = max(point.seconds, 1e-4), 100 * point.accuracy.low
        band = point.band or point.accuracy
        ends = [[max(0.0, y - 100 * band.low)], [max(0.0, 100 * band.high - y)]]
        if not point.accuracy.known:
            axes.plot([x, x], [y, 100 * point.accuracy.high], color=look.colour, linewidth=3.0, alpha=0.6)
        axes.errorbar(
            [x], [y], ends, color=look.colour, elinewidth=1.2, capsize=2, linestyle="none",
            marker=look.marker, markersize=12 if point.method == OPTIMUM else 7,
        )  # fmt: skip
    label_axes(axes, "seconds for all pairs, one run (log scale)", "pairs solved to the optimum (%)")
    logarithmic(axes, "x", subs=(1, 2, 5))
    axes.margins(x=0.15)
    axes.set_ylim(top=104)
    _name_points(figure, axes, [(point.method, max(point.seconds, 1e-4), 100 * point.accuracy.low) for point in points])
    return figure


def _name_points(figure: Figure, axes: Axes, points: Sequence[tuple[str, float, float]]) -> None:
    """Write names beside points, each at the nearest place that neither a point nor another name takes."""
    figure.draw_without_rendering()  # lays the axes out, so that points have their place
    scale = 72 / figure.dpi
    centres = [tuple(scale * each for each in axes.transData.transform((x, y))) for _, x, y in points]
    taken = [(x - 5, y - 5, x + 5, y + 5) for x, y in centres]
    for (name, *point), (x, y) in zip(points, centres, strict=True):
        width = 5.8 * len(name)
        offsets = [(start, 12 * step - 4) for step in (0, 1, -1, 2, -2, 3, -3, 4, -4) for start in (9, -9 - width)]
        boxes = [(x + right, y + up, x + right + width, y + up + 10) for right, up in offsets]
        free = (at for at, box in enumerate(boxes) if not any(_overlap(box, other) for other in taken))
        best = next(free, 0)
        taken.append(boxes[best])
        axes.annotate(
            name, (point[0], point[1]), xytext=offsets[best], textcoords="offset points", fontsize=9, color=INK
        )


def _overlap(box: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


# ---- distribution over seeds


@dataclass(frozen=True, slots=True)
class SeedLosses:
    """By how many points of F1 each run of a method stays below the best known score of the same pairs."""

    method: str
    losses: tuple[float, ...]


def seed_losses(rows: Iterable[Totals]) -> tuple[SeedLosses, ...]:
    """The rows of one source, for the methods that ran with several seeds."""
    return tuple(
        SeedLosses(row.method, tuple(100 * (row.optimum.low - f1) for f1 in row.f1)) for row in rows if len(row.f1) > 1
    )


@with_literal_text
def seed_figure(rows: Sequence[SeedLosses], looks: Mapping[str, Style] | None = None) -> Figure:
    """The distribution over seeds: every run a point, with the median and the middle half of a method's runs.

    >>> seed_figure([SeedLosses("R", (1.0, 2.0, 3.0))]).axes[0].get_xlabel()
    'points of F1 below the optimum, one dot a seed'
    """
    looks = looks or styles([row.method for row in rows])
    figure = new_figure(7.2, 1.2 + 0.42 * len(rows))
    axes = figure.subplots()
    for at, row in enumerate(rows):
        look = looks[row.method]
        axes.boxplot(
            [row.losses], positions=[at], orientation="horizontal", widths=0.55, whis=(0, 100), showfliers=False,
            medianprops={"color": look.colour, "linewidth": 2}, boxprops={"color": GREY}, manage_ticks=False,
            whiskerprops={"color": GREY}, capprops={"color": GREY},
        )  # fmt: skip
        heights = [at + 0.22 * ((number * 0.618) % 1 - 0.5) for number in range(len(row.losses))]
        axes.plot(row.losses, heights, linestyle="none", marker=look.marker, markersize=4, color=look.colour, alpha=0.6)
    axes.set_yticks(range(len(rows)), [row.method for row in rows])
    axes.invert_yaxis()
    label_axes(axes, "points of F1 below the optimum, one dot a seed", "")
    axes.grid(visible=False, axis="y")
    axes.set_xlim(left=min(0.0, axes.get_xlim()[0]))
    return figure


# ---- agreement over groups


@dataclass(frozen=True, slots=True)
class Panel:
    """The agreement of two annotators over the groups: F1 by method, ``None`` where a group has no score."""

    title: str
    groups: tuple[str, ...]
    f1: dict[str, tuple[float | None, ...]]
    optimum_at_most: tuple[float, ...]


def agreement_panels(rows: Iterable[Agreement]) -> tuple[Panel, ...]:
    """The curves of one source, gathered by annotators."""
    couples: dict[tuple[str, str], dict[str, Agreement]] = defaultdict(dict)
    for row in rows:
        couples[row.left, row.right][row.method] = row
    panels = []
    for (left, right), curves in couples.items():
        optimum = curves[OPTIMUM]
        f1 = {}
        for method, curve in curves.items():
            known = dict(zip(curve.groups, (score.low for score in curve.f1), strict=True))
            f1[method] = tuple(known.get(group) for group in optimum.groups)
        panels.append(Panel(f"{left} – {right}", optimum.groups, f1, tuple(score.high for score in optimum.f1)))
    return tuple(panels)


@with_literal_text
def agreement_figure(panels: Sequence[Panel], looks: Mapping[str, Style] | None = None) -> Figure:
    """Agreement over the groups: Figure 1 of Cai & Knight (2013), a panel for each two annotators, at most twelve.

    >>> panel = Panel("A – B", ("1", "2"), {"optimum": (0.8, 0.9), "S": (0.7, 0.9)}, (0.8, 0.9))
    >>> len(agreement_figure([panel]).axes)
    1
    """
    shown = panels[:MOST_PANELS]
    looks = looks or styles(
        [method for method in dict.fromkeys(m for panel in shown for m in panel.f1) if method != OPTIMUM]
    )
    down = -(-len(shown) // ACROSS)
    figure = new_figure(10.5 if len(shown) > 1 else 6, 0.9 + 2.3 * down)
    grid = figure.subplots(down, min(ACROSS, len(shown)), squeeze=False, sharey=True, sharex=False)
    for axes, panel in zip(grid.flat, shown, strict=False):
        places = range(len(panel.groups))
        for method, scores in panel.f1.items():
            look = looks[method]
            values = [float("nan") if score is None else 100 * score for score in scores]
            if method == OPTIMUM:
                axes.fill_between(
                    places, values, [100 * at_most for at_most in panel.optimum_at_most], color=INK, alpha=0.15
                )
                axes.plot(places, values, color=INK, linewidth=2.4, label=OPTIMUM, zorder=2)
            else:
                line(axes, places, values, look, method)
        axes.set_title(panel.title, fontsize=10, color=INK)
        axes.set_xticks(places, panel.groups)
        label_axes(axes, "", "")
    for axes in grid.flat[len(shown) :]:
        axes.set_visible(False)
    for row in grid:
        row[0].set_ylabel("F1 (%)", fontsize=9, color=INK)
    figure.supxlabel("group", fontsize=9, color=INK)
    legend(figure, grid[0][0])
    return figure


@with_literal_text
def consensus_figure(rows: Sequence[Agreement]) -> Figure:
    """Figure 1 of Cai & Knight (2013): the score of each annotator against the consensus over the groups; a bar to the
    bound where optima are not proved.

    >>> scores = (Interval(0.75, 0.75), Interval(0.875, 0.875))
    >>> axes = consensus_figure([Agreement("study", "A", "E", "optimum", ("1", "2"), scores)]).axes[0]
    >>> axes.lines[0].get_label(), [float(end) for end in axes.lines[0].get_ydata()]
    ('A', [75.0, 87.5])
    """
    looks = styles([row.left for row in rows])
    groups = list(dict.fromkeys(group for row in rows for group in row.groups))
    figure = new_figure(7.2, 4.4)
    axes = figure.subplots()
    for row in rows:
        places = [groups.index(group) for group in row.groups]
        line(axes, places, [100 * score.low for score in row.f1], looks[row.left], row.left)
        bars(axes, places, row.f1, looks[row.left], 100)
    axes.set_xticks(range(len(groups)), groups)
    label_axes(axes, "group", f"F1 against {rows[0].right} (%)")
    legend(figure, axes)
    return figure


# ---- what they share


def line(axes: Axes, x: Iterable[float], y: Sequence[float], look: Style, label: str) -> None:
    """Draw a method's line, with a marker at each value."""
    axes.plot(
        list(x), y, label=label, color=look.colour, linestyle=look.dash, linewidth=1.4,
        marker=look.marker, markersize=4.5, markeredgecolor=PAPER, markeredgewidth=0.4,
    )  # fmt: skip


def bars(axes: Axes, x: Sequence[float], values: Sequence[Interval], look: Style, scale: int = 1) -> None:
    """Draw a bar from end to end of each value that is not known, in a method's colour; `scale` is 100 for per cent."""
    for place, value in zip(x, values, strict=True):
        if not value.known:
            axes.plot([place, place], [scale * end for end in value], color=look.colour, linewidth=2.6, alpha=0.6)
