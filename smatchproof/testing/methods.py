"""Tests that every method passes."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from smatchproof.base.errors import UsageError
from smatchproof.exact.brute_force import brute_force
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.methods.registry import allowed_method, method as method_named
from smatchproof.scoring.methods.user_methods import alignment_of
from smatchproof.testing.instances import random_problem, refuse, require


def check_method(method: str | Callable[..., Any], *, instances: int = 100, seed: int = 0) -> None:
    """Check a method, by its name or itself, on `instances` small problems: some without variables or candidates.

    On each it has to answer, with an alignment, the same one for the same seed, worth no more than brute force finds;
    the stated value has to be that of the alignment, and the bound has to hold.

    >>> check_method("S+4R", instances=5)
    >>> check_method(lambda problem, params: [0] * problem.left_size)
    Traceback (most recent call last):
    ...
    AssertionError: smatchproof.testing.methods:lambda returned ...
    """
    name = allowed_method(method)
    solve = method_named(name).solve
    for number in range(instances):
        problem = random_problem(random.Random(f"method {seed} {number}"))
        params = SolveParams(seed=number)
        try:
            solution = solve(problem, params)
            again = solve(problem, params)
        except UsageError as error:
            refuse(str(error), problem)
        _check_answer(name, problem, solution)
        require(
            replace(again, seconds=0.0) == replace(solution, seconds=0.0),
            f"{name} answers {again.mapping} to the problem that it answered {solution.mapping} with the same seed",
            problem,
        )


def _check_answer(name: str, problem: AlignmentProblem, solution: Any) -> None:
    try:
        mapping = alignment_of(solution, problem.left_size, problem.right_size)
    except ValueError as error:
        refuse(f"{name} returned {error}", problem)
    worth = recount(problem, mapping)
    optimum = brute_force(problem).matched
    require(solution.matched == worth, f"{name} claims {solution.matched} for {mapping}, worth {worth}", problem)
    require(worth <= optimum, f"{name} finds {worth}, more than the optimum {optimum}", problem)
    require(solution.upper_bound >= optimum, f"{name} claims the bound {solution.upper_bound} of {optimum}", problem)
    met = solution.matched == solution.upper_bound
    require(met == (solution.status == "optimal"), f"{name} has status {solution.status}, bound met: {met}", problem)
