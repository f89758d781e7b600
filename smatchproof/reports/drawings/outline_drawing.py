"""Alignments of one pair as outlines: both graphs line by line, partners joined, for graphs of any size."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from smatchproof.conventions.triples import Alignment, Duplicates, Relation, TripleGraph
from smatchproof.reports.drawings.drawing import Drawing, Point, alignment_links, beside, box, line, text, text_width
from smatchproof.reports.drawings.graph_tree import Triple, alignment_words, attribute_words, hanging, matched_copies
from smatchproof.similarity.grading import Similarities

_INDENT, _LINE, _GUTTER, _HEADING, _MARGIN = 18.0, 20.0, 84.0, 40.0, 8.0
_SPACE = text_width(" ")


class _Line(NamedTuple):
    """A line of an outline: the variable that it introduces, if any, and its words, triple by triple."""

    depth: int
    variable: int | None
    parts: tuple[tuple[str, Triple | None], ...]

    @property
    def start(self) -> float:
        """The beginning of the line, in pixels."""
        return self.depth * _INDENT

    @property
    def end(self) -> float:
        """The end of the line, in pixels."""
        return self.start + sum(text_width(words) + _SPACE for words, _ in self.parts)


@dataclass(frozen=True, slots=True)
class _Outline:
    """A graph as lines."""

    graph: TripleGraph
    lines: Sequence[_Line]

    @property
    def rows(self) -> dict[int, int]:
        """The line of each variable."""
        return {line.variable: row for row, line in enumerate(self.lines) if line.variable is not None}

    @property
    def width(self) -> float:
        """The width of the longest line."""
        return max((line.end for line in self.lines), default=0.0)


def outline_drawing(
    left: TripleGraph,
    right: TripleGraph,
    alignments: Sequence[tuple[str, Alignment]],
    duplicates: Duplicates = Duplicates.SET,
    similarities: Similarities | None = None,
) -> Drawing:
    """Alignments of one pair side by side, each between outlines of both graphs, for graphs of any size.

    `alignments` come with their titles. An outline has a line for each variable, indented below the one that it
    hangs on, and one for each further triple; what matches is green and bold. Variables whose partner is not the same
    in all alignments are boxed, and their links stand out.

    >>> from smatchproof.conventions.conventions import convention
    >>> from smatchproof.graphs.reading import parse_graph
    >>> boys = convention("smatch").triples(parse_graph("(a / and :op1 (b / boy) :op2 (c / boy))"))
    >>> drawing = outline_drawing(boys, boys, [("found", [0, 2, 1]), ("optimal", [0, 1, 2])])
    >>> drawing.svg.count('class="link"'), drawing.description.partition(" optimal: ")[0]
    (6, 'found: 4 of 6 and 6 triples matched. Aligned: a with a, b with c, c with b.')
    """
    first = _outline(left, {})
    rows = first.rows
    facing = {partner: rows[index] for index, partner in enumerate(alignments[-1][1]) if partner is not None}
    outlines = first, _outline(right, facing)
    changed = [index for index in sorted(rows) if len({mapping[index] for _, mapping in alignments}) > 1]
    drawings = []
    for title, mapping in alignments:
        copies = matched_copies(left, right, mapping, duplicates, similarities)
        drawings.append(_draw_alignment(outlines, title, mapping, copies, changed))
    whole = beside(drawings, 3 * _INDENT)
    words = f" Aligned otherwise: {', '.join(left.variables[index] for index in changed)}." if changed else ""
    return Drawing(whole.width, whole.height, whole.elements, whole.description + words)


def _draw_alignment(
    outlines: tuple[_Outline, _Outline],
    title: str,
    mapping: Alignment,
    copies: tuple[Mapping[Triple, list[bool]], Mapping[Triple, list[bool]]],
    changed: Sequence[int],
) -> Drawing:
    """One alignment between both outlines."""
    sizes = [outline.graph.size for outline in outlines]
    matched = sum(flags.count(True) for flags in copies[0].values())
    heading = f"{matched} of {sizes[0]} and {sizes[1]} triples matched"
    words = alignment_words(outlines[0].graph, outlines[1].graph, mapping)
    gutter = _MARGIN + outlines[0].width, _MARGIN + outlines[0].width + _GUTTER
    marked: tuple[AbstractSet[int | None], ...] = {*changed}, {mapping[index] for index in changed}
    elements: list[str] = []
    for outline, start, flags, some in zip(outlines, (_MARGIN, gutter[1]), copies, marked, strict=True):
        elements += _draw_outline(outline, start, flags, some)
    starts = _ends_of_lines(outlines[0], lambda line: _MARGIN + line.end)
    ends = _ends_of_lines(outlines[1], lambda line: gutter[1] + line.start - 5)
    links = [(index, partner) for index, partner in enumerate(mapping) if partner is not None]
    elements += alignment_links(links, starts, ends, (gutter[0] + 8, gutter[1] - 8), changed)
    elements += [text((_MARGIN, 11), title, bold=True), text((_MARGIN, 28), heading, "soft")]
    width = max(gutter[1] + outlines[1].width, _MARGIN + max(text_width(title), text_width(heading))) + _MARGIN
    height = _HEADING + _LINE * max(len(outline.lines) for outline in outlines) + _MARGIN
    return Drawing(width, height, tuple(filter(None, elements)), f"{title}: {heading}. {words}")


def _ends_of_lines(outline: _Outline, x: Callable[[_Line], float]) -> list[Point]:
    """The place beside the line of each variable where a link ends."""
    rows = outline.rows
    return [(x(outline.lines[rows[index]]), _height(rows[index])) for index in range(len(outline.graph.variables))]


def _height(row: int) -> float:
    return _HEADING + _LINE * (row + 0.5)


def _outline(graph: TripleGraph, facing: Mapping[int, int]) -> _Outline:
    """The outline of a graph; where there is a choice, variables come in the order of what they face."""
    parents = hanging(graph)
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
        role: list[tuple[str, Triple | None]] = (
            [(f":{over.role}{'-of' * (over.source == index)}", over)] if over else []
        )
        name = graph.variables[index] + (f" / {head.value}" if head else "")
        lines.append(_Line(depth, index, (*role, (name, head))))
        lines += [_Line(depth + 1, None, (note,)) for note in notes[index]]
        below = sorted(children[index], key=lambda child: facing.get(child, len(parents)))
        waiting += [(child, depth + 1) for child in reversed(below)]
    return _Outline(graph, lines)


def _notes(graph: TripleGraph, tree: Counter[Relation]) -> dict[int, list[tuple[str, Triple | None]]]:
    """Collect the notes beside each variable: attributes, and relations that are not in the tree."""
    notes: dict[int, list[tuple[str, Triple | None]]] = defaultdict(list)
    for attribute in graph.attributes:
        if attribute.kind != "instance":
            notes[attribute.variable].append((attribute_words(attribute), attribute))
    for relation in graph.relations:
        if tree[relation]:
            tree[relation] -= 1
        else:
            notes[relation.source].append((f":{relation.role} → {graph.variables[relation.target]}", relation))
    return notes


def _draw_outline(
    outline: _Outline, left: float, copies: Mapping[Triple, list[bool]], marked: AbstractSet[int | None]
) -> Iterator[str]:
    """The lines of a graph, what matches bold and in colour, and the variables that are marked in boxes."""
    flags = {triple: iter(some) for triple, some in copies.items()}
    above: list[float] = []  # where the variables stand that the next line is below
    for row, each in enumerate(outline.lines):
        x, y = left + each.start, _height(row)
        del above[each.depth :]
        if above:
            stem = x - _INDENT + 6
            yield line(
                f"M{stem:.1f} {above[-1] + 0.4 * _LINE:.1f}V{y:.1f}H{x - 3:.1f}", "faint", kind="stem", thick=0.8
            )
        for words, triple in each.parts:
            matched = triple is not None and next(flags[triple])
            if triple is each.parts[-1][1] and each.variable is not None and each.variable in marked:
                yield box((x - 3, y - 8.5), text_width(words) + 6, 17, colour="missed")
            yield text((x, y), words, "matched" if matched else "soft", bold=matched, kind="triple")
            x += text_width(words) + _SPACE
        above.append(y)
