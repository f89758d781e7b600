"""Drawings: a pair of graphs with its alignment, and the graphs that reductions start from.

Figures are matplotlib's, made without its global state; save them with ``figure.savefig``.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from smatchproof.alignment import Alignment, Attribute, Duplicates, Relation, TripleGraph, matched_triples
from smatchproof.reports.svg import BOX, DIFFERENT, GREY, INK, MATCHED, PAPER, UNMATCHED, any_text, of_any_text
from smatchproof.scoring.matching import image

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LINK = "#d8a23a"
Positions = dict[int, tuple[float, float]]


@of_any_text
def pair_figure(
    left: TripleGraph,
    right: TripleGraph,
    mapping: Alignment,
    duplicates: Duplicates = Duplicates.SET,
    *,
    titles: tuple[str, str] = ("left", "right"),
    roles: bool = True,
) -> Figure:
    """Both graphs side by side, aligned variables at the same place and joined, what matches in colour.

    A variable is written with its concept and the values of its attributes, and is coloured when all of these match.
    With `roles` the relations carry their names. For graphs of up to some dozens of variables.

    >>> from smatchproof.alignment import convention, parse_graph
    >>> boy = convention("smatch").triples(parse_graph("(w / want-01 :ARG0 (b / boy))"))
    >>> figure = pair_figure(boy, boy, [0, 1])
    >>> len(figure.axes)
    2
    """
    from matplotlib.figure import Figure
    from matplotlib.patches import ConnectionPatch

    matches = matched_triples(left, right, mapping, duplicates)
    images = Counter({image(triple, mapping): number for triple, number in matches.items()})
    places, partner_places = _positions(left, right, mapping)
    height = 2.2 + 0.28 * max(len(left.variables), len(right.variables))
    figure = Figure(figsize=(9, min(height, 9)), facecolor=PAPER, layout="constrained")
    axes = figure.subplots(1, 2)
    _draw(axes[0], left, places, matches, titles[0], roles)
    _draw(axes[1], right, partner_places, images, titles[1], roles)
    _share_limits(axes, [*places.values(), *partner_places.values()])
    for index, partner in enumerate(mapping):
        if partner is not None:
            link = ConnectionPatch(
                places[index], partner_places[partner], "data", "data", axesA=axes[0], axesB=axes[1],
                color=_LINK, linewidth=1, linestyle=(0, (4, 3)), alpha=0.6, zorder=0,
            )  # fmt: skip
            figure.add_artist(link)
    return figure


def _share_limits(several: Iterable[Axes], places: list[tuple[float, float]]) -> None:
    """The same stretch of the plane in all panels, so that aligned variables stand at the same height."""
    if not places:
        return
    spans = [(min(values), max(values)) for values in zip(*places, strict=True)]
    (left, right), (low, high) = ((a - 0.2 * (b - a or 1), b + 0.2 * (b - a or 1)) for a, b in spans)
    for axes in several:
        axes.set(xlim=(left, right), ylim=(low, high))


_INDENT, _SPACE, _LINE, _BETWEEN = 0.16, 0.07, 0.21, 0.9  # inches
_SMALL = 8  # points


@cache
def _width(words: str) -> float:
    """The width of a text in inches, in the font that figures are measured with; it lacks the wide characters."""
    from matplotlib.textpath import TextPath

    narrow = "".join(letter for letter in words if unicodedata.east_asian_width(letter) not in "WF")
    with any_text():
        path = TextPath((0, 0), narrow.replace("$", r"\$") or " ", size=_SMALL)
    return (float(path.get_extents().x1) if narrow else 0.0) / 72 + (len(words) - len(narrow)) * _SMALL / 72


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


@of_any_text
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
            text = axes.text(x, y, words, fontsize=_SMALL, va="center", color=MATCHED if matched else GREY)
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
                color=DIFFERENT if marked else _LINK, alpha=0.9 if marked else 0.5,
            )  # fmt: skip
            figure.add_artist(link)


def _positions(left: TripleGraph, right: TripleGraph, mapping: Alignment) -> tuple[Positions, Positions]:
    """Where the variables stand: the larger graph by itself, the partners of its variables at the same places."""
    turned = len(right.variables) > len(left.variables)
    first, second = (right, left) if turned else (left, right)
    partner = {index: other for index, other in enumerate(mapping) if other is not None}
    if turned:
        partner = {other: index for index, other in partner.items()}
    places = _spread(first, {})
    fixed = {other: places[index] for index, other in partner.items()}
    others = _spread(second, fixed)
    return (others, places) if turned else (places, others)


def _spread(graph: TripleGraph, fixed: Positions) -> Positions:
    """Places in the unit square; those that are fixed stay, and the rest finds its place among them."""
    import networkx

    size = len(graph.variables)
    if not size or len(fixed) == size:
        return dict(fixed)
    net = networkx.Graph()
    net.add_nodes_from(range(size))
    net.add_edges_from((relation.source, relation.target) for relation in graph.relations)
    if fixed:
        spread = networkx.spring_layout(net, pos=fixed, fixed=list(fixed), seed=1, k=0.5)
        return {node: (float(place[0]), float(place[1])) for node, place in spread.items()}
    spread = _layers(net, size)
    return spread


def _layers(net: Any, size: int) -> Positions:
    """By distance from the root, from top to bottom; a layer that is too wide for its labels is staggered."""
    import networkx

    depth = networkx.single_source_shortest_path_length(net, 0)
    layers: dict[int, list[int]] = defaultdict(list)
    for node in range(size):
        layers[depth.get(node, 0)].append(node)
    if len(layers) * 3 < size:  # a star: a ring around the root reads better than one long row
        spread = networkx.kamada_kawai_layout(net)
        return {node: (float(place[0]), float(place[1])) for node, place in spread.items()}
    places: Positions = {}
    for level, nodes in layers.items():
        for at, node in enumerate(nodes):
            stagger = 0.3 * (at % 2) if len(nodes) > 3 else 0.0
            places[node] = ((at + 0.5) / len(nodes) * 2 - 1, -(level + stagger) / max(1, len(layers) - 1))
    return places


def _draw(
    axes: Axes, graph: TripleGraph, places: Positions, matches: Counter[Attribute | Relation], title: str, roles: bool
) -> None:
    boxes = []
    for index, words in enumerate(_captions(graph)):
        whole = all(matches[triple] for triple in graph.attributes if triple.variable == index)
        box = {"boxstyle": "round,pad=0.3", "facecolor": BOX, "edgecolor": MATCHED if whole else UNMATCHED}
        x, y = places[index]
        text = axes.text(x, y, words, fontsize=_SMALL, ha="center", va="center", color=INK, bbox=box, zorder=3)
        boxes.append(text.get_bbox_patch())
    labels: dict[tuple[int, int], list[str]] = defaultdict(list)
    for relation in graph.relations:
        role, source, target = relation
        if source == target:
            continue
        labels[source, target].append(role)
        matched = matches[relation] > 0
        arrow = {
            "arrowstyle": "-|>", "connectionstyle": "arc3,rad=0.08", "shrinkA": 0, "shrinkB": 1,
            "patchA": boxes[source], "patchB": boxes[target],
            "color": MATCHED if matched else UNMATCHED, "linewidth": 1.8 if matched else 1.0,
        }  # fmt: skip
        axes.annotate("", places[target], places[source], arrowprops=arrow, zorder=4)  # once the boxes have their size
    for (source, target), names in labels.items() if roles else ():
        x, y = _clear(places[source], places[target], places.values())
        axes.text(x, y, " ".join(names), fontsize=7, color=INK, ha="center", va="center", alpha=0.85, zorder=5,
                  bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.6})  # fmt: skip
    matched_here = sum(matches.values())
    axes.set_title(f"{title}: {matched_here} of {graph.size} triples matched", fontsize=10, color=INK)
    xs, ys = zip(*places.values(), strict=True) if places else ((0.0,), (0.0,))
    axes.set_xlim(min(xs) - 0.45, max(xs) + 0.45)
    axes.set_ylim(min(ys) - 0.2, max(ys) + 0.2)
    axes.set_axis_off()


def _clear(
    start: tuple[float, float], end: tuple[float, float], places: Iterable[tuple[float, float]]
) -> tuple[float, float]:
    """The point near the middle of a line that is farthest from all places."""
    points = [tuple(a + share * (b - a) for a, b in zip(start, end, strict=True)) for share in (0.5, 0.4, 0.6)]
    x, y = max(points, key=lambda point: min(math.dist(point, place) for place in places))
    return x, y


def _captions(graph: TripleGraph) -> list[str]:
    """What stands in the box of each variable: name and concept, then attributes and loops; the root is marked."""
    heads = list(graph.variables)
    rest: list[list[str]] = [[] for _ in heads]
    for kind, role, variable, value in graph.attributes:
        if kind == "instance":
            heads[variable] += f" / {value}"
        elif kind == "TOP":
            heads[variable] = f"▲ {heads[variable]}"
        else:
            rest[variable].append(f":{role} {value}")
    for role, source, target in graph.relations:
        if source == target:
            rest[source].append(f":{role} ↻")
    return ["\n".join([head, *more]) for head, more in zip(heads, rest, strict=True)]


@of_any_text
def graph_figure(
    vertices: Mapping[int, str],
    edges: Iterable[tuple[int, int]],
    *,
    directed: bool = False,
    chosen: Iterable[int] = (),
    chosen_edges: Iterable[tuple[int, int]] = (),
    title: str = "",
) -> Figure:
    """A graph with some of its vertices and edges in colour: a solution in an instance.

    >>> len(graph_figure({0: "a", 1: "b"}, [(0, 1)], chosen=[0]).axes)
    1
    """
    import networkx
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.5, 3.8), facecolor=PAPER, layout="constrained")
    axes = figure.subplots()
    net: Any = networkx.DiGraph() if directed else networkx.Graph()
    net.add_nodes_from(vertices)
    net.add_edges_from(edges)
    places = networkx.circular_layout(net)
    picked = set(chosen)
    marked = {*chosen_edges} | {(b, a) for a, b in chosen_edges if not directed}
    for matched, colour in ((False, UNMATCHED), (True, MATCHED)):
        some = [edge for edge in net.edges if ((edge in marked) or picked.issuperset(edge)) is matched]
        networkx.draw_networkx_edges(net, places, some, ax=axes, edge_color=colour, width=2 if matched else 1)
    for vertex, name in vertices.items():
        box = {
            "boxstyle": "round,pad=0.3",
            "facecolor": BOX,
            "edgecolor": MATCHED if vertex in picked else UNMATCHED,
        }
        x, y = places[vertex]
        axes.text(x, y, name, fontsize=9, ha="center", va="center", color=INK, bbox=box, zorder=3)
    axes.set_title(title, fontsize=10, color=INK)
    axes.margins(0.2)
    axes.set_axis_off()
    return figure
