"""Alignment by integer linear programming, through python-mip with HiGHS or CBC behind it.

There are two models. :func:`ilp` solves the paper's (Cai & Knight 2013, Section 4): a variable for each couple of
nodes, one for each couple of equal triples, and a row for each node couple that a triple couple needs.
:func:`ilp_tight` has one variable for each match of the problem and one row for each star: of the matches of a pair
with all pairs of one other node, an alignment realises at most one. Its linear relaxation is far tighter (the paper's
can exceed the number of triples).

Numbers that doubles do not hold are refused at the beginning: see :func:`fits_doubles`. No float decides a result. The
alignment is read off the solver's solution, checked and recounted, and the solver's bound is rounded down. An "optimal"
solution whose recounted value misses its own bound by more than the program's tolerance is an error.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from smatchproof.base.errors import CheckFailedError, UsageError
from smatchproof.base.optional import MissingPackageError, install, release_of, require
from smatchproof.base.record import replace
from smatchproof.problem.problem import AlignmentProblem, Pair
from smatchproof.problem.solution import Backend, Method, Solution, SolveParams, Status

if TYPE_CHECKING:
    import mip

    from smatchproof.exact.models import Model

BOUND_TOLERANCE = 1e-6
"""The distance, relative to its size, by which a solver's bound may lie below the integer it means."""


LARGEST_BOUND = 10**9
"""The largest value of a problem for a solver, which stops within a relative gap of 1e-9: here less than one triple.

Measured on 960 problems with random weights: up to 10^11 both find the optimum; from 10^12 on HiGHS stops short of it,
at 10^18 its bounds are false, by 3 %, and CBC calls optimal what is not.
"""
_GAP = 1 / LARGEST_BOUND

WORKING = {"mip": "2.0.0", "highsbox": "1.15.1", "cbcbox": "2.935"}
"""Releases that work together: those of constraints.txt."""
_BROUGHT_BY = {Backend.HIGHS: ("HiGHS", "highsbox", "highspy"), Backend.CBC: ("CBC", "cbcbox")}
"""The name of each solver, and the packages in which python-mip looks for its library: first that of the extra."""


class SolverDisagreement(CheckFailedError):
    """A MIP solver returned a solution that fails a recount, or none for a problem that always has one."""

    heading = "not proved"


