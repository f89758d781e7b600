"""The meaning-representation graph as it was written: variables, concepts and edges in the order of the text."""

from __future__ import annotations

from typing import NamedTuple

from smatchproof.base.errors import InputError
from smatchproof.base.record import PartlyCompared


class Edge(NamedTuple):
    """One ``:role target`` of a variable, both as written (quotes, alignment suffixes and ``-of`` included).

    `source` is the index of the variable below which the edge stands. `target` names a variable if it equals one; the
    convention decides which other tokens name one.
    """

    source: int
    role: str
    target: str


class Graph(PartlyCompared):
    """One graph of a corpus. `concepts` runs parallel to `variables`, and the first variable is the root.

    `early_mentions` are the indexes of the edges that mention a variable above its definition in the text: they do not
    change the graph, but some programs read them differently. `alignments` is the text of ``# ::alignments``, and
    `alignment_error` an error in it, which is only raised where alignments are needed.

    >>> boy = Graph(("w", "b"), ("want-01", "boy"), (Edge(0, "ARG0", "b"),), id="example.1")
    >>> boy.root, len(boy.edges)
    ('w', 1)
    """

    uncompared = ("early_mentions", "alignments", "alignment_error")

    variables: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()
    id: str | None = None
    early_mentions: tuple[int, ...] = ()
    alignments: str = ""
    alignment_error: InputError | None = None

    @property
    def root(self) -> str | None:
        """The first variable; ``None`` for the empty graph."""
        return self.variables[0] if self.variables else None


def introducing_edges(graph: Graph) -> dict[str, int]:
    """Return the number of the edge that leads to each variable's definition, except the root's. Linear."""
    early, waiting = {*graph.early_mentions}, {*graph.variables[1:]}
    found: dict[str, int] = {}
    for number, edge in enumerate(graph.edges):
        if edge.target in waiting and edge.target not in found and number not in early:
            found[edge.target] = number
    return found
