"""Instances and their solutions as pictures in the words of the source, such as clauses, cuts, tours, matrices.

>>> from smatchproof.lab.reductions.problems.satisfiability import Formula
>>> [drawing.description for drawing, _ in pictures(Formula(2, ((1, -2), (2,))), (True, True))]
['clause 1: x1 (true), ¬x2 (false). clause 2: x2 (true). x1: true. x2: true.']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Any, NamedTuple

from smatchproof.base.text import many
from smatchproof.lab.reductions.problems.assignment import Matrix, MaxQap, Permutation, QuadraticAssignment
from smatchproof.lab.reductions.problems.edit_distance import EditDistance, NodeMap
from smatchproof.lab.reductions.problems.graphs import (
    Clique,
    CommonSubgraph,
    Cycle,
    Embedding,
    HamiltonianCycle,
    IndependentSet,
    MaxCut,
    SimpleGraph,
    SubgraphIsomorphism,
    Vertices,
)
from smatchproof.lab.reductions.problems.satisfiability import Assignment, Formula, MaxSat, is_true, written
from smatchproof.lab.reductions.reduction import Threshold, ToSmatch
from smatchproof.lab.reductions.registry import StoredReduction
from smatchproof.public import NamedAlignment
from smatchproof.reports.drawings.drawing import LINE, Drawing, box, text, text_width
from smatchproof.reports.drawings.graph_drawing import graph_drawing
from smatchproof.reports.pages.pair_page import pair_picture, template

Pictures = list[tuple[Drawing, str]]
MOST_VERTICES, MOST_INDEXES, MOST_CLAUSES, MOST_RELATIONS = 40, 24, 200, 60
"""The largest graphs, matrices, formulas and AMRs that are drawn."""
_GAP = 8.0  # between boxes of a line


class PartRow(NamedTuple):
    """A left variable and what it stands for, and the same of its partner; empty where it has none."""

    left: str
    left_part: str
    right: str
    right_part: str


class SourceView(NamedTuple):
    """The answer in words, pictures with captions, the variables, and the right ones without a partner."""

    answer: str
    pictures: Sequence[tuple[Drawing, str]]
    rows: Sequence[PartRow]
    rest: Sequence[tuple[str, str]]


def source_view(reduction: ToSmatch[Any, Any], alignment: NamedAlignment | None, answer: str = "") -> SourceView:
    """The source of a reduction, drawn with the solution of an alignment, and each variable with its part of it."""
    solution = None if alignment is None else reduction.backward(alignment)
    gadgets, partners = reduction.gadgets, alignment or {}

    def part(side: str, name: str) -> tuple[str, str]:
        return name, gadgets.get(f"{side} {name}", "")

    rows = []
    for name in reduction.target.left.variables:
        right = part("right", partners[name]) if name in partners else ("", "")
        rows.append(PartRow(*part("left", name), *right))
    taken = {*partners.values()}
    rest = [part("right", name) for name in reduction.target.right.variables if name not in taken]
    return SourceView(answer, pictures(reduction.source, solution), rows, rest)


def reduction_page(stored: StoredReduction, title: str, alignment: NamedAlignment | None = None, said: str = "") -> str:
    """The page of an instance and its pair, with an answer if an alignment is given. Needs Jinja2."""
    pair, relation = stored.reduction.target, stored.reduction.relation
    left, right = pair.triples()
    source, view = stored.reduction.source, source_view(stored.reduction, alignment, said)
    partners = [None] * len(left.variables) if alignment is None else pair.mapping(alignment)
    words = f"The left graph has {many(left.size, 'triple')}, the right one {many(right.size, 'triple')}."
    if isinstance(relation, Threshold):
        words += f" The answer is yes if and only if {many(relation.least, 'triple')} can be matched."
    return template("reduction.html.j2").render(
        title=title,
        summary=stored.reduction.summary.replace("--size K", f"size {stored.options.get('size')}"),
        read=[line.partition(": ")[2] or line for line in stored.read],  # without the file, which the title names
        is_too_large=pictures.dispatch(type(source)) is not pictures.dispatch(object) and not view.pictures,
        view=view,
        relation=words,
        picture=pair_picture(left, right, partners, pair.convention.duplicates, most=MOST_RELATIONS),
    )


@singledispatch
def pictures(source: Any, solution: Any) -> Pictures:
    """Draw an instance, and a solution unless that is ``None``; nothing for sources without a picture."""
    return []


# ---- lines of boxes


Box = tuple[str, bool, float]
"""The words in a box, whether it is chosen, and how thick it is."""


class _Line(NamedTuple):
    """A heading, the boxes behind it, and what both say in words."""

    heading: str
    boxes: Sequence[Box]
    said: str = ""
    is_missed: bool = False


def _rows(lines: Sequence[_Line], wide: float, words: str, *, dashed: bool) -> Drawing:
    """Draw lines of boxes of one width; `words` describe them, and boxes that are not chosen may be `dashed`."""
    start = max((text_width(line.heading) for line in lines), default=0.0) + 14
    elements, y = list[str](), -6.0
    for line in lines:
        y += LINE + 9
        elements.append(text((6, y), line.heading, "missed" if line.is_missed else "ink"))
        for at, (said, chosen, thick) in enumerate(line.boxes):
            x, colour, ink = start + at * (wide + _GAP), *(("matched", "matched") if chosen else ("faint", "ink"))
            corner, has_dashes = (x, y - LINE / 2 - 2), dashed and not chosen
            elements.append(box(corner, wide, LINE + 4, colour=colour, dashed=has_dashes, thick=thick))
            elements.append(text((x + wide / 2, y), said, ink, anchor="middle", bold=chosen, kind="node"))
    width = start + max((len(line.boxes) for line in lines), default=0) * (wide + _GAP)
    return Drawing(width, y + LINE + 4, tuple(filter(None, elements)), words)


@pictures.register
def _(source: Formula, solution: Assignment | None) -> Pictures:
    """A line for each clause and for each variable, as the left graphs of the direct reductions have them.

    A box is one of the right graph's variables: a place of the clause, or a value.
    """
    words = "The formula: a line for each clause, then one for each variable"
    if solution is not None:
        words += "; true literals and chosen values are green and bold, the first true literal of a clause is thick"
    if len(source.clauses) > MOST_CLAUSES:
        return []
    literals = (written(each) for clause in source.clauses for each in clause)
    wide = max(map(text_width, ("false", *literals))) + 12
    lines = [*_clauses(source, solution), *_values(source, solution)]
    said = "".join(f"{line.heading}: {line.said}. " for line in lines).rstrip() or "no clause, no variable."
    return [(_rows(lines, wide, said, dashed=solution is not None), words)]


@pictures.register
def _(source: MaxSat, solution: Assignment | None) -> Pictures:
    return pictures(source.formula, solution)


def _clauses(formula: Formula, assignment: Assignment | None) -> Iterator[_Line]:
    for number, clause in enumerate(formula.clauses, 1):
        true = [assignment is not None and is_true(literal, assignment) for literal in clause]
        first = true.index(True) if any(true) else None
        names = [*map(written, clause)]
        boxes = [(name, true[at], 2.6 if at == first else 1.0) for at, name in enumerate(names)]
        values = [""] * len(clause) if assignment is None else [f" ({str(each).lower()})" for each in true]
        said = ", ".join(map(str.__add__, names, values)) or "empty"
        yield _Line(f"clause {number}", boxes, said, assignment is not None and first is None)


def _values(formula: Formula, assignment: Assignment | None) -> Iterator[_Line]:
    for at in range(formula.variables):
        chosen = [assignment is not None and assignment[at] is value for value in (True, False)]
        words = zip(("true", "false"), chosen, strict=True)
        boxes = [(name, each, 2.6 if each else 1.0) for name, each in words]
        yield _Line(f"x{at + 1}", boxes, "true or false" if assignment is None else str(assignment[at]).lower())


# ---- graphs


def _graph(
    graph: SimpleGraph, title: str, names: Callable[[int], str] | None = None, **chosen: Iterable[Any]
) -> list[Drawing]:
    vertices = {at: names(at) if names else name for at, name in enumerate(graph.vertices)}
    drawn = len(vertices) <= MOST_VERTICES
    return [graph_drawing(vertices, graph.edges, directed=graph.directed, title=title, **chosen)] if drawn else []


def _captioned(drawings: Iterable[Drawing], words: str) -> Pictures:
    return [(drawing, words) for drawing in drawings]


@pictures.register
def _(source: MaxCut, solution: Vertices | None) -> Pictures:
    if solution is None:
        return _captioned(_graph(source.graph, "the graph"), "The graph to be cut")
    other = [vertex for vertex in range(len(source.graph)) if vertex not in solution]
    cut = [edge for edge in source.graph.edges if (edge[0] in solution) != (edge[1] in solution)]
    drawn = _graph(source.graph, f"{len(cut)} edges cut", chosen=solution, second=other, chosen_edges=cut)
    return _captioned(drawn, "The cut: each side has its colour (the second is dashed too), and cut edges are thick")


@pictures.register
def _(source: HamiltonianCycle, solution: Cycle | None) -> Pictures:
    tour = [] if solution is None else [*zip(solution, (*solution[1:], solution[0]), strict=True)]
    return _captioned(
        _graph(source.graph, "the graph", chosen_edges=tour), "The graph" + "; the tour is thick" * bool(tour)
    )


@pictures.register(Clique)
@pictures.register(IndependentSet)
def _(source: Clique | IndependentSet, solution: Vertices | None) -> Pictures:
    words = "The graph" + ("; the chosen vertices are green and thick" if solution else "")
    return _captioned(_graph(source.graph, "the graph", chosen=solution or ()), words)


@pictures.register
def _(source: SubgraphIsomorphism, solution: Embedding | None) -> Pictures:
    pattern, host, images = source.pattern, source.host, dict(enumerate(solution or ()))
    return _two_graphs(pattern, host, images, ("the pattern", "the host"))


@pictures.register
def _(source: CommonSubgraph, solution: dict[int, int] | None) -> Pictures:
    return _two_graphs(source.left, source.right, solution or {}, ("the left graph", "the right graph"))


@pictures.register
def _(source: EditDistance, solution: NodeMap | None) -> Pictures:
    left, right = (
        SimpleGraph.of(graph.nodes, [edge for edge in graph.edges if edge[0] != edge[1]], directed=graph.directed)
        for graph in (source.left, source.right)
    )
    path = [] if solution is None else source.edge_path(solution)
    kept = [edit.source for edit in path if edit.target is not None and edit.source in left.edges]
    return _two_graphs(left, right, solution or {}, ("the left graph", "the right graph"), kept)


def _two_graphs(
    left: SimpleGraph, right: SimpleGraph, images: dict[int, int], titles: tuple[str, str],
    common: Sequence[Any] | None = None,
) -> Pictures:  # fmt: skip
    """Two graphs with the edges that are `common` under a map of vertices, all that there are unless they are given."""
    there, back = right.arcs(), {image: vertex for vertex, image in images.items()}
    if common is None:
        common = [edge for edge in left.edges if (images.get(edge[0]), images.get(edge[1])) in there]

    def name(vertex: int) -> str:
        return f"{right.vertices[vertex]} ← {left.vertices[back[vertex]]}" if vertex in back else right.vertices[vertex]

    placed = [(images[a], images[b]) for a, b in common]
    words = f", with the vertex of {titles[0]} behind an arrow where it is; common edges are thick" if images else ""
    return [
        *_captioned(_graph(left, titles[0], chosen_edges=common), titles[0].capitalize()),
        *_captioned(_graph(right, titles[1], name, chosen_edges=placed), titles[1].capitalize() + words),
    ]


# ---- matrices


@pictures.register
def _(source: MaxQap, solution: Permutation | None) -> Pictures:
    return _matrices(source.a, source.b, ("A", "B"), solution)


@pictures.register
def _(source: QuadraticAssignment, solution: Permutation | None) -> Pictures:
    # as QAPLIB calls them: which of both has the distances differs from file to file
    return _matrices(source.flow, source.distance, ("A", "B"), solution)


def _matrices(first: Matrix, second: Matrix, names: tuple[str, str], images: Permutation | None) -> Pictures:
    """Both matrices with the entries that meet, and between them the assignment as a matrix."""
    size = range(len(first))
    if len(first) > MOST_INDEXES:
        return []
    if images is None:
        return [(_matrix(matrix, ()), name) for matrix, name in zip((first, second), names, strict=True)]
    met = [(i, k) for i in size for k in size if first[i][k] and second[images[i]][images[k]]]
    assigned = [[int(images[row] == column) for column in size] for row in size]
    marked = [(images[i], images[k]) for i, k in met]
    words = "; green and bold: entries that meet one of {}, both not 0; dashed: all others"
    return [
        (_matrix(first, met), f"{names[0]}{words.format(names[1])}"),
        (_matrix(assigned, [*enumerate(images)]), f"Assignment: a column of {names[1]} for each row of {names[0]}"),
        (_matrix(second, marked), f"{names[1]}{words.format(names[0])}"),
    ]


def _matrix(matrix: Sequence[Sequence[int]], marked: Iterable[tuple[int, int]]) -> Drawing:
    chosen = {*marked}
    wide = max((text_width(str(entry)) for row in matrix for entry in row), default=0.0) + 14
    lines = [_Line("", [(str(at), False, 0.0) for at in range(1, len(matrix) + 1)])]
    for at, row in enumerate(matrix):
        places = [(str(entry), (at, column) in chosen) for column, entry in enumerate(row)]
        lines.append(_Line(str(at + 1), [(entry, is_chosen, 2.0 if is_chosen else 0.6) for entry, is_chosen in places]))
    words = "; ".join(" ".join(map(str, row)) for row in matrix)
    where = ", ".join(f"{row + 1} {column + 1}" for row, column in sorted(chosen))
    said = f"a matrix of the rows {words}." + (f" Marked: {where}." if where else "")
    return _rows(lines, wide, said, dashed=bool(chosen))
