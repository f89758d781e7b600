"""The rows of one pair: its certified optimum once, then every run, each with its own seconds.

The modules of methods are loaded before any clock starts (:func:`load_methods`), so that the first pair is timed like
the others. The methods take turns in running first, so that no method always has warm caches.
"""

from __future__ import annotations

import gc
import os
import platform
import re
import threading
import zlib
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from msgspec import structs

from smatchproof.base.errors import UsageError
from smatchproof.base.record import Record, replace
from smatchproof.base.version import VERSION
from smatchproof.lab.experiments.experiment import Experiment
from smatchproof.lab.experiments.results import is_users
from smatchproof.lab.experiments.rows import OVER_LIMIT, Row, pair_features
from smatchproof.lab.experiments.sources import SourcePair
from smatchproof.lab.experiments.stored_pairs import MissedPair
from smatchproof.lab.heuristics.starts import run_seed
from smatchproof.public import (
    Alignment,
    AlignmentProblem,
    Comparison,
    Duplicates,
    Method,
    MethodFailure,
    Moment,
    ScoreSettings,
    SolveParams,
    SolverDisagreement,
    TripleGraph,
    build_problem,
    by_names,
    checked,
    compare_triples,
    convention,
    couples,
    exact,
    fingerprint,
    method as method_named,
    recounted,
    too_large,
    write_graph,
)


class _Found(NamedTuple):
    """The result of a run; `matched` is -1 where the method could not run, and `error` its traceback if it raised."""

    matched: int
    status: str
    seconds: float = 0.0
    trace: tuple[Moment, ...] = ()
    error: str = ""
    mapping: Alignment = ()


class _Case(Record):
    """A pair under the convention of an experiment."""

    left: TripleGraph
    right: TripleGraph
    problem: AlignmentProblem | None
    """``None`` if the limits have no room for it, whatever the method."""
    duplicates: Duplicates


_LATE = 1.1
"""A user's method that takes this multiple of its time limit has a status that says so; it is not stopped."""
_ONE_AT_A_TIME = threading.Lock()
"""Seconds are measured, so threads of one process (a Dask worker may have several) do not work side by side."""


def run_pair(pair: SourcePair, experiment: Experiment) -> tuple[Row, ...]:
    """All rows of a pair, in the order of the experiment; see :func:`measured_pair`."""
    return measured_pair(pair, experiment)[0]


def measured_pair(pair: SourcePair, experiment: Experiment) -> tuple[tuple[Row, ...], MissedPair | None]:
    """All rows of a pair, in the order of the experiment, and the pair itself if some method missed its proved optimum.

    A method that cannot do the pair (brute force on a large graph, a user's that raises) has rows that say why. Raises
    ``AssertionError`` when a recount contradicts a method of ours, or an alignment the certified bound or what was
    planted as the optimum.
    """
    rule = experiment.convention
    with _ONE_AT_A_TIME:
        case = _built(pair, experiment)
        left, right = case.left, case.right
        certified = compare_triples(left, right, ScoreSettings(rule, params=experiment.optimum_limits))
        found = _runs_of(pair, case, experiment)
    bound = certified.certified_counts.upper_bound
    planted = recounted(left, right, by_names(left, right, pair.planted or {}), rule.duplicates)
    reported = [moment.matched for runs in found.values() for each in runs for moment in each.trace[-1:]]
    matched = [each.matched for runs in found.values() for each in runs]
    best = max(certified.solution.matched, planted, *reported, *matched)
    if best > bound:
        raise AssertionError(f"{pair}: the certified bound is {bound}, an alignment is worth {best}")
    is_claimed = pair.is_optimal and rule.signature == convention("smatch").signature
    if is_claimed and best > planted:
        raise AssertionError(f"{pair}: {planted} was planted as the optimum, an alignment is worth {best}")
    common = Row(
        source=pair.source, pair=pair.id, group=pair.group, cluster=pair.cluster_name, left=pair.left_name,
        right=pair.right_name, method="", seed=0, matched=-1, optimum=best, bound=bound, left_triples=left.size,
        right_triples=right.size, left_variables=len(left.variables), right_variables=len(right.variables), status="",
        seconds=0.0, optimum_seconds=round(certified.solution.seconds, 6), trace=(),
        features=pair_features(left, right, case.problem), sha256=fingerprint(rule.signature, left, right),
        signature="", machine=_machine(), versions="", planted=planted if is_claimed else None,
    )  # fmt: skip
    rows = tuple(
        structs.replace(
            common, method=name, seed=seed, matched=each.matched, status=each.status, seconds=round(each.seconds, 6),
            trace=tuple(moment._replace(seconds=round(moment.seconds, 6)) for moment in each.trace), error=each.error,
            signature=_signature(experiment, name), versions=_versions(name),
        )
        for name, seeds in experiment.runs
        for seed, each in zip(seeds, found[name], strict=True)
    )  # fmt: skip
    is_known = certified.solution.matched == best == bound
    return rows, _missed(pair, case, certified.solution.mapping, best, found) if is_known else None


