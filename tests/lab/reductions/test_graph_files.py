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
from tests.tables import tables

TABLES = tables(__file__)

GRAPHS = {
    "triangle": networkx.cycle_graph(3),
    "path": networkx.path_graph(3),
    "five-cycle": networkx.cycle_graph(5),
    "isolated vertex": networkx.disjoint_union(networkx.cycle_graph(4), networkx.empty_graph(1)),
}
FORGET_ISOLATED = "edge list of", "edge list without", "CSV", "TSV"
"""Beginnings of formats that have no place for a vertex without edges: such a graph in them is another one."""


def read(text, source="file.txt", **options) -> SimpleGraph:
    (found,) = read_graphs(text, source, **options).graphs
    return found.graph


def is_same(found: SimpleGraph, graph) -> bool:
    """Test whether two graphs are equal but for the names of vertices, which a format may replace by numbers."""
    other = networkx.DiGraph() if found.directed else networkx.Graph()
    other.add_nodes_from(range(len(found)))
    other.add_edges_from(found.edges)
    return networkx.is_isomorphic(other, graph)


def expected(name, graph):
    is_whole = not name.startswith(FORGET_ISOLATED)
    return graph if is_whole else graph.subgraph(set(graph) - set(networkx.isolates(graph)))


# ---- random graphs


def drawn(rng, directed):
    """A random graph without loops, whose vertices are words or numbers."""
    size = rng.randint(1, 9)
    density = rng.choice((0.1, 0.3, 0.6, 1))
    graph = networkx.gnp_random_graph(size, density, seed=rng.randint(0, 10**9), directed=directed)
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
    refusals, titles = [], set()
    for _ in range(60):
        graph = drawn(rng, directed)
        text = write(graph)
        wanted = expected(name, graph)
        is_listed = directed and name not in ("digraph6", "GML", "GraphML", "DOT")  # which say it themselves
        found = read(text, directed=is_listed, format_name=format_name)
        assert is_same(found, wanted), text
        try:
            found = read_graphs(text, "file.txt", directed=is_listed)
        except InputError as refused:
            refusals.append(str(refused))
            continue
        titles.add(found.title)
        assert is_same(found.graphs[0].graph, wanted), text
    assert FORMATS[format_name].title in titles and len(refusals) < 30, refusals
    assert all("--graph-format" in each for each in refusals), refusals


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

LONG = [
    ("graph {" + "{" * 3000 + "}" * 3001, "x:1:8: DOT with subgraphs"),
    ("1 2 " + "1" * 200_000 + "x", "expected two names a line"),
]


@pytest.mark.parametrize(("text", "words"), [*TABLES["ambiguous"], *LONG])
def test_files_that_can_be_another_graph_are_refused(text, words):
    with pytest.raises(InputError) as refused:
        read_graphs(text, "x")
    assert words in str(refused.value)


@pytest.mark.parametrize(("text", "words"), TABLES["read"])
def test_files_that_can_be_one_graph_only_are_read(text, words):
    assert says(text).startswith(f"x: {words}")


def test_a_name_of_the_format_does_not_make_another_graph():
    assert read("New York,Paris\nParis", format_name="adjacency-list").vertices == ("New York", "Paris")
    assert read("0\n1,4\n4", format_name="adjacency-list").vertices == ("0", "1", "4")
    said = says("2 1\n1 0\n", format_name="adjacency-matrix")
    assert said == "x: adjacency matrix, 2 vertices, 1 edge (each listed twice)"
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


def test_a_name_of_the_format_reads_what_content_leaves_open():
    text = "4 3\n1 2\n2 3\n1 4\n"
    reduced = reduce("max-cut", [SourceText("x", text)], {"graph_format": "edge-list"})
    assert reduced.read == ("x: edge list, 4 vertices, 4 edges",)
    assert says("a\nb\n", format_name="edge-list") == "x: edge list, 2 vertices, 0 edges"
    assert says("3 1\n2\n1\n\n", format_name="metis") == "x: METIS, 3 vertices, 1 edge (each listed twice)"
    assert says("3\n1 1\n1 2\n0", format_name="lad") == "x: LAD, 3 vertices, 2 edges"


@pytest.mark.parametrize(("text", "source", "words"), TABLES["malformed"])
def test_malformed_files_are_located(text, source, words):
    with pytest.raises(InputError) as refused:
        read_graphs(text, source)
    assert str(refused.value).startswith(words)


def test_loops_are_left_out_where_the_answer_is_the_same_and_refused_elsewhere():
    texts = [SourceText("loop.txt", "a b\nb c\nb b\na c")]
    reduced = reduce("clique", texts, {"size": 3})
    assert reduced.read == ("loop.txt: edge list, 3 vertices, 3 edges; 1 loop left out",)
    assert solve(reduced.reduction)[0].settled
    for source in ("independent-set", "ged", "subgraph"):
        with pytest.raises(InputError, match=r"loop\.txt:3:3: a loop at b in an undirected graph"):
            reduce(source, texts * 2 if source != "independent-set" else texts, {})


def test_labels_of_graph_files_are_names_which_cost_nothing():
    one = 'graph [ node [ id 1 label "C" ] node [ id 2 label "O" ] ]'
    reduced = reduce("ged", [SourceText("a.gml", one), SourceText("b.gml", one.replace("O", "N"))], {})
    said = "a.gml: GML, 2 vertices, 0 edges; without labels, which only files of lines t, v and e have"
    assert reduced.read[0] == said
    assert solve(reduced.reduction)[0].text.startswith("edit distance 0, proved to be the least")


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


RUSTWORKX = TABLES["rustworkx"]


@pytest.mark.parametrize("of_edges", ['"weight" attr.type="float"', '"role" attr.type="string"', '"role"'])
def test_graphml_of_rustworkx_has_keys_of_vertices_and_of_edges(of_edges):
    (found,) = read_graphs(RUSTWORKX.replace('"weight" attr.type="float"', of_edges), "file.graphml").graphs
    assert found.graph == SimpleGraph(("Ann", "Bob"), ((0, 1),), directed=False)
    with pytest.raises(InputError, match=r"file\.graphml: no GraphML: two keys with the id d1 for node"):
        read_graphs(RUSTWORKX.replace('"edge"', '"node"'), "file.graphml")


def test_names_of_a_matrix_are_not_its_numbers():
    text = ",1.0,2.0,0.0\n1.0,0.0,1.0,0.0\n2.0,1.0,0.0,1.0\n0.0,0.0,1.0,0.0\n"
    assert read_graphs(text, "x.csv").graphs[0].graph.vertices == ("1.0", "2.0", "0.0")
