"""What all figures share: a sheet of the house's paper, a calm frame, a legend beside the panels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from smatchproof.reports.drawing import GREY, INK, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def sheet(width: float, height: float) -> Figure:
    """An empty figure of that many inches.

    >>> float(sheet(4, 3).get_figwidth())
    4.0
    """
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), facecolor=PAPER, layout="constrained")


def frame(axes: Axes, x: str, y: str) -> None:
    """Name the axes, and draw a calm frame around what they hold."""
    axes.set_facecolor(PAPER)
    axes.set_xlabel(x, fontsize=9, color=INK)
    axes.set_ylabel(y, fontsize=9, color=INK)
    axes.tick_params(labelsize=8, colors=INK)
    axes.grid(color=GREY, alpha=0.25, linewidth=0.6)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(GREY)


def legend(figure: Figure, axes: Axes) -> None:
    """Say beside the panels what the lines of one of them are."""
    handles, labels = axes.get_legend_handles_labels()
    options: dict[str, Any] = {"loc": "outside right upper", "fontsize": 8.5, "frameon": False, "labelcolor": INK}
    figure.legend(handles, labels, **options)
