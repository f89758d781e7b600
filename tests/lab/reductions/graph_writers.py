"""A graph written in each format that is read: by networkx or scipy where they write it, else by its definition."""

import io
from collections.abc import Callable

import networkx
import scipy.io


def by_networkx(write, **options):
    def written(graph):
        file = io.BytesIO()
        write(graph, file, **options)
        return file.getvalue().decode()

    return written


def edges_of(graph, first):
    number = {vertex: index for index, vertex in enumerate(graph, first)}
    return [(number[one], number[other]) for one, other in graph.edges()]


def neighbours(graph, first):
    number = {vertex: index for index, vertex in enumerate(graph, first)}
    follow = graph.successors if graph.is_directed() else graph.neighbors
    return [sorted(number[other] for other in follow(vertex)) for vertex in graph]


def rows(*lines):
    return "".join(f"{line}\n" for line in lines)


def words(numbers):
    return " ".join(map(str, numbers))


def edge_list(graph):
    """Two names a line; a vertex without edges alone."""
    return rows(*(f"{a} {b}" for a, b in graph.edges()), *networkx.isolates(graph))


def csv(graph, sign=","):
    return rows(f"source{sign}target", *(f"{a}{sign}{b}" for a, b in graph.edges()))


def dimacs(graph):
    return rows("c a graph", f"p edge {len(graph)} {len(graph.edges)}", *(f"e {a} {b}" for a, b in edges_of(graph, 1)))


def dimacs_twice(graph):
    both = [pair for edge in edges_of(graph, 1) for pair in (edge, edge[::-1])]
    return rows(f"p col {len(graph)} {len(both)}", *(f"e {a} {b}" for a, b in both))


def lad(graph):
    return rows(len(graph), *(words([len(each), *each]) for each in neighbours(graph, 0)))


def metis(graph):
    return rows(f"{len(graph)} {len(graph.edges)}", *map(words, neighbours(graph, 1)))


def tgf(graph):
    ends = (f"{a} {b}" for a, b in edges_of(graph, 1))
    return rows(*(f"{number} label-{vertex}" for number, vertex in enumerate(graph, 1)), "#", *ends)


def matrix(graph, sign=" "):
    lines = networkx.to_numpy_array(graph, dtype=int).tolist()
    return rows(*(sign.join(map(str, line)) for line in lines))


def tsplib(graph):
    head = ["NAME : one", "TYPE : HCP", f"DIMENSION : {len(graph)}", "EDGE_DATA_FORMAT : EDGE_LIST"]
    return rows(*head, "EDGE_DATA_SECTION", *map(words, edges_of(graph, 1)), -1, "EOF")


def matrix_market(graph):
    file = io.BytesIO()
    data = networkx.to_scipy_sparse_array(graph, dtype=int)
    scipy.io.mmwrite(file, data, symmetry="general" if graph.is_directed() else "symmetric")
    return file.getvalue().decode()


def dot(graph):
    """As pydot and graphviz write it."""
    mark, kind = ("->", "digraph") if graph.is_directed() else ("--", "graph")
    return rows(
        f"{kind} {{", *(f'"{each}";' for each in graph), *(f'"{a}" {mark} "{b}";' for a, b in graph.edges()), "}"
    )


def digraph6(graph):
    """By its definition: the size, then the rows of the adjacency matrix, six bits a character."""
    bits = "".join(map(str, networkx.to_numpy_array(graph, dtype=int).flatten().tolist()))
    bits += "0" * (-len(bits) % 6)
    size = len(graph)
    head = chr(size + 63) if size < 63 else "~" + "".join(chr((size >> shift & 63) + 63) for shift in (12, 6, 0))
    return "&" + head + "".join(chr(int(bits[at : at + 6], 2) + 63) for at in range(0, len(bits), 6)) + "\n"


