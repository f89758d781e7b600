"""Reading graph files: what others write is the same graph, or refused; never another graph."""

import random

import networkx
import pytest

from smatchproof.base.errors import InputError
from smatchproof.lab.reductions.answers import solve
from smatchproof.lab.reductions.problems.graph_files.formats import FORMATS, read_graphs
from smatchproof.lab.reductions.problems.graphs import SimpleGraph
from smatchproof.lab.reductions.registry import SourceText, reduce
from tests.lab.reductions.graph_writers import DIRECTED, NOT_READ, UNDIRECTED

GRAPHS = {
    "triangle": networkx.cycle_graph(3),
    "path": networkx.path_graph(3),
    "five-cycle": networkx.cycle_graph(5),
    "isolated vertex": networkx.disjoint_union(networkx.cycle_graph(4), networkx.empty_graph(1)),
}
FORGET_ISOLATED = {
    "edge list of networkx",
    "edge list without data",
    "CSV",
    "CSV of networkx",
    "TSV",
    "CSV with semicolons",
}
"""Formats that have no place for a vertex without edges: such a graph in them is another one."""


def read(text, source="file.txt", **options) -> SimpleGraph:
    (found,) = read_graphs(text, source, **options).graphs
    return found.graph


def is_same(found: SimpleGraph, graph) -> bool:
    """Test whether two graphs are equal but for the names of vertices, which a format may replace by numbers."""
    return networkx.is_isomorphic(as_networkx(found), graph)


def as_networkx(found: SimpleGraph):
    graph = networkx.DiGraph() if found.directed else networkx.Graph()
    graph.add_nodes_from(range(len(found)))
    graph.add_edges_from(found.edges)
    return graph


def expected(name, graph):
    return graph.subgraph(set(graph) - set(networkx.isolates(graph))) if name in FORGET_ISOLATED else graph


# ---- one graph in every format


@pytest.mark.parametrize("shape", GRAPHS)
@pytest.mark.parametrize("name", UNDIRECTED)
def test_every_format_is_read_or_refused_by_content_and_read_by_its_name(name, shape):
    graph = GRAPHS[shape]
    format_name, write = UNDIRECTED[name]
    text = write(graph)
    assert is_same(read(text, format_name=format_name), expected(name, graph))
    try:
        found = read_graphs(text, "file.txt")
    except InputError as refused:
        assert name in MAY_BE_REFUSED
        assert "--graph-format" in str(refused)
        assert format_name in str(refused) or FORMATS[format_name].title in str(refused)
    else:
        assert found.title == FORMATS[format_name].title
        assert is_same(found.graphs[0].graph, expected(name, graph))


MAY_BE_REFUSED = {"adjacency list", "adjacency matrix", "adjacency matrix with commas", "LAD", "METIS"}
"""Formats in which some of these small graphs can be read as another graph in another format."""


# ---- random graphs


def drawn(rng, directed):
    """A random graph without loops, whose vertices are words or numbers."""
    size = rng.randint(1, 9)
    graph = networkx.gnp_random_graph(
        size, rng.choice((0.1, 0.3, 0.6, 1)), seed=rng.randint(0, 10**9), directed=directed
    )
    order = rng.sample(range(size), size)
    first = rng.choice((0, 1, 5))
    names = rng.choice(([f"v{i}" for i in order], [first + i for i in order], [chr(97 + i) for i in order]))
    return networkx.relabel_nodes(graph, dict(enumerate(names)))


@pytest.mark.parametrize(
    ("name", "directed"), [*((name, False) for name in UNDIRECTED), *((name, True) for name in DIRECTED)]
)
def test_random_graphs_are_read_back_or_refused(name, directed):
    rng = random.Random(name)
    format_name, write = (DIRECTED if directed else UNDIRECTED)[name]
    read_by_content = 0
    for _ in range(60):
        graph = drawn(rng, directed)
        text = write(graph)
        wanted = expected(name, graph)
        is_listed = directed and name in (
            "edge list",
            "CSV",
            "adjacency list",
            "TGF",
            "directed LAD",
            "directed matrix",
        )
        is_listed = is_listed or (directed and name == "Matrix Market")
        found = read(text, directed=is_listed, format_name=format_name)
        assert is_same(found, wanted), text
        try:
            found = read(text, directed=is_listed)
        except InputError:
            continue
        read_by_content += 1
        assert is_same(found, wanted), text
    assert read_by_content > 30


# ---- formats that are not read


