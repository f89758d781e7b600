"""Reading graph6, digraph6 and sparse6: one graph a line, as nauty writes them."""

from __future__ import annotations

import re

from smatchproof.base.errors import InputError, Place
from smatchproof.base.optional import require
from smatchproof.lab.reductions.problems.graph_files.graph_file import (
    MOST_VERTICES,
    GraphDraft,
    GraphFile,
    refuse_directions,
)
from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.words import lines

_KIND_OF = {
    ">>graph6<<": "graph6",
    ">>digraph6<<": "digraph6",
    ">>sparse6<<": "sparse6",
    "&": "digraph6",
    ":": "sparse6",
}
"""The beginning of a line for each format; the header of a file stands before the first graph."""
HEADERS = tuple(_KIND_OF)


def read_graph6(text: str, source: str, directed: bool, kind: str) -> list[GraphFile]:
    r"""The graphs of a file, one a line.

    `kind` is the format of lines without a mark of their own: ``graph6``, ``digraph6`` or ``sparse6``. Raises
    :class:`InputError`, for an undirected graph also if `directed`. Takes linear time.

    >>> read_graph6("Bw", "triangle.g6", False, "graph6")[0].graph
    SimpleGraph(vertices=('0', '1', '2'), edges=((0, 1), (0, 2), (1, 2)), directed=False)
    """
    found = []
    for line in lines(text, source, "the line is cut off or too long"):
        data = line.text.strip()
        if header := next((each for each in HEADERS if each[0] == ">" and data.startswith(each)), None):
            kind, data = _KIND_OF[header], data.removeprefix(header)
        if not data:
            continue
        own = _KIND_OF.get(data[0], kind)
        if own != "digraph6":
            refuse_directions(own, source, directed)
        try:
            found.append(_from_sparse6(data, source) if own == "sparse6" else _from_bits(data, own == "digraph6"))
        except ValueError as error:
            raise InputError(f"no graph in {own}: {error}", line.place(), line.hint) from None
    if not found:
        raise InputError("a file without graphs", Place(source), f"write one graph a line in {kind}")
    return found


def _from_sparse6(data: str, source: str) -> GraphFile:
    """One graph, by networkx; parallel edges are refused."""
    require("sparse6", "networkx", extra="graphs")
    import networkx

    if data[0] != ":" or _size_and_rest(data[1:])[0] > MOST_VERTICES:
        raise ValueError(f"expected : and at most {MOST_VERTICES:,} vertices")
    try:
        graph = networkx.from_sparse6_bytes(data.encode())
    except (networkx.NetworkXError, IndexError) as error:
        raise ValueError(str(error)) from None
    draft = GraphDraft(source, map(str, graph))
    for one, other in graph.edges():
        draft.arc(one, other)
    return draft.undirected()


def _from_bits(data: str, directed: bool) -> GraphFile:
    """Characters of six bits each: the number of vertices, then a bit for each couple of them.

    The couples of a digraph are all, row by row; those of a graph are the ones above the diagonal, column by column.
    """
    size, rest = _size_and_rest(data.removeprefix("&"))
    needed = -(-(size * size if directed else size * (size - 1) // 2) // 6)
    if len(rest) != needed:
        raise ValueError(f"{size} vertices need {needed} characters, found {len(rest)}")
    bits = (value >> shift & 1 for value in rest for shift in range(5, -1, -1))
    couples = ((a, b) for a in range(size) for b in range(size))
    if not directed:
        couples = ((a, b) for b in range(size) for a in range(b))
    edges = [couple for couple, bit in zip(couples, bits, strict=False) if bit]
    if any(bits):
        raise ValueError("its last character says more than there are couples of vertices")
    return GraphFile(SimpleGraph.of(size, edges, directed=directed))


def _size_and_rest(data: str) -> tuple[int, list[int]]:
    """The number of vertices, and the values of the characters behind it."""
    if not re.fullmatch("[?-~]+", data):
        raise ValueError("expected the characters '?' to '~' alone")
    values = [ord(sign) - 63 for sign in data]
    if values[0] < 63:
        return values[0], values[1:]
    start, end = (2, 8) if values[1:2] == [63] else (1, 4)
    if len(values) < end:
        raise ValueError("its number of vertices is cut off")
    size = 0
    for value in values[start:end]:
        size = size << 6 | value
    return size, values[end:]
