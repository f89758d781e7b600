"""Hard pairs: random digraphs with few labels and few concepts."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence

from benchmarks.common import table
from smatchproof.base.process import usable_processors
from smatchproof.exact import ilp_tight
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.public import (
    AlignmentProblem,
    Duplicates,
    SolveParams,
    Solver,
    build_problem,
    certificate,
    convention,
    exact,
)

LIMIT, REACH_LIMIT = 300.0, 120.0
"""Seconds for a pair: next to other programs, and for what is proved alone."""
SEEDS = (1, 2, 3)
BESIDE_ILP = {(3, 1, 1): (20, 22, 24), (4, 1, 1): (14, 16, 18)}
REACH = {
    (2, 1, 1): ((40,), (40,)),
    (3, 1, 1): ((32, 40, 48, 56), (32, 40, 48)),
    (3, 2, 1): ((40,), (40,)),
    (3, 1, 3): ((40,), (40,)),
    (3, 3, 5): ((40,), (40,)),
    (4, 1, 1): ((24, 28, 32), (24, 28)),
    (4, 2, 3): ((32, 40), (32, 40)),
}
"""Degree, labels and concepts, and the numbers of nodes: of graphs of arcs, and of edges."""


def _problem(size: int, kind: tuple[int, int, int], seed: int, both_ways: bool) -> AlignmentProblem:
    left, right = random_digraph_pair(size, *kind, seed, both_ways=both_ways)
    return build_problem(left, right, Duplicates.SET)


def _solved(solve: Solver, problem: AlignmentProblem, limit: float = LIMIT) -> tuple[float, bool]:
    start = time.perf_counter()
    solution = solve(problem, SolveParams(time_limit=limit))
    return time.perf_counter() - start, solution.matched == solution.upper_bound


def _certified(size: int, kind: tuple[int, int, int], seed: int, both_ways: bool) -> tuple[float, int]:
    """The seconds until the certificate of an optimum is written and checked, and its bytes; 0 if there is none."""
    rule = convention("smatch")
    left, right = random_digraph_pair(size, *kind, seed, both_ways=both_ways)
    start = time.perf_counter()
    problem = build_problem(left, right, rule.duplicates)
    solution = exact(problem, SolveParams(time_limit=REACH_LIMIT, proof=True))
    text = certificate("", rule.signature, left, right, problem, solution)
    seconds = time.perf_counter() - start
    return seconds, len(text) if solution.matched == solution.proved_bound else 0


def beside_ilp() -> str:
    """Exact next to python-mip with HiGHS on `ilp-tight`, up to the largest size that both solve."""
    rows: list[list[object]] = []
    for both_ways in (False, True):
        for kind, sizes in BESIDE_ILP.items():
            for size in sizes:
                row: list[object] = [kind, _edges_or_arcs(both_ways), size]
                results = list(_until_unsolved([_problem(size, kind, seed, both_ways) for seed in SEEDS]))
                if len(results) < len(SEEDS):
                    rows.append([*row, "", f"ilp-tight needs more than {LIMIT:.0f}", ""])
                    break
                ratio = statistics.median(theirs / ours for ours, theirs in results)
                rows.append([*row, *(statistics.median(side) for side in zip(*results, strict=True)), ratio])
    told = f"Seconds by the clock: `exact` uses all processors ({usable_processors()}), HiGHS one thread."
    header = ["degree, labels, concepts", "of", "n", "exact s", "ilp-tight s", "median ratio"]
    return f"{told}\n\n{table(header, rows)}"


def _until_unsolved(problems: list[AlignmentProblem]) -> Iterator[tuple[float, float]]:
    """The seconds of exact and of `ilp-tight`, up to the first problem that one of them does not solve."""
    for problem in problems:
        ours, theirs = _solved(exact, problem), _solved(ilp_tight, problem)
        if not (ours[1] and theirs[1]):
            return
        yield ours[0], theirs[0]


def _edges_or_arcs(both_ways: bool) -> str:
    return "edges" if both_ways else "arcs"


def reach() -> str:
    """The pairs proved within two minutes, by all processors, and certified then."""
    rows = []
    for both_ways in (False, True):
        for kind, sizes in REACH.items():
            for size in sizes[both_ways]:
                results = [_solved(exact, _problem(size, kind, seed, both_ways), REACH_LIMIT) for seed in SEEDS]
                found = [
                    _certified(size, kind, seed, both_ways) if proved else (0.0, 0)
                    for seed, (_, proved) in zip(SEEDS, results, strict=True)
                ]
                share = f"{sum(proved for _, proved in results)}/{len(results)}"
                rows.append([kind, _edges_or_arcs(both_ways), size, share, _listed(results), _listed(found)])
                rows[-1].append(f"{max(size for _, size in found) / 1e6:.3g}")
                if not any(proved for _, proved in results):
                    break
    header = ["degree, labels, concepts", "of", "n", f"proved in {REACH_LIMIT:.0f} s", "seconds, a seed each"]
    told = "With a certificate: until it is written and the checker has accepted it."
    return f"{told}\n\n{table([*header, 'with a certificate', 'most MB'], rows)}"


def _listed(results: Sequence[tuple[float, float]]) -> str:
    return ", ".join(f"{seconds:.3g}" if found else "open" for seconds, found in results)
