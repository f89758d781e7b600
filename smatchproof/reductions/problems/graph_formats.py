"""Reading graphs: graph6 and digraph6 files, and edge lists."""

from __future__ import annotations

from smatchproof.alignment import InputError, Place
from smatchproof.reductions.problems.graphs import SimpleGraph
from smatchproof.reductions.words import Line, lines, word_lines

_HEADERS = {">>graph6<<": False, ">>digraph6<<": True}


def read_graphs(text: str, source: str, *, directed: bool = False) -> list[SimpleGraph]:
    r"""The graphs of a file: one a line in graph6 (suffix ``.g6``, ``.d6`` or a header), else one edge list.

    An edge list has two names a line; one name alone is a vertex, ``#`` starts a comment. Vertices are numbered in
    the order in which they are mentioned. Raises :class:`InputError`. Takes linear time.

    >>> read_graphs("Bw", "triangle.g6")
    [SimpleGraph(vertices=('0', '1', '2'), edges=((0, 1), (0, 2), (1, 2)), directed=False)]
    >>> read_graphs("a b\nc  # alone", "list.txt")
    [SimpleGraph(vertices=('a', 'b', 'c'), edges=((0, 1),), directed=False)]
    >>> read_graphs("a b\na a", "list.txt")
    Traceback (most recent call last):
    ...
    smatchproof.alignment.errors.InputError: list.txt:2:3: a loop at a in an undirected graph; leave the line out
      a a
        ^
    """
    header = next((name for name in _HEADERS if text.lstrip().startswith(name)), None)
    suffix = source.rsplit(".", 1)[-1].lower()
    if header is None and suffix not in ("g6", "d6", "graph6", "digraph6"):
        return [_read_edge_list(text, source, directed)]
    several = [
        _read_graph6(line, _is_directed(line.text, header, suffix))
        for line in lines(text, source, "write edge lists to a file with another suffix than .g6 or .d6")
        if line.text.strip() and line.text.strip() not in _HEADERS
    ]
    if not several:
        raise InputError("a file without graphs", Place(source), "write one graph a line in graph6")
    return several


def _is_directed(line: str, header: str | None, suffix: str) -> bool:
    return line.strip().startswith("&") or _HEADERS.get(header or "", suffix in ("d6", "digraph6"))


def _read_graph6(line: Line, directed: bool) -> SimpleGraph:
    """One graph, after the description of the formats by McKay."""
    kind = "digraph6" if directed else "graph6"
    data = line.text.strip().removeprefix(">>graph6<<").removeprefix(">>digraph6<<").removeprefix("&")
    wrong = next((at for at, sign in enumerate(data) if not "?" <= sign <= "~"), None)
    if wrong is not None or not data:
        found = repr(data[wrong]) if wrong is not None else "nothing"
        place = line.place(1 + (wrong or 0) + line.text.index(data))
        raise InputError(f"expected the signs '?' to '~' of {kind}, found {found}", place, line.way_out)
    try:
        return _from_bits(data, directed)
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
    return SimpleGraph.of(size, (couple for couple, bit in zip(couples, bits, strict=False) if bit), directed=directed)


def _read_edge_list(text: str, source: str, directed: bool) -> SimpleGraph:
    number: dict[str, int] = {}
    edges = []
    for words in word_lines(text, source, "leave the line out", comment="#"):
        names = [word.text for word in words]
        if len(names) > 2:
            raise words[2].error(f"expected two names a line, found {len(names)}", "write each edge on a line")
        if len(names) == 2 and names[0] == names[1] and not directed:
            raise words[1].error(f"a loop at {names[0]} in an undirected graph")
        ends = [number.setdefault(name, len(number)) for name in names]
        if len(ends) == 2:
            edges.append((ends[0], ends[1]))
    return SimpleGraph.of(tuple(number), edges, directed=directed)
