"""The rows of one pair: its certified optimum once, then every run, each with its own seconds.

What the methods load is loaded before any clock starts (:func:`load_methods`), so that the first pair is timed like
the others. The methods take turns in who runs first, so that none has always the warm caches.
"""

from __future__ import annotations

import gc
import os
import platform
import re
import threading
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from smatchproof.base.errors import UsageError
from smatchproof.base.version import VERSION
from smatchproof.conventions.conventions import Convention, convention
from smatchproof.conventions.triples import Duplicates, TripleGraph
from smatchproof.exact import EXACT, SolverDisagreement, exact
from smatchproof.exact.certificate import check_solution, fingerprint
from smatchproof.exact.checker import Refused
from smatchproof.exact.outline import too_large
from smatchproof.experiments.experiment import Plan
from smatchproof.experiments.features import PairFeatures, pair_features
from smatchproof.experiments.rows import Row
from smatchproof.experiments.sources import SourcePair
from smatchproof.problem.pairs import by_names
from smatchproof.problem.problem import AlignmentProblem, build_problem
from smatchproof.problem.solution import Moment, SolveParams
from smatchproof.scoring.methods.registry import Method, method as method_named
from smatchproof.scoring.methods.user_methods import MethodFailure, NamedMethod
from smatchproof.scoring.pairs.comparison import Comparison, checked, compare_triples, recounted
from smatchproof.scoring.seeds import run_seed
from smatchproof.scoring.settings import ScoreSettings


class _Found(NamedTuple):
    """The result of a run; `matched` is -1 where the method could not run. `bound` is the bound that the method
    claims, and `error` the traceback of a user's method that has raised an exception.
    """

    matched: int
    status: str
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    trace: tuple[Moment, ...] = ()
    bound: int | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class _Case:
    """A pair under the convention of a plan."""

    left: TripleGraph
    right: TripleGraph
    problem: AlignmentProblem | None
    """``None`` where the limits have no room for it, whatever the method."""
    duplicates: Duplicates


_LATE = 1.1
"""A user's method that takes so many times its limit has a status that says so; nothing stops it."""
_ONE_AT_A_TIME = threading.Lock()
"""Seconds are measured, so threads of one process (a Dask worker may have several) do not work side by side."""


def run_pair(pair: SourcePair, plan: Plan) -> tuple[Row, ...]:
    """All rows of a pair, in the order of the plan.

    A method that cannot do the pair (brute force on a large graph, a user's that raises) has rows that say why. Raises
    ``AssertionError`` when a recount contradicts a method of ours, or an alignment the certified bound or what was
    planted as the optimum.
    """
    with _ONE_AT_A_TIME:
        case, building = _built(pair, plan)
        begin = time.process_time()
        certified = compare_triples(case.left, case.right, ScoreSettings(plan.convention, params=plan.optimum_limits))
        optimum_cpu = time.process_time() - begin
        solution, bound = certified.solution, certified.certified_counts.upper_bound
        features = _features(case, plan, bound, solution.nodes)
        found = _runs_of(pair, case, plan)
        matched = [max(each.matched, *(moment.matched for moment in each.trace[-1:]), -1)
                   for runs in found.values() for each in runs]  # fmt: skip
        planted = _planted(pair, case.left, case.right, case.duplicates)
        best = max(solution.matched, planted, *matched)
        if best < bound:
            bound = min([bound, *_tighter_bounds(case, plan, found, bound)])
    if best > bound:
        raise AssertionError(f"{pair}: the certified bound is {bound}, an alignment is worth {best}")
    claimed = planted if _is_claimed(pair, plan.convention) else None
    if claimed is not None and best > claimed:
        raise AssertionError(f"{pair}: {claimed} was planted as the optimum, an alignment is worth {best}")
    left, right = case.left, case.right
    common = Row(
        source=pair.source, pair=pair.id, group=pair.group, cluster=pair.cluster_name, left=pair.left_name,
        right=pair.right_name, method="", seed=0, matched=-1, optimum=best, bound=bound, proved=best == bound,
        left_triples=left.size, right_triples=right.size, left_variables=len(left.variables),
        right_variables=len(right.variables), status="", seconds=0.0, cpu_seconds=0.0,
        optimum_seconds=round(solution.seconds, 6), optimum_cpu_seconds=round(optimum_cpu, 6),
        building_seconds=building, trace=(), features=features,
        sha256=fingerprint(plan.convention.signature, left, right), settings=plan.settings, signature="",
        machine=_machine(), workers=plan.workers, load=_load(), versions="", planted=claimed,
    )  # fmt: skip
    return tuple(
        replace(
            common, method=name, seed=seed, matched=each.matched, status=each.status, seconds=round(each.seconds, 6),
            cpu_seconds=round(each.cpu_seconds, 6), trace=_compact(each.trace), error=each.error,
            signature=_signature(plan, name), versions=_versions(name),
        )
        for name, seeds in plan.runs
        for seed, each in zip(seeds, found[name], strict=True)
    )  # fmt: skip


def _runs_of(pair: SourcePair, case: _Case, plan: Plan) -> dict[str, list[_Found]]:
    """All runs of a pair, by method; the methods take turns in who is first, pair by pair."""
    first = zlib.crc32(f"{pair.source} {pair.id}".encode()) % len(plan.runs)
    return {
        name: [
            _found(case, method_named(name), replace(plan.limits, seed=run_seed(seed, pair.source, pair.id)))
            for seed in seeds
        ]
        for name, seeds in (*plan.runs[first:], *plan.runs[:first])
    }


def _load() -> float | None:
    """The average load of the machine in the last minute."""
    try:
        return round(os.getloadavg()[0], 2)
    except (AttributeError, OSError):  # not everywhere
        return None


