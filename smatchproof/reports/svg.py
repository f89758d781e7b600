"""A matplotlib figure as SVG text that stands inside an HTML page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from smatchproof.reports.figure_style import BOX, GREY, INK, MATCHED, PAPER, UNMATCHED, with_literal_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_THEMED = {INK: "ink", GREY: "soft", PAPER: "paper", BOX: "box", MATCHED: "matched", UNMATCHED: "faint"}
"""The colours that a page may set, each with the name of its CSS variable."""


@with_literal_text
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
