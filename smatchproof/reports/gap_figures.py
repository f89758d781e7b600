"""Figures of gaps against size and other features of pairs: what is drawn, made of tables, and what draws just that."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from smatchproof.experiments.gaps import FEWEST, Gaps
from smatchproof.inference.interval import Interval
from smatchproof.reports.experiment_figures import ACROSS, MOST_PANELS, Style, bars, line, styles
from smatchproof.reports.figure_style import INK, label_axes, legend, new_figure, with_literal_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class FeatureCurve:
    """A method's mean gap and share of missed pairs by the size of pairs, or by another feature, each with its band.

    `values` has the mean of the feature in each bin of pairs. Gaps and shares are intervals where optima are not
    proved. There is no band where there are too few pairs to tell.
    """

    method: str
    values: tuple[float, ...]
    gap: tuple[Interval, ...]
    gap_band: tuple[Interval | None, ...]
    missed: tuple[Interval, ...]
    missed_band: tuple[Interval | None, ...]


def size_curves(rows: Iterable[Gaps]) -> tuple[FeatureCurve, ...]:
    """The rows of one source by size, as curves."""
    by_method: dict[str, list[Gaps]] = defaultdict(list)
    for row in rows:
        by_method[row.method].append(row)
    return tuple(feature_curve([(row.mean_size, row) for row in some]) for some in by_method.values())


def feature_curve(rows: Sequence[tuple[float, Gaps]]) -> FeatureCurve:
    """The rows of one method, each with the mean of a feature in its bin, as a curve."""
    some = [row for _, row in rows]
    return FeatureCurve(
        some[0].method,
        tuple(value for value, _ in rows),
        tuple(row.gap for row in some),
        tuple(row.gap_band for row in some),
        tuple(row.missed for row in some),
        tuple(row.missed_band if row.clusters >= FEWEST else None for row in some),
    )


@with_literal_text
def size_figure(curves: Sequence[FeatureCurve], looks: Mapping[str, Style] | None = None) -> Figure:
    """Gap against size: what is missed, in triples and as a share of pairs, with 95% bands.

    A bar stands from the least to the most that may be missed, where optima are not proved.

    >>> found, band = (Interval(1.0, 1.0), Interval(2.0, 2.5)), (None, Interval(1.0, 3.0))
    >>> curve = FeatureCurve("R", (5.0, 10.0), found, band, found, band)
    >>> [axes.get_ylabel() for axes in size_figure([curve]).axes]
    ['mean gap (triples, log scale above 0.1)', 'pairs missed (%)']
    """
    looks = looks or styles([curve.method for curve in curves])
    figure = new_figure(10.5, 4.3)
    gap, missed = figure.subplots(1, 2)
    for curve in curves:
        look = looks[curve.method]
        for axes, values, band, scale in (
            (gap, curve.gap, curve.gap_band, 1),
            (missed, curve.missed, curve.missed_band, 100),
        ):
            _banded(axes, curve, values, band, look, scale, min(0.12, 0.5 / len(curves)))
    _gap_axis(gap)
    label_axes(gap, "variables of the larger graph", "mean gap (triples, log scale above 0.1)")
    label_axes(missed, "variables of the larger graph", "pairs missed (%)")
    for axes in (gap, missed):
        axes.set_ylim(bottom=0)
    missed.set_ylim(top=min(102, missed.get_ylim()[1]))
    legend(figure, gap)
    return figure


@with_literal_text
def feature_figure(
    panels: Sequence[tuple[str, Sequence[FeatureCurve]]], looks: Mapping[str, Style] | None = None
) -> Figure:
    """Mean gap against features of pairs, a panel for each, with 95% bands and bars as in :func:`size_figure`.

    >>> found, band = (Interval(1.0, 1.0), Interval(2.0, 2.5)), (None, Interval(1.0, 3.0))
    >>> curve = FeatureCurve("R", (0.0, 4.0), found, band, found, band)
    >>> [axes.get_xlabel() for axes in feature_figure([("re-entrancies", [curve])]).axes]
    ['re-entrancies']
    """
    looks = looks or styles(list(dict.fromkeys(curve.method for _, curves in panels for curve in curves)))
    figure = new_figure(10.5 if len(panels) > 1 else 6.5, 4.3)
    grid = figure.subplots(1, len(panels), squeeze=False, sharey=True)[0]
    for axes, (words, curves) in zip(grid, panels, strict=True):
        for curve in curves:
            shade = min(0.12, 0.5 / len(curves))
            _banded(axes, curve, curve.gap, curve.gap_band, looks[curve.method], 1, shade)
        _gap_axis(axes)
        label_axes(axes, words, "mean gap (triples, log scale above 0.1)" if axes is grid[0] else "")
        axes.set_ylim(bottom=0)
    legend(figure, grid[0])
    return figure


def _gap_axis(axes: Axes) -> None:
    axes.set_yscale("symlog", linthresh=0.1, linscale=0.4)
    axes.yaxis.set_major_formatter("{x:g}")


def _banded(
    axes: Axes,
    curve: FeatureCurve,
    values: Sequence[Interval],
    band: Sequence[Interval | None],
    look: Style,
    scale: int,
    shade: float,
) -> None:
    """A curve with its band, and a bar at each value that is an interval."""
    line(axes, curve.values, [scale * value.low for value in values], look, curve.method)
    nothing = Interval(float("nan"), float("nan"))
    stated = [each or nothing for each in band]
    low, high = [scale * each.low for each in stated], [scale * each.high for each in stated]
    axes.fill_between(curve.values, low, high, color=look.colour, alpha=shade, linewidth=0)
    axes.vlines(curve.values, low, high, color=look.colour, alpha=0.35, linewidth=0.8)
    bars(axes, curve.values, values, look, scale)


@with_literal_text
def size_panels_figure(
    panels: Sequence[tuple[str, Sequence[FeatureCurve]]], looks: Mapping[str, Style] | None = None
) -> Figure:
    """Mean gap against size, a small panel for each source (at most twelve), all with the same axes.

    A bar stands from the least to the most that may be missed, where optima are not proved.

    >>> found, band = (Interval(1.0, 1.0), Interval(2.0, 2.5)), (None, None)
    >>> curve = FeatureCurve("R", (5.0, 10.0), found, band, found, band)
    >>> [axes.get_title() for axes in size_panels_figure([("news", [curve]), ("web", [curve])]).axes]
    ['news', 'web']
    """
    shown = panels[:MOST_PANELS]
    looks = looks or styles(list(dict.fromkeys(curve.method for _, curves in shown for curve in curves)))
    across = min(ACROSS, len(shown))
    down = -(-len(shown) // across)
    figure = new_figure(10.5, 0.9 + 2.4 * down)
    grid = figure.subplots(down, across, squeeze=False, sharex=True, sharey=True)
    for axes, (source, curves) in zip(grid.flat, shown, strict=False):
        for curve in curves:
            line(axes, curve.values, [value.low for value in curve.gap], looks[curve.method], curve.method)
            bars(axes, curve.values, curve.gap, looks[curve.method])
        axes.set_title(source, fontsize=10, color=INK)
        label_axes(axes, "", "")
    for axes in grid.flat[len(shown) :]:
        axes.remove()
    figure.supxlabel("variables of the larger graph", fontsize=9, color=INK)
    figure.supylabel("mean gap (triples)", fontsize=9, color=INK)
    legend(figure, grid[0][0])
    return figure
