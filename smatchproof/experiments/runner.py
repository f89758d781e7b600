"""Running an experiment: its rows in order, on any number of workers, resumed after any interruption.

A pair is one task: its certified optimum once, then every run. The rows of a pair are written together, each flushed,
so that a run that was killed leaves the rows of so many whole pairs and perhaps a part of one more, which is done
again.
"""

from __future__ import annotations

import itertools
import json
import os
import platform
import threading
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from smatchproof.alignment import (
    VERSION,
    AlignmentProblem,
    Duplicates,
    MissingPackageError,
    Solution,
    SolveParams,
    TripleGraph,
    UsageError,
    build_problem,
    need,
)
from smatchproof.alignment.interrupts import held
from smatchproof.alignment.output_files import appending
from smatchproof.exact import SolverDisagreement
from smatchproof.exact.certificate import fingerprint
from smatchproof.exact.outline import too_large
from smatchproof.experiments.experiment import Experiment, Plan, all_pairs
from smatchproof.experiments.folder import (
    PAIRS,
    ROWS,
    count_whole_pairs,
    locked_folder,
    refuse_used_folder,
    write_table,
)
from smatchproof.experiments.results import Results, gather
from smatchproof.experiments.rows import Row, read_rows, write_row
from smatchproof.experiments.sources import SourcePair
from smatchproof.experiments.stored_pairs import most_missed, write_stored_pairs
from smatchproof.scoring.comparison import checked, compare_triples, recounted
from smatchproof.scoring.methods import Method, method_or_peer
from smatchproof.scoring.peers import PeerFailure, PeerMethod
from smatchproof.scoring.seeds import run_seed
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.scoring.workers import Workers, in_order

# ---- one pair


class _Found(NamedTuple):
    """What a run has found; -1 `matched` where it could not run."""

    matched: int
    status: str
    seconds: float


@dataclass(frozen=True, slots=True)
class _Case:
    """A pair under the convention of a plan."""

    left: TripleGraph
    right: TripleGraph
    problem: AlignmentProblem | None
    """``None`` where the limits have no room for it, whatever the method."""
    duplicates: Duplicates

    def value_of(self, solution: Solution, name: str) -> int:
        """The value of an answer of ours, recounted triple by triple."""
        return checked(name, solution, self.left, self.right, self.duplicates)


_ONE_AT_A_TIME = threading.Lock()
"""Seconds are measured, so threads of one process (a Dask worker may have several) do not work side by side."""


def run_pair(pair: SourcePair, plan: Plan) -> tuple[Row, ...]:
    """All rows of a pair, in the order of the plan.

    A method that cannot do the pair (a peer that is not installed, brute force on a large graph) has rows that say
    why. Raises ``AssertionError`` when a recount contradicts a method of ours, or an alignment the certified bound.
    """
    with _ONE_AT_A_TIME:
        _warm_up(tuple(name for name, _ in plan.runs))
        left, right = plan.convention.triples(pair.left), plan.convention.triples(pair.right)
        duplicates = plan.convention.duplicates
        certified = compare_triples(left, right, ScoreSettings(plan.convention, params=plan.optimum_limits))
        methods = [method for method in map(method_or_peer, dict(plan.runs)) if isinstance(method, Method)]
        has_room = any(not too_large(left, right, plan.limits, overhead=method.overhead) for method in methods)
        begin = time.perf_counter()
        problem = build_problem(left, right, duplicates) if has_room else None
        building = None if problem is None else round(time.perf_counter() - begin, 6)
        case, bound = _Case(left, right, problem, duplicates), certified.certified_counts.upper_bound
        best = max(certified.solution.matched, _planted(pair, case))
        found = {
            name: _found(case, method_or_peer(name), [run_seed(seed, pair.source, pair.id) for seed in seeds], plan)
            for name, seeds in plan.runs
        }
    best = max([best, *(each.matched for rows in found.values() for each in rows)])
    if best > bound:
        raise AssertionError(f"{pair}: the certified bound is {bound}, an alignment is worth {best}")
    common = Row(
        source=pair.source, pair=pair.id, group=pair.group, left=pair.left_name, right=pair.right_name, method="",
        seed=0, matched=-1, optimum=best, bound=bound, proved=best == bound,
        left_triples=left.size, right_triples=right.size, left_variables=len(left.variables),
        right_variables=len(right.variables), status="", seconds=0.0,
        optimum_seconds=round(certified.solution.seconds, 6),
        sha256=fingerprint(plan.convention.signature, left, right), signature="", machine=_machine(), versions="",
    )  # fmt: skip
    return tuple(
        replace(
            common, method=name, seed=seed, matched=each.matched, status=each.status, seconds=round(each.seconds, 6),
            signature=_signature(plan, name), versions=_versions(name),
            building_seconds=None if isinstance(method_or_peer(name), PeerMethod) else building,
        )
        for name, seeds in plan.runs
        for seed, each in zip(seeds, found[name], strict=True)
    )  # fmt: skip


