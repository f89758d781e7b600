"""The colours of pages and drawings, light and dark: each has a name, by which a page sets it as a CSS variable."""

from __future__ import annotations

from typing import NamedTuple


class Colour(NamedTuple):
    """A colour on light and on dark paper."""

    light: str
    dark: str


THEME = {
    "paper": Colour("#fffdf8", "#1d1f21"),
    "box": Colour("#fffffe", "#282b2e"),
    "stripe": Colour("#f7f3ea", "#25282b"),
    "rule": Colour("#ddd7cb", "#3d4145"),
    "ink": Colour("#2b2b2b", "#e4e2dd"),
    "soft": Colour("#6b665e", "#a5a099"),
    "faint": Colour("#8c867d", "#868c92"),
    "link": Colour("#0a5a9c", "#86bff0"),
    "matched": Colour("#16744f", "#63c79f"),
    "missed": Colour("#a03d00", "#f2a173"),
    "aligned": Colour("#96690f", "#d8a23a"),
}
"""Text is `ink`, `soft`, `link`, `matched` or `missed`, with a contrast of 4.5 to the paper, a box and a stripe; lines
that carry a meaning may also be `faint` or `aligned`, with a contrast of 3. A `rule` only decorates."""


def variables(dark: bool = False) -> str:
    """The declarations of all colours as CSS variables.

    >>> variables()[:33]
    '--paper: #fffdf8; --box: #fffffe;'
    """
    return " ".join(f"--{name}: {colour[dark]};" for name, colour in THEME.items())


def themed(name: str) -> str:
    """The value of a colour in CSS: that of the page, and the light one on a page that sets none.

    >>> themed("ink")
    'var(--ink, #2b2b2b)'
    """
    return f"var(--{name}, {THEME[name].light})"
