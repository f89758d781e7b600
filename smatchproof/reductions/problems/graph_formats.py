"""Reading graphs: graph6 and digraph6 files, and edge lists."""

from __future__ import annotations

from smatchproof.base.errors import InputError, Place, short
from smatchproof.reductions.problems.graphs import Edge, SimpleGraph
from smatchproof.reductions.words import Line, lines, word_lines

_HEADERS = {">>graph6<<": False, ">>digraph6<<": True}


def read_graphs(text: str, source: str, *, directed: bool = False) -> list[SimpleGraph]:
    r"""The graphs of a file: one a line in graph6 (suffix ``.g6``, ``.d6`` or a header), else one edge list.

    An edge list has two names a line, each edge once; one name alone is a vertex, ``#`` starts a comment. Vertices are
    numbered in the order in which they are mentioned. `directed` is for edge lists: other files say it themselves.
    Raises :class:`InputError`. Takes linear time.

    >>> read_graphs("Bw", "triangle.g6")
    [SimpleGraph(vertices=('0', '1', '2'), edges=((0, 1), (0, 2), (1, 2)), directed=False)]
    >>> read_graphs("a b\nc  # alone", "list.txt")
    [SimpleGraph(vertices=('a', 'b', 'c'), edges=((0, 1),), directed=False)]
    >>> read_graphs("a b\nb a", "list.txt")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: list.txt:2:1: the edge of line 1 again; leave the line out
      b a
      ^
    """
    suffix = source.rsplit(".", 1)[-1].lower()
    if not text.lstrip().startswith(tuple(_HEADERS)) and suffix not in ("g6", "d6", "graph6", "digraph6"):
        return [_read_edge_list(text, source, directed)]
    several = []
    has_arcs = True if suffix in ("d6", "digraph6") else None
    for line in lines(text, source, "write edge lists to a file with another suffix than .g6 or .d6"):
        data = line.text.strip()
        if header := next((header for header in _HEADERS if data.startswith(header)), None):
            has_arcs, data = _HEADERS[header], data.removeprefix(header)
        if data:
            graph = _read_graph6(line, data, data.startswith("&") if has_arcs is None else has_arcs)
            if directed and not graph.directed:
                raise InputError("a graph in graph6 has no directions", line.place(), "write digraph6 or an edge list")
            several.append(graph)
    if not several:
        raise InputError("a file without graphs", Place(source), "write one graph a line in graph6")
    return several


def _read_graph6(line: Line, data: str, directed: bool) -> SimpleGraph:
    """One graph, after the description of the formats by McKay."""
    kind = "digraph6" if directed else "graph6"
    signs = data.removeprefix("&") if directed else data
    wrong = next((at for at, sign in enumerate(signs) if not "?" <= sign <= "~"), None)
    if wrong is not None or not signs:
        found = repr(signs[wrong]) if wrong is not None else "nothing"
        place = line.place(1 + (wrong or 0) + line.text.index(data) + len(data) - len(signs))
        raise InputError(f"expected the signs '?' to '~' of {kind}, found {found}", place, line.hint)
    try:
        return _from_bits(signs, directed)
    except ValueError as error:
        raise InputError(f"no graph in {kind}: {error}", line.place(), "the line is cut off or too long") from None


def _from_bits(data: str, directed: bool) -> SimpleGraph:
    """Signs of six bits each: the number of vertices, then a bit for each couple of them.

    The couples of a digraph are all, row by row; those of a graph are the ones above the diagonal, column by column.
    """
    values = [ord(sign) - 63 for sign in data]
    size, rest = values[0], values[1:]
    if size == 63:
        start, end = (2, 8) if values[1:2] == [63] else (1, 4)
        if len(values) < end:
            raise ValueError("its number of vertices is cut off")
        size, rest = 0, values[end:]
        for value in values[start:end]:
            size = size << 6 | value
    needed = -(-(size * size if directed else size * (size - 1) // 2) // 6)
    if len(rest) != needed:
        raise ValueError(f"{size} vertices need {needed} signs, found {len(rest)}")
    bits = (value >> shift & 1 for value in rest for shift in range(5, -1, -1))
    couples = ((a, b) for a in range(size) for b in range(size))
    if not directed:
        couples = ((a, b) for b in range(size) for a in range(b))
    edges = [couple for couple, bit in zip(couples, bits, strict=False) if bit]
    if any(bits):
        raise ValueError("its last sign says more than there are couples of vertices")
    return SimpleGraph.of(size, edges, directed=directed)


def _read_edge_list(text: str, source: str, directed: bool) -> SimpleGraph:
    number: dict[str, int] = {}
    line_of: dict[Edge, int] = {}
    for words in word_lines(text, source, "leave the line out", comment="#"):
        names = [word.text for word in words]
        if len(names) > 2:
            raise words[2].error(f"expected two names a line, found {len(names)}", "write each edge on a line")
        if len(names) == 2 and names[0] == names[1] and not directed:
            raise words[1].error(f"a loop at {short(names[0], 80)} in an undirected graph")
        ends = [number.setdefault(name, len(number)) for name in names]
        if len(ends) == 2:
            edge = (ends[0], ends[1]) if directed else (min(ends), max(ends))
            if edge in line_of:
                raise words[0].error(f"the edge of line {line_of[edge]} again")
            line_of[edge] = words[0].line.number
    return SimpleGraph.of(tuple(number), line_of, directed=directed)
