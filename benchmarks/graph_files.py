"""Graph files that other programs write: what is read of them, beside the graph that was written."""

from __future__ import annotations

import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.common import Missing, table
from smatchproof.base.errors import InputError
from smatchproof.lab.reductions.problems.graph_files.formats import read_graphs

SEEDS = range(200)
_NOTES = """\
Each writer writes a triangle, a path, a five-cycle, a square with an isolated vertex, and 200 random graphs of 1 to 9
vertices. "Same": the graph that was read is isomorphic to the one that was written. "Named": the file was refused for
two readings, and `--graph-format` read the same graph. "Refused": it is not read. A graph whose isolated vertices a
format cannot state is compared without them. No file may be read as another graph, so that column is 0.

"""


class Writer(NamedTuple):
    """A program's way to write a graph, and the format by name, if it is one that is read."""

    program: str
    format: str
    name: str | None
    write: Callable[[Any], str]
    forgets: bool = False


def written_graphs() -> str:
    """Return the table. Raises :class:`Missing` without igraph."""
    try:
        import igraph  # type: ignore[import-not-found]
        import networkx
    except ImportError as error:
        raise Missing(str(error)) from None
    shapes = [networkx.cycle_graph(3), networkx.path_graph(3), networkx.cycle_graph(5)]
    shapes.append(networkx.disjoint_union(networkx.cycle_graph(4), networkx.empty_graph(1)))
    shapes += [networkx.gnp_random_graph(1 + seed % 9, (0.2, 0.5, 0.9)[seed % 3], seed=seed) for seed in SEEDS]
    rows = []
    for writer in _writers(igraph):
        counts = Counter(_outcome(writer, graph) for graph in shapes)
        rows.append((writer.program, writer.format, *(counts[each] for each in _OUTCOMES)))
    return _NOTES + table(["program", "format", *_OUTCOMES], rows)


_OUTCOMES = ("same", "named", "refused", "another graph")


def _outcome(writer: Writer, graph: Any) -> str:
    import networkx

    text = writer.write(graph)
    wanted = graph.subgraph([*graph]).copy()
    if writer.forgets:
        wanted.remove_nodes_from([*networkx.isolates(graph)])
    for named in (None, writer.name) if writer.name else (None,):
        try:
            found = read_graphs(text, "file.txt", format_name=named).graphs[0].graph
        except InputError:
            continue
        read = networkx.Graph()
        read.add_nodes_from(range(len(found)))
        read.add_edges_from(found.edges)
        if not networkx.is_isomorphic(read, wanted) or found.directed:
            return "another graph"
        return "named" if named else "same"
    return "refused"


def _writers(igraph: Any) -> Iterator[Writer]:
    def by_igraph(kind: str, **options: Any) -> Callable[[Any], str]:
        def write(graph: Any) -> str:
            made = igraph.Graph(n=len(graph), edges=[*graph.edges()])
            made.vs["name"] = [f"v{index}" for index in range(len(graph))]
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "graph")
                made.write(str(path), format=kind, **options)
                return path.read_text()

        return write

    program = f"igraph {version('igraph')}"
    yield Writer(program, "edgelist", "edge-list", by_igraph("edgelist"), forgets=True)
    yield Writer(program, "ncol", "edge-list", by_igraph("ncol"), forgets=True)
    yield Writer(program, "lgl", None, by_igraph("lgl"))
    yield Writer(program, "graphml", "graphml", by_igraph("graphml"))
    yield Writer(program, "gml", "gml", by_igraph("gml"))
    yield Writer(program, "dot", "dot", by_igraph("dot"))
    yield Writer(program, "adjacency", "adjacency-matrix", by_igraph("adjacency"))
    yield Writer(program, "pajek", None, by_igraph("pajek"))
    yield Writer(program, "leda", None, by_igraph("leda"))
    yield Writer(program, "dimacs (flow)", None, by_igraph("dimacs", source=0, target=0))
    for format_name, flag in (("graph6", "g"), ("sparse6", "s")):
        if made := _by_nauty(flag):
            yield Writer("nauty copyg", format_name, format_name, made)


def _by_nauty(flag: str) -> Callable[[Any], str] | None:
    """``copyg`` of nauty, which Debian calls ``nauty-copyg``."""
    import shutil

    import networkx

    found = shutil.which("nauty-copyg") or shutil.which("copyg")
    if found is None:
        return None

    def write(graph: Any) -> str:
        text = networkx.to_graph6_bytes(graph, header=False)
        done = subprocess.run([found, f"-{flag}q"], input=text, capture_output=True, check=True)
        return str(done.stdout.decode())

    return write
