"""Subgraph isomorphism, asked as whether all of the pattern can be matched, here and by other programs.

A program that is not on the machine is left out of the table: networkx is always there, CP-SAT where ``ortools`` can be
imported, the Glasgow subgraph solver where ``glasgow_subgraph_solver`` is on the PATH.
"""

from __future__ import annotations

import multiprocessing
import shutil
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import run, table
from benchmarks.library.sources import reduced, subgraph_question
from smatchproof.exact.certificate import check_solution
from smatchproof.public import SolveParams, exact

SIZES = ((6, 15), (8, 20), (10, 25), (12, 30), (16, 40), (20, 45), (24, 50), (30, 60))
INSTANCES = [
    (pattern, host, is_planted, seed)
    for pattern, host in SIZES
    for is_planted in (True, False)
    for seed in (1, 2, 3, 4)
]
_DEGREE = 3.5
_PROOF_LIMIT = 60.0
_TURNS = 3
LIMIT = 5.0
_GLASGOW = "glasgow_subgraph_solver"
Texts = tuple[str, str]
"""Pattern and host, a line with two names for each edge."""


class Answer(NamedTuple):
    """The answer yes or no, ``None`` where it is open at the limit, and processor seconds."""

    is_yes: bool | None
    seconds: float


class _Measured(NamedTuple):
    """The answer to a question, and seconds: without a proof, with one, and what others say by name."""

    is_yes: bool
    searched: float
    proved: float
    others: dict[str, Answer]


def decided() -> str:
    """Each question with and without a proof, and by other programs: processor seconds."""
    peers = here()
    # ours first: each process of others shares our memory, and what is shared is slow to change
    own = [_measured(*instance) for instance in INSTANCES]
    measured = [_beside(peers, *each) for each in zip(own, INSTANCES, strict=True)]
    rows: list[list[object]] = []
    for size in SIZES:
        found = [each for each, instance in zip(measured, INSTANCES, strict=True) if instance[:2] == size]
        rows.append([f"{size[0]} in {size[1]}", len(found), *_figures(found)])
    rows.append(["all", len(measured), *_figures(measured)])
    header = ["pattern in host", "questions", "median ms", "most", "with a proof ms", "most"]
    header += [heading for name in peers for heading in (f"{name} median ms", "most", "open")]
    yes = sum(each.is_yes for each in measured)
    number, no = len(measured), len(measured) - yes
    told = (
        f"{number} questions, all decided: {yes} yes, with an alignment that is recounted, and {no} no,\n"
        "all with a proof that the checker accepts. Milliseconds of processor time for `exact` with `at_least`, the\n"
        f"problem is built before, the least of {_TURNS} runs; the checker's are not in them. Others answer\n"
        f"the same where they answer within {LIMIT:g} s: "
        f"{'; '.join(_WHAT[name] for name in peers)}."
    )
    return f"{told}\n\n{table(header, rows)}"


_WHAT = {
    "VF2": "VF2 is networkx's,\nits graphs are built before",
    "CP-SAT": "CP-SAT has one worker, its model is built before",
    "Glasgow": "the Glasgow subgraph solver\nis timed as a whole process",
}


def _figures(measured: list[_Measured]) -> list[object]:
    cells: list[object] = []
    for part in ([each.searched for each in measured], [each.proved for each in measured]):
        cells += [1000 * statistics.median(part), 1000 * max(part)]
    for name in measured[0].others:
        answers = [each.others[name] for each in measured]
        seconds = [answer.seconds for answer in answers]
        cells += [1000 * statistics.median(seconds), 1000 * max(seconds)]
        cells.append(sum(answer.is_yes is None for answer in answers))
    return cells


def _measured(pattern: int, host: int, is_planted: bool, seed: int) -> _Measured:
    """Ask one question without a proof and with one. Raises ``AssertionError`` where it is open."""
    texts = subgraph_question(pattern, host, _DEGREE, is_planted, seed)
    question = reduced("subgraph", *texts)
    problem, triples = question.problem(), question.triples()
    asked, seconds = triples[0].size, list[float]()
    for proof, limit in ((False, LIMIT), (True, _PROOF_LIMIT)):
        taken = []
        for _ in range(_TURNS):
            start = time.process_time()
            solution = exact(problem, SolveParams(at_least=asked, proof=proof, time_limit=limit))
            taken.append(time.process_time() - start)
        seconds.append(min(taken))
        known = solution.proved_bound if proof and solution.proved_bound is not None else solution.upper_bound
        if solution.matched < asked <= known:
            raise AssertionError(f"open after {limit:g} s: {pattern} in {host}, seed {seed}")
    check_solution(*triples, question.convention.duplicates, problem, solution)
    return _Measured(solution.matched >= asked, seconds[0], seconds[1], {})


def _beside(
    peers: dict[str, Callable[[Texts], Answer]], measured: _Measured, instance: tuple[int, int, bool, int]
) -> _Measured:
    """Ask the others, too. Raises ``AssertionError`` where two answers differ."""
    pattern, host, is_planted, seed = instance
    texts = subgraph_question(pattern, host, _DEGREE, is_planted, seed)
    others = {name: answer(texts) for name, answer in peers.items()}
    for name, answer in others.items():
        if answer.is_yes not in (None, measured.is_yes):
            raise AssertionError(f"{name} says {answer.is_yes}: {pattern} in {host}, seed {seed}")
    return measured._replace(others=others)


# ---- other programs: each says yes, no or nothing, and seconds


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
