"""Panels of curves (:class:`Panel`), which one function draws (:func:`panels_figure`).

Figures are matplotlib's, made without its global state; save them with ``figure.savefig`` or show them by
:func:`smatchproof.reports.figures.svg.svg`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from smatchproof.base.record import Record
from smatchproof.inference.interval import Interval
from smatchproof.reports.figures.figure_style import (
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
MOST_PANELS, ACROSS = 12, 3
"""The most small panels of a figure, and the most in a row."""


def styles(methods: Sequence[str]) -> dict[str, Style]:
    """A colour, a marker and a dash for each method; no two are alike, and none differ in colour alone.

    >>> styles(["R", "S"])["S"]
    Style(colour='#d55e00', marker='s', dash='-')
    """
    return {
        method: Style(
            _COLOURS[number % len(_COLOURS)],
            _MARKERS[number % len(_MARKERS)],
            _DASHES[number // len(_COLOURS) % len(_DASHES)],  # type: ignore[arg-type]
        )
        for number, method in enumerate(methods)
    }


# ---- panels of curves


class Curve(Record):
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


class Panel(Record):
    """Curves with common axes.

    The values of `y_range` that are given are the ends of the axis. The scale of the vertical axis may be that of gaps:
    logarithmic above 0.1.
    """

    curves: Sequence[Curve]
    x_label: str = ""
    y_label: str = ""
    title: str = ""
    y_range: tuple[float | None, float | None] = (None, None)
    has_log_x: bool = False
    has_gap_scale: bool = False


@literal_text()
def panels_figure(
    panels: Sequence[Panel], looks: Mapping[str, Style] | None = None, behind: Collection[str] = ()
) -> Figure:
    """The first :data:`MOST_PANELS` panels, three in a row; labels that all share stand once, and so does their axis
    unless some of the panels would be squeezed on it.

    A bar stands from the least to the most that a value may be, and a band is shaded. Curves with names in `behind` are
    pale and without bands, behind the ones that the figure is about.

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
    grid = figure.subplots(down, across, squeeze=False, sharex=one_x and _are_alike(shown), sharey=one_y)
    drawn = [*zip(grid.flat, shown, strict=False)]
    for axes, panel in drawn:
        _draw_panel(axes, panel, looks, behind)
        label_axes(axes, "" if one_x else panel.x_label, "" if one_y else panel.y_label)
    for axes, panel in drawn:  # an axis with an end no longer makes room for a curve
        axes.set_ylim(*panel.y_range)
    for axes in grid.flat[len(shown) :]:
        axes.remove()
    common: dict[str, Any] = {"fontsize": 9, "color": INK}
    if one_x:
        figure.supxlabel(shown[0].x_label, **common)
    if one_y:
        figure.supylabel(shown[0].y_label, **common)
    legend(figure, grid[0][0], looks)
    return figure


def _are_alike(panels: Sequence[Panel]) -> bool:
    """Test whether the places of every panel take a third of those of the widest at least."""
    places = [[x for curve in panel.curves for x in curve.x] for panel in panels]
    widths = [max(some) - min(some) for some in places if some]
    return not widths or 3 * min(widths) >= max(widths)


def _draw_panel(axes: Axes, panel: Panel, looks: Mapping[str, Style], behind: Collection[str]) -> None:
    for number, curve in enumerate(panel.curves):  # the first is the widest: where curves are one, all show
        width, shade = max(1.2, 2.6 - 0.4 * number), min(0.12, 0.5 / len(panel.curves))
        _draw_curve(axes, curve, looks[curve.name], width, 0.0 if curve.name in behind else shade)
    axes.set_title(panel.title, fontsize=10, color=INK)
    if panel.has_log_x:
        logarithmic(axes, "x")
    elif all(float(x).is_integer() for curve in panel.curves for x in curve.x):
        alone = len(axes.get_shared_x_axes().get_siblings(axes)) == 1
        if alone and len(places := {x for curve in panel.curves for x in curve.x}) == 1:
            axes.set_xticks([*places])  # ticks on both sides of the only one would be fractions
        else:
            axes.locator_params("x", integer=True)
    if panel.has_gap_scale:
        axes.set_yscale("symlog", linthresh=0.1, linscale=0.4)
        axes.yaxis.set_major_formatter("{x:g}")


def _draw_curve(axes: Axes, curve: Curve, look: Style, width: float, shade: float) -> None:
    x, y = list(curve.x), list(curve.y)
    common: dict[str, Any] = {"label": curve.name, "color": look.colour, "linestyle": look.dash}
    if not shade:  # behind the curves that the figure is about
        common |= {"alpha": 0.45, "zorder": 1.5}
    if curve.kind == "points":
        edge: dict[str, Any] = {"markeredgecolor": PAPER, "markeredgewidth": 0.4, "clip_on": False}
        axes.plot(x, y, linewidth=1.4, marker=look.marker, markersize=4.5 if len(x) > 1 else 8, **edge, **common)
    else:
        axes.plot(x, y, drawstyle="steps-post" if curve.kind == "stairs" else "default", linewidth=width, **common)
        axes.plot(x[-1:], y[-1:], marker=look.marker, markersize=5, **{**common, "label": None})
    if curve.bands and shade:
        stated = [band or Interval(float("nan"), float("nan")) for band in curve.bands]
        low, high = ([band[end] for band in stated] for end in (0, 1))
        axes.fill_between(x, low, high, color=look.colour, alpha=shade, linewidth=0)
        axes.vlines(x, low, high, color=look.colour, alpha=0.35, linewidth=0.8)
    for place, least, most in zip(x, y, curve.most, strict=False):
        if most > least:
            axes.plot([place, place], [least, most], color=look.colour, linewidth=2.6, alpha=0.6)
