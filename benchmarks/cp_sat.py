"""CP-SAT on the integer programs of an alignment problem, as a peer of the methods that solve them."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from smatchproof.exact.models import Row
from smatchproof.public import AlignmentProblem, Model, Solution, SolveParams, Status, paper_model, tight_model

MODELS = {"tight": tight_model, "paper": paper_model}


def by_cp_sat(problem: AlignmentProblem, params: SolveParams, which: str = "tight") -> Solution:
    """The best alignment that CP-SAT finds with one worker within the time limit, recounted, and its bound.

    It runs in a process of its own: OR-Tools has its own copies of libraries of HiGHS and CBC, and a process can load
    only one of each. Raises ``AssertionError`` where the alignment is worth less than CP-SAT says.
    """
    return _process().submit(_solved, problem, params, which).result()


@cache
def _process() -> ProcessPoolExecutor:
    """The process, which has loaded OR-Tools."""
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    pool.submit(import_module, "ortools.sat.python.cp_model").exception()  # a module cannot be sent back
    return pool


def _solved(problem: AlignmentProblem, params: SolveParams, which: str) -> Solution:
    cp_model = import_module("ortools.sat.python.cp_model")
    start = time.perf_counter()
    model = MODELS[which](problem)
    program, variables = _program(cp_model, model)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, params.seed
    if params.time_limit is not None:
        solver.parameters.max_time_in_seconds = max(0.01, params.time_limit - (time.perf_counter() - start))
    status = solver.solve(program)
    mapping: list[int | None] = [None] * problem.left_size
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        for name, (left, right) in model.pairs.items():
            if solver.value(variables[name]):
                mapping[left] = right
    # without a solution CP-SAT calls 0 its bound (findings/cp_sat_no_bound.sh)
    bound = problem.trivial_bound() if status == cp_model.UNKNOWN else int(solver.best_objective_bound + 1e-6)
    solution = Solution.of(problem, tuple(mapping), bound, Status.HEURISTIC)
    assert status not in (cp_model.OPTIMAL, cp_model.FEASIBLE) or solution.matched >= solver.objective_value - 1e-6
    return solution


def _program(cp_model: Any, model: Model) -> tuple[Any, dict[str, Any]]:
    """The model as CP-SAT's: everything is 0 or 1."""
    program = cp_model.CpModel()
    variables = {name: program.new_bool_var(name) for name in [*model.pairs, *model.needs]}

    def total(row: Row) -> Any:
        return sum(term.coefficient * variables[term.variable] for term in row.terms)

    for row in model.rows:
        if row.most == 1 and all(term.coefficient == 1 for term in row.terms):
            program.add_at_most_one(variables[term.variable] for term in row.terms)
        else:
            program.add(total(row) <= row.most)
    program.maximize(sum(term.coefficient * variables[term.variable] for term in model.objective))
    return program, variables
