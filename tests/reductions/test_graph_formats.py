"""Reading graphs: what networkx writes is read back, and what is malformed is located."""

import random

import networkx
import pytest

from smatchproof.base.errors import InputError
from smatchproof.reductions.problems.graph_formats import read_graphs
from smatchproof.reductions.problems.graphs import SimpleGraph


@pytest.mark.parametrize("size", [0, 1, 2, 7, 62, 63, 100])
def test_graph6_as_networkx_writes_it(size):
    graph = networkx.gnp_random_graph(size, 0.3, seed=size)
    text = networkx.to_graph6_bytes(graph).decode()
    assert read_graphs(text, "any") == [SimpleGraph.from_networkx(graph)]
    bare = networkx.to_graph6_bytes(graph, header=False).decode()
    assert read_graphs(bare * 2, "two.g6") == [SimpleGraph.from_networkx(graph)] * 2


def digraph6(graph: SimpleGraph) -> str:
    """The format by its definition: the size, then the rows of the adjacency matrix, six bits a sign."""
    size, arcs = len(graph), set(graph.edges)
    bits = "".join("01"[(a, b) in arcs] for a in range(size) for b in range(size))
    bits += "0" * (-len(bits) % 6)
    head = chr(size + 63) if size < 63 else "~" + "".join(chr((size >> shift & 63) + 63) for shift in (12, 6, 0))
    return "&" + head + "".join(chr(int(bits[at : at + 6], 2) + 63) for at in range(0, len(bits), 6))


@pytest.mark.parametrize("size", [0, 1, 3, 8, 62, 63, 70])
def test_digraph6_by_its_definition(size):
    rng = random.Random(size)
    arcs = [(a, b) for a in range(size) for b in range(size) if rng.random() < 0.2]
    graph = SimpleGraph.of(size, arcs, directed=True)
    assert read_graphs(digraph6(graph), "one.d6") == [graph]


def test_edge_lists():
    text = "# a comment\nParis Rome\n\nRome Oslo # another\nBern\n Oslo   Paris\n"
    (graph,) = read_graphs(text, "cities")
    assert graph.vertices == ("Paris", "Rome", "Oslo", "Bern")
    assert [graph.written(edge) for edge in graph.edges] == ["Paris–Rome", "Paris–Oslo", "Rome–Oslo"]
    assert read_graphs("", "nothing") == [SimpleGraph()]
    (directed,) = read_graphs("a b\nb a\nb b", "arcs", directed=True)
    assert directed.edges == ((0, 1), (1, 0), (1, 1))


@pytest.mark.parametrize(
    ("text", "source", "words"),
    [
        ("a b c", "list", "list:1:5: expected two names a line, found 3"),
        ("a b\n  b   b", "list", "list:2:7: a loop at b in an undirected graph"),
        ("a b\nb c\n b a", "list", "list:3:2: the edge of line 1 again; leave the line out"),
        ("", "x.g6", "x.g6: a file without graphs"),
        ("Bw\nB w", "x.g6", "x.g6:2:2: expected the signs '?' to '~' of graph6, found ' '"),
        ("B", "x.g6", "x.g6:1:1: no graph in graph6"),
        ("Bx", "x.g6", "x.g6:1:1: no graph in graph6: its last sign says more than there are couples"),
        (">>graph6<<&BP?", "x", "x:1:11: expected the signs '?' to '~' of graph6, found '&'"),
        ("Bw\n>>digraph6<<&B!", "x.g6", "x.g6:2:15: expected the signs '?' to '~' of digraph6, found '!'"),
        ("Bww", "x.g6", "x.g6:1:1: no graph in graph6"),
        ("&BP", "x.d6", "x.d6:1:1: no graph in digraph6: 3 vertices need 2 signs, found 1"),
        ("&~?", "x.d6", "x.d6:1:1: no graph in digraph6: its number of vertices is cut off"),
        (">>graph6<<", "x", "x: a file without graphs; write one graph a line in graph6"),
    ],
)
def test_malformed_files_are_located(text, source, words):
    with pytest.raises(InputError) as refused:
        read_graphs(text, source)
    assert str(refused.value).startswith(words)


def test_graphs_are_checked():
    for edges, words in (([(0, 0)], "a loop"), ([(0, 2)], "a graph with 2 vertices")):
        with pytest.raises(ValueError, match=words):
            SimpleGraph.of(2, edges)
    with pytest.raises(ValueError, match="same name"):
        SimpleGraph.of(["a", "a"], [])