def _built(pair: SourcePair, plan: Plan) -> tuple[_Case, float | None]:
    """The pair with its problem, and the seconds of building it; without, where no method has room for it.

    The methods are loaded before.
    """
    names = tuple(name for name, _ in plan.runs)
    load_methods(names)
    rule = plan.convention
    left, right = rule.triples(pair.left), rule.triples(pair.right)
    if all(too_large(left, right, plan.limits, overhead=method_named(name).overhead) for name in names):
        return _Case(left, right, None, rule.duplicates), None
    begin = time.perf_counter()
    problem = build_problem(left, right, rule.duplicates)
    return _Case(left, right, problem, rule.duplicates), round(time.perf_counter() - begin, 6)


def _features(case: _Case, plan: Plan, bound: int, nodes: int) -> PairFeatures:
    """The features of a pair that the certified solver has proved to be worth `bound` at most, in so many nodes."""
    if nodes > 1 and case.problem is not None:
        bound = exact(case.problem, replace(plan.optimum_limits, node_limit=1)).upper_bound
    return pair_features(case.left, case.right, case.duplicates, case.problem, bound, nodes)


def _tighter_bounds(case: _Case, plan: Plan, found: dict[str, list[_Found]], bound: int) -> list[int]:
    """Bounds below the certified solver's that methods claim: each is proved anew, and the proof is checked.

    The clocks are not running: a method is asked for a proof only after its runs were timed.
    """
    proved = []
    for name, runs in found.items():
        method = method_named(name)
        claims = [each.bound for each in runs if each.bound is not None and each.bound < bound]
        if not claims or not method.leaves_proof or case.problem is None:
            continue
        limits = plan.limits
        if limits.time_limit is not None:
            limits = replace(limits, time_limit=2 * limits.time_limit)  # the proof is written after the search
        solution = method.solve(case.problem, replace(limits, proof=True))
        try:
            check_solution(case.left, case.right, case.duplicates, case.problem, solution)
        except (Refused, ValueError):
            continue
        if solution.proof is not None and solution.proved_bound is not None:
            proved.append(solution.proved_bound)
    return proved


def claimed_optimum(pair: SourcePair, rule: Convention, left: TripleGraph, right: TripleGraph) -> int | None:
    """The optimum that the maker of a pair with these triples claims; ``None`` where it claims none under a rule."""
    return _planted(pair, left, right, rule.duplicates) if _is_claimed(pair, rule) else None


def _is_claimed(pair: SourcePair, rule: Convention) -> bool:
    return pair.is_optimal and rule.signature == convention("smatch").signature


def _planted(pair: SourcePair, left: TripleGraph, right: TripleGraph, duplicates: Duplicates) -> int:
    """Count the matched triples of the alignment by which the pair was made."""
    return recounted(left, right, by_names(left, right, pair.planted or {}), duplicates)


def _found(case: _Case, method: Method, params: SolveParams) -> _Found:
    problem, reason = case.problem, too_large(case.left, case.right, params, overhead=method.overhead)
    if reason or problem is None:
        return _Found(-1, f"{reason}: the pair is too large to begin")
    begin = time.process_time()
    try:
        solution = method.solve(problem, params)
        cpu_seconds = time.process_time() - begin
    except MethodFailure as failure:
        return _Found(-1, str(failure), trace=failure.trace, error=failure.traceback)
    except (UsageError, SolverDisagreement) as error:
        return _Found(-1, str(error))
    value = checked(Comparison(case.left, case.right, problem, solution, duplicates=case.duplicates), method.name)
    status, limit = str(solution.status), params.time_limit
    if isinstance(method.solve, NamedMethod) and limit is not None and solution.seconds > _LATE * limit:
        status += f", in {solution.seconds:.3g} s, over its limit of {limit:g} s"
    return _Found(value, status, solution.seconds, cpu_seconds, solution.trace, solution.upper_bound)


def _compact(trace: tuple[Moment, ...]) -> tuple[Moment, ...]:
    return tuple(moment._replace(seconds=round(moment.seconds, 6)) for moment in trace)


@cache
def load_methods(names: tuple[str, ...]) -> None:
    """Call every method, and the certified solver, once in a process: loading and compiling is no part of a solve."""
    matches = {((0, 0), (1, 1)): 1, ((0, 1), (1, 0)): 2}
    problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2, (1, 1): 1}, matches)
    EXACT.solve(problem, SolveParams(proof=True))
    for name in names:
        method = method_named(name)
        with suppress(UsageError, SolverDisagreement):  # its rows will say so
            method.solve(problem, SolveParams(time_limit=1.0))
    gc.collect()
    gc.freeze()  # what loading has left need not be looked through again while a solve is timed


def _signature(plan: Plan, name: str) -> str:
    limits = {"time-limit": plan.limits.time_limit, "node-limit": plan.limits.node_limit}
    parts = [f"|{limit}:{value:g}" for limit, value in limits.items() if value is not None]
    return f"smatch|{plan.convention.signature}|method:{name}{''.join(parts)}|v:{VERSION}"


@cache
def _versions(name: str) -> str:
    versions = [f"smatchproof {VERSION}", f"Python {platform.python_version()}"]
    for package in method_named(name).packages:
        try:
            versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            versions.append(f"{package} missing")
    return ", ".join(versions)


@cache
def _machine() -> str:
    """The processor, how many there are, and the system."""
    try:
        facts = Path("/proc/cpuinfo").read_text(errors="replace")
    except OSError:  # no Linux
        facts = ""
    known = re.search(r"^model name\s*:\s*(.+)", facts, re.MULTILINE)
    model = known[1].strip() if known else platform.processor() or platform.machine()
    return f"{model} x {os.cpu_count() or 1}, {platform.system()} {platform.release()}"
