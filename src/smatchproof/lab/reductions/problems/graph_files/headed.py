"""Reading graphs from files with marks of their own: DIMACS and TSPLIB, graph6, digraph6 and sparse6."""

from __future__ import annotations

import re

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.optional import require
from smatchproof.base.text import many
from smatchproof.lab.reductions.problems.graph_files.graph_file import (
    MOST_VERTICES,
    GraphDraft,
    GraphFile,
    numbered,
    refuse_directions,
    size_of,
)
from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.words import Word, lines, word_lines

# ---- DIMACS

_KINDS = ("edge", "edges", "col", "clq")
_NOT_USED = {"n": "weights of vertices", "d": "dimensions", "v": "coordinates", "x": "parameters"}


def read_dimacs_graph(text: str, source: str, directed: bool) -> GraphFile:
    r"""``p edge VERTICES EDGES``, then ``e ONE OTHER`` for each edge; vertices count from 1, or from 0 if one is 0.

    An edge that is listed again, in any direction, is one edge: many public files list each edge twice. The header
    counts the lines, the edges, or twice the edges. Raises :class:`InputError`.

    >>> read_dimacs_graph("c a path\np edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n", "path.col", False).sizes()
    '3 vertices, 2 edges (each listed twice)'
    """
    hint = "write 'p edge VERTICES EDGES', then 'e ONE OTHER' for each edge"
    rows = [words for words in word_lines(text, source, hint) if not words[0].text.startswith("c")]
    head = rows[0] if rows else []
    if [word.text for word in head[:1]] != ["p"] or len(head) != 4 or head[1].text not in _KINDS:
        said = quoted(" ".join(word.text for word in head)) if head else "nothing"
        place = head[0].place if head else Place(source)
        raise InputError(f"expected 'p edge VERTICES EDGES' first, found {said}", place, hint)
    refuse_directions("DIMACS", source, directed)
    size, announced = size_of(head[2]), head[3].integer(0, 10**15, "the number of edges")
    edges, draft = [], GraphDraft(source)
    for words in rows[1:]:
        if words[0].text in _NOT_USED:
            draft.leave_out(_NOT_USED[words[0].text])
        elif words[0].text == "e" and len(words) in (3, 4):
            edges.append(words)
            if len(words) == 4:
                draft.leave_out("weights of edges")
        else:
            raise words[0].error(f"expected 'e ONE OTHER', found {quoted(words[0].text)}")
    first = 0 if any(word.whole() == 0 for words in edges for word in words[1:3]) else 1
    for name in numbered(first, size):
        draft.vertex(name)
    for words in edges:
        one, other = (word.integer(first, first + size - 1, "a vertex") - first for word in words[1:3])
        draft.arc(one, other, words[1])
    found = draft.undirected(merge=True)
    distinct = len(found.graph.edges) + len(found.loops)
    if announced not in (len(edges), distinct, 2 * distinct):
        counted = many(len(edges), "line") + (f" with {distinct} edges" if distinct != len(edges) else "")
        raise head[3].error(
            f"{announced} edges announced, found {counted}", "write the number of lines, or what is missing"
        )
    return found


# ---- TSPLIB

_KEY = re.compile(r"\s*([A-Z][A-Z_]*)\s*(?::\s*(.*?))?\s*")
_TSPLIB_HINT = "write TYPE : HCP, DIMENSION, EDGE_DATA_FORMAT : EDGE_LIST and EDGE_DATA_SECTION"
_DRAWN = {"NODE_COORD_SECTION": "coordinates", "DISPLAY_DATA_SECTION": "coordinates"}


def read_tsplib(text: str, source: str, directed: bool) -> GraphFile:
    r"""The graph of a Hamiltonian cycle problem in TSPLIB's format, with an EDGE_LIST.

    Raises :class:`InputError`, also for distances and for edges that are fixed: these make another question of it.

    >>> keys = "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST"
    >>> read_tsplib(f"{keys}\nEDGE_DATA_SECTION\n1 2\n2 3\n-1\nEOF", "path.hcp", False).sizes()
    '3 vertices, 2 edges'
    """
    said, sections = _sections(text, source)
    needed = ("DIMENSION", "EDGE_DATA_FORMAT", "EDGE_DATA_SECTION")
    if lacks := next((key for key in needed if key not in said | sections), None):
        raise InputError(f"a TSPLIB file without {lacks}", Place(source), _TSPLIB_HINT)
    if said["EDGE_DATA_FORMAT"].text != "EDGE_LIST":
        raise said["EDGE_DATA_FORMAT"].error("expected EDGE_LIST")
    refuse_directions("TSPLIB", source, directed)
    size = size_of(said["DIMENSION"])
    draft, ends = GraphDraft(source, numbered(1, size)), sections.pop("EDGE_DATA_SECTION")
    for name, words in sections.items():
        if name not in _DRAWN:
            place = words[0].place if words else Place(source)
            raise InputError(f"{name} is not read", place, "leave the section out if the question is without it")
        draft.leave_out(_DRAWN[name])
    if not ends or ends.pop().text != "-1":
        raise InputError("EDGE_DATA_SECTION does not end", Place(source), "write -1 behind the last edge")
    if len(ends) % 2:
        raise ends[-1].error("expected two vertices for each edge")
    for one, other in zip(ends[::2], ends[1::2], strict=True):
        tail, head = (word.integer(1, size, "a vertex") - 1 for word in (one, other))
        draft.arc(tail, head, one)
    return draft.undirected()


def _sections(text: str, source: str) -> tuple[dict[str, Word], dict[str, list[Word]]]:
    """The values by key, and the words of each section."""
    said: dict[str, Word] = {}
    sections: dict[str, list[Word]] = {}
    section: list[Word] | None = None
    for line in lines(text, source, _TSPLIB_HINT):
        if line.text.strip() == "EOF":
            break
        found = _KEY.fullmatch(line.text)
        if found and found[1].endswith("_SECTION"):
            section = sections.setdefault(found[1], [])
        elif found and found[2] is not None:
            said[found[1]] = Word(found[2], line, found.start(2) + 1)
        elif section is None and line.text.strip():
            raise InputError(f"expected KEY : VALUE, found {quoted(line.text)}", line.place(), _TSPLIB_HINT)
        elif section is not None:
            section += line.words()
    return said, sections


# ---- graph6

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
