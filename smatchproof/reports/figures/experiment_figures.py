"""Figures of an experiment. For each there is a record of its data, made of tables, and a function that draws it.

Most are panels of curves (:class:`Panel`), which one function draws (:func:`panels_figure`). Figures are matplotlib's,
made without its global state; save them with ``figure.savefig`` or show them by
:func:`smatchproof.reports.figures.svg.svg`.
One pair with its alignments is drawn by :func:`smatchproof.reports.drawings.pair_drawing.pair_drawing`.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from smatchproof.base.errors import short
from smatchproof.experiments.findings.anytime import SECONDS, STEPS, TARGETS, Anytime
from smatchproof.experiments.findings.gaps import FEWEST, Gaps
from smatchproof.experiments.findings.method_comparison import PerformanceProfile
from smatchproof.experiments.tables import OPTIMUM, Accuracy, Agreement, Totals
from smatchproof.inference.interval import Interval
from smatchproof.reports.figures.figure_style import (
    GREY,
    INK,
    PAPER,
    label_axes,
    legend,
    literal_text,
    logarithmic,
    new_figure,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Style(NamedTuple):
    """The look of a method in all figures."""

    colour: str
    marker: str
    dash: str


_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#bb6496", "#b07a00", "#3a8fc4", "#8c6d46")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "*")
_DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)))
_OPTIMAL = Style(INK, "*", "-")
MOST_PANELS, ACROSS = 12, 3
"""The most small panels of a figure, and the most in a row."""
_LONGEST_TICK = 20
"""The most letters of the name of a place."""
MOST_STAIRS = 5_000
"""The most values that are drawn: of more, the drawn ones differ by less than a tenth of a point in their shares."""


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


# ---- panels of curves


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a figure, such as that of a method: `y` at places `x`.

    `most` has the most that each `y` may be, where optima are not proved, and `bands` the 95% bands that are known.
    Points are marked, or only the last one of a line and of stairs, which go up at their places.
    """

    name: str
    x: Sequence[float]
    y: Sequence[float]
    most: Sequence[float] = ()
    bands: Sequence[Interval | None] = ()
    kind: Literal["points", "line", "stairs"] = "points"

    @classmethod
    def of_intervals(
        cls, name: str, x: Sequence[float], values: Sequence[Interval], bands: Sequence[Interval | None] = (),
        scale: int = 1,
    ) -> Curve:  # fmt: skip
        """A curve of intervals, times `scale`."""
        low, high = zip(*values, strict=True)
        scaled = tuple(band and Interval(scale * band.low, scale * band.high) for band in bands)
        return cls(name, x, tuple(scale * each for each in low), tuple(scale * each for each in high), scaled)


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves with common axes. `ticks` are the names of the places 0, 1, ..., where these are no numbers.

    The values of `y_range` that are given are the ends of the axis. The scale of the vertical axis may be that of gaps:
    logarithmic above 0.1.
    """

    curves: Sequence[Curve]
    x_label: str = ""
    y_label: str = ""
    title: str = ""
    ticks: Sequence[str] = ()
    y_range: tuple[float | None, float | None] = (None, None)
    has_log_x: bool = False
    has_log_y: bool = False
    has_gap_scale: bool = False


@literal_text()
def panels_figure(panels: Sequence[Panel], looks: Mapping[str, Style] | None = None) -> Figure:
    """The first :data:`MOST_PANELS` panels, three in a row; labels that all share stand once, and so does their axis
    unless some of the panels would be squeezed on it.

    A bar stands from the least to the most that a value may be, and a band is shaded; the optimum is the thick line.

    >>> curve = Curve("R", (5.0, 10.0), (1.0, 2.0), (1.0, 2.5))
    >>> figure = panels_figure([Panel([curve], "size", "gap", "news"), Panel([curve], "size", "gap", "web")])
    >>> [axes.get_title() for axes in figure.axes], figure.get_supxlabel(), len(figure.axes[0].get_lines())
    (['news', 'web'], 'size', 2)
    """
    shown = panels[:MOST_PANELS]
    looks = looks or styles(list(dict.fromkeys(curve.name for panel in shown for curve in panel.curves)))
    across = min(ACROSS, len(shown))
    down = -(-len(shown) // across)
    figure = new_figure(7.2 if len(shown) == 1 else 10.5, 4.3 if len(shown) < ACROSS else 0.9 + 2.4 * down)
    one_x, one_y = (
        len({*labels}) == 1 < len(shown) for labels in ([p.x_label for p in shown], [p.y_label for p in shown])
    )
    has_ticks = any(panel.ticks for panel in shown)
    grid = figure.subplots(
        down, across, squeeze=False, sharex=one_x and not has_ticks and _are_alike(shown), sharey=one_y
    )
    for axes, panel in zip(grid.flat, shown, strict=False):
        _draw_panel(axes, panel, looks)
        label_axes(axes, "" if one_x else panel.x_label, "" if one_y else panel.y_label)
    for axes, panel in zip(grid.flat, shown, strict=False):  # an axis with an end no longer makes room for a curve
        for end, value in zip(("bottom", "top"), panel.y_range, strict=True):
            if value is not None:
                axes.set_ylim(**{end: value})
    for axes in grid.flat[len(shown) :]:
        axes.remove()
    common: dict[str, Any] = {"fontsize": 9, "color": INK}
    if one_x:
        figure.supxlabel(shown[0].x_label, **common)
    if one_y:
        figure.supylabel(shown[0].y_label, **common)
    legend(figure, grid[0][0])
    return figure


def _are_alike(panels: Sequence[Panel]) -> bool:
    """Whether the places of every panel take a third of those of the widest at least."""
    places = [[x for curve in panel.curves for x in curve.x] for panel in panels]
    widths = [max(some) - min(some) for some in places if some]
    return not widths or 3 * min(widths) >= max(widths)


def _draw_panel(axes: Axes, panel: Panel, looks: Mapping[str, Style]) -> None:
    for number, curve in enumerate(panel.curves):  # the first is the widest: where curves are one, all show
        width, shade = max(1.2, 2.6 - 0.4 * number), min(0.12, 0.5 / len(panel.curves))
        _draw_curve(axes, curve, looks[curve.name], width, shade)
    axes.set_title(panel.title, fontsize=10, color=INK)
    if panel.ticks:
        _name_ticks(axes, panel.ticks)
    if panel.has_log_x:
        logarithmic(axes, "x")
    if panel.has_log_y:
        logarithmic(axes, "y")
    if panel.has_gap_scale:
        axes.set_yscale("symlog", linthresh=0.1, linscale=0.4)
        axes.yaxis.set_major_formatter("{x:g}")


def _name_ticks(axes: Axes, names: Sequence[str]) -> None:
    """Write names at the places 0, 1, ...: upright where they are too long side by side, and not all if they are many.

    A letter is at most 0.08 inches wide, a line 0.16 inches high.
    """
    figure, grid = axes.get_figure(), axes.get_gridspec()
    assert figure is not None and grid is not None
    width = 0.8 * figure.get_figwidth() / grid.ncols  # type: ignore[union-attr]
    longest = max(map(len, names))
    is_upright = 0.08 * (longest + 2) * len(names) > width
    step = math.ceil(0.16 * len(names) / width) if is_upright else 1
    shown = [short(name, _LONGEST_TICK) for name in names[::step]]
    axes.set_xticks(range(0, len(names), step), shown, rotation=90 if is_upright else 0)


def _draw_curve(axes: Axes, curve: Curve, look: Style, width: float, shade: float) -> None:
    x, y = list(curve.x), list(curve.y)
    common: dict[str, Any] = {"label": curve.name, "color": look.colour, "linestyle": look.dash}
    if curve.name == OPTIMUM and len(x) > 1:
        axes.fill_between(x, y, curve.most, color=INK, alpha=0.15)
        axes.plot(x, y, linewidth=2.4, zorder=2, **common)
        return
    if curve.kind == "points":
        edge: dict[str, Any] = {"markeredgecolor": PAPER, "markeredgewidth": 0.4}
        axes.plot(x, y, linewidth=1.4, marker=look.marker, markersize=4.5 if len(x) > 1 else 8, **edge, **common)
    else:
        axes.plot(x, y, drawstyle="steps-post" if curve.kind == "stairs" else "default", linewidth=width, **common)
        axes.plot(x[-1:], y[-1:], color=look.colour, marker=look.marker, markersize=5)
    if curve.bands:
        stated = [band or Interval(float("nan"), float("nan")) for band in curve.bands]
        low, high = ([band[end] for band in stated] for end in (0, 1))
        axes.fill_between(x, low, high, color=look.colour, alpha=shade, linewidth=0)
        axes.vlines(x, low, high, color=look.colour, alpha=0.35, linewidth=0.8)
    for place, least, most in zip(x, y, curve.most, strict=False):
        if most > least:
            axes.plot([place, place], [least, most], color=look.colour, linewidth=2.6, alpha=0.6)


# ---- what panels show

_SIZE_LABEL, _GAP_LABEL = "variables of the larger graph", "mean gap (triples, log scale above 0.1)"


def size_panels(rows: Iterable[Gaps]) -> tuple[Panel, ...]:
    """Gap against size: missed triples and share of missed pairs, from the rows of one source by size."""
    by_method: dict[str, list[tuple[float, Gaps]]] = defaultdict(list)
    for row in rows:
        by_method[row.method].append((row.mean_size, row))
    if not by_method:
        return ()
    missed = [
        Curve.of_intervals(
            method,
            [size for size, _ in some],
            [row.missed for _, row in some],
            [row.missed_band if row.clusters >= FEWEST else None for _, row in some],
            scale=100,
        )
        for method, some in by_method.items()
    ]
    return gap_panel(by_method.values(), _SIZE_LABEL), Panel(missed, _SIZE_LABEL, "pairs missed (%)", y_range=(0, None))


def gap_panel(methods: Iterable[Sequence[tuple[float, Gaps]]], label: str) -> Panel:
    """Mean gap against a feature of pairs: the rows of each method, each with the mean of the feature in its bin."""
    curves = [
        Curve.of_intervals(
            rows[0][1].method,
            [value for value, _ in rows],
            [row.gap for _, row in rows],
            [row.gap_band for _, row in rows],
        )
        for rows in methods
    ]
    return Panel(curves, label, _GAP_LABEL, y_range=(0, None), has_gap_scale=True)


def agreement_panels(rows: Iterable[Agreement]) -> tuple[Panel, ...]:
    """Agreement over the groups, as in Figure 1 of Cai & Knight (2013): a panel for each two annotators of a source."""
    couples: dict[tuple[str, str], dict[str, Agreement]] = defaultdict(dict)
    for row in rows:
        couples[row.left, row.right][row.method] = row
    return tuple(
        Panel(
            [_group_curve(row, row.method, curves[OPTIMUM].groups) for row in curves.values()],
            "group",
            "F1 (%)",
            f"{left} – {right}",
            curves[OPTIMUM].groups,
        )
        for (left, right), curves in couples.items()
    )


def consensus_panel(rows: Sequence[Agreement]) -> Panel:
    """Figure 1 of Cai & Knight (2013): the score of each annotator against the consensus over the groups."""
    groups = tuple(dict.fromkeys(group for row in rows for group in row.groups))
    curves = [_group_curve(row, row.left, groups) for row in rows]
    return Panel(curves, "group", f"F1 against {rows[0].right} (%)", ticks=groups)


def _group_curve(row: Agreement, name: str, groups: Sequence[str]) -> Curve:
    """The scores over all groups; none where a group has no score."""
    known, nothing = dict(zip(row.groups, row.f1, strict=True)), Interval(float("nan"), float("nan"))
    return Curve.of_intervals(name, range(len(groups)), [known.get(group, nothing) for group in groups], scale=100)


def anytime_panels(rows: Sequence[Anytime], *, targets: bool = False) -> tuple[Panel, ...]:
    """The share of runs that have reached the optimum, or of runs and `targets` (gaps), by steps and by seconds."""
    of, label = (len(TARGETS), "runs and targets reached (%)") if targets else (1, "runs at the optimum (%)")
    steps = [_stairs(row.method, row.target_steps if targets else row.steps, of * row.runs, 1.0) for row in rows]
    seconds = [_stairs(row.method, row.target_seconds if targets else row.seconds, of * row.runs, 1e-6) for row in rows]
    return _by_effort(label, (steps, _STEPS_LABEL), (seconds, _SECONDS_LABEL))


def gap_left_panels(rows: Sequence[Anytime]) -> tuple[Panel, ...]:
    """The mean gap that is left, as a share of the optimum, by steps and by seconds."""

    def curve(method: str, grid: Sequence[float], gaps: Sequence[float]) -> Curve:
        return Curve(method, grid[: len(gaps)], [100 * gap for gap in gaps], kind="line")

    steps = [curve(row.method, STEPS, row.gap_at_steps) for row in rows]
    seconds = [curve(row.method, SECONDS, row.gap_at_seconds) for row in rows]
    panels = _by_effort(
        "mean gap (% of the optimum, log scale above 0.1)", (steps, _STEPS_LABEL), (seconds, _SECONDS_LABEL)
    )
    return tuple(replace(panel, y_range=(0, 120), has_gap_scale=True) for panel in panels)


def profile_panels(rows: Sequence[PerformanceProfile]) -> tuple[Panel, ...]:
    """The share of pairs that a method solves within a number of times the seconds of the fastest method."""
    curves = [_stairs(row.method, row.ratios, row.pairs, 1.0) for row in rows]
    return _by_effort("pairs solved (%)", (curves, "times the seconds of the fastest (log scale)"))


_STEPS_LABEL, _SECONDS_LABEL = "steps of the search (log scale)", "seconds (log scale)"


def _by_effort(y_label: str, *parts: tuple[Sequence[Curve], str]) -> tuple[Panel, ...]:
    """A panel of shares for each measure of effort, with its label, that has curves."""
    return tuple(
        Panel(curves, label, y_label, y_range=(0, 102), has_log_x=True)
        for curves, label in parts
        if any(curve.x for curve in curves)
    )


def trade_off_panel(rows: Iterable[Accuracy]) -> Panel:
    """Accuracy against time, each method a point with its 95% band; a bar where optima are not proved.

    A method that failed on some pair has no point: it would be that of the pairs on which it did not, with their
    seconds. There is no band of too few clusters of pairs.
    """
    curves = [
        Curve.of_intervals(
            row.method, [max(row.seconds, 1e-4)], [row.pair_accuracy],
            [row.pair_band if row.clusters >= FEWEST else None], scale=100,
        )
        for row in rows
        if row.pair_accuracy and row.measured == row.pairs
    ]  # fmt: skip
    label = "seconds for all pairs, one run (log scale)"
    return Panel(curves, label, "pairs solved to the optimum (%)", y_range=(None, 104), has_log_x=True)


def _stairs(name: str, values: Sequence[float], of: int, least: float) -> Curve:
    """The share of `of` that is not above a value, at each value, or at some of very many; none is below `least`.

    >>> _stairs("S", [0.5, 2, 2], 4, 1.0).x, _stairs("S", [0.5, 2, 2], 4, 1.0).y
    ([1.0, 2, 2], [25.0, 50.0, 75.0])
    """
    step = -(-len(values) // MOST_STAIRS)
    places = sorted({*range(0, len(values), step), len(values) - 1}) if values else []
    return Curve(name, [max(least, values[at]) for at in places], [100 * (at + 1) / of for at in places], kind="stairs")


# ---- distribution over seeds


@literal_text()
def seed_figure(rows: Sequence[Totals], looks: Mapping[str, Style] | None = None) -> Figure:
    """The distribution over seeds: every run a point, with the median and the middle half of a method's runs.

    >>> row = Totals("news", "R", 9, (0.97, 0.98, 0.99), Interval(1.0, 1.0))
    >>> seed_figure([row]).axes[0].get_xlabel()
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