@pytest.mark.parametrize("shape", GRAPHS)
@pytest.mark.parametrize("name", NOT_READ)
def test_other_formats_are_refused(name, shape):
    with pytest.raises(InputError):
        read_graphs(NOT_READ[name](GRAPHS[shape]), "file.txt")


# ---- what is said of a file


def says(text, **options):
    return read_graphs(text, "x", **options).says("x")


# ---- what was another graph once

MATRIX = "TYPE : TSP\nDIMENSION : 2\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1\n1 0\nEOF"
UNDECLARED = "<graphml><graph><node id='a'/><edge source='a' target='b'/></graph></graphml>"
TWICE = "<graphml><graph><node id='a'/><node id='b'/><node id='a'/><edge source='a' target='b'/></graph></graphml>"
NESTED = "<graphml><graph><node id='1'><graph id='1:'><node id='2'/></graph></node></graph></graphml>"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a;b;0,5\nb;c;0,7", "cells between ',', or between ';'?"),
        ("(0, 1)\n(1, 2)\n", "'(0' is no usual name"),
        ("a->b, b->c", "'a->b' is no usual name"),
        ("Id,Label\n1,Anna\n2,Bob", "an edge, or the names of columns?"),
        ("source,target\n#a,#b\n#b,c", "a comment, or a name that begins with #?"),
        ("b c\na #b", "a comment, or a name that begins with #?"),
        ("5 5 2\n1 2\n2 3", "an edge, or the numbers of vertices and edges"),
        ("nodes 5\nedges 2\n1 2\n2 3", "the name of a vertex, or the kind of a line?"),
        ("id source target\n0 1 2\n1 2 3", "keep the two vertices of each edge only"),
        ("t 3 2\nv 0 0\nv 1 0\nv 2 0\ne 0 1\ne 1 2", "the name of a vertex, or the kind of a line?"),
        ("e 1 2\r\ne 2 3\r\n", "expected 'p edge VERTICES EDGES'"),
        ("1 2 3\n2 3\n3 4", "a weight, or another neighbour?"),
        ("0 5\n5 0", "an edge, or the row of a matrix?"),
        (MATRIX, "a TSPLIB file without EDGE_DATA_FORMAT"),
        ("TYPE : HCP\nDIMENSION : 2\nEDGE_DATA_FORMAT : EDGE_LIST\nEOF", "a TSPLIB file without EDGE_DATA_SECTION"),
        (NESTED, "GraphML with 2 graphs"),
        (UNDECLARED, "no GraphML: 0 nodes with the id b"),
        (TWICE, "no GraphML: 2 nodes with the id a"),
        ('graph [ directed "0" node [ id 1 ] ]', "GML with a text for directed"),
        ("graph {" + "{" * 3000 + "}" * 3001, "x:1:8: DOT with subgraphs"),
        ("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1 x", "x:3:1: an entry of 3 words"),
        ("%%MatrixMarket matrix array real general\n1000000 1000000\n", "no Matrix Market: "),
        ("1 2 " + "1" * 200_000 + "x", "expected two names a line"),
    ],
)
def test_files_that_can_be_another_graph_are_refused(text, words):
    with pytest.raises(InputError) as refused:
        read_graphs(text, "x")
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("source;target;weight\na;b;0,5\nb;c;0,7", "CSV, 3 vertices, 2 edges; not used: other columns than"),
        ("source\ttarget\nParis, France\tRome, Italy", "CSV, 2 vertices, 1 edge"),
        ('source,target\n"a;b",c\nc,d', "CSV, 3 vertices, 2 edges"),
        ('source,target\n"#a","#b"\n"#b",c', "CSV, 3 vertices, 2 edges"),
        ("# cities\nNew York\tParis", "CSV, 2 vertices, 1 edge"),
        ("id_1,id_2\n1,2\n2,3", "CSV, 3 vertices, 2 edges"),
        ("Source,Target,Type\na,b,Directed\nb,a,Directed\nb,c,Directed", "CSV, 3 vertices, 3 arcs"),
        ("New York,Paris,Rome\nParis,Rome\nRome", "adjacency list, 3 vertices, 3 edges"),
        ("0\n1,4\n4", "adjacency list, 3 vertices, 1 edge"),
        ("% sym unweighted\n% 2 3 3\n1 2\n2 3\n", "edge list, 3 vertices, 2 edges"),
        ("2 0 0 1\n0 0 0 1\n0 0 0 1\n1 1 1 0", "adjacency matrix, 4 vertices, 3 edges"),
        ("{" + "?" * 295, "graph6, 60 vertices, 0 edges"),
        ("1\n2\n3\n#\n1 2\n2 3", "TGF, 3 vertices, 2 edges"),
        ('Creator "x [1]"\ngraph [ node [ id 1 ] ]', "GML, 1 vertex, 0 edges"),
        ("strict graph { a -- b; b -- a; c -- a }", "DOT, 3 vertices, 2 edges"),
        ('graph { "a\\"b":p -- c; "a\\"b" -- d; <x:y> -- <x:z> }', "DOT, 5 vertices, 3 edges"),
        (
            'graph {\n 0 [\n name=v0\n ];\n "name=1" [label="src=2"];\n\n 0 -- "name=1";\n}',
            "DOT, 2 vertices, 1 edge; not used: attributes of vertices (Name, label)",
        ),
    ],
)
def test_files_that_can_be_one_graph_only_are_read(text, words):
    assert says(text).startswith(f"x: {words}")


