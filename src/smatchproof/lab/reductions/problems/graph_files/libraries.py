"""Reading graphs by libraries: GML and GraphML by networkx, DOT by pydot, Matrix Market by scipy."""

from __future__ import annotations

import io
import re
import warnings
from collections import Counter
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Any

from smatchproof.base.errors import InputError, Place, quoted, short
from smatchproof.base.optional import require
from smatchproof.lab.reductions.problems.graph_files.graph_file import (
    MOST_VERTICES,
    GraphDraft,
    GraphFile,
    numbered,
    refuse_directions,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    import networkx

_LINE = re.compile(r"(?:line[ :]+|at \()(\d+)(?:, (?:col(?:umn)?[ :]*)?(\d+))?", re.IGNORECASE)
"""The place of an error in the message of a library."""


def _error(kind: str, error: object, source: str) -> InputError:
    """The error of a library about a file, at the place that it names."""
    words = str(error).strip() or type(error).__name__
    found = _LINE.search(words)
    place = Place(source, int(found[1])) if found else Place(source)
    return InputError(f"no {kind}: {short(words, 120)}", place, f"write {kind} as networkx, igraph or graphviz do")


def read_gml(text: str, source: str, directed: bool) -> GraphFile:
    r"""A graph in GML, by networkx; its vertices are called by their labels where these differ.

    Raises :class:`InputError` and :class:`~smatchproof.base.optional.MissingPackageError`.

    >>> text = "graph [ node [ id 1 label \"a\" ] node [ id 2 label \"b\" ] edge [ source 1 target 2 ] ]"
    >>> read_gml(text, "ab.gml", False).graph
    SimpleGraph(vertices=('a', 'b'), edges=((0, 1),), directed=False)
    """
    require("GML", "networkx", extra="graphs")
    import networkx

    try:
        graph = networkx.parse_gml(text, label=None)
    except (networkx.NetworkXError, ValueError, TypeError, LookupError, RecursionError) as error:
        raise _error("GML", error, source) from None
    if graph.is_directed() and re.search(r'\bdirected\s+"', text):
        raise InputError("GML with a text for directed", Place(source), "write directed 0 or directed 1")
    if odd := [key for key in graph.graph if key.lower() in ("node", "edge", "directed")]:  # networkx passes over it
        raise InputError(f"GML with the key {odd[0]}", Place(source), f"write {odd[0].lower()}")
    return _from_networkx("GML", graph, source, directed)


def read_graphml(text: str, source: str, directed: bool) -> GraphFile:
    r"""A graph in GraphML, by networkx; its vertices are called by their labels or names where these differ.

    Raises :class:`InputError` and :class:`~smatchproof.base.optional.MissingPackageError`.

    >>> text = '<graphml><graph edgedefault="directed"><node id="a"/><edge source="a" target="a"/></graph></graphml>'
    >>> read_graphml(text, "loop.graphml", False).graph
    SimpleGraph(vertices=('a',), edges=((0, 0),), directed=True)
    """
    require("GraphML", "networkx", extra="graphs")
    from xml.etree.ElementTree import ParseError, fromstring, tostring

    import networkx

    if "<!ENTITY" in text:
        raise InputError("GraphML with entities", Place(source), "write it without a DOCTYPE")
    try:
        root = fromstring(text)
        _refuse_odd_elements(root, source)
        text = tostring(root, "unicode") if _tell_keys_apart(root) else text
        with warnings.catch_warnings(action="ignore"):  # networkx says that a key without a type is a text
            graph = networkx.parse_graphml(text, force_multigraph=True)
        number = Counter(each.get("id") for each in root.iter() if _tag(each) == "node")
        if odd := [each for each in graph if number[each] != 1]:  # networkx makes one, rustworkx leaves edges out
            raise ValueError(f"{number[odd[0]]} nodes with the id {odd[0]}, expected one")
        if sum(_tag(each) == "edge" for each in root.iter()) > graph.number_of_edges():  # networkx takes the last
            raise ValueError("parallel edges with one id")
    except (networkx.NetworkXError, ParseError, ValueError, TypeError, LookupError) as error:
        raise _error("GraphML", error, source) from None
    # networkx gives the defaults of attributes to no vertex or edge
    for kind, parts in (("node_default", graph.nodes(data=True)), ("edge_default", graph.edges(data=True))):
        for *_, stated in parts:
            stated.update(graph.graph.get(kind, {}) | stated)
    return _from_networkx("GraphML", graph, source, directed)


def _refuse_odd_elements(root: Element, source: str) -> None:
    """Raise :class:`InputError` or :class:`ValueError` for what networkx passes over without a word."""
    graphs = sum(_tag(each) == "graph" for each in root.iter())
    if graphs > 1:  # networkx reads the first, and none in a vertex
        raise InputError(f"GraphML with {graphs} graphs, also inside of vertices", Place(source), "write one graph")
    space = root.tag.removesuffix("graphml")
    read = {each for tag in ("node", "edge") for each in root.iterfind(f"{space}graph/{space}{tag}")}
    for each in root.iter():
        tag = _tag(each)
        if tag in ("node", "edge") and each not in read:
            raise ValueError(f"{tag} {each.get('id', '')} not directly in the graph, or in another namespace")
        attribute, *values = _STATED.get(tag, ("",))
        if values and each.get(attribute, values[0]) not in values:
            raise ValueError(f"{attribute}={each.get(attribute)!r}, expected {' or '.join(values)}")


_STATED = {"edge": ("directed", "true", "false"), "graph": ("edgedefault", "directed", "undirected")}
"""The attribute of an element that says whether edges are directed, and the values that networkx knows."""


def _tell_keys_apart(root: Element) -> bool:
    """Add what a key is for to each id that several keys have. Returns whether there is one.

    rustworkx numbers the keys of vertices and those of edges from d1 each, and networkx takes the last key of an id for
    both. Raises :class:`ValueError` for two keys of one id that are for the same.
    """
    keys = root.findall("{*}key")
    number = Counter(key.get("id") for key in keys)
    data = [(each, "key", _tag(parent)) for parent in root.iter() for each in parent.findall("{*}data")]
    for element, attribute, use in [*((key, "id", key.get("for")) for key in keys), *data]:
        if number[element.get(attribute)] > 1:
            element.set(attribute, f"{element.get(attribute)} for {use}")
    if again := [id for id, times in Counter(key.get("id") for key in keys).items() if times > 1]:
        raise ValueError(f"two keys with the id {again[0]}")
    return len(number) < len(keys)


def _tag(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def _from_networkx(kind: str, graph: networkx.Graph[Any], source: str, directed: bool) -> GraphFile:
    names = [str(vertex) for vertex in graph]
    labels = [str(data.get("label", data.get("name", ""))) for _, data in graph.nodes(data=True)]
    names = labels if len({*labels}) == len(labels) and all(labels) else names
    used = {"label", "name"} if names != [str(vertex) for vertex in graph] else set()
    draft = GraphDraft(source, names)
    number = {vertex: index for index, vertex in enumerate(graph)}
    _leave_out(draft, "vertices", (data.keys() - used for _, data in graph.nodes(data=True)))
    _leave_out(draft, "edges", (data.keys() - {"id"} for *_, data in graph.edges(data=True)))
    for one, other in graph.edges():
        draft.arc(number[one], number[other])
    return _finished(kind, draft, graph.is_directed(), source, directed)


def _leave_out(draft: GraphDraft, what: str, keys: Iterable[Iterable[str]]) -> None:
    found = sorted({str(key) for each in keys for key in each})
    if found:
        more = ", ..." if len(found) > 3 else ""
        draft.leave_out(f"attributes of {what} ({', '.join(found[:3])}{more})")


def _finished(kind: str, draft: GraphDraft, has_arcs: bool, source: str, directed: bool) -> GraphFile:
    if has_arcs:
        return draft.directed()
    refuse_directions(f"this {kind}", source, directed)
    return draft.undirected()


def read_dot(text: str, source: str, directed: bool) -> GraphFile:
    r"""A graph in DOT, the language of graphviz, by pydot; subgraphs are refused.

    Raises :class:`InputError` and :class:`~smatchproof.base.optional.MissingPackageError`.

    >>> read_dot("graph { a -- b -- c; d }", "path.dot", False).sizes()
    '4 vertices, 2 edges'
    """
    require("DOT", "pydot", extra="graphs")
    import pydot

    _refuse_odd_signs(text, source)
    with (
        redirect_stdout(io.StringIO()) as said,  # pydot prints what is wrong
        redirect_stderr(said),
        warnings.catch_warnings(action="ignore"),  # its parser uses names that pyparsing calls deprecated
    ):
        try:
            graphs = pydot.graph_from_dot_data(_TAKEN.sub(lambda found: found[1] or found[2].title(), text))
        except Exception as error:  # pydot and its parser raise what Python raises
            raise _error("DOT", error, source) from None
    if not graphs or len(graphs) != 1:
        problem = said.getvalue().strip().rpartition("\n")[2] if not graphs else f"{len(graphs)} graphs in one file"
        raise _error("DOT", problem, source)
    (graph,) = graphs
    if graph.get_subgraphs() or not all(
        isinstance(end, str) for edge in graph.get_edges() for end in edge.obj_dict["points"]
    ):
        raise InputError("DOT with subgraphs", Place(source), "write every edge by itself")
    ends = [(str(edge.get_source()), str(edge.get_destination())) for edge in graph.get_edges()]
    draft, has_arcs = GraphDraft(source), graph.get_type() == "digraph"
    nodes = [node for node in graph.get_nodes() if node.get_name() not in ("node", "edge", "graph", '"\\n"')]
    for name in _in_order([node.get_name() for node in nodes], ends):
        draft.vertex(_bare(name))
    for one, other in ends:
        arc = draft.number[_bare(one)], draft.number[_bare(other)]
        is_known = arc in draft.arcs or (not has_arcs and arc[::-1] in draft.arcs)
        if not (is_known and graph.get_strict()):
            draft.arc(*arc)
    _leave_out(draft, "vertices", (node.get_attributes() for node in nodes))
    _leave_out(draft, "edges", (edge.get_attributes() for edge in graph.get_edges()))
    return _finished("DOT", draft, has_arcs, source, directed)


def _refuse_odd_signs(text: str, source: str) -> None:
    """Raise for the first brace inside another one, and for the first arrow of the other kind of graph.

    pydot takes twice as long for each brace that is nested, and takes both arrows for edges of both kinds.
    """
    depth, refused = 0, "->"
    for found in _SIGNS.finditer(text):
        sign = found[0].lower()
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "digraph" and not depth:
            refused = "--"
        elif depth > 1 or sign == refused:
            line = text.count("\n", 0, found.start()) + 1
            column = found.start() - text.rfind("\n", 0, found.start())
            place = Place(source, line, column, text.splitlines()[line - 1])
            if depth > 1:
                raise InputError("DOT with subgraphs", place, "write every edge by itself")
            kinds = "-- in a graph and -> in a digraph"
            raise InputError(f"no DOT: {sign} in a {'graph' if sign == '->' else 'digraph'}", place, f"write {kinds}")


_SIGNS = re.compile(
    r'(?is)"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|^#[^\n]*|<(?:[^<>]|<[^<>]*>)*>|--|->|[{}]|\bdigraph\b', re.MULTILINE
)
"""Braces, arrows and ``digraph``, and what may hold some that are none: strings, HTML strings and comments."""
_TAKEN = re.compile(r"""(?s)("(?:[^"\\]|\\.)*")|\b(name|src|dst|obj_dict)\b(?=\s*=)""")
"""Attributes, outside of strings, that pydot 4 takes for its own arguments; igraph writes ``name``."""


def _in_order(nodes: list[str], ends: list[tuple[str, str]]) -> Iterable[str]:
    return dict.fromkeys([*nodes, *(end for couple in ends for end in couple)])


def _bare(name: str) -> str:
    """A vertex without quotes and without the port of an edge."""
    if quoted := re.match(r'(?s)"((?:[^"\\]|\\.)*)"', name):
        return quoted[1]
    return name if name.startswith("<") else name.partition(":")[0]


def read_matrix_market(text: str, source: str, directed: bool) -> GraphFile:
    r"""A square matrix in Matrix Market's format, by scipy: an edge for each entry that is not 0.

    A symmetric one is an undirected graph, another one is directed. Raises :class:`InputError` and
    :class:`~smatchproof.base.optional.MissingPackageError`.

    >>> head = "%%MatrixMarket matrix coordinate pattern symmetric"
    >>> read_matrix_market(f"{head}\n3 3 2\n2 1\n3 2\n", "path.mtx", False).sizes()
    '3 vertices, 2 edges'
    """
    require("Matrix Market", "scipy", extra="graphs")
    import scipy.io  # type: ignore[import-untyped]

    _refuse_odd_entries(text, source)
    data = f"{text}\n".encode()  # scipy may read beyond a last line without an end
    try:
        rows, columns, *_ = scipy.io.mminfo(io.BytesIO(data))
        if rows != columns or rows > MOST_VERTICES:
            raise ValueError(f"a matrix of {rows} by {columns}: an adjacency matrix is square")
        matrix = scipy.io.mmread(io.BytesIO(data), spmatrix=False)
    except (ValueError, OverflowError, TypeError, MemoryError) as error:
        raise _error("Matrix Market", error, source) from None
    sparse = scipy.sparse.coo_array(matrix)
    draft = GraphDraft(source, numbered(1, rows))
    if {*sparse.data.tolist()} - {0, 1}:
        draft.leave_out("weights of edges")
    for row, column, value in zip(*(each.tolist() for each in (*sparse.coords, sparse.data)), strict=True):
        if value:
            draft.arc(row, column)
    return draft.adjacency(directed=directed)._replace(note="")


_WORDS = {"pattern": 0, "real": 1, "integer": 1, "double": 1, "unsigned-integer": 1, "complex": 2}
"""The number of numbers in the value of a Matrix Market entry, by the field of the first line."""


def _refuse_odd_entries(text: str, source: str) -> None:
    """Raise for the first entry of Matrix Market's format that is not what the first line says.

    scipy passes over words that are left, and over the digits of a fraction where integers are announced.
    """
    lines = text.splitlines()
    head = lines[0].lower().split() if lines else []
    if len(head) < 4 or head[3] not in _WORDS:
        return  # scipy says what is wrong
    wanted, is_size = _WORDS[head[3]] + 2 * (head[2] == "coordinate"), True
    for number, line in enumerate(lines[1:], 2):
        words = line.split()
        if not words or line.startswith("%"):
            continue
        if not is_size and len(words) != wanted:
            message = f"an entry of {len(words)} words, where the first line asks for {wanted}"
            raise InputError(message, Place(source, number, 1, line), "write one entry a line, without more words")
        if not is_size and head[3].endswith("integer") and not re.fullmatch("[+-]?[0-9]+", words[-1]):
            place = Place(source, number, 1 + line.rindex(words[-1]), line)
            raise InputError(
                f"{quoted(words[-1])} is no whole number", place, "write real in place of integer in line 1"
            )
        is_size = False
