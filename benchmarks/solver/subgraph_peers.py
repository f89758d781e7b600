"""Other programs that answer whether a pattern is a subgraph of a host; each states yes, no or nothing, and seconds.

A program that is not on the machine is left out of a table: networkx is always there, CP-SAT where ``ortools`` can be
imported, the Glasgow subgraph solver where ``glasgow_subgraph_solver`` is on the PATH.
"""

from __future__ import annotations

import multiprocessing
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import run

LIMIT = 5.0
_GLASGOW = "glasgow_subgraph_solver"
Texts = tuple[str, str]
"""Pattern and host, a line with two names for each edge."""


class Answer(NamedTuple):
    """The answer yes or no, ``None`` where it is open at the limit, and processor seconds."""

    is_yes: bool | None
    seconds: float


def vf2(texts: Texts) -> Answer:
    """VF2 of networkx, in a process that is stopped at the limit; the graphs are built before."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_vf2, args=(there, texts))
    process.start()
    answer = here.recv() if here.poll(LIMIT) else Answer(None, LIMIT)
    process.kill()
    process.join()
    return answer


def _vf2(connection: Connection, texts: Texts) -> None:
    import networkx
    from networkx.algorithms.isomorphism import GraphMatcher

    pattern, host = (networkx.Graph(edges(text)) for text in texts)
    start = time.process_time()
    matcher = GraphMatcher(host, pattern)
    is_yes = matcher.subgraph_is_monomorphic()
    connection.send(Answer(is_yes, time.process_time() - start))


def cp_sat(texts: Texts) -> Answer:
    """CP-SAT with one worker: x for each vertex of the pattern and of the host, each at most once, and for each edge of
    the pattern, in both directions, that the image of one end has the image of the other as its neighbour.

    The model is built before.
    """
    cp_model = import_module("ortools.sat.python.cp_model")
    pattern, host = map(edges, texts)
    neighbours = defaultdict(set)
    for a, b in host:
        neighbours[a].add(b)
        neighbours[b].add(a)
    model = cp_model.CpModel()
    vertices = sorted({vertex for edge in pattern for vertex in edge})
    x = {(u, v): model.new_bool_var(f"{u} {v}") for u in vertices for v in neighbours}
    for u in vertices:
        model.add_exactly_one(x[u, v] for v in neighbours)
    for v in neighbours:
        model.add_at_most_one(x[u, v] for u in vertices)
    for a, b in pattern:
        for u, w in ((a, b), (b, a)):
            for v, around in neighbours.items():
                model.add_bool_or([x[u, v].negated(), *(x[w, near] for near in sorted(around))])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, LIMIT
    start = time.process_time()
    status = solver.solve(model)
    told = {cp_model.OPTIMAL: True, cp_model.FEASIBLE: True, cp_model.INFEASIBLE: False}
    return Answer(told.get(status), time.process_time() - start)


def glasgow(texts: Texts) -> Answer:
    """The Glasgow subgraph solver as its authors run it: processor seconds of the process, which reads both files."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("pattern", "host")]
        for file, text in zip(files, texts, strict=True):
            file.write_text("".join(f"{a},{b}\n" for a, b in edges(text)), encoding="utf-8")
        ended = run([_GLASGOW, "--format", "csv", "--timeout", f"{LIMIT:.0f}", *files])
    told = {"status = true": True, "status = false": False}
    answer = next((told[line] for line in ended.said.splitlines() if line in told), None)
    return Answer(answer, ended.of_processors)


def edges(text: str) -> list[tuple[str, str]]:
    """The edges of a text."""
    return [(a, b) for a, b in map(str.split, text.splitlines())]


def here() -> dict[str, Callable[[Texts], Answer]]:
    """The programs that are on this machine, by name."""
    found: dict[str, Callable[[Texts], Answer]] = {"VF2": vf2}
    if find_spec("ortools"):
        found["CP-SAT"] = cp_sat
    if shutil.which(_GLASGOW):
        found["Glasgow"] = glasgow
    return found
