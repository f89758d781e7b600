"""Alignments near the solution of a linear program, and the best one among the candidates that it uses."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from threading import Thread
from typing import TypeVar

from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.climb import Climb
from smatchproof.exact.search.limits import CANDIDATES, LARGEST_TABLE, in_slices, largest_scale
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import SolveParams

Tick = Callable[[], object]
_Result = TypeVar("_Result")

STEPS_IN_VAIN = 2000
"""A random walk ends after this number of steps without a gain: a tenth of a second for a document. After 500, one in
ten documents of 30 pairs of sentences (PARA) has not found its optimum at the root, and takes 27 nodes, not 3."""
CHANGED = 4
"""A step of the walk takes at most this number of candidates that match each other."""


def climb_on(climb: Climb, candidates: int, tick: Tick) -> int:
    """Climb until no change gains. Returns the value of the alignment."""
    gained = 1
    while gained:  # a change may make room for others that a sweep has passed
        gained = 0
        for first, last in in_slices(candidates, CANDIDATES):
            tick()
            gained += climb.sweep(first, last)
    return climb.value


def wander(
    climb: Climb, part: Candidates, begin: Sequence[int], undecided: Sequence[int], seed: int, tick: Tick
) -> tuple[int, list[int]]:
    """Return the best alignment of a random walk from one of a part: its value, and the column of each row, or -1.

    A step takes an undecided candidate, some that match along a path from it, and the candidates of the alignment that
    compete with none of these; then it climbs. If nothing is lost, the walk goes on from there (iterated local search,
    Lourenco et al. 2003).
    """
    rng = Random(seed)
    climb.begin(begin)
    best, rest = climb.value, STEPS_IN_VAIN if undecided else 0
    climb.save()
    while rest:
        rest -= 1
        path = [rng.choice(undecided)]
        while len(path) < CHANGED and (partners := part.partners(path[-1])):
            path.append(rng.choice(partners))
        climb.begin_near(path)
        value = climb_on(climb, part.candidates, tick)
        # >=: many alignments are worth the same, and a better one may be next to any of them
        if value >= best:
            rest = STEPS_IN_VAIN if value > best else rest
            best = value
            climb.save()
    return best, climb.columns_of(is_kept=True)


MOST_SUPPORT = 10_000
"""With more candidates than this there is no such search."""
_PROGRAM_NODES, _TREE_NODES = 500, 300
"""Nodes of the integer program's tree, or of our own, at most."""


def best_of_support(
    part: AlignmentProblem, mapping: Sequence[int | None], known: int, deadline: float, seed: int
) -> tuple[int | None, ...]:
    """Return a good alignment of a problem of some thousand candidates, from one that is worth `known`.

    HiGHS solves such problems best; without it (extra ``ilp``), or if it fails, the tree search is used. Both have a
    limit of nodes, so that the result does not depend on the time, unless the deadline (of ``time.perf_counter``)
    comes first. Of 22 documents of PARA one needs it: 100 pairs of sentences, 2439 triples and not 2437.
    """
    if len(part.candidates) > MOST_SUPPORT or deadline <= time.perf_counter():
        return tuple(mapping)
    from smatchproof.exact.ilp import fits_doubles, ilp_tight

    def limits(nodes: int) -> SolveParams:
        return SolveParams(time_limit=max(0.0, deadline - time.perf_counter()), node_limit=nodes, seed=seed)

    # floats suffice for an alignment, whose value the caller recounts, if doubles hold the weights
    if fits_doubles(part):
        with suppress(Exception):  # optional help: if it is missing or fails, that is no error of this search
            return interruptibly(lambda: ilp_tight(part, limits(_PROGRAM_NODES)).mapping)
    # too large for tables of the tree search, or for its sums, which need some more bits than those for documents
    if part.left_size * part.right_size > LARGEST_TABLE or not largest_scale(part, 1):
        return tuple(mapping)
    from smatchproof.exact.search.lp_tree import search

    return search(part, mapping, limits(_TREE_NODES), known).mapping


def interruptibly(call: Callable[[], _Result]) -> _Result:
    """Return the result of a call, made in a thread of its own: a solver in C lets no signal through until it ends.

    An interrupt ends the wait; the thread is left behind, and does not keep the program.
    """
    found: list[_Result] = []
    failed: list[Exception] = []

    def run() -> None:
        try:
            found.append(call())
        except Exception as error:
            failed.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)  # a wait without a limit could not be interrupted everywhere
    if failed:
        raise failed[0]
    return found[0]
