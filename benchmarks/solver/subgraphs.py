"""Subgraph isomorphism, asked as whether all of the pattern can be matched."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from benchmarks.common import table
from benchmarks.library.sources import reduced, subgraph_question
from benchmarks.solver.subgraph_peers import LIMIT, Answer, Texts, here
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
