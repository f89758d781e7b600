"""Drawings as nodes and arrows: a pair of graphs with its alignment, and the graphs that reductions start from.

Figures are matplotlib's, made without its global state; save them with ``figure.savefig``.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from smatchproof.alignment import Alignment, Attribute, Duplicates, Relation, TripleGraph, matched_triples
from smatchproof.reports.figure_style import (
    BOX,
    INK,
    LINK,
    MATCHED,
    PAPER,
    SMALL,
    UNMATCHED,
    new_figure,
    with_literal_text,
)
from smatchproof.scoring.matching import image

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Positions = dict[int, tuple[float, float]]


@with_literal_text
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
    from matplotlib.patches import ConnectionPatch

    matches = matched_triples(left, right, mapping, duplicates)
    images = Counter({image(triple, mapping): number for triple, number in matches.items()})
    places, partner_places = _positions(left, right, mapping)
    height = 2.2 + 0.28 * max(len(left.variables), len(right.variables))
    figure = new_figure(9, min(height, 9))
    axes = figure.subplots(1, 2)
    _draw(axes[0], left, places, matches, titles[0], roles)
    _draw(axes[1], right, partner_places, images, titles[1], roles)
    _share_limits(axes, [*places.values(), *partner_places.values()])
    for index, partner in enumerate(mapping):
        if partner is not None:
            link = ConnectionPatch(
                places[index], partner_places[partner], "data", "data", axesA=axes[0], axesB=axes[1],
                color=LINK, linewidth=1, linestyle=(0, (4, 3)), alpha=0.6, zorder=0,
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
        text = axes.text(x, y, words, fontsize=SMALL, ha="center", va="center", color=INK, bbox=box, zorder=3)
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


@with_literal_text
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

    figure = new_figure(5.5, 3.8)
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
