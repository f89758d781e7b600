"""A graph as a file states it, and the draft that readers of graph files fill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from smatchproof.base.errors import InputError, Place, short
from smatchproof.base.text import many
from smatchproof.lab.reductions.problems.graphs import Edge, SimpleGraph
from smatchproof.lab.reductions.words import Word

MOST_VERTICES = 1_000_000
"""The most vertices that a header may announce, so that a short file cannot take gigabytes."""


class Loop(NamedTuple):
    """A loop that an undirected graph leaves out: the name of its vertex, and its place in the file."""

    vertex: str
    place: Place


class GraphFile(NamedTuple):
    """A graph in a file: `unused` are parts of the file that a graph does not have, such as ``weights of edges``.

    The graph has no `loops` if it is undirected; whether that changes the answer depends on the problem. `note` says
    how the edges are listed.
    """

    graph: SimpleGraph
    unused: tuple[str, ...] = ()
    loops: tuple[Loop, ...] = ()
    note: str = ""

    def sizes(self) -> str:
        """The number of vertices and of edges, in words.

        >>> GraphFile(SimpleGraph.of(3, [(0, 1), (1, 2)])).sizes()
        '3 vertices, 2 edges'
        """
        vertices, edges = len(self.graph), len(self.graph.edges)
        note = f" ({self.note})" if self.note else ""
        counted = "1 vertex" if vertices == 1 else f"{vertices:,} vertices"
        return f"{counted}, {many(edges, 'arc' if self.graph.directed else 'edge')}{note}"

    def key(self) -> tuple[Any, ...]:
        """The graph without the order of its vertices: equal keys are the same named graph."""
        names, directed = self.graph.vertices, self.graph.directed
        ends = ((names[a], names[b]) for a, b in self.graph.edges)
        edges = frozenset(pair if directed else frozenset(pair) for pair in ends)
        return directed, frozenset(names), edges, frozenset(loop.vertex for loop in self.loops)


class GraphDraft:
    """Collects the vertices and arcs of one graph, in the order in which a file mentions them."""

    def __init__(self, source: str, names: Iterable[str] = ()) -> None:
        self.source = source
        self.number = {name: index for index, name in enumerate(names)}
        self.arcs: dict[Edge, Word | None] = {}
        self.repeated: list[tuple[Edge, Word | None]] = []
        self._unused: dict[str, None] = {}

    def vertex(self, name: str) -> int:
        """The number of a vertex; a new one gets the next."""
        return self.number.setdefault(name, len(self.number))

    def arc(self, source: int, target: int, word: Word | None = None) -> None:
        """Add an arc or an edge that is listed in this direction; `word` is its place."""
        if (source, target) in self.arcs:
            self.repeated.append(((source, target), word))
        else:
            self.arcs[source, target] = word

    def leave_out(self, what: str) -> None:
        """Note a part of the file that the graph does not have."""
        self._unused[what] = None

    def directed(self) -> GraphFile:
        """The directed graph of all arcs. Raises :class:`InputError` for an arc that is listed twice."""
        if self.repeated:
            raise self._again(*self.repeated[0])
        return GraphFile(SimpleGraph.of(tuple(self.number), self.arcs, directed=True), tuple(self._unused))

    def undirected(self, *, merge: bool = False) -> GraphFile:
        """The undirected graph of a list of edges.

        Each edge is listed once, or each in both directions; with `merge`, any number of times. Raises
        :class:`InputError` for an edge that is listed again where others are not.
        """
        edges = {edge for edge in self.arcs if edge[0] != edge[1]}
        turned = sorted(edge for edge in edges if edge[0] > edge[1] and edge[::-1] in edges)
        doubled = len(turned) * 2 == len(edges) > 0 and not self.repeated
        if not (doubled or merge):
            if self.repeated:
                raise self._again(*self.repeated[0])
            if turned:
                second = max((turned[0], turned[0][::-1]), key=[*self.arcs].index)
                raise self._again(second, self.arcs[second])
        note = "each listed twice" if doubled else "some listed again" if merge and (turned or self.repeated) else ""
        return GraphFile(SimpleGraph.of(tuple(self.number), edges), tuple(self._unused), self._loops(), note)

    def adjacency(self, *, directed: bool) -> GraphFile:
        """The graph of a list of all arcs: undirected if each arc is there in both directions, unless `directed`."""
        is_symmetric = all((target, source) in self.arcs for source, target in self.arcs)
        return self.directed() if directed or not is_symmetric else self.undirected()

    def _loops(self) -> tuple[Loop, ...]:
        names = [*self.number]
        found = ((names[a], word) for (a, b), word in self.arcs.items() if a == b)
        return tuple(Loop(name, word.place if word else Place(self.source)) for name, word in found)

    def _again(self, edge: Edge, word: Word | None) -> InputError:
        one, other = (short(list(self.number)[end], 60) for end in edge)
        place = word.place if word else Place(self.source)
        return InputError(f"an edge between {one} and {other} again", place, "list each edge once")


def refuse_loops(graphs: Iterable[GraphFile]) -> None:
    """Raise :class:`InputError` for a loop that an undirected graph leaves out, if it would change the answer."""
    for loop in (loop for graph in graphs for loop in graph.loops):
        hint = "leave it out; here it would change the answer"
        raise InputError(f"a loop at {short(loop.vertex, 80)} in an undirected graph", loop.place, hint)


def refuse_directions(format_name: str, source: str, directed: bool) -> None:
    """Raise :class:`InputError` where a file without directions is read as a directed graph."""
    if directed:
        message = f"{format_name} states an undirected graph, which --directed does not go with"
        raise InputError(message, Place(source), "leave --directed out, or write an edge list")


def size_of(word: Word, what: str = "the number of vertices") -> int:
    """A number of vertices that a file announces. Raises :class:`InputError`."""
    return word.integer(0, MOST_VERTICES, what)


def numbered(first: int, size: int) -> Sequence[str]:
    """Names of vertices that a format numbers from `first`."""
    return [str(number) for number in range(first, first + size)]
