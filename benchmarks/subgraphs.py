"""Subgraph isomorphism, asked as whether all of the pattern can be matched."""

from __future__ import annotations

import multiprocessing
import statistics
import time
from multiprocessing.connection import Connection
from typing import NamedTuple

from benchmarks.common import table
from benchmarks.library.sources import reduced, subgraph_question
from smatchproof.alignment import SolveParams
from smatchproof.exact import exact
from smatchproof.exact.certificate import check_solution

LIMIT = 5.0
SIZES = ((6, 15), (8, 20), (10, 25), (12, 30), (16, 40), (20, 45), (24, 50), (30, 60))
INSTANCES = [
    (pattern, host, is_planted, seed)
    for pattern, host in SIZES
    for is_planted in (True, False)
    for seed in (1, 2, 3, 4)
]
_DEGREE = 3.5


class _Measured(NamedTuple):
    """The answer to a question, and seconds: without a proof, with one, and of VF2 unless it takes too long."""

    is_yes: bool
    searched: float
    proved: float
    by_vf2: float | None


def decided() -> str:
    """Each question with and without a proof, and by VF2 of networkx: processor seconds of one process."""
    rows: list[list[object]] = []
    measured: list[_Measured] = []
    for size in SIZES:
        found = [_measured(*instance) for instance in INSTANCES if instance[:2] == size]
        rows.append([f"{size[0]} in {size[1]}", len(found), *_figures(found)])
        measured += found
    rows.append(["all", len(measured), *_figures(measured)])
    header = [
        "pattern in host",
        "questions",
        "median ms",
        "most",
        "with a proof ms",
        "most",
        "VF2 median ms",
        "VF2 open",
    ]
    yes = sum(each.is_yes for each in measured)
    number, no = len(measured), len(measured) - yes
    told = (
        f"{number} questions, all decided: {yes} yes, with an alignment that is recounted, and {no} no,\nall with a "
        "proof that the checker accepts. Milliseconds of processor time for `exact` with `at_least`, the problem\nis "
        f"built before; the checker's are not in them. VF2, networkx's, is stopped after {LIMIT:g} s."
    )
    return f"{told}\n\n{table(header, rows)}"


def _figures(measured: list[_Measured]) -> list[object]:
    searched, proved = [each.searched for each in measured], [each.proved for each in measured]
    vf2 = [LIMIT if each.by_vf2 is None else each.by_vf2 for each in measured]
    ours = [1000 * figure(part) for part in (searched, proved) for figure in (statistics.median, max)]
    return [*ours, 1000 * statistics.median(vf2), sum(each.by_vf2 is None for each in measured)]


def _measured(pattern: int, host: int, is_planted: bool, seed: int) -> _Measured:
    """Ask one question in all ways. Raises ``AssertionError`` where it is not decided."""
    texts = subgraph_question(pattern, host, _DEGREE, is_planted, seed)
    question = reduced("subgraph", *texts)
    problem, triples = question.problem(), question.triples()
    asked, seconds = triples[0].size, list[float]()
    for proof in (False, True):
        start = time.process_time()
        solution = exact(problem, SolveParams(at_least=asked, proof=proof, time_limit=LIMIT))
        seconds.append(time.process_time() - start)
        if solution.matched < asked <= solution.upper_bound:
            raise AssertionError(f"open after {LIMIT:g} s: {pattern} in {host}, seed {seed}")
    check_solution(*triples, question.convention.duplicates, problem, solution)
    return _Measured(solution.matched >= asked, seconds[0], seconds[1], _by_vf2(texts))


def _by_vf2(texts: tuple[str, str]) -> float | None:
    """The seconds of VF2; ``None`` where they are more than the limit."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_vf2, args=(there, texts))
    process.start()
    found: float | None = here.recv() if here.poll(LIMIT) else None
    process.kill()
    process.join()
    return found


def _vf2(connection: Connection, texts: tuple[str, str]) -> None:
    import networkx
    from networkx.algorithms.isomorphism import GraphMatcher

    pattern, host = (networkx.Graph([line.split() for line in text.splitlines()]) for text in texts)
    start = time.process_time()
    GraphMatcher(host, pattern).subgraph_is_monomorphic()
    connection.send(time.process_time() - start)
