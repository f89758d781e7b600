"""Writing graphs in PENMAN notation, as a tree with re-entrancies.

Any connected set of triples with a root can be written: a spanning tree gives the nesting, a relation against its
direction is written as ``:role-of``, and every relation outside of the tree stands below whichever of its ends comes
later in the text, so that no variable is used before it is defined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import TypeVar

from smatchproof.graphs.graph import Edge, Graph

_DEEPEST_INDENT = 24
_ROLE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_SYMBOL = re.compile(r'[^\s()/:~"#][^\s()/:~"]*')
_STRING = re.compile(r'"[^"\\\r\n]+"')
_VARIABLE = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def write_graph(graph: Graph, sentence: str | None = None) -> str:
    """Write a graph in PENMAN notation, with its id and sentence above it.

    Every variable is defined where it is first mentioned, except for early mentions in a graph that was read, and edges
    keep their order. Reading the text gives the same graph if its variables are in the order of their definitions, so a
    graph that was read is restored. Takes time linear in the length of the text, at any depth. Raises ``ValueError`` if
    no edges lead from the root to a variable.

    >>> boy = Graph(("w", "b"), ("want-01", "boy"), (Edge(0, "ARG0", "b"), Edge(1, "ARG1-of", "w")), id="s.1")
    >>> print(write_graph(boy))
    # ::id s.1
    (w / want-01
      :ARG0 (b / boy
        :ARG1-of w))
    """
    text = "".join(part for part, _ in text_parts(graph))
    header = [f"# ::id {graph.id}"] * (graph.id is not None) + [f"# ::snt {sentence}"] * (sentence is not None)
    return "\n".join([*header, text])


def text_parts(graph: Graph) -> Iterator[tuple[str, Edge | int | None]]:
    r"""Yield the parts of a text in PENMAN notation, each with the variable, by index, or the edge that it writes.

    Raises ``ValueError`` as :func:`write_graph`.

    >>> [*text_parts(Graph(("b",), ("boy",), (Edge(0, "mod", "-"),)))]
    [('(', None), ('b / boy', 0), ('\n  ', None), (':mod -', Edge(source=0, role='mod', target='-')), (')', None)]
    """
    number = {name: index for index, name in enumerate(graph.variables)}
    if not number:
        raise ValueError("the empty graph cannot be written")
    below: list[list[tuple[Edge, int | str]]] = [[] for _ in graph.variables]
    early = {*graph.early_mentions}
    for place, each in enumerate(graph.edges):
        defined = each.target if place in early else number.get(each.target, each.target)
        below[each.source].append((each, defined))
    yield "(", None
    yield f"{graph.variables[0]} / {graph.concepts[0]}", 0
    depths, depth = {0: 1}, 1
    for source, (edge, _), child in in_text(below, itemgetter(1)):
        closed, depth = ")" * (depth - depths[source]), depths[source]
        yield closed + "\n" + "  " * min(depth, _DEEPEST_INDENT), None
        if child is None:
            yield f":{edge.role} {edge.target}", edge
        else:
            yield f":{edge.role}", edge
            yield " (", None
            yield f"{edge.target} / {graph.concepts[child]}", child
            depths[child] = depth = depth + 1
    yield ")" * depth, None
    if len(depths) < len(number):
        lost = next(name for name, index in number.items() if index not in depths)
        raise ValueError(f"no edges lead from the root {graph.root} to {lost}")


Branch = TypeVar("Branch")


def in_text(
    below: Sequence[Sequence[Branch]], target_of: Callable[[Branch], int | str]
) -> Iterator[tuple[int, Branch, int | None]]:
    """Yield the branches reachable from the root in text order, each with its source and the variable it defines.

    >>> list(in_text([["ab", 1, 1], [0]], lambda branch: branch))
    [(0, 'ab', None), (0, 1, 1), (1, 0, None), (0, 1, None)]
    """
    seen, path = {0}, [(0, iter(below[0]))]
    while path:
        source, rest = path[-1]
        for branch in rest:
            target = target_of(branch)
            defined = target if isinstance(target, int) and target not in seen else None
            yield source, branch, defined
            if defined is not None:
                seen.add(defined)
                path.append((defined, iter(below[defined])))
                break
        else:
            path.pop()