def _missed(
    pair: SourcePair, case: _Case, optimal: Alignment, best: int, found: dict[str, list[_Found]]
) -> MissedPair | None:
    """The pair with the optimal alignment and the worst one of each method that missed it; ``None`` without any."""
    worst = {
        name: min(done, key=lambda run: run.matched)
        for name, runs in found.items()
        if (done := [run for run in runs if 0 <= run.matched < best])
    }
    if not worst:
        return None
    return MissedPair(
        pair.source,
        pair.id,
        write_graph(pair.left),
        write_graph(pair.right),
        couples(case.left, case.right, optimal),
        {name: couples(case.left, case.right, run.mapping) for name, run in worst.items()},
    )


def _built(pair: SourcePair, experiment: Experiment) -> _Case:
    """The pair with its problem, or without it if it is too large for all methods. The methods are loaded before."""
    names = tuple(name for name, _ in experiment.runs)
    load_methods(names)
    rule = experiment.convention
    left, right = rule.triples(pair.left), rule.triples(pair.right)
    is_too_large = all(too_large(left, right, experiment.limits, method=method_named(name)) for name in names)
    problem = None if is_too_large else build_problem(left, right, rule.duplicates)
    return _Case(left, right, problem, rule.duplicates)


def _runs_of(pair: SourcePair, case: _Case, experiment: Experiment) -> dict[str, list[_Found]]:
    """All runs of a pair, by method; the methods take turns in running first, pair by pair."""
    first = zlib.crc32(f"{pair.source} {pair.id}".encode()) % len(experiment.runs)
    return {
        name: [
            _found(case, method_named(name), replace(experiment.limits, seed=run_seed(seed, pair.source, pair.id)))
            for seed in seeds
        ]
        for name, seeds in (*experiment.runs[first:], *experiment.runs[:first])
    }


def _found(case: _Case, method: Method, params: SolveParams) -> _Found:
    problem, reason = case.problem, too_large(case.left, case.right, params, method=method)
    if reason or problem is None:
        return _Found(-1, f"{reason}: the pair is too large to begin")
    try:
        solution = method.solve(problem, params)
    except MethodFailure as failure:
        return _Found(-1, str(failure), trace=failure.trace, error=failure.traceback)
    except (UsageError, SolverDisagreement) as error:
        return _Found(-1, str(error))
    value = checked(Comparison(case.left, case.right, problem, solution, duplicates=case.duplicates), method.name)
    status, limit = str(solution.status), params.time_limit
    if is_users(method.name) and limit is not None and solution.seconds > _LATE * limit:
        status += f", in {solution.seconds:.3g} s, {OVER_LIMIT} of {limit:g} s"
    return _Found(value, status, solution.seconds, solution.trace, mapping=solution.mapping)


@cache
def load_methods(names: tuple[str, ...]) -> None:
    """Call every method, and the certified solver, once in a process: loading and compiling is no part of a solve."""
    matches = {((0, 0), (1, 1)): 1, ((0, 1), (1, 0)): 2}
    problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2, (1, 1): 1}, matches)
    exact(problem, SolveParams(proof=True))
    for name in names:
        method = method_named(name)
        with suppress(UsageError, SolverDisagreement):  # its rows will say so
            method.solve(problem, SolveParams(time_limit=1.0))
    gc.collect()
    gc.freeze()  # what loading has left need not be looked through again while a solve is timed


def _signature(experiment: Experiment, name: str) -> str:
    limits = {"time-limit": experiment.limits.time_limit, "node-limit": experiment.limits.node_limit}
    parts = [f"|{limit}:{value:g}" for limit, value in limits.items() if value is not None]
    return f"smatch|{experiment.convention.signature}|method:{name}{''.join(parts)}|v:{VERSION}"


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
