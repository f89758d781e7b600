"""A graph as a drawing: vertices on a circle, a solution in it in colour."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from smatchproof.reports.drawings.drawing import LINE, Drawing, Point, arrow_head, box, line, text, text_width

_HEIGHT = 22.0


def graph_drawing(
    vertices: Mapping[int, str],
    edges: Iterable[tuple[int, int]],
    *,
    directed: bool = False,
    chosen: Iterable[int] = (),
    chosen_edges: Iterable[tuple[int, int]] = (),
    second: Iterable[int] = (),
    title: str = "",
) -> Drawing:
    """A graph with some of its vertices and edges in colour: a solution in an instance.

    Vertices stand on a circle, so that no edge runs through another vertex. What is chosen is green and thick, and so
    are the edges between chosen vertices. Vertices of a `second` side are dashed, in another colour; then only
    `chosen_edges` are thick.

    >>> graph_drawing({0: "a", 1: "b"}, [(0, 1)], chosen=[0], title="one of two").description
    'one of two: a graph of the vertices a, b with the edges a–b. Chosen: a.'
    """
    places, width, height = _circle(vertices, title)
    picked, other, lines = {*chosen}, {*second}, [*edges]
    marked = {*chosen_edges} | {(b, a) for a, b in chosen_edges if not directed}
    elements = [text((width / 2, LINE / 2 + 2), title, bold=True, anchor="middle")]
    is_thick = {edge: edge in marked or (not other and picked.issuperset(edge)) for edge in lines}
    for edge in sorted(lines, key=is_thick.__getitem__):
        is_chosen = is_thick[edge]
        elements += _edge(places[edge[0]], places[edge[1]], vertices[edge[1]], is_chosen, directed)
    for vertex, name in vertices.items():
        x, y = places[vertex]
        wide, is_chosen = text_width(name) + 12, vertex in picked
        colour = "matched" if is_chosen else "missed" if vertex in other else "faint"
        corner, thick = (x - wide / 2, y - _HEIGHT / 2), 1 if colour == "faint" else 2.4
        elements.append(box(corner, wide, _HEIGHT, colour=colour, thick=thick, dashed=vertex in other))
        elements.append(
            text((x, y), name, "matched" if is_chosen else "ink", bold=is_chosen, anchor="middle", kind="node")
        )
    words = _description(vertices, lines, picked, marked, title, "→" if directed else "–")
    return Drawing(width, height, tuple(filter(None, elements)), words)


def _description(
    vertices: Mapping[int, str],
    edges: Iterable[tuple[int, int]],
    picked: Iterable[int],
    marked: Iterable[tuple[int, int]],
    title: str,
    to: str,
) -> str:
    written = [f"{vertices[a]}{to}{vertices[b]}" for a, b in edges]
    words = f"{title}: a" if title else "A"
    words += f" graph of the vertices {', '.join(vertices.values())} with "
    words += f"the edges {', '.join(written)}." if written else "no edge."
    names = [vertices[vertex] for vertex in sorted(picked)]
    names += [f"{vertices[a]}{to}{vertices[b]}" for a, b in edges if (a, b) in {*marked}]
    return f"{words} Chosen: {', '.join(names)}." if names else words


def _circle(vertices: Mapping[int, str], title: str) -> tuple[dict[int, Point], float, float]:
    """Place the vertices so far apart that none touches another; return the places and the size of the drawing."""
    widest = max((text_width(name) + 12 for name in vertices.values()), default=20.0)
    number = max(1, len(vertices))
    radius = max(
        min(60.0 + 12 * number, 240.0), (widest + 20) / (2 * math.sin(math.pi / number)) if number > 2 else 0.0
    )
    across = max(2 * radius + widest + 16, text_width(title) + 16)
    down = 2 * radius + _HEIGHT + LINE + 24
    centre = across / 2, LINE + 12 + _HEIGHT / 2 + radius
    angles = [2 * math.pi * at / number - math.pi / 2 for at in range(number)]
    places = {
        vertex: (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))
        for vertex, angle in zip(vertices, angles, strict=False)
    }
    return places, across, down


def _edge(start: Point, end: Point, target: str, is_chosen: bool, directed: bool) -> list[str]:
    """An edge between the middles of two boxes, below these; an arrow ends where the box of its target begins."""
    colour = "matched" if is_chosen else "faint"
    path = f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
    drawn = [line(path, colour, kind="edge", thick=2.4 if is_chosen else 1.1)]
    if directed:
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy) or 1.0
        half = (text_width(target) + 12) / 2, _HEIGHT / 2
        share = min(half[0] / abs(dx) if dx else math.inf, half[1] / abs(dy) if dy else math.inf, 1.0)
        drawn.append(arrow_head((end[0] - share * dx, end[1] - share * dy), (dx / length, dy / length), colour))
    return drawn
