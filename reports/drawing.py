"""Drawings: a pair of graphs with its alignment, and the graphs that reductions start from.

Figures are matplotlib's, made without its global state; save them with ``figure.savefig``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping as Dictionary
from typing import TYPE_CHECKING, Any

from alignment import Attribute, Duplicates, Mapping, Relation, TripleGraph, matched_triples

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MATCHED, UNMATCHED, PAPER = "#1a7f5a", "#b9b4ac", "#fffdf8"
_INK, _LINK = "#2b2b2b", "#d8a23a"
Positions = dict[int, tuple[float, float]]


def pair_figure(
    left: TripleGraph,
    right: TripleGraph,
    mapping: Mapping,
    duplicates: Duplicates = Duplicates.SET,
    *,
    titles: tuple[str, str] = ("left", "right"),
    roles: bool = True,
) -> Figure:
    """Both graphs side by side, aligned variables at the same place and joined, what matches in colour.

    A variable is written with its concept and the values of its attributes, and is coloured when all of these match.
    With `roles` the relations carry their names. For graphs of up to some dozens of variables.

    >>> from alignment import convention, parse_graph
    >>> boy = convention("smatch").triples(parse_graph("(w / want-01 :ARG0 (b / boy))"))
    >>> figure = pair_figure(boy, boy, [0, 1])
    >>> len(figure.axes)
    2
    """
    from matplotlib.figure import Figure
    from matplotlib.patches import ConnectionPatch

    matches = matched_triples(left, right, mapping, duplicates)
    images = Counter({_image(triple, mapping): number for triple, number in matches.items()})
    places, partner_places = _positions(left, right, mapping)
    height = 2.2 + 0.28 * max(len(left.variables), len(right.variables))
    figure = Figure(figsize=(11, min(height, 9)), facecolor=PAPER, layout="constrained")
    axes = figure.subplots(1, 2)
    _draw(axes[0], left, places, matches, titles[0], roles)
    _draw(axes[1], right, partner_places, images, titles[1], roles)
    for index, partner in enumerate(mapping):
        if partner is not None:
            link = ConnectionPatch(
                places[index], partner_places[partner], "data", "data", axesA=axes[0], axesB=axes[1],
                color=_LINK, linewidth=1, linestyle=(0, (4, 3)), alpha=0.6, zorder=0,
            )  # fmt: skip
            figure.add_artist(link)
    return figure


def _image(triple: Attribute | Relation, mapping: Mapping) -> Attribute | Relation:
    if isinstance(triple, Attribute):
        return triple._replace(variable=mapping[triple.variable])
    return Relation(triple.role, mapping[triple.source], mapping[triple.target])  # type: ignore[arg-type]


def _positions(left: TripleGraph, right: TripleGraph, mapping: Mapping) -> tuple[Positions, Positions]:
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
    import networkx

    net = networkx.MultiDiGraph()
    net.add_nodes_from(range(len(graph.variables)))
    labels: dict[tuple[int, int], list[str]] = defaultdict(list)
    for matched, colour in ((False, UNMATCHED), (True, MATCHED)):
        arcs = [triple for triple in graph.relations if bool(matches[triple]) is matched]
        ends = [(relation.source, relation.target) for relation in arcs]
        networkx.draw_networkx_edges(
            networkx.DiGraph(ends) if ends else net, places, ends, ax=axes, edge_color=colour, node_size=900,
            width=1.8 if matched else 1.0, arrowsize=9, connectionstyle="arc3,rad=0.08",
        )  # fmt: skip
        for relation in arcs:
            labels[relation.source, relation.target].append(relation.role)
    if roles:
        for (source, target), names in labels.items():
            x, y = ((a + b) / 2 for a, b in zip(places[source], places[target], strict=True))
            axes.text(x, y, " ".join(names), fontsize=7, color=_INK, ha="center", va="center", alpha=0.85,
                      bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.6})  # fmt: skip
    for index, words in enumerate(_captions(graph)):
        whole = all(matches[triple] for triple in graph.attributes if triple.variable == index)
        box = {"boxstyle": "round,pad=0.3", "facecolor": "white", "edgecolor": MATCHED if whole else UNMATCHED}
        axes.text(*places[index], words, fontsize=8, ha="center", va="center", color=_INK, bbox=box, zorder=3)
    matched_here = sum(matches.values())
    axes.set_title(f"{title}: {matched_here} of {graph.size} triples matched", fontsize=10, color=_INK)
    axes.margins(0.15)
    axes.set_axis_off()


def _captions(graph: TripleGraph) -> list[str]:
    """What stands in the box of each variable: its name and concept, then its attributes; the root is marked."""
    heads = list(graph.variables)
    rest: list[list[str]] = [[] for _ in heads]
    for kind, role, variable, value in graph.attributes:
        if kind == "instance":
            heads[variable] += f" / {value}"
        elif kind == "TOP":
            heads[variable] = f"▲ {heads[variable]}"
        else:
            rest[variable].append(f":{role} {value}")
    return ["\n".join([head, *more]) for head, more in zip(heads, rest, strict=True)]


def graph_figure(
    vertices: Dictionary[int, str],
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
            "facecolor": "white",
            "edgecolor": MATCHED if vertex in picked else UNMATCHED,
        }
        axes.text(*places[vertex], name, fontsize=9, ha="center", va="center", color=_INK, bbox=box, zorder=3)
    axes.set_title(title, fontsize=10, color=_INK)
    axes.margins(0.2)
    axes.set_axis_off()
    return figure


def svg(figure: Figure) -> str:
    """A figure as SVG to stand inside a page; the same figure gives the same text.

    >>> svg(graph_figure({0: "a"}, [])).startswith("<svg")
    True
    """
    from io import StringIO

    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "smatchproof", "svg.fonttype": "none"}):
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    whole = text.getvalue()
    return whole[whole.index("<svg") :].rstrip()
