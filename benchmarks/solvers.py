"""Hard pairs by every exact solver at hand: our search, and both integer programs by HiGHS, CBC and CP-SAT."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec

from benchmarks.common import table
from benchmarks.cp_sat import by_cp_sat
from smatchproof.base.processors import usable_processors
from smatchproof.exact import ilp, ilp_tight
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.problem.solution import Backend
from smatchproof.public import AlignmentProblem, Duplicates, Solution, SolveParams, Solver, build_problem, exact

LIMIT, LONGER = 30.0, 120.0
"""Seconds for each problem, and for each larger one: of those HiGHS and CP-SAT take up to 80 in the median."""
SEEDS = (1, 2, 3)
_Kind = tuple[tuple[int, int, int], bool, tuple[int, ...]]
SIZES = (
    ((3, 1, 1), False, (10, 14, 18)),
    ((4, 1, 1), False, (8, 10, 12)),
    ((3, 1, 1), True, (10, 12, 14)),
    ((4, 1, 1), True, (8, 10, 12)),
)
"""Degree, labels and concepts; whether relations go both ways (edges); numbers of nodes."""
LARGEST = (
    ((3, 1, 1), False, (18, 22)),
    ((4, 1, 1), False, (12, 14, 16)),
    ((3, 1, 1), True, (14, 16)),
    ((4, 1, 1), True, (12, 14)),
)
"""The same for what solves the tight program fastest."""


def side_by_side() -> str:
    """Each problem by all solvers in turn."""
    return _table(_solvers(), SIZES, LIMIT)


def largest() -> str:
    """Larger problems by HiGHS and, where it is installed, CP-SAT, with the tight program, beside `exact`."""
    names = {"exact", "HiGHS tight", "CP-SAT tight"}
    return _table({name: solver for name, solver in _solvers().items() if name in names}, LARGEST, LONGER)


def _table(solvers: dict[str, Solver], problems_of: Sequence[_Kind], limit: float) -> str:
    """The seconds of each problem; a solver that fails one is asked no larger ones of that kind."""
    rows: list[list[object]] = []
    for kind, both_ways, sizes in problems_of:
        failed: set[str] = set()
        for size in sizes:
            graphs = (random_digraph_pair(size, *kind, seed, both_ways=both_ways) for seed in SEEDS)
            problems = [build_problem(*pair, Duplicates.SET) for pair in graphs]
            seconds = _seconds(
                {name: solver for name, solver in solvers.items() if name not in failed}, problems, limit
            )
            failed |= {name for name, some in seconds.items() if None in some}
            cells = [_cell(seconds.get(name)) for name in solvers]
            others = [cell for cell in cells[1:] if isinstance(cell, float)]
            times = min(others) / cells[0] if others and isinstance(cells[0], float) else ""
            rows.append([kind, "edges" if both_ways else "arcs", size, *cells, times])
    notes = (
        f"Median seconds of {len(SEEDS)} seeds by the clock, building the model included. `exact` uses all processors "
        f'({usable_processors()}),\nthe others one thread each. "open": not all proved within {limit:.0f} s, and '
        "larger ones not tried. All that is\nproved agrees. Last: the median of the fastest other solver over that of "
        "`exact`.\n\n"
    )
    return notes + table(["degree, labels, concepts", "of", "n", *(f"{name}, s" for name in solvers), "times"], rows)


def _solvers() -> dict[str, Solver]:
    found: dict[str, Solver] = {"exact": exact}
    for name, model in (("tight", ilp_tight), ("paper", ilp)):
        for backend in Backend:
            found[f"{_NAMES[backend]} {name}"] = partial(_with_backend, model, backend)
        if find_spec("ortools"):
            found[f"CP-SAT {name}"] = partial(by_cp_sat, which=name)
    return found


_NAMES = {Backend.HIGHS: "HiGHS", Backend.CBC: "CBC"}


def _with_backend(model: Solver, backend: Backend, problem: AlignmentProblem, params: SolveParams) -> Solution:
    return model(problem, replace(params, backend=backend))


def _seconds(
    solvers: dict[str, Solver], problems: list[AlignmentProblem], limit: float
) -> dict[str, list[float | None]]:
    """The seconds of each solver and problem, ``None`` for the first that is not proved: it is asked no further."""
    found: dict[str, list[float | None]] = {name: [] for name in solvers}
    for problem in problems:
        optima = set()
        for name, solver in solvers.items():
            if None in found[name]:
                continue
            start = time.perf_counter()
            solution = solver(problem, SolveParams(time_limit=limit))
            proved = solution.matched == solution.upper_bound
            found[name].append(time.perf_counter() - start if proved else None)
            optima |= {solution.matched} if proved else set()
        assert len(optima) <= 1, optima
    return found


def _cell(seconds: list[float | None] | None) -> object:
    if seconds is None:
        return ""
    proved = [each for each in seconds if each is not None]
    return statistics.median(proved) if len(proved) == len(seconds) else "open"
