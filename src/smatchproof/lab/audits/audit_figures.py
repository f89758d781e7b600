"""Figures of an audit: scores in both directions, and their densities.

They show what Figures 4 and 9 of Opitz, Parcalabescu & Frank (TACL 2020) are about.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from smatchproof.lab.audits.audit import Audit, MetricAudit
from smatchproof.lab.audits.correlation import ROUNDING
from smatchproof.lab.audits.principles import VIOLATION
from smatchproof.reports.figures.figure_style import (
    DIFFERENT,
    GREY,
    INK,
    label_axes,
    literal_text,
    merged,
    new_figure,
    scatter,
)
from smatchproof.reports.figures.panels import Curve, Panel, panels_figure
from smatchproof.reports.figures.svg import svg_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_ACROSS = 3
_CELLS = (200, 60, 50, 40, 30, 25, 16, 12, 4, 1)
_DOTS = 2_000
"""In all panels together: an SVG holds some 100 characters for each."""
_POINTS, _BARS = 241, 20


def audit_figures(audit: Audit) -> dict[str, str]:
    """The figures of an audit as SVG, by file name: ``symmetry.svg`` and ``densities.svg``.

    Each is drawn from the numbers of the audit alone, and the same audit gives the same text. Takes time linear in the
    number of pairs; a file stays below some 300 kB, because points that would hide each other are drawn as one.

    >>> from smatchproof.public import Block
    >>> from smatchproof.lab.audits.audit import AuditRequest, AuditPlan, audit, audit_pairs
    >>> from smatchproof.scoring.metrics.sembleu import SemBleuMetric
    >>> block = Block("text", 1, 0, None, b"(w / want-01 :ARG0 (b / boy))")
    >>> plan = AuditPlan((SemBleuMetric(),))
    >>> sorted(audit_figures(audit(plan, list(audit_pairs([(block, block)], plan)), AuditRequest(bias=False))))
    ['densities.svg', 'symmetry.svg']
    """
    metrics = audit.metrics
    figures = {
        "symmetry.svg": (symmetry_figure(metrics), "Figure 4: each pair's score against that of its graphs exchanged"),
        "densities.svg": (densities_figure(metrics), "Figure 9: density of the scores of each metric"),
    }
    return {name: svg_file(figure, words) for name, (figure, words) in figures.items()}


# ---- symmetry


@literal_text()
def symmetry_figure(metrics: Sequence[MetricAudit]) -> Figure:
    """A panel for each metric: f(A, B) across and f(B, A) upwards; dots off the diagonal violate symmetry."""
    cells = next(cells for cells in _CELLS if sum(len(merged(m.values, cells)) for m in metrics) <= _DOTS)
    down = -(-len(metrics) // _ACROSS)
    across = -(-len(metrics) // down)
    figure = new_figure(3.5 * across + 0.4, 3.5 * down + 0.3)
    grid = figure.subplots(down, across, squeeze=False).flat
    for axes in grid[len(metrics) :]:
        axes.remove()
    for axes, metric in zip(grid, metrics, strict=False):
        low, high = _span([metric])
        margin = 0.03 * (high - low)
        axes.axline((low, low), slope=1, color=GREY, linewidth=0.8, zorder=1)
        scatter(axes, [(x, y) for x, y in metric.values if abs(x - y) <= VIOLATION], GREY, cells)
        scatter(axes, [(x, y) for x, y in metric.values if abs(x - y) > VIOLATION], DIFFERENT, cells)
        axes.set(xlim=(low - margin, high + margin), ylim=(low - margin, high + margin), aspect="equal")
        found = metric.symmetry
        counted = f"{found.unequal:,} of {found.pairs:,} differ ({100 * found.share:.1f}%)"
        title = f"{metric.name}\n{counted}, mean {found.mean:.4f}"
        axes.set_title(title, fontsize=9, color=INK)
        label_axes(axes, "score(A, B)", "score(B, A)")
    words = "grey: both scores are equal; orange: they differ; a larger dot is several pairs"
    figure.supxlabel(fill(words, int(14 * figure.get_figwidth())), fontsize=8, color=GREY)  # letters of 8 points
    return figure


# ---- densities


def densities_figure(metrics: Sequence[MetricAudit]) -> Figure:
    """The density of each metric's scores: a Gaussian kernel with Scott's bandwidth, or bars where there is no kernel.

    A kernel reaches beyond the range of scores; that part is reflected at its ends, so that the area stays 1.
    """
    span, curves = _span(metrics), []
    for metric in metrics:
        x, y, stepped = density([forward for forward, _ in metric.values], span)
        curves.append(Curve(metric.name, x, y, kind="stairs" if stepped else "line"))
    return panels_figure([Panel(curves, "score of a pair", "density", y_range=(0, None))])


def density(scores: Sequence[float], span: tuple[float, float]) -> tuple[list[float], list[float], bool]:
    """Return places, densities there, and whether these are bars (to the next place), which end at 0.

    Scores that are all alike have no spread to smooth with, and one score has none at all.

    >>> x, y, stepped = density([0.5, 0.5], (0.0, 1.0))
    >>> stepped, round(max(y), 6), x[y.index(max(y))]
    (True, 20.0, 0.5)
    """
    import numpy as np
    from scipy.stats import gaussian_kde  # type: ignore[import-untyped]

    low, high = span
    if np.ptp(scores) <= ROUNDING:
        heights, edges = np.histogram(scores[:1], bins=_BARS, range=span, density=True)
        return edges.tolist(), [*heights.tolist(), 0.0], True
    kernel = gaussian_kde(scores)
    x = np.linspace(low, high, _POINTS)
    y = kernel(x) + kernel(2 * low - x) + kernel(2 * high - x)
    return x.tolist(), y.tolist(), False


# ---- common parts of the figures


def _span(metrics: Sequence[MetricAudit]) -> tuple[float, float]:
    """From 0 to 1, or further where a score lies outside."""
    scores = [score for metric in metrics for both in metric.values for score in both]
    return min(0.0, *scores), max(1.0, *scores)
