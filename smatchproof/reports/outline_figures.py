"""Alignments of one pair as outlines: both graphs line by line, the partners joined, for graphs of any size.

Figures are matplotlib's, made without its global state; save them with ``figure.savefig``.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence, Set as AbstractSet
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from smatchproof.alignment import Alignment, Attribute, Duplicates, Relation, TripleGraph, matched_triples
from smatchproof.reports.figure_style import (
    BOX,
    DIFFERENT,
    GREY,
    INK,
    LINK,
    MATCHED,
    PAPER,
    SMALL,
    UNMATCHED,
    literal_text,
    with_literal_text,
)
from smatchproof.scoring.matching import image

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_INDENT, _SPACE, _LINE, _BETWEEN = 0.16, 0.07, 0.21, 0.9  # inches


@cache
def _width(words: str) -> float:
    """The width of a text in inches, in the font that figures are measured with; it lacks the wide characters."""
    from matplotlib.textpath import TextPath

    narrow = "".join(letter for letter in words if unicodedata.east_asian_width(letter) not in "WF")
    with literal_text():
        path = TextPath((0, 0), narrow.replace("$", r"\$") or " ", size=SMALL)
    return (float(path.get_extents().x1) if narrow else 0.0) / 72 + (len(words) - len(narrow)) * SMALL / 72


class _Line(NamedTuple):
    """A line of an outline: the variable that it introduces, if any, and what it says, triple by triple."""

    depth: int
    variable: int | None
    parts: tuple[tuple[str, Attribute | Relation | None], ...]

    @property
    def start(self) -> float:
        """Where it begins, in inches."""
        return self.depth * _INDENT

    @property
    def end(self) -> float:
        """Where it ends, in inches."""
        return self.start + sum(_width(words) + _SPACE for words, _ in self.parts) + _SPACE


class _Outline(NamedTuple):
    """A graph as lines, with the line of each variable."""

    graph: TripleGraph
    lines: Sequence[_Line]

    @property
    def rows(self) -> dict[int, int]:
        """The line of each variable."""
        return {line.variable: row for row, line in enumerate(self.lines) if line.variable is not None}

    @property
    def width(self) -> float:
        """Of the longest line, in inches."""
        return max((line.end for line in self.lines), default=0.0)

    def place(self, variable: int, *, end: bool) -> tuple[float, float]:
        """Where the line of a variable begins or ends."""
        row = self.rows[variable]
        return (self.lines[row].end if end else self.lines[row].start - 0.05), _height(row)


def _height(row: int) -> float:
    return (row + 1.7) * _LINE


@with_literal_text
def alignments_figure(
    left: TripleGraph,
    right: TripleGraph,
    alignments: Sequence[tuple[str, Alignment]],
    duplicates: Duplicates = Duplicates.SET,
) -> Figure:
    """Alignments of one pair side by side, each between outlines of both graphs, for graphs of any size.

    `alignments` come with their titles. An outline has a line for each variable, indented below the one that it
    hangs on, and one for each further triple; what matches is in colour. Variables whose partner is not the same in
    all alignments are marked.

    >>> from smatchproof.alignment import convention, parse_graph
    >>> boys = convention("smatch").triples(parse_graph("(a / and :op1 (b / boy) :op2 (c / boy))"))
    >>> len(alignments_figure(boys, boys, [("found", [0, 2, 1]), ("optimal", [0, 1, 2])]).axes)
    4
    """
    from matplotlib.figure import Figure

    first = _outline(left, {})
    rows = first.rows
    facing = {partner: rows[index] for index, partner in enumerate(alignments[-1][1]) if partner is not None}
    outlines = first, _outline(right, facing)
    height = _height(max(len(outline.lines) for outline in outlines))
    width = 0.1 + len(alignments) * (first.width + outlines[1].width + 2 * _BETWEEN)
    figure = Figure(figsize=(width, height), facecolor=PAPER)
    changed = {index for index in rows if len({mapping[index] for _, mapping in alignments}) > 1}
    start = 0.1
    for title, mapping in alignments:
        matches = matched_triples(left, right, mapping, duplicates)
        images = Counter({image(triple, mapping): number for triple, number in matches.items()})
        axes = []
        marks: tuple[AbstractSet[int | None], ...] = changed, {mapping[index] for index in changed}
        for outline, found, marked in zip(outlines, (matches, images), marks, strict=True):
            place = start / width, 0.0, outline.width / width, 1.0
            axes.append(figure.add_axes(place, xlim=(0, outline.width), ylim=(height, 0)))
            _write_outline(axes[-1], outline, found, marked)
            start += outline.width + _BETWEEN
        words = f"{title}: {sum(matches.values())} of {left.size} and {right.size} triples matched"
        axes[0].text(0, 0.6 * _LINE, words, fontsize=10, color=INK, va="center")
        _link(figure, axes, outlines, mapping, changed)
    return figure


def _outline(graph: TripleGraph, facing: Mapping[int, int]) -> _Outline:
    """The outline of a graph; where there is a choice, variables come in the order of what they face."""
    parents = _hanging(graph)
    children: dict[int | None, list[int]] = defaultdict(list)
    for child, (parent, _) in parents.items():
        children[parent].append(child)
    heads = {triple.variable: triple for triple in graph.attributes if triple.kind == "instance"}
    notes = _notes(graph, Counter(relation for _, relation in parents.values() if relation))
    lines: list[_Line] = []
    waiting = [(child, 0) for child in reversed(children[None])]
    while waiting:
        index, depth = waiting.pop()
        over, head = parents[index][1], heads.get(index)
        role = [(f":{over.role}{'-of' * (over.source == index)}", over)] if over else []
        name = graph.variables[index] + (f" / {head.value}" if head else "")
        lines.append(_Line(depth, index, (*role, (name, head))))
        lines += [_Line(depth + 1, None, (note,)) for note in notes[index]]
        below = sorted(children[index], key=lambda child: facing.get(child, len(parents)))
        waiting += [(child, depth + 1) for child in reversed(below)]
    return _Outline(graph, lines)


def _notes(graph: TripleGraph, tree: Counter[Relation]) -> dict[int, list[tuple[str, Attribute | Relation | None]]]:
    """What else there is to say of each variable: attributes, and relations that are not in the tree."""
    notes: dict[int, list[tuple[str, Attribute | Relation | None]]] = defaultdict(list)
    for attribute in graph.attributes:
        if attribute.kind != "instance":
            notes[attribute.variable].append((f":{attribute.role} {attribute.value}", attribute))
    for relation in graph.relations:
        if tree[relation]:
            tree[relation] -= 1
        else:
            notes[relation.source].append((f":{relation.role} → {graph.variables[relation.target]}", relation))
    return notes


def _hanging(graph: TripleGraph) -> dict[int, tuple[int | None, Relation | None]]:
    """For each variable the one it hangs on, as near to the first as can be, and the relation between them."""
    at: list[list[Relation]] = [[] for _ in graph.variables]
    for relation in graph.relations:
        at[relation.source].append(relation)
        at[relation.target].append(relation)
    parents: dict[int, tuple[int | None, Relation | None]] = {}
    for root in range(len(graph.variables)):
        if root in parents:
            continue
        parents[root] = None, None
        waiting = deque([root])
        while waiting:
            index = waiting.popleft()
            for relation in at[index]:
                child = relation.source + relation.target - index
                if child not in parents:
                    parents[child] = index, relation
                    waiting.append(child)
    return parents


def _write_outline(
    axes: Axes, outline: _Outline, matches: Counter[Attribute | Relation], marked: AbstractSet[int | None]
) -> None:
    """The lines of a graph, what matches in colour, and the variables that are marked in boxes."""
    from matplotlib.collections import LineCollection

    axes.set_axis_off()
    above: list[float] = []  # where the variables stand that the next line is below
    stems = []
    for row, line in enumerate(outline.lines):
        x, y = line.start, _height(row)
        del above[line.depth :]
        if above:
            stem = line.start - _INDENT + 0.05
            stems.append([(stem, above[-1] + 0.4 * _LINE), (stem, y), (x - 0.02, y)])
        for words, triple in line.parts:
            matched = triple is not None and matches[triple] > 0
            text = axes.text(x, y, words, fontsize=SMALL, va="center", color=MATCHED if matched else GREY)
            x += _width(words) + _SPACE
        if line.variable in marked and line.variable is not None:
            text.set_bbox({"boxstyle": "round,pad=0.2", "facecolor": BOX, "edgecolor": DIFFERENT, "linewidth": 0.9})
        above.append(y)
    axes.add_collection(LineCollection(stems, colors=UNMATCHED, linewidths=0.6, zorder=0))


def _link(
    figure: Figure,
    axes: Sequence[Axes],
    outlines: tuple[_Outline, _Outline],
    mapping: Alignment,
    changed: AbstractSet[int],
) -> None:
    """Join the partners of an alignment."""
    from matplotlib.patches import ConnectionPatch

    for index, partner in enumerate(mapping):
        if partner is not None:
            ends = outlines[0].place(index, end=True), outlines[1].place(partner, end=False)
            marked = index in changed
            link = ConnectionPatch(
                *ends, "data", "data", axesA=axes[0], axesB=axes[1], zorder=0, linewidth=0.9,
                color=DIFFERENT if marked else LINK, alpha=0.9 if marked else 0.5,
            )  # fmt: skip
            figure.add_artist(link)
