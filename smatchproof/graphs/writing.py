"""Graphs that a program makes: laid out as a tree with re-entrancies, and written in PENMAN notation.

Any connected set of triples with a root can be written: a spanning tree gives the nesting, a relation against its
direction is written as ``:role-of``, and every relation outside of the tree stands below whichever of its ends comes
later in the text, so that no variable is used before it is defined.
"""

from __future__ import annotations

import re

from smatchproof.graphs.graph import Edge, Graph

_DEEPEST_INDENT = 24
_ROLE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_SYMBOL = re.compile(r'[^\s()/:~"]+')
_VARIABLE = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def write_graph(graph: Graph, sentence: str | None = None) -> str:
    """A graph in PENMAN notation, with its id and sentence above it.

    Every variable is defined where it is first mentioned, but for early mentions of a graph that was read, and edges
    stand in their order. Reading the text gives the same graph, if its variables come in the order in which the text
    defines them; so a graph that was read comes back. Takes time linear in the
    length of the text, at any depth. Raises ``ValueError`` when no edges lead from the root to some variable.

    >>> boy = Graph(("w", "b"), ("want-01", "boy"), (Edge(0, "ARG0", "b"), Edge(1, "ARG1-of", "w")), id="s.1")
    >>> print(write_graph(boy))
    # ::id s.1
    (w / want-01
      :ARG0 (b / boy
        :ARG1-of w))
    """
    below: list[list[tuple[int, Edge]]] = [[] for _ in graph.variables]
    for place, each in enumerate(graph.edges):
        below[each.source].append((place, each))
    early = {*graph.early_mentions}
    number = {name: index for index, name in enumerate(graph.variables)}
    if not number:
        raise ValueError("the empty graph cannot be written")
    parts = [f"({graph.variables[0]} / {graph.concepts[0]}"]
    defined, path = {0}, [(0, iter(below[0]))]
    while path:
        place, edge = next(path[-1][1], (0, None))
        if edge is None:
            parts.append(")")
            path.pop()
            continue
        parts.append("\n" + "  " * min(len(path), _DEEPEST_INDENT) + f":{edge.role} ")
        child = number.get(edge.target)
        if child is None or child in defined or place in early:
            parts.append(edge.target)
        else:
            parts.append(f"({edge.target} / {graph.concepts[child]}")
            defined.add(child)
            path.append((child, iter(below[child])))
    if len(defined) < len(number):
        lost = next(name for name, index in number.items() if index not in defined)
        raise ValueError(f"no edges lead from the root {graph.root} to {lost}")
    header = [f"# ::id {graph.id}"] * (graph.id is not None) + [f"# ::snt {sentence}"] * (sentence is not None)
    return "\n".join([*header, "".join(parts)])
