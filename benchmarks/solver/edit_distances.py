"""Graph edit distance: all test pairs of the benchmarks of neural methods, and other exact programs next to ours.

`SMATCHPROOF_EDIT_GRAPHS` names a folder with AIDS700nef, LINUX and IMDBMulti, each with `test` and `train` in GEXF, as
SimGNN (Bai et al. 2019) and its successors use them. Costs are 1; nodes of AIDS700nef have labels. The program of
Chang, Feng, Yao, Qin & Zhang (2022), AStar-BMao, is run where ``ged`` is on the PATH.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.common import Missing, run, table
from smatchproof.lab.reductions.network_distances import EditResult, graph_edit_distance

LABELS = {"AIDS700nef": "type", "LINUX": None, "IMDBMulti": None}
SAMPLE, FEW, LIMIT = 1_000, 8, 10.0
"""Pairs for the program of Chang et al., pairs for networkx, and seconds for one of those."""
INTERVALS = 100
"""Pairs of IMDBMulti, whose graphs have up to 89 nodes, with a second each."""
_CHANG = "ged"
Pair = tuple[Any, Any]


def side_by_side() -> str:
    """Certify every pair of a test graph and a training graph, and compare times on some of them."""
    folder = os.environ.get("SMATCHPROOF_EDIT_GRAPHS")
    if not folder:
        raise Missing("SMATCHPROOF_EDIT_GRAPHS names no folder with AIDS700nef, LINUX and IMDBMulti in GEXF")
    rows = [_certified(name, _graphs(Path(folder), name)) for name in ("AIDS700nef", "LINUX")]
    certified = table(["data", "pairs", "different", "certified", "ms each", "most, ms"], rows)
    peers = [_beside(name, _graphs(Path(folder), name)) for name in ("AIDS700nef", "LINUX")]
    header = ["data", "ours, ms", "Chang et al., ms", f"ours on {FEW} of 10 nodes, ms", "networkx, ms", "it ended"]
    wide = _intervals(_graphs(Path(folder), "IMDBMulti"))
    return f"Processor time; ours with the check of the proof.\n\n{certified}\n\n{table(header, peers)}\n\n{wide}"


def _graphs(folder: Path, name: str) -> tuple[list[Any], list[Any]]:
    """The test graphs and the training graphs, by name."""
    import networkx

    parts = []
    for part in ("test", "train"):
        files = sorted((folder / name / part).glob("*.gexf"))
        if not files:
            raise Missing(f"{folder / name / part} has no file .gexf")
        graphs = []
        for file in files:
            graph = networkx.read_gexf(file)
            graph.graph["name"] = file.stem
            graphs.append(graph)
        parts.append(graphs)
    return parts[0], parts[1]


def _ours(name: str, pair: Pair, **limits: Any) -> EditResult:
    return graph_edit_distance(*pair, node_match=_match(name), **limits)


def _match(name: str) -> Callable[[Any, Any], bool] | None:
    """Tests whether the labels of two nodes are equal; ``None`` where nodes have none."""
    label = LABELS[name]
    return None if label is None else lambda one, other: bool(one[label] == other[label])


def timed(name: str, pairs: Iterable[Pair]) -> Iterator[tuple[EditResult, float]]:
    """The result of each pair and its processor seconds."""
    for pair in pairs:
        start = time.process_time()
        found = _ours(name, pair)
        yield found, time.process_time() - start


def _certified(name: str, graphs: tuple[list[Any], list[Any]]) -> list[object]:
    """All pairs; isomorphic graphs are one, so that each question is asked once."""
    kind = _kinds(name, [*graphs[0], *graphs[1]])
    kinds = [[kind[id(graph)] for graph in part] for part in graphs]
    asked = Counter((id(one), id(other)) for one, other in product(*kinds))
    graph_of = {id(graph): graph for part in kinds for graph in part}
    pairs = [(graph_of[one], graph_of[other]) for one, other in asked]
    found = [*timed(name, pairs)]
    each = [1000 * seconds for _, seconds in found]
    known = sum(
        number for number, (result, _) in zip(asked.values(), found, strict=True) if result.distance is not None
    )
    return [name, asked.total(), len(pairs), known, statistics.mean(each), max(each)]


def _kinds(name: str, graphs: list[Any]) -> dict[int, Any]:
    """The first of the graphs that each is isomorphic to, labels included."""
    import networkx

    alike: dict[str, list[Any]] = defaultdict(list)
    found = {}
    for graph in graphs:
        among = alike[networkx.weisfeiler_lehman_graph_hash(graph, node_attr=LABELS[name])]
        same = (other for other in among if networkx.is_isomorphic(other, graph, node_match=_match(name)))
        found[id(graph)] = next(same, graph)
        if found[id(graph)] is graph:
            among.append(graph)
    return found


def _beside(name: str, graphs: tuple[list[Any], list[Any]]) -> list[object]:
    import networkx

    rng = random.Random(name)
    pairs = [(rng.choice(graphs[0]), rng.choice(graphs[1])) for _ in range(SAMPLE)]
    results = [*timed(name, pairs)]
    theirs: object = "not here"
    if shutil.which(_CHANG):
        distances, seconds = chang(name, pairs)
        assert distances == [result.distance for result, _ in results], name
        theirs = 1000 * seconds / SAMPLE
    large = [pair for pair in product(*graphs) if {len(pair[0]), len(pair[1])} == {10}]
    large = rng.sample(large, min(FEW, len(large)))
    few, ended, spent = [*timed(name, large)], 0, 0.0
    for pair, (result, _) in zip(large, few, strict=True):
        start = time.process_time()
        distance = networkx.graph_edit_distance(*pair, node_match=_match(name), timeout=LIMIT)
        took = time.process_time() - start
        ended += took < LIMIT
        spent += took
        assert distance is None or distance >= result.distance
    ours = [1000 * statistics.mean(seconds for _, seconds in part) for part in (results, few)]
    return [name, ours[0], theirs, ours[1], 1000 * spent / max(1, len(large)), f"{ended} of {len(large)}"]


def chang(name: str, pairs: list[Pair]) -> tuple[list[int], float]:
    """The distances by the program of Chang et al., and the processor seconds of the whole process."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / side for side in ("left.txt", "right.txt")]
        for side, file in enumerate(files):
            file.write_text("".join(lined(pair[side], LABELS[name], at) for at, pair in enumerate(pairs)), "ascii")
        done = run([_CHANG, "-d", files[0], "-q", files[1], "-m", "pair", "-p", "astar", "-l", "BMao", "-g"])
    listed = done.said.split("*** GEDs ***")[1]
    return [int(word) for word in re.findall(r"^\D*(\d+)$", listed, re.MULTILINE)[: len(pairs)]], done.of_processors


def lined(graph: Any, label: str | None, at: int) -> str:
    """A graph in lines t, v and e, as ``reduce ged`` reads it."""
    number = {node: index for index, node in enumerate(graph)}
    nodes = [f"v {number[node]} {graph.nodes[node][label] if label else 0}" for node in graph]
    edges = [f"e {number[one]} {number[other]} 0" for one, other in graph.edges]
    return "\n".join([f"t # {at}", *nodes, *edges]) + "\n"


def _intervals(graphs: tuple[list[Any], list[Any]]) -> str:
    rng = random.Random("IMDBMulti")
    pairs = [(rng.choice(graphs[0]), rng.choice(graphs[1])) for _ in range(INTERVALS)]
    found = [_ours("IMDBMulti", pair, timeout=1.0) for pair in pairs]
    proved = sum(result.distance is not None for result in found)
    wide = [float((result.upper - result.lower) / result.upper) for result in found if result.distance is None]
    text = f"IMDBMulti: of {INTERVALS} random pairs, with 1 s each, {proved} are certified"
    return text + (
        f"; the others have intervals of {statistics.median(wide):.0%} of the upper end (median)." if wide else "."
    )