def _planted(pair: SourcePair, case: _Case) -> int:
    """What the alignment is worth that the pair was made by."""
    number = {name: index for index, name in enumerate(case.right.variables)}
    partners = [number.get((pair.planted or {}).get(name, "")) for name in case.left.variables]
    return recounted(case.left, case.right, partners, case.duplicates)


def _found(case: _Case, method: Method | PeerMethod, seeds: list[int], plan: Plan) -> list[_Found]:
    if isinstance(method, PeerMethod):
        return _found_by_peer(case, method, seeds, plan.limits.time_limit)
    return [_found_by_method(case, method, replace(plan.limits, seed=seed)) for seed in seeds]


def _found_by_method(case: _Case, method: Method, params: SolveParams) -> _Found:
    reason = too_large(case.left, case.right, params, overhead=method.overhead)
    if reason or case.problem is None:
        return _Found(-1, f"{reason}: the pair is too large to begin", 0.0)
    try:
        solution = method.solve(case.problem, params)
    except (UsageError, SolverDisagreement) as error:
        return _Found(-1, str(error), 0.0)
    return _Found(case.value_of(solution, method.name), str(solution.status), solution.seconds)


def _found_by_peer(case: _Case, peer: PeerMethod, seeds: list[int], time_limit: float | None) -> list[_Found]:
    try:
        answers = peer.run(case.left, case.right, seeds, time_limit)
    except PeerFailure as failure:
        return [_Found(-1, str(failure), 0.0)] * len(seeds)
    found = []
    for answer in answers:
        try:
            matched = recounted(case.left, case.right, answer.mapping, case.duplicates)
        except ValueError as error:
            found.append(_Found(-1, f"{peer.name} claims {answer.claimed}, but {error}", answer.seconds))
            continue
        note = "" if matched == answer.claimed else f", claims {answer.claimed}"
        found.append(_Found(matched, f"heuristic{note}", answer.seconds))
    return found


@cache
def _warm_up(names: tuple[str, ...]) -> None:
    """Let every method load what it needs, once in a process: loading is no part of a solve."""
    problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {})
    for name in names:
        method = method_or_peer(name)
        if isinstance(method, Method):
            try:
                method.solve(problem, SolveParams(time_limit=1.0))
            except (UsageError, SolverDisagreement):  # its rows will say so
                continue


def _signature(plan: Plan, name: str) -> str:
    limits = [
        f"|{limit}:{value:g}"
        for limit, value in (("time-limit", plan.limits.time_limit), ("node-limit", plan.limits.node_limit))
        if value is not None
    ]
    label = method_or_peer(name).label
    return f"smatch|{plan.convention.signature}|method:{label}{''.join(limits)}|v:{VERSION}"


@cache
def _versions(name: str) -> str:
    method = method_or_peer(name)
    packages = (method.package,) if isinstance(method, PeerMethod) else method.packages
    versions = [f"smatchproof {VERSION}", f"Python {platform.python_version()}"]
    for package in packages:
        try:
            versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            versions.append(f"{package} missing")
    return ", ".join(versions)


