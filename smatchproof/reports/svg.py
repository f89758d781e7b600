"""The shared style of the matplotlib figures: colours, axes, legend; and a figure as SVG text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MATCHED, UNMATCHED, PAPER = "#1a7f5a", "#b9b4ac", "#fffdf8"
INK, GREY, BOX, DIFFERENT = "#2b2b2b", "#77726a", "#fffffe", "#d55e00"
_THEMED = {INK: "ink", GREY: "soft", PAPER: "paper", BOX: "box", MATCHED: "matched", UNMATCHED: "faint"}


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of that many inches.

    >>> float(new_figure(4, 3).get_figwidth())
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


if TYPE_CHECKING:
    from matplotlib.figure import Figure


_Arguments = ParamSpec("_Arguments")


_Drawn = TypeVar("_Drawn")


@contextmanager
def any_text() -> Iterator[None]:
    """Text is what it is: a dollar sign starts no formula, and a page has the characters that a font here lacks."""
    import warnings

    import matplotlib

    with matplotlib.rc_context({"text.parse_math": False}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        yield


def of_any_text(draw: Callable[_Arguments, _Drawn]) -> Callable[_Arguments, _Drawn]:
    """A function that draws, made safe for names and values of any kind."""

    @wraps(draw)
    def safe(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> _Drawn:
        with any_text():
            return draw(*arguments, **options)

    return safe


@of_any_text
def svg(figure: Figure, prefix: str = "", label: str = "") -> str:
    """A figure as SVG to stand inside a page, no wider than the page; the same figure gives the same text.

    Ink, paper and what is drawn with them take their colours from the page, where it has such variables (``--ink``,
    ``--soft``, ``--faint``, ``--paper``, ``--box``, ``--matched``). With a `prefix` the ids are unique among several
    figures of one page; `label` says what a reader who sees none would miss.

    >>> from smatchproof.reports.pair_figures import graph_figure
    >>> svg(graph_figure({0: "a"}, []), label="one vertex")[:38]
    '<svg role="img" aria-label="one vertex'
    """
    from html import escape
    from io import StringIO

    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "smatchproof", "svg.fonttype": "none"}):
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    whole = text.getvalue()
    head, body = whole[whole.index("<svg") :].rstrip().split(">", 1)
    whole = f'{head} style="max-width: 100%; height: auto">{body}'
    whole = re.sub(r"<[^>]+>", _shortened, re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "\N{REPLACEMENT CHARACTER}", whole))
    for colour, name in _THEMED.items():
        whole = whole.replace(f": {colour}", f": var(--{name}, {colour})")
    if prefix:
        whole = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{prefix}-", whole)
    words = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return whole.replace("<svg", f"<svg {words}", 1)


def _shortened(tag: re.Match[str]) -> str:
    """A tag whose coordinates have two decimals: hundredths of a point are fine enough."""
    return re.sub(r"(\.\d\d)\d+", r"\1", tag[0])
