"""The shared style of the matplotlib figures: colours, labelled axes, legend, text drawn literally."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from smatchproof.reports.drawings.colours import THEME

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, GREY, PAPER = (THEME[name].light for name in ("ink", "soft", "paper"))
"""Colours of text, of secondary text and lines, and of the background."""
DIFFERENT = "#d55e00"
"""The colour of what differs between two scores."""


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of that many inches.

    >>> float(new_figure(4, 3).get_figwidth())
    4.0
    """
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), facecolor=PAPER, layout="constrained")


def label_axes(axes: Axes, x: str, y: str) -> None:
    """Label both axes and give them the shared style: thin grid, no upper and no right spine."""
    axes.set_facecolor(PAPER)
    axes.set_xlabel(x, fontsize=9, color=INK)
    axes.set_ylabel(y, fontsize=9, color=INK)
    axes.tick_params(labelsize=8, colors=INK)
    axes.grid(color=GREY, alpha=0.25, linewidth=0.6)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(GREY)


def logarithmic(axes: Axes, direction: Literal["x", "y"]) -> None:
    """Make an axis logarithmic, with plain numbers at its ticks: at the powers of ten, or 1, 2, 5, ... in between.

    Small numbers are long: these have ticks in between over two powers of ten at most.
    """
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    axes.set(**{f"{direction}scale": "log"})
    axis = axes.xaxis if direction == "x" else axes.yaxis
    low, high = axis.get_view_interval()
    is_narrow = high < low * (1000 if low > 1e-4 else 100)
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if is_narrow else (1,), numticks=9))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: plain_number(value)))


def plain_number(value: float) -> str:
    """A number as one reads it on an axis.

    >>> [plain_number(value) for value in (0.0001, 0.5, 10.0, 25000.0, 3e6)]
    ['0.0001', '0.5', '10', '25,000', '3,000,000']
    """
    return f"{value:,.6f}".rstrip("0").rstrip(".")


def legend(figure: Figure, axes: Axes, names: Iterable[str] = ()) -> None:
    """Put a legend above the panels, for the lines of any of them that have these names as labels.

    Without names it has all labels of `axes` but those with an underscore first, which Matplotlib leaves out. It begins
    at the left, so that it is in sight where a narrow page shows the left of a figure only.
    """
    lines = {str(line.get_label()): line for panel in reversed(figure.axes) for line in reversed(panel.get_lines())}
    names = [*names] or axes.get_legend_handles_labels()[1]
    named = {name: lines[name] for name in names if name in lines}
    widest = max(map(len, named), default=1)
    columns = max(1, min(len(named), int(figure.get_figwidth() / (0.55 + 0.075 * widest))))
    style: dict[str, Any] = {"fontsize": 8.5, "frameon": False, "labelcolor": INK, "borderpad": 0.1}
    figure.legend([*named.values()], [*named], loc="outside upper left", ncols=columns, **style)


def merged(points: Iterable[tuple[float, float]], cells: int = 200) -> dict[tuple[float, float], list[int]]:
    """Points as dots in the cells of a grid, with the numbers of the points of each, from 0; `cells` to a unit.

    >>> merged([(0.5, 0.751), (0.5, 0.75), (1.0, 1.0)])
    {(0.5, 0.75): [0, 1], (1.0, 1.0): [2]}
    """
    dots: dict[tuple[float, float], list[int]] = {}
    for number, (x, y) in enumerate(points):
        dots.setdefault((round(x * cells) / cells, round(y * cells) / cells), []).append(number)
    return dots


def scatter(
    axes: Axes,
    points: Iterable[tuple[float, float]],
    colour: str,
    cells: int = 200,
) -> None:
    """Draw points as dots, larger where they are several."""
    classes: dict[int, list[tuple[float, float]]] = {}  # an SVG names the shape of each class once
    for dot, numbers in merged(points, cells).items():
        classes.setdefault(len(numbers).bit_length(), []).append(dot)
    for size, dots in sorted(classes.items(), reverse=True):  # small ones above
        xs, ys = zip(*dots, strict=True)
        axes.scatter(xs, ys, (1.8 + 0.8 * size) ** 2, colour, alpha=0.6, linewidths=0, zorder=2)


@contextmanager
def literal_text() -> Iterator[None]:
    """While it runs, text is drawn as it is: ``$`` starts no formula, and a glyph that a font lacks is no warning.

    It decorates what draws, since names and values can hold any text.
    """
    import warnings

    import matplotlib

    with matplotlib.rc_context({"text.parse_math": False}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        yield