@cache
def _machine() -> str:
    """The processor, how many there are, and the system."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(errors="replace").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:  # no Linux
        pass
    return f"{model} x {os.cpu_count() or 1}, {platform.system()} {platform.release()}"


# ---- all pairs


def experiment_rows(experiment: Experiment, workers: Workers, skip: int = 0) -> Generator[tuple[Row, ...], None, None]:
    """The rows of each pair after the first `skip`, in the order of the pairs. Memory does not grow with them.

    >>> from smatchproof.scoring.workers import LocalWorkers
    >>> from smatchproof.experiments.sources import TrapSource
    >>> circles = TrapSource("circles", "circle", (("persons", (4, 8)),))
    >>> with LocalWorkers(1) as workers:
    ...     for rows in experiment_rows(Experiment("example", (circles,), ("ILS", "exact")), workers):
    ...         print([(row.pair, row.method, row.matched, row.optimum, row.proved) for row in rows])
    [('persons=4', 'ILS', 17, 17, True), ('persons=4', 'exact', 17, 17, True)]
    [('persons=8', 'ILS', 33, 33, True), ('persons=8', 'exact', 33, 33, True)]
    """
    pairs = itertools.islice(all_pairs(experiment), skip, None)
    yield from in_order(workers, run_pair, pairs, experiment.plan)


def results_of(experiment: Experiment) -> Results:
    """The results of a small experiment, run in this process; nothing is written.

    >>> from smatchproof.experiments.sources import TrapSource
    >>> rings = TrapSource("rings", "ring", (("size", (16,)),))
    >>> [pair.counts.matched for pair in results_of(Experiment("rings", (rings,), ("S",))).pairs]
    [33]
    """
    return gather(row for pair in all_pairs(experiment) for row in run_pair(pair, experiment.plan))


@dataclass(frozen=True, slots=True)
class Progress:
    """How many pairs of an experiment are done, of how many; the rows that were written last."""

    done: int
    total: int
    rows: tuple[Row, ...] = ()


def _need_packages(name: str) -> None:
    method = method_or_peer(name)
    if isinstance(method, Method):
        need(f"method {name}", *method.imports)


def without_missing(experiment: Experiment) -> tuple[Experiment, tuple[str, ...]]:
    """The experiment without the methods whose packages are not installed, and a sentence about each of these.

    >>> from smatchproof.experiments.sources import TrapSource
    >>> rings = Experiment("rings", (TrapSource("rings", "ring", (("size", (16,)),)),), ("S", "exact"))
    >>> without_missing(rings) == (rings, ())
    True
    """
    missing: dict[str, str] = {}
    for name in experiment.methods:
        try:
            _need_packages(name)
        except MissingPackageError as error:
            missing[name] = f"{name} is left out: {error}"
    kept = tuple(name for name in experiment.methods if name not in missing)
    once = tuple(name for name in experiment.once if name not in missing)
    return replace(experiment, methods=kept, once=once), tuple(missing.values())


def run_experiment(
    experiment: Experiment,
    folder: Path,
    open_workers: Callable[[], Workers],
    *,
    resume: bool = False,
) -> Generator[Progress, None, None]:
    """Run an experiment and write its rows into a folder; yields its progress at the start and after each pair.

    The folder gets ``experiment.json`` (all that the rows depend on), ``rows.jsonl`` (appended pair by pair, each row
    flushed) and, at the end, ``pairs.jsonl`` (see :mod:`smatchproof.experiments.stored_pairs`) and ``rows.csv``. With
    `resume` it goes on in the folder of a run that was interrupted in any way; the rows are then those of a run that
    was not, but for the seconds, and for what limits of time have cut short. Signals that
    ask the program to end wait while the rows of a pair are written.

    Raises :class:`InputError` for input that cannot be read (all of it is read first; nothing is written then), for a
    folder that is not empty or, with `resume`, holds another experiment, and while another run writes there. Raises
    :class:`MissingPackageError` for a method that takes a package which is not installed.
    """
    for name in experiment.methods:
        _need_packages(name)
    refuse_used_folder(folder, resume)
    specification = json.dumps(experiment.describe(), indent=2, ensure_ascii=False) + "\n"
    total = sum(source.count() for source in experiment.sources)
    with open_workers() as workers, locked_folder(folder, specification):
        done = count_whole_pairs(folder / ROWS, experiment)
        yield Progress(done, total)
        with (
            appending(folder / ROWS) as file,
            closing(experiment_rows(experiment, workers, done)) as found,
        ):
            for rows in found:
                with held():
                    for row in rows:
                        write_row(row, file)
                    done += 1
                yield Progress(done, total, rows)
        missed = most_missed(read_rows(folder / ROWS))
        write_stored_pairs(experiment, all_pairs(experiment), missed, workers, folder / PAIRS)
        write_table(folder)
