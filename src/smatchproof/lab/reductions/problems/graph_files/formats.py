"""The formats of graph files, and the recognition of the format of a file.

A format with its own mark (a header, a first character) is recognised by it. The others are plain lines of words, and
all of their readers are tried: a file is accepted if they give exactly one graph.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from smatchproof.base.errors import InputError, Place, unknown
from smatchproof.lab.reductions.problems.graph_files import headed, libraries, lists
from smatchproof.lab.reductions.problems.graph_files.graph_file import GraphFile
from smatchproof.lab.reductions.problems.graph_files.headed import read_graph6


class GraphFormat(NamedTuple):
    """A format of graph files: its name, its name in sentences, its reader, and the expression by which it is known.

    `read` takes text, source and `directed`; without a mark also `named`: whether a user names the format.
    """

    name: str
    title: str
    read: Callable[..., GraphFile | list[GraphFile]]
    mark: str | None = None
    suffixes: tuple[str, ...] = ()

    def graphs(self, text: str, source: str, directed: bool, named: bool) -> FoundGraphs:
        """The graphs of a file in this format. Raises :class:`InputError`."""
        found = self.read(text, source, directed) if self.mark else self.read(text, source, directed, named)
        return FoundGraphs(self.title, found if isinstance(found, list) else [found])


_DIMACS = r"(?:(?:c(?:[ \t].*)?|[ \t]*)\n)*p[ \t]+\S+[ \t]+-?\d+[ \t]+-?\d+"
"""A header below comments. Edges without one are told by their letter: all lines begin with ``e`` or with ``a``."""
_DIMACS_LINES = r"(?:(?:c[ \t].*)?\n)*(?:[ \t]*[ea](?:[ \t]+\d+){2,3}[ \t]*(?:\n|\Z))+\s*\Z"

_DOT = r"(?i)(?>\s|//.*\n|#.*\n|/\*(?s:.*?)\*/)*(?:strict\s+)?(?:di)?graph\b[^\[{]*\{"
_TSPLIB = r"\s*(?:NAME|TYPE|COMMENT|DIMENSION|EDGE_[A-Z_]+)\s*:"

_ENTRIES = (
    GraphFormat("edge-list", "edge list", lists.read_edge_list, None, ("edgelist", "edges", "ncol")),
    GraphFormat("csv", "CSV", lists.read_csv, None, ("csv", "tsv")),
    GraphFormat("adjacency-list", "adjacency list", lists.read_adjacency_list, None, ("adjlist",)),
    GraphFormat("adjacency-matrix", "adjacency matrix", lists.read_matrix),
    GraphFormat("lad", "LAD", lists.read_lad, None, ("lad",)),
    GraphFormat("metis", "METIS", lists.read_metis, None, ("metis",)),
    GraphFormat("tgf", "TGF", lists.read_tgf, None, ("tgf",)),
    GraphFormat("dimacs", "DIMACS", headed.read_dimacs_graph, f"{_DIMACS}|{_DIMACS_LINES}", ("col", "clq", "edge")),
    GraphFormat("graph6", "graph6", partial(read_graph6, kind="graph6"), r"\s*>>(?:di)?graph6<<", ("g6", "graph6")),
    GraphFormat("digraph6", "digraph6", partial(read_graph6, kind="digraph6"), r"\s*&", ("d6", "digraph6")),
    GraphFormat("sparse6", "sparse6", partial(read_graph6, kind="sparse6"), r"\s*(?::|>>sparse6)", ("s6",)),
    GraphFormat("gml", "GML", libraries.read_gml, r'(?>"[^"]*"|[^\[{<"])*?\bgraph\s*\[', ("gml",)),
    GraphFormat("graphml", "GraphML", libraries.read_graphml, r"\s*<(?s:.{,2000}?)<?graphml\b", ("graphml",)),
    GraphFormat("matrix-market", "Matrix Market", libraries.read_matrix_market, "(?i)%%MatrixMarket", ("mtx",)),
    GraphFormat("dot", "DOT", libraries.read_dot, _DOT, ("dot", "gv")),
    GraphFormat("tsplib", "TSPLIB", headed.read_tsplib, _TSPLIB, ("hcp", "tsp")),
)
FORMATS = {each.name: each for each in _ENTRIES}
"""The readable formats, by their names for ``--graph-format``."""

_FOREIGN = {
    r"\s*\{(?:[\s\"]|\}\s*\Z)": "JSON",
    r"\s*<(?s:.{,500}?)<?gexf\b": "GEXF",
    r"\s*<[^<>\s]+>[ \t]+<": "N-Triples",
    r"\s*<": "XML",
    r"\s*\*[Vv]ertices": "Pajek",
    r"\s*LEDA\.GRAPH": "LEDA",
    r"\s*[Dd][Ll]\s": "UCINET DL",
    r"\s*;[?-~]*\s*(?:\n|\Z)": "incremental sparse6",
    r"\s*t\s+#": "gSpan (t, v, e; edit-distance reads it)",
    r"(?:#.*\n|\s)*\(\s*\S+\s*/": "PENMAN",
}
"""Formats that are recognised by their first characters, and not read."""


def read_graphs(text: str, source: str, *, directed: bool = False, format_name: str | None = None) -> FoundGraphs:
    r"""Return the graphs of a file, and the format that it is in: the one named, or the one that its content decides.

    `directed` is for formats that do not say it themselves. Vertices are numbered in the order in which the file
    mentions them. Raises :class:`InputError` for a file that no format reads, and for one that two formats read as
    different graphs; ``UsageError`` for a name that is no format. Takes linear time.

    >>> read_graphs("a,b\nb,c\nc,a", "tri.csv").says("tri.csv")
    'tri.csv: CSV, 3 vertices, 3 edges'
    >>> read_graphs("4 3\n1 2\n2 3\n3 4", "path.txt")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: path.txt:1:1: an edge, or the numbers of vertices and edges (rudy, METIS)? ...
      4 3
      ^
    """
    if format_name is not None:
        if format_name not in FORMATS:
            raise unknown("graph format", format_name, FORMATS)
        found = FORMATS[format_name].graphs(text, source, directed, True)
        return found if directed else _of_both_halves(found, source)
    found = _decided(text, source, directed)
    suffix = _suffix(source)
    said = next((each for each in FORMATS.values() if suffix in each.suffixes and each.name not in _LISTS), None)
    if said and found.title not in (said.title, *_SIX):
        problem = f"{said.title} by its name, {found.title} by its content"
        raise InputError(problem, Place(source), f"say --graph-format {said.name}, or give the file another suffix")
    return found if directed else _of_both_halves(found, source)


def _suffix(source: str) -> str:
    """The last part of a name, which may say the format, in small letters."""
    return source.lower().removesuffix(".gz").rsplit(".", 1)[-1]


_HALVES = ("adjacency matrix", "LAD", "Matrix Market")
"""The titles of formats in which a graph is directed if some edge is not listed in both directions."""


def _of_both_halves(found: FoundGraphs, source: str) -> FoundGraphs:
    """The same, unless it may be half of an undirected graph: all arcs lead up, or all lead down."""
    for graph in (each.graph for each in found.graphs if found.title in _HALVES and each.graph.directed):
        if len({one < other for one, other in graph.edges}) == 1:
            hint = "say --directed if edges have directions; if not, list each in both"
            raise InputError(f"a directed graph as {found.title}, or half of one?", Place(source), hint)
    return found


_LISTS = ("edge-list", "csv", "adjacency-list")
"""Formats whose suffixes are given to any list."""
_SIX = ("graph6", "digraph6", "sparse6")


def _decided(text: str, source: str, directed: bool) -> FoundGraphs:
    """The graphs of a file in the format that its content decides."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise InputError("an empty file", Place(source), "say --graph-format edge-list if there is no vertex")
    if marked := next((each for each in FORMATS.values() if each.mark and re.match(each.mark, text)), None):
        return marked.graphs(text, source, directed, False)
    if foreign := next((name for form, name in _FOREIGN.items() if re.match(form, text)), None):
        raise InputError(f"{foreign} is not read as a graph", Place(source), "write an edge list, graph6 or GraphML")
    return _tried(text, source, directed)