def ilp(problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
    """Return the optimum by the paper's model: v[i,j] and t[k,l], all binary, and rows t <= v.

    A match or unary weight above 1 stands for that many couples of triples, each with its own t; where matches are
    graded, or a weight is above 64, one t has the whole weight. The programs behind the models compute in floats, with
    tolerances of 1e-6: a value above some 10^6, as graded ones are, is then not proved, and the status says so. Raises
    :class:`UsageError` unless the problem :func:`fits_doubles`.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> ilp(problem).matched
    3
    """
    from smatchproof.exact.models import paper_model  # like python-mip, for those who choose the method

    return _solve("ilp", problem, params, paper_model)


def ilp_tight(problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
    """Return the optimum by the star-aggregated model: x[p] binary, y[p,q] continuous.

    For a candidate pair p and another left variable k (or another right variable l), the y of all matches of p with
    pairs of k (of l) together are at most x[p].

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> ilp_tight(problem).mapping
    (0, 1)
    """
    from smatchproof.exact.models import tight_model

    return _solve("ilp-tight", problem, params, tight_model)


def require_solver(name: str, backend: Backend = Backend.HIGHS) -> None:
    """Load python-mip and a solver for the method `name`.

    Raises :class:`MissingPackageError` if they are missing or do not work together. The message names the installed
    releases, and those that work.

    >>> require_solver("ilp")
    """
    require(f"method {name}", "mip")
    try:
        _try_out(backend)
    except Exception:  # a library of another release may lack any function, and its package may raise anything
        solver, best, *others = _BROUGHT_BY[backend]
        there = [f"{package} {release}" for package in (best, *others) if (release := release_of(package))]
        if not there:
            raise MissingPackageError(f"method {name} needs {solver}; {install('ilp')}") from None
        found = f"which python-mip {release_of('mip')} cannot use from {' or '.join(there)}"
        pins = " ".join(f"'{package}=={WORKING[package]}'" for package in ("mip", best))
        raise MissingPackageError(f"method {name} needs {solver}, {found}; pip install {pins}") from None


@cache
def _try_out(backend: Backend) -> None:
    """Solve a program of one variable: functions that a library lacks are only noticed when they are called."""
    # python-mip asks highspy first, whose library has no C functions since 1.16, and gives up where that raises
    with suppress(Exception):
        import highsbox

        name = {"win32": "bin/highs.dll", "darwin": "lib/libhighs.dylib"}.get(sys.platform, "lib/libhighs.so")
        library = Path(highsbox.highs_dist_dir(), name)
        if library.is_file():
            os.environ.setdefault("PMIP_HIGHS_LIBRARY", str(library))
    model = empty_program(backend)
    variable = model.add_var(var_type="B", obj=1)
    model.optimize()
    _ = variable.x


def empty_program(backend: Backend) -> mip.Model:
    """Return a python-mip model without variables, to be maximised, which prints nothing and uses one thread."""
    import mip

    model = mip.Model(sense=mip.MAXIMIZE, solver_name={Backend.HIGHS: mip.HIGHS, Backend.CBC: mip.CBC}[backend])
    model.verbose = 0
    model.threads = 1
    return model


_PAPER = Method(
    "ilp",
    "the paper's integer program (python-mip)",
    ilp,
    interruptible=False,
    packages=("mip", "highsbox"),
    prepare=require_solver,
    options=frozenset({"time_limit", "memory_limit", "solver", "seed"}),
    overhead=10,
    searches_all=True,
)
INTEGER_PROGRAMS = (
    replace(
        _PAPER,
        name="ilp-tight",
        summary="star-aggregated integer program (python-mip)",
        solve=ilp_tight,
    ),
    _PAPER,
    replace(_PAPER, name="ILP", summary="the same, as the paper's tables call it"),
)
"""Both models as methods, the faster one first; the paper's under its own name, too."""


def fits_doubles(problem: AlignmentProblem) -> bool:
    """Test whether a program that computes in doubles can hold a problem.

    No weight is above the bound of the whole: a double holds any sum of fewer than 9 million of them exactly.

    >>> fits_doubles(AlignmentProblem.from_weights(1, 1, {(0, 0): 10**9}, {}))
    True
    >>> fits_doubles(AlignmentProblem.from_weights(1, 1, {(0, 0): 10**9 + 1}, {}))
    False
    """
    return problem.trivial_bound() <= LARGEST_BOUND


_Build = Callable[[AlignmentProblem], "Model"]


def better_alignment(problem: AlignmentProblem, known: int, params: SolveParams) -> tuple[int | None, ...] | None:
    """Return the best alignment worth more than `known` that HiGHS finds within the limits, to be recounted.

    ``None`` if it finds none; floats decide, so that there may be one. That more is wanted is a row of the program, by
    which it takes half of the time.
    """
    from smatchproof.exact.models import tight_model

    start = time.perf_counter()
    model, variables = _program("ilp-tight", problem, params, tight_model)
    model.add_constr(model.objective >= known + 1)
    _optimize(model, params, start)
    return _mapping(problem, model, variables) if model.num_solutions else None


def _program(
    name: str, problem: AlignmentProblem, params: SolveParams, build: _Build
) -> tuple[mip.Model, dict[Pair, mip.Var]]:
    """The program of a problem, and the variables of its pairs."""
    require_solver(name, params.backend)
    # refused before anything is built: with such numbers a solution could look right and be wrong
    if not fits_doubles(problem):
        most = f"values above {LARGEST_BOUND:,} are more than its solvers hold exactly"
        raise UsageError(f"method {name}: {most}; choose --method exact")
    model = empty_program(params.backend)
    model.seed = params.seed
    model.max_mip_gap = _GAP
    model.max_mip_gap_abs = _largest_gap(problem.trivial_bound())
    return model, write_program(model, build(problem))


def _optimize(model: mip.Model, params: SolveParams, start: float) -> mip.OptimizationStatus:
    # writing the model takes time that python-mip does not count
    remaining = params.seconds_left(start)
    limits = {} if params.node_limit is None else {"max_nodes": params.node_limit}
    return model.optimize(max_seconds=math.inf if remaining is None else remaining, **limits)


def _solve(name: str, problem: AlignmentProblem, params: SolveParams, build: _Build) -> Solution:
    start = time.perf_counter()
    if not problem.candidates:  # python-mip takes no empty objective, and there is nothing to ask
        require_solver(name, params.backend)
        return Solution.of(problem, (None,) * problem.left_size, 0, Status.HEURISTIC)
    model, variables = _program(name, problem, params, build)
    return _read_answer(problem, model, _optimize(model, params, start), variables, params, start)


def _largest_gap(most: int) -> float:
    """The gap at which a solver may stop: values are integers, and its bound is rounded down with a tolerance.

    No bound is above `most`. Where the tolerances of the bound and of its gap make up a whole, no gap is allowed.
    """
    return max(0.0, 1 - max(1e-3, 2 * BOUND_TOLERANCE * most))


def _whole_bound(bound: float) -> int:
    """Return the integer that a solver's bound means."""
    # the tolerance comes before the floor: 42.9999999 means 43, and 42 would be below the optimum
    return math.floor(bound + BOUND_TOLERANCE * max(1.0, abs(bound)))


def _read_answer(
    problem: AlignmentProblem,
    model: mip.Model,
    outcome: mip.OptimizationStatus,
    variables: dict[Pair, mip.Var],
    params: SolveParams,
    start: float,
) -> Solution:
    """Return the solver's solution in integers, checked. Raises an error if it fails."""
    import mip

    backend, is_limited = params.backend, params.time_limit is not None or params.node_limit is not None
    known = mip.OptimizationStatus
    # the empty alignment is always feasible: infeasible or unbounded can only be an error
    if outcome not in (known.OPTIMAL, known.FEASIBLE, known.NO_SOLUTION_FOUND):
        raise SolverDisagreement(f"{backend} answers {outcome.name} to a problem that has alignments")
    mapping = _mapping(problem, model, variables)
    # counting is exact: it holds where the solver has no bound, or a worse one
    upper_bound = problem.trivial_bound()
    if outcome in (known.OPTIMAL, known.FEASIBLE) or model.num_solutions:
        bound = model.objective_bound
        if bound is not None and math.isfinite(bound):
            upper_bound = min(upper_bound, _whole_bound(bound))
    seconds = time.perf_counter() - start
    try:
        # never OPTIMAL on the solver's word: that status is given where the recount meets the bound
        solution = Solution.of(problem, mapping, upper_bound, Status.TIME_LIMIT, seconds=seconds)
    # a right variable taken twice, or a value above the bound: one of them is wrong
    except ValueError as error:
        raise SolverDisagreement(f"the answer of {backend} does not withstand a recount: {error}") from None
    if solution.status is not Status.OPTIMAL and not is_limited and outcome is not known.OPTIMAL:
        raise SolverDisagreement(f"{backend} has stopped before the optimum though nothing limits it")
    if outcome is known.OPTIMAL and solution.status is not Status.OPTIMAL:
        if upper_bound - solution.matched <= 2 * BOUND_TOLERANCE * upper_bound:  # all that floats can tell
            return replace(solution, status=Status.HEURISTIC)
        raise SolverDisagreement(
            f"{backend} calls optimal an alignment worth {solution.matched}, with the bound {upper_bound}"
        )
    return solution


def _mapping(problem: AlignmentProblem, model: mip.Model, variables: dict[Pair, mip.Var]) -> tuple[int | None, ...]:
    """The mapping of the solver's solution, unchecked; without one, that of no pair."""
    mapping: list[int | None] = [None] * problem.left_size
    if model.num_solutions:
        for (left, right), variable in variables.items():
            # integers come as floats, off by a tolerance; a recount judges what they are rounded to
            if variable.x > 0.5:
                mapping[left] = right
    return tuple(mapping)


def write_program(target: mip.Model, model: Model, named: bool = False) -> dict[Pair, mip.Var]:
    """Write a model into a python-mip model, its rows `named` or not. Returns the variables of its pairs."""
    import mip

    # continuous where the model allows it: fewer variables to branch on
    earned = {"var_type": mip.BINARY} if model.binary else {"lb": 0.0, "ub": 1.0}
    variables = {name: target.add_var(name, var_type=mip.BINARY) for name in model.pairs}
    variables |= {name: target.add_var(name, **earned) for name in model.needs}
    for row, terms, most in model.rows:
        sums = mip.xsum(coefficient * variables[name] for coefficient, name in terms) <= most
        target.add_constr(sums, name=row if named else "")
    target.objective = mip.xsum(coefficient * variables[name] for coefficient, name in model.objective)
    return {pair: variables[name] for name, pair in model.pairs.items()}
