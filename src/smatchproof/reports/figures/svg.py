"""A matplotlib figure as SVG text that stands inside an HTML page."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from smatchproof.reports.drawings.colours import THEME, themed
from smatchproof.reports.figures.figure_style import literal_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_THEMED = ("ink", "soft", "paper")
"""The colours of figures that a page may set."""


@literal_text()
def svg(figure: Figure, prefix: str = "", label: str = "") -> str:
    """A figure as SVG to stand inside a page, no wider than the page; the same figure gives the same text.

    Ink and paper take their colours from the page, where it has such variables (``--ink``, ``--soft``, ``--paper``).
    With a `prefix` the ids are unique among several figures of one page; `label` describes the figure for readers who
    cannot see it.

    >>> from smatchproof.reports.figures.figure_style import new_figure
    >>> svg(new_figure(1, 1), label="nothing yet")[:39]
    '<svg role="img" aria-label="nothing yet'
    """
    from io import StringIO

    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "smatchproof", "svg.fonttype": "none"}):
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    whole = text.getvalue()
    head, body = whole[whole.index("<svg") :].rstrip().split(">", 1)
    whole = f'{head} style="max-width: 100%; height: auto">{body}'
    whole = re.sub(r"<[^>]+>", _shortened, re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "\N{REPLACEMENT CHARACTER}", whole))
    for name in _THEMED:
        whole = whole.replace(f": {THEME[name].light}", f": {themed(name)}")
    if prefix:
        whole = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{prefix}-", whole)
    words = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return whole.replace("<svg", f"<svg {words}", 1)


def svg_file(figure: Figure, label: str) -> str:
    """A figure as an SVG file of its own: without the variables of a page, which many viewers do not know."""
    return re.sub(r"var\(--\w+, (#[0-9a-fA-F]+)\)", r"\1", svg(figure, label=label)) + "\n"


def _shortened(tag: re.Match[str]) -> str:
    """A tag whose coordinates have two decimals: hundredths of a point are fine enough."""
    return re.sub(r"(\.\d\d)\d+", r"\1", tag[0])