class FoundGraphs(NamedTuple):
    """The graphs of a file, and the title of the format that it is in."""

    title: str
    graphs: list[GraphFile]

    def says(self, source: str) -> str:
        """One line about a file: its format, the sizes of its graphs, and what is not used of it."""
        sizes = "; ".join(graph.sizes() for graph in self.graphs)
        counted = f"{len(self.graphs)} graphs: " if len(self.graphs) > 1 else ""
        unused = list(dict.fromkeys(part for graph in self.graphs for part in graph.unused))
        return f"{source}: {self.title}, {counted}{sizes}" + (f"; not used: {', '.join(unused)}" if unused else "")


def _tried(text: str, source: str, directed: bool) -> FoundGraphs:
    """The graph that is found in a file by the formats without a mark, and by the one that its suffix names."""
    suffix = _suffix(source)
    found: dict[str, FoundGraphs] = {}
    errors: dict[str, InputError] = {}
    for each in FORMATS.values():
        if each.mark is None or each.name == "graph6" or suffix in each.suffixes:  # which says what is wrong
            try:
                found[each.name] = each.graphs(text, source, directed, False)
            except InputError as error:
                errors[each.name] = error
    if len({tuple(graph.key() for graph in each.graphs) for each in found.values()}) == 1:
        return next(iter(found.values()))
    if found:
        titles = " or ".join(each.title for each in found.values())
        names = " or ".join(found)
        raise InputError(f"a graph as {titles}, which differ", Place(source), f"say --graph-format {names}")
    raise _refusal(text, source, errors)


def _refusal(text: str, source: str, errors: dict[str, InputError]) -> InputError:
    """The error of a file that no format reads: that of the format which its suffix or its first line points to."""
    suffix, first = _suffix(source), text.strip().partition("\n")[0]
    likely = next((each.name for each in FORMATS.values() if suffix in each.suffixes and each.name in errors), None)
    likely = likely or ("csv" if re.search("[,;\t]", first) else "edge-list")
    error, title = errors[likely], FORMATS[likely].title
    known = "" if suffix in FORMATS[likely].suffixes else f"{'; ' * bool(error.hint)}other formats: --graph-format NAME"
    return InputError(f"{error.message} (tried as {title})", error.place, error.hint + known)
