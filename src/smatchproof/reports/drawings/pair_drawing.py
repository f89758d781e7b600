"""A pair of graphs with its alignment as a drawing: two columns of variables, arcs outside, links between them.

Variables stand below each other, so that links cross nothing but the empty gutter between both columns. The relations
of a graph are arcs on its outer side, each on a lane of its own as far as it reaches; their roles stand in the gaps
between two variables, where no arc begins or ends. So nothing covers anything, whatever the graphs are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from smatchproof.base.record import Record, replace
from smatchproof.base.text import many
from smatchproof.conventions.triples import Alignment, Attribute, Duplicates, Relation, TripleGraph
from smatchproof.reports.drawings.drawing import LINE, Drawing, alignment_links, arrow_head, box, line, text, text_width
from smatchproof.reports.drawings.matched_parts import alignment_words, attribute_words, matched_copies
from smatchproof.similarity.grading import Similarities

_GAP, _GUTTER, _MARGIN, _PORT, _SMALL = 18.0, 96.0, 10.0, 9.0, 11.0
_HEADING, _FIRST_LANE = 30.0, 10.0
_Flags = dict[Attribute | Relation, list[bool]]
"""Whether each copy of a triple matches."""


class _Arc(Record):
    """A relation between two rows of a column, and its lane, counted from the column outwards."""

    relation: Relation
    matched: bool
    rows: tuple[int, int]
    points_down: bool
    lane: int


class _Column(Record):
    """A graph as a column: the row of each variable, what its box says, and its arcs."""

    graph: TripleGraph
    rows: Mapping[int, int]
    words: Sequence[Sequence[tuple[str, bool]]]
    arcs: Sequence[_Arc]
    roles: bool

    @property
    def width(self) -> float:
        """The width of the boxes."""
        return 16 + max((text_width(words) for lines in self.words for words, _ in lines), default=20.0)

    @property
    def lane_widths(self) -> list[float]:
        """From the innermost lane outwards: a lane is as wide as its widest role."""
        widths: dict[int, float] = defaultdict(float)
        for arc in self.arcs:
            words = arc.relation.role if self.roles else ""
            widths[arc.lane] = max(widths[arc.lane], text_width(words, _SMALL) + 8, 14)
        return [widths[lane] for lane in range(len(widths))]

    @property
    def lanes(self) -> list[float]:
        """The distance between the boxes and the middle of each lane."""
        ends = list(accumulate(self.lane_widths, initial=_FIRST_LANE))
        return [(near + far) / 2 for near, far in pairwise(ends)]

    @property
    def reach(self) -> float:
        """The room that the arcs need."""
        return _FIRST_LANE + sum(self.lane_widths) if self.arcs else 0.0

    def height(self, variable: int) -> float:
        """The height of the box of a variable, so that its arcs begin and end apart from each other."""
        row = self.rows[variable]
        ports = sum(row in arc.rows for arc in self.arcs)
        return max(8 + LINE * len(self.words[variable]), _PORT * (ports + 1))


def pair_drawing(
    left: TripleGraph,
    right: TripleGraph,
    mapping: Alignment,
    duplicates: Duplicates = Duplicates.SET,
    *,
    titles: tuple[str, str] = ("left", "right"),
    roles: bool = True,
    similarities: Similarities | None = None,
    facing: Alignment | None = None,
    marked: Iterable[int] = (),
) -> Drawing:
    """Both graphs as columns, partners joined by links; what matches is green, bold and solid, the rest is dashed.

    A box holds a variable with its concept and attributes; ▲ marks the root. Partners stand at the same height, or,
    where `facing` is given, those of that alignment. The links of `marked` left variables stand out. For some dozens of
    variables.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> boy = convention("smatch").triples(parse_graph("(w / want-01 :ARG0 (b / boy))"))
    >>> drawing = pair_drawing(boy, boy, [0, 1])
    >>> drawing.svg.count('class="link"'), drawing.description[:33]
    (2, 'left, 4 of 4 triples matched, and')
    """
    copies = matched_copies(left, right, mapping, duplicates, similarities)
    headings = [*map(_heading, titles, copies, (left.weights, right.weights))]
    rows = _rows(right, mapping if facing is None else facing)
    columns = [_column(*each, roles) for each in zip((left, right), rows, copies, strict=True)]
    tops, middles, height = _place(columns)
    widths = zip(columns, headings, strict=True)
    inner = [max(column.width, max(map(text_width, words)) - column.reach) for column, words in widths]
    start = _MARGIN + columns[0].reach
    gutter = start + inner[0], start + inner[0] + _GUTTER
    elements = [*_draw(columns[0], tops, middles[0], gutter[0], -1), *_draw(columns[1], tops, middles[1], gutter[1], 1)]
    starts = [(gutter[0], middles[0][variable]) for variable in range(len(left.variables))]
    ends = [(gutter[1], middles[1][variable]) for variable in range(len(right.variables))]
    links = [(index, partner) for index, partner in enumerate(mapping) if partner is not None]
    elements += alignment_links(links, starts, ends, (gutter[0] + 6, gutter[1] - 6), marked)
    for x, anchor, words in zip(gutter, ("end", "start"), headings, strict=True):
        elements.append(text((x, 12), words[0], bold=True, anchor=anchor))
        elements.append(text((x, 12 + LINE), words[1], "soft", anchor=anchor))
    width = gutter[1] + inner[1] + columns[1].reach + _MARGIN
    shown = ", and ".join(", ".join(words) for words in headings)
    return Drawing(width, height, tuple(filter(None, elements)), f"{shown}. {alignment_words(left, right, mapping)}")


def _heading(title: str, copies: _Flags, weights: object) -> tuple[str, str]:
    """The title of a graph, and how many of its triples match; one with a weight is drawn once."""
    note = "" if weights is None else " (weights not counted)"
    return title, f"{sum(map(sum, copies.values()))} of {many(sum(map(len, copies.values())), 'triple')} matched{note}"


# ---- layout


def _rows(right: TripleGraph, facing: Alignment) -> tuple[dict[int, int], dict[int, int]]:
    """The row of each variable: partners share a row, and a right variable without a partner comes below the one before
    it in the text.
    """
    lines: list[tuple[int | None, int | None]] = [*enumerate(facing)]
    for variable in range(len(right.variables)):
        if variable not in facing:
            before = next((row for row, (_, other) in enumerate(lines) if other == variable - 1), -1)
            lines.insert(before + 1, (None, variable))
    sides: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for row, both in enumerate(lines):
        for side, index in zip(sides, both, strict=True):
            if index is not None:
                side[index] = row
    return sides


def _column(
    graph: TripleGraph,
    rows: Mapping[int, int],
    copies: _Flags,
    roles: bool,
) -> _Column:
    """A graph with the words of its boxes, and its arcs on lanes."""
    left = {triple: iter(flags) for triple, flags in copies.items()}
    words: list[list[tuple[str, bool]]] = [[(name, False)] for name in graph.variables]
    for triple in graph.attributes:
        matched, first = next(left[triple]), words[triple.variable]
        if triple.kind == "instance":
            first[0] = (f"{first[0][0]} / {triple.value}", matched)
        else:
            first.append((attribute_words(triple), matched))
    spans = []
    for relation in graph.relations:
        matched = next(left[relation])
        if relation.source == relation.target:
            words[relation.source].append((f":{relation.role} ↻", matched))
        else:
            ends = rows[relation.source], rows[relation.target]
            spans.append(_Arc(relation, matched, (min(ends), max(ends)), ends[0] < ends[1], 0))
    return _Column(graph, rows, words, tuple(_on_lanes(spans)), roles)


def _on_lanes(arcs: Sequence[_Arc]) -> Iterator[_Arc]:
    """Each arc on the innermost lane that is free where it runs, short arcs first."""
    taken: list[list[tuple[int, int]]] = []
    for arc in sorted(arcs, key=lambda arc: (arc.rows[1] - arc.rows[0], arc.rows)):
        top, bottom = arc.rows
        free = (at for at, some in enumerate(taken) if all(bottom <= low or high <= top for low, high in some))
        lane = next(free, len(taken))
        if lane == len(taken):
            taken.append([])
        taken[lane].append(arc.rows)
        yield replace(arc, lane=lane)


def _place(columns: Sequence[_Column]) -> tuple[list[float], list[dict[int, float]], float]:
    """The upper ends of the rows, for each column the middles of its boxes, and where the last row ends."""
    heights: dict[int, float] = defaultdict(float)
    for column in columns:
        for variable, row in column.rows.items():
            heights[row] = max(heights[row], column.height(variable))
    tops = list(accumulate((heights[row] + _GAP for row in range(len(heights))), initial=_HEADING + _GAP))
    middles = [{variable: tops[row] + heights[row] / 2 for variable, row in column.rows.items()} for column in columns]
    return tops, middles, tops[-1]


# ---- drawing


def _draw(
    column: _Column, tops: Sequence[float], middles: Mapping[int, float], inner: float, side: int
) -> Iterator[str]:
    """A column whose inner edge is at `inner`; `side` is -1 for the left graph, whose outer side is left."""
    outer = inner + side * column.width
    ports = _ports(column, middles)
    for number, arc in enumerate(column.arcs):
        yield from _draw_arc(arc, ports[number], outer, outer + side * column.lanes[arc.lane], side)
    for variable, lines in enumerate(column.words):
        height, middle = column.height(variable), middles[variable]
        whole = all(matched for _, matched in lines)
        corner = min(inner, outer), middle - height / 2
        yield box(corner, column.width, height, colour="matched" if whole else "faint", dashed=not whole,
                  thick=1.6 if whole else 1.0)  # fmt: skip
        first = middle - LINE * (len(lines) - 1) / 2
        for number, (words, matched) in enumerate(lines):
            at = corner[0] + 8, first + LINE * number
            yield text(at, words, "matched" if matched else "ink", bold=matched, kind="node")
    if column.roles:
        for arc in column.arcs:
            x = outer + side * column.lanes[arc.lane]
            y = _role_height(tops, arc)
            yield text((x, y), arc.relation.role, "matched" if arc.matched else "soft", size=_SMALL, anchor="middle",
                       bold=arc.matched, halo=True, kind="role")  # fmt: skip


def _role_height(tops: Sequence[float], arc: _Arc) -> float:
    """The middle of the gap nearest to the middle of an arc: there no arc begins or ends."""
    after = (arc.rows[0] + arc.rows[1] - 1) // 2
    return tops[after + 1] - _GAP / 2


def _ports(column: _Column, middles: Mapping[int, float]) -> list[tuple[float, float]]:
    """At what heights each arc leaves its boxes, upper and lower: no two at the same."""
    at: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for number, arc in enumerate(column.arcs):
        at[arc.rows[0]].append((1, -arc.lane, number))  # downwards: the outermost first
        at[arc.rows[1]].append((0, arc.lane, number))  # upwards: the innermost first
    variable_in = {row: variable for variable, row in column.rows.items()}
    heights: dict[tuple[int, int], float] = {}
    for row, some in at.items():
        variable = variable_in[row]
        height = column.height(variable)
        for place, (_, _, number) in enumerate(sorted(some), 1):
            heights[row, number] = middles[variable] + height * (place / (len(some) + 1) - 0.5)
    return [(heights[arc.rows[0], number], heights[arc.rows[1], number]) for number, arc in enumerate(column.arcs)]


def _draw_arc(arc: _Arc, heights: tuple[float, float], outer: float, lane: float, side: int) -> Iterator[str]:
    """An arc with round corners, and the head of its arrow at the target."""
    (top, bottom), bend = heights, 5.0
    colour = "matched" if arc.matched else "faint"
    path = (
        f"M{outer:.1f} {top:.1f}H{lane - side * bend:.1f}Q{lane:.1f} {top:.1f} {lane:.1f} {top + bend:.1f}"
        f"V{bottom - bend:.1f}Q{lane:.1f} {bottom:.1f} {lane - side * bend:.1f} {bottom:.1f}H{outer:.1f}"
    )
    data = f'data-source="{arc.relation.source}" data-target="{arc.relation.target}"'
    yield line(path, colour, kind="arc", thick=1.8 if arc.matched else 1.1, dashed=not arc.matched, data=data)
    yield arrow_head((outer, bottom if arc.points_down else top), (-side, 0), colour)