def test_a_name_of_the_format_does_not_make_another_graph():
    assert read("New York,Paris\nParis", format_name="adjacency-list").vertices == ("New York", "Paris")
    assert read("0\n1,4\n4", format_name="adjacency-list").vertices == ("0", "1", "4")
    assert (
        says("2 1\n1 0\n", format_name="adjacency-matrix")
        == "x: adjacency matrix, 2 vertices, 1 edge (each listed twice)"
    )
    for format_name, text in {"csv": "1 2\n2 3", "edge-list": "1,2\n2,3", "adjacency-list": "a 1\na 2,a 3"}.items():
        with pytest.raises(InputError):
            read(text, format_name=format_name)
    for text in ("follower,user\n1,2\n2,3", "source,target\n#a,#b", "a;b;0,5"):
        with pytest.raises(InputError):
            read(text, format_name="csv")
    with pytest.raises(InputError, match="the column Type states an undirected graph"):
        read("Source,Target,Type\na,b,Undirected", directed=True)
    with pytest.raises(InputError, match="directed and undirected edges in one file"):
        read("Source,Target,Type\na,b,Undirected\nb,c,Directed")


EDGES = "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n"


def test_a_name_of_the_format_reads_what_content_leaves_open():
    text = "4 3\n1 2\n2 3\n1 4\n"
    reduced = reduce("max-cut", [SourceText("x", text)], {"graph_format": "edge-list"})
    assert reduced.read == ("x: edge list, 4 vertices, 4 edges",)
    assert says("a\nb\n", format_name="edge-list") == "x: edge list, 2 vertices, 0 edges"
    assert says("3 1\n2\n1\n\n", format_name="metis") == "x: METIS, 3 vertices, 1 edge (each listed twice)"
    assert says("3\n1 1\n1 2\n0", format_name="lad") == "x: LAD, 3 vertices, 2 edges"


@pytest.mark.parametrize(
    ("text", "source", "words"),
    [
        ("a b c", "list", "list:1:5: expected two names a line, found 3 (tried as edge list)"),
        ("a b\nb c\n b a", "list", "list:3:2: an edge between b and a again (tried as edge list); list each edge once"),
        ("", "x.g6", None),
        ("Bw\nB w !", "x.g6", "x.g6:2:1: no graph in graph6: expected the characters '?' to '~' alone"),
        ("B", "x.g6", "x.g6:1:1: no graph in graph6"),
        ("Bw\n>>digraph6<<&B!", "x.g6", "x.g6:2:1: no graph in digraph6: expected the characters"),
        ("&BP", "x.d6", "x.d6:1:1: no graph in digraph6: 3 vertices need 2 characters, found 1"),
        (">>graph6<<", "x", "x: a file without graphs; write one graph a line in graph6"),
        ("4 3\n1 2\n2 3\n3 4", "x", "x:1:1: an edge, or the numbers of vertices and edges (rudy, METIS)?"),
        (
            "3 1\n2\n1\n\n",
            "x",
            "x: a graph as adjacency list or METIS, which differ; say --graph-format adjacency-list or",
        ),
        ("a b#c\n", "x", "x:1:4: a # in a word"),
        ('{"nodes": []}', "x", "x: JSON is not read as a graph; write an edge list, graph6 or GraphML"),
        (
            "p edge 3 5\ne 1 2\n",
            "x",
            "x:1:10: 5 edges announced, found 1 line; write the number of lines, or what is missing",
        ),
        (
            "p 3 2\ne 1 2\n",
            "x.col",
            "x.col:1:1: expected 'p edge VERTICES EDGES' first, found 'p 3 2' (tried as DIMACS",
        ),
        ("p edge 3 1\ne 1 4\n", "x", "x:2:5: expected a vertex from 1 to 3, found 4"),
        (f"{EDGES}1 2\n3\n-1\nEOF", "x", "x:6:1: expected two vertices for each edge"),
        (f"{EDGES}1 2\n-1\nFIXED_EDGES_SECTION\n2 3\n-1\nEOF", "x", "x:8:1: FIXED_EDGES_SECTION is not read"),
        ("graph [ node [ id 1 ]\n node [ id 1 ] ]", "x", "x: no GML: "),
        (
            "%%MatrixMarket matrix coordinate pattern symmetric\n2 3 1\n1 1",
            "x",
            "x: no Matrix Market: a matrix of 2 by 3",
        ),
        ("a,b\n1,2\n2,3\n", "t.csv", "t.csv:1:1: an edge, or the names of columns?"),
        ("3 2\n2\n1 3\n\n", "x.metis", "x.metis:3:3: an edge that is not listed at both of its ends (tried as METIS)"),
        ("3\n1 1\n2 0\n0\n", "x.lad", "x.lad:3:1: expected the number of neighbours that follow"),
    ],
)
def test_malformed_files_are_located(text, source, words):
    if words is None:
        words = source
    try:
        found = read_graphs(text, source)
    except InputError as refused:
        assert str(refused).startswith(words)
    else:
        assert not text, found


