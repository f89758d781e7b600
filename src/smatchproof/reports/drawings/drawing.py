"""The parts of drawings as SVG text: words, boxes, arrows, and the links of an alignment, without any package.

Words have a fixed width, which is written into the drawing (``textLength``), so that what is laid out here
is what every browser shows, whatever its fonts are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from smatchproof.base.characters import visible
from smatchproof.base.errors import columns
from smatchproof.base.record import Record
from smatchproof.reports.drawings.colours import themed, variables

Point = tuple[float, float]

SIZE, LINE = 12.0, 17.0
"""The size of words and the distance of their lines, in pixels."""
_GAP = 24.0  # between drawings side by side
_CHARACTER = 0.61  # width of a letter over its size: 0.60 in the usual fonts of fixed width, and some room
_FONT = "ui-monospace, 'SF Mono', Menlo, 'DejaVu Sans Mono', monospace"
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class Drawing(Record):
    """A drawing of `width` times `height` pixels: SVG elements, and a description in words."""

    width: float
    height: float
    elements: tuple[str, ...]
    description: str

    @property
    def svg(self) -> str:
        """The drawing as an element of a page; it takes its colours from the page, where this sets them."""
        return self._element("".join(self.elements))

    @property
    def file(self) -> str:
        """The drawing as a file of its own, with light and dark paper."""
        style = (
            f"<style>svg {{ {variables()} }} "
            f"@media (prefers-color-scheme: dark) {{ svg {{ {variables(dark=True)} }} }}</style>"
        )
        paper = f'<rect width="100%" height="100%" style="fill:{themed("paper")}"/>'
        return self._element("\n".join((style, paper, *self.elements))) + "\n"

    def _element(self, inside: str) -> str:
        words = escape(printable(self.description))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{words}" width="{self.width:.0f}" '
            f'height="{self.height:.0f}" viewBox="0 0 {self.width:.0f} {self.height:.0f}" '
            f'style="font-family:{_FONT};font-size:{SIZE:.0f}px">{inside}</svg>'
        )

    def _repr_svg_(self) -> str:
        return self.file


def side_by_side(drawings: Sequence[Drawing]) -> Drawing:
    """Drawings from left to right as one.

    >>> side_by_side([Drawing(10, 20, (), "one"), Drawing(10, 30, (), "two")]).description
    'one two'
    """
    elements, start = [], 0.0
    for each in drawings:
        elements += [f'<g transform="translate({start:.1f} 0)">', *each.elements, "</g>"]
        start += each.width + _GAP
    height = max((each.height for each in drawings), default=0)
    return Drawing(max(0.0, start - _GAP), height, tuple(elements), " ".join(each.description for each in drawings))


def printable(words: str) -> str:
    """Words with a picture of each character that is not seen, and a replacement for what XML cannot hold."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", visible(words))


def text_width(words: str, size: float = SIZE) -> float:
    """Estimate the width of words in pixels: characters of East Asian scripts and pictures are two letters wide.

    >>> text_width("boy") == 3 * text_width("b"), text_width("你") == 2 * text_width("b")
    (True, True)
    """
    return columns(printable(words)) * size * _CHARACTER


def text(
    at: Point, words: str, colour: str = "ink", *, size: float = SIZE, anchor: str = "start", kind: str = "",
    bold: bool = False, halo: bool = False,
) -> str:  # fmt: skip
    """Words on one line, their middle at the height of `at`; a `halo` of paper keeps lines out of them."""
    if not words.strip():
        return ""
    style = f"fill:{themed(colour)}"
    if bold:
        style += ";font-weight:700"
    if halo:
        style += f";stroke:{themed('paper')};stroke-width:4px;stroke-linejoin:round;paint-order:stroke"
    more = f' font-size="{size:.0f}"' if size != SIZE else ""
    more += f' text-anchor="{anchor}"' if anchor != "start" else ""
    x, y = at
    wide = f'textLength="{text_width(words, size):.1f}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text class="{kind or "words"}" x="{x:.1f}" y="{y:.1f}" dominant-baseline="central" xml:space="preserve" '
        f'{wide}{more} style="{style}">{escape(printable(words))}</text>'
    )


def box(corner: Point, width: float, height: float, *, colour: str, dashed: bool = False, thick: float = 1.0) -> str:
    """A box with round corners; a dashed border says by more than its colour that something does not match."""
    x, y = corner
    dash = ";stroke-dasharray:4 3" if dashed else ""
    return (
        f'<rect class="box" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="5" '
        f'style="fill:{themed("box")};stroke:{themed(colour)};stroke-width:{thick:g}{dash}"/>'
    )


def line(path: str, colour: str, *, kind: str, thick: float = 1.0, dashed: bool = False, data: str = "") -> str:
    """A line along the commands of an SVG path. `data` are further attributes of the element."""
    dash = ";stroke-dasharray:4 3" if dashed else ""
    more = f" {data}" if data else ""
    return (
        f'<path class="{kind}"{more} d="{path}" '
        f'style="fill:none;stroke:{themed(colour)};stroke-width:{thick:g}{dash}"/>'
    )


def arrow_head(tip: Point, direction: Point, colour: str) -> str:
    """The head of an arrow that comes from `direction`, a vector of length 1."""
    x, y = tip
    dx, dy = direction
    back = x - 7 * dx, y - 7 * dy
    sides = (back[0] - 3.5 * dy, back[1] + 3.5 * dx), (back[0] + 3.5 * dy, back[1] - 3.5 * dx)
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in (tip, *sides))
    return f'<polygon class="head" points="{points}" style="fill:{themed(colour)}"/>'


def alignment_links(
    links: Iterable[tuple[int, int]], starts: Sequence[Point], ends: Sequence[Point], gutter: tuple[float, float],
    marked: Iterable[int] = (),
) -> list[str]:  # fmt: skip
    """The links of an alignment: this alone draws them, one element of class ``link`` for each couple of partners.

    A link leaves its left variable (`starts`) level, crosses the gutter between both graphs, where nothing else is,
    and comes to its right variable (`ends`) level. Those of `marked` left variables are thick and dashed.
    """
    (from_x, to_x), chosen, drawn = gutter, set(marked), []
    middle = (from_x + to_x) / 2
    for index, partner in links:
        (x, y), (end_x, end_y) = starts[index], ends[partner]
        if y == end_y:
            path = f"M{x:.1f} {y:.1f}H{end_x:.1f}"
        else:
            curve = f"C{middle:.1f} {y:.1f} {middle:.1f} {end_y:.1f} {to_x:.1f} {end_y:.1f}"
            path = f"M{x:.1f} {y:.1f}H{from_x:.1f}{curve}H{end_x:.1f}"
        data = f'data-left="{index}" data-right="{partner}"'
        stands_out = index in chosen
        colour, thick = ("missed", 1.8) if stands_out else ("aligned", 1.2)
        drawn.append(line(path, colour, kind="link", thick=thick, dashed=stands_out, data=data))
        for x, y in (starts[index], ends[partner]):
            drawn.append(f'<circle class="end" cx="{x:.1f}" cy="{y:.1f}" r="2.2" style="fill:{themed(colour)}"/>')
    return drawn