UNDIRECTED: dict[str, tuple[str, Callable[[networkx.Graph], str]]] = {
    "edge list": ("edge-list", edge_list),
    "edge list of networkx": ("edge-list", by_networkx(networkx.write_edgelist)),
    "edge list without data": ("edge-list", by_networkx(networkx.write_edgelist, data=False)),
    "CSV": ("csv", csv),
    "CSV of networkx": ("csv", by_networkx(networkx.write_edgelist, delimiter=",")),
    "TSV": ("csv", lambda graph: csv(graph, "\t")),
    "CSV with semicolons": ("csv", lambda graph: csv(graph, ";")),
    "DIMACS": ("dimacs", dimacs),
    "DIMACS, each edge twice": ("dimacs", dimacs_twice),
    "graph6": ("graph6", by_networkx(networkx.write_graph6)),
    "graph6 without a header": ("graph6", by_networkx(networkx.write_graph6, header=False)),
    "sparse6": ("sparse6", by_networkx(networkx.write_sparse6)),
    "sparse6 without a header": ("sparse6", by_networkx(networkx.write_sparse6, header=False)),
    "adjacency list": ("adjacency-list", by_networkx(networkx.write_adjlist)),
    "adjacency matrix": ("adjacency-matrix", matrix),
    "adjacency matrix with commas": ("adjacency-matrix", lambda graph: matrix(graph, ",")),
    "LAD": ("lad", lad),
    "METIS": ("metis", metis),
    "TGF": ("tgf", tgf),
    "GML": ("gml", by_networkx(networkx.write_gml)),
    "GraphML": ("graphml", by_networkx(networkx.write_graphml)),
    "Matrix Market": ("matrix-market", matrix_market),
    "DOT": ("dot", dot),
    "TSPLIB": ("tsplib", tsplib),
}
"""The name of the format in ``--graph-format``, and a writer, by a name for the test."""

DIRECTED: dict[str, tuple[str, Callable[[networkx.DiGraph], str]]] = {
    "digraph6": ("digraph6", digraph6),
    "directed LAD": ("lad", lad),
    "directed matrix": ("adjacency-matrix", matrix),
    **{name: UNDIRECTED[name] for name in ("edge list", "CSV", "adjacency list", "TGF", "GML", "GraphML")},
    **{name: UNDIRECTED[name] for name in ("Matrix Market", "DOT")},
}
"""The formats in which a directed graph can be written."""
NOT_READ: dict[str, Callable[[networkx.Graph], str]] = {
    "Pajek": by_networkx(networkx.write_pajek),
    "multiline adjacency list": by_networkx(networkx.write_multiline_adjlist),
    "GEXF": by_networkx(networkx.write_gexf),
    "LGL": lambda graph: rows(*(f"# {a}\n{b}" for a, b in graph.edges())),
    "LGL with weights": lambda graph: rows(*(f"# {a}\n{b} 1" for a, b in graph.edges())),
    "rudy": lambda graph: rows(f"{len(graph)} {len(graph.edges)}", *(f"{words(e)} 1" for e in edges_of(graph, 1))),
    "header and edges": lambda graph: rows(f"{len(graph)} {len(graph.edges)}", *map(words, edges_of(graph, 1))),
    "header and edges from 0": lambda graph: rows(f"{len(graph)} {len(graph.edges)}", *map(words, edges_of(graph, 0))),
    "number and edges": lambda graph: rows(len(graph), *map(words, edges_of(graph, 1))),
    "number and edges from 0": lambda graph: rows(len(graph), *map(words, edges_of(graph, 0))),
    "N-Triples": lambda graph: rows(*(f"<http://x/{a}> <http://x/r> <http://x/{b}> ." for a, b in graph.edges())),
    "JSON": lambda graph: __import__("json").dumps(networkx.node_link_data(graph, edges="edges")),
    "DIMACS without a header": lambda graph: rows(*(f"e {a} {b}" for a, b in edges_of(graph, 1))),
    "arrows": lambda graph: rows(*(f"{a} -> {b}" for a, b in graph.edges())),
    "adjacency list with colons": lambda graph: rows(*(f"{v}: {words(graph[v])}" for v in graph)),
    "SIF": lambda graph: rows(*(f"{a} pp {b}" for a, b in graph.edges())),
    "PENMAN": lambda graph: "(a / x :ARG0 (b / y))\n",
    "CNF": lambda graph: rows(f"p cnf {len(graph)} 1", "1 0"),
    "maximum flow": lambda graph: rows(f"p max {len(graph)} {len(graph.edges)}", "n 1 s", "a 1 2 3"),
    "gSpan": lambda graph: rows("t # 0", *(f"v {i}" for i in range(len(graph))), "e 0 1"),
    "TSP": lambda graph: rows("NAME: x", "TYPE: TSP", "DIMENSION: 1", "NODE_COORD_SECTION", "1 2 3", "EOF"),
}
"""Formats that are not read, and have to be refused."""