def test_loops_are_left_out_where_the_answer_is_the_same_and_refused_elsewhere():
    texts = [SourceText("loop.txt", "a b\nb c\nb b\na c")]
    reduced = reduce("clique", texts, {"size": 3})
    assert reduced.read == ("loop.txt: edge list, 3 vertices, 3 edges; 1 loop left out",)
    assert solve(reduced.reduction)[0].settled
    for source in ("independent-set", "ged", "subgraph"):
        with pytest.raises(InputError, match=r"loop\.txt:3:3: a loop at b in an undirected graph"):
            reduce(source, texts * 2 if source != "independent-set" else texts, {})


# ---- files of people


def test_defaults_of_graphml_are_values():
    keys = (
        '<key id="l" for="node" attr.name="label" attr.type="string"><default>thing</default></key>'
        '<key id="w" for="edge" attr.name="weight" attr.type="int"><default>7</default></key>'
    )
    nodes = '<node id="n0"/><node id="n1"><data key="l">boy</data></node>'
    text = f'<graphml>{keys}<graph edgedefault="undirected">{nodes}<edge source="n0" target="n1"/></graph></graphml>'
    (found,) = read_graphs(text, "file.graphml").graphs
    assert found.graph.vertices == ("thing", "boy")
    assert "attributes of edges (weight)" in str(found)


def test_graphml_of_igraph_has_names():
    key = '<key id="v_name" for="node" attr.name="name" attr.type="string"/>'
    nodes = "".join(f'<node id="n{index}"><data key="v_name">{name}</data></node>' for index, name in enumerate("ab"))
    text = f'<graphml>{key}<graph edgedefault="undirected">{nodes}<edge source="n0" target="n1"/></graph></graphml>'
    assert read(text).vertices == ("a", "b")


RUSTWORKX = """\
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\
<key id="d1" for="node" attr.name="name" attr.type="string"></key>\
<key id="d1" for="edge" attr.name="weight" attr.type="float"></key>\
<graph edgedefault="undirected"><node id="n0"><data key="d1">Ann</data></node>\
<node id="n1"><data key="d1">Bob</data></node>\
<edge source="n0" target="n1"><data key="d1">1.5</data></edge></graph></graphml>"""


@pytest.mark.parametrize("of_edges", ['"weight" attr.type="float"', '"role" attr.type="string"', '"role"'])
def test_graphml_of_rustworkx_has_keys_of_vertices_and_of_edges(of_edges):
    (found,) = read_graphs(RUSTWORKX.replace('"weight" attr.type="float"', of_edges), "file.graphml").graphs
    assert found.graph == SimpleGraph(("Ann", "Bob"), ((0, 1),), directed=False)
    with pytest.raises(InputError, match=r"file\.graphml: no GraphML: two keys with the id d1 for node"):
        read_graphs(RUSTWORKX.replace('"edge"', '"node"'), "file.graphml")
