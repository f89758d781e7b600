"""The best alignment of a large problem, and the searches for a better one near the solutions of linear programs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from threading import Thread
from typing import TypeVar

from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.climb import Climb
from smatchproof.exact.core.pricing import Whole
from smatchproof.exact.search.documents.document_node import INSIDE, SUPPORT, Bound, climb_on
from smatchproof.exact.search.known import mapping_of
from smatchproof.exact.search.limits import LARGEST_TABLE, Clock, Tick, largest_scale
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import SolveParams

_Result = TypeVar("_Result")

SUPPORT_A_ROW = 8
"""The candidates in use are searched if there are at most this many for each row, as in documents. With 4, one of UMR's
public documents is not solved in 50 seconds; with 8 it takes one, and 27 others take as long as before."""
MOST_CANDIDATES = 10_000
"""With more candidates than this there is no integer program."""
WALK, LONG_WALK = 2000, 20_000
"""The random walks end after this number of steps without a gain. The first takes a tenth of a second for a document;
after 500 steps, one in ten documents of 30 pairs of sentences (PARA) has not found its optimum at the root, and takes
27 nodes, not 3. A document of 100 pairs needs the second."""
DECIDED = 0.9
"""An integer program leaves out what competes with a candidate of the alignment whose x is this in the linear one. Of
200 pairs of sentences (PARA), with 4,987 triples known and a bound of 4,997, it finds 4,991 in 40 seconds, and 4,988
among the candidates in use alone."""
CHANGED = 4
"""A step of the walk takes at most this number of candidates that match each other."""


class Incumbent:
    """The best alignment found: `columns` holds the column of each row or -1, worth `best`.

    The counting bound is `counted`, or ``None`` before :meth:`count`.
    """

    def __init__(self, whole: Whole, params: SolveParams, clock: Clock) -> None:
        self.whole = whole
        self.params = params
        self.clock = clock
        self.best = -1
        self.columns = [-1] * whole.rows
        self.counted: int | None = None

    @property
    def floor(self) -> int:
        """The value that an alignment has to exceed to be of interest."""
        asked = self.params.at_least
        return self.best if asked is None else max(self.best, asked - 1)

    @property
    def is_enough(self) -> bool:
        """Test whether the alignment is worth what was asked for or all that can be, or no alignment can be enough."""
        asked, most = self.params.at_least, self.counted
        is_met = any(each is not None and self.best >= each for each in (asked, most))
        return is_met or (asked is not None and most is not None and most < asked)

    def mapping(self) -> tuple[int | None, ...]:
        """The mapping of left to right variables."""
        return mapping_of(self.whole, [None if column < 0 else column for column in self.columns])

    def count(self) -> bool:
        """Compute the counting bound: the linear program may stay far above it for long. Returns :attr:`is_enough`."""
        if not self.params.is_close:
            self.counted = self.whole.counting_bound()
        return self.is_enough

    def accept(self, value: int, columns: list[int]) -> bool:
        """Keep an alignment if it is the best so far. Returns :attr:`is_enough`."""
        if value > self.best:
            self.best, self.columns = value, columns
        return self.is_enough

    def climb(self, wanted: Sequence[int]) -> bool:
        """Take these candidates in order, skipping those that compete with an earlier one, and climb from there.

        Returns :attr:`is_enough`.
        """
        climb = self.whole.climb(self.whole)
        climb.begin(wanted)
        value = climb_on(climb, self.whole.candidates, self.clock.check)
        return self.accept(value, climb.columns_of())

    def walk(self, bound: Bound, steps: int, forced: Sequence[int] = ()) -> bool:
        """Walk among the candidates that the linear program uses, and the picks. Returns :attr:`is_enough`.

        `steps` is :data:`WALK` or :data:`LONG_WALK`.
        """
        whole, used = self.whole, self._used(bound, forced)
        if used is None:
            return self.is_enough
        whole.enter(used, ())
        part = whole.part()
        numbers = [whole.candidate_at(*part.place(k)) for k in range(part.candidates)]
        # picks that the program does not use count as decided: a walk begins where it wavers
        undecided = [k for k, p in enumerate(numbers) if bound.x.get(p, 1.0) < 1 - SUPPORT]
        steps, seed, check = steps if undecided else 0, self.params.seed, self.clock.check
        return self.accept(*wander(whole.climb(part), part, self._picks(part), undecided, steps, seed, check))

    def program(self, bound: Bound, near: Sequence[int], forced: Sequence[int] = ()) -> bool:
        """Look for a better alignment by an integer program. Returns :attr:`is_enough`.

        It has the candidates that the linear program uses, the picks and those `near`, but none that competes with a
        pick that is decided (relaxation induced neighbourhood search, Danna et al. 2005).
        """
        whole, used = self.whole, self._used(bound, forced)
        if used is None:
            return self.is_enough
        for p in near:
            used[p] = INSIDE
        for p in self._picks(whole):
            if bound.x.get(p, 0.0) >= DECIDED or p in forced:
                whole.compete(p, used)
                used[p] = INSIDE
        if used.count(INSIDE) > MOST_CANDIDATES:
            return self.is_enough
        whole.enter(used, ())
        part = whole.part()
        flat = tuple(part.pairs()), tuple(part.earnings()), tuple(part.matches())
        problem = AlignmentProblem(whole.rows, whole.columns, *flat)
        mapping = tuple(None if column < 0 else column for column in self.columns)
        found = best_of_support(problem, mapping, self.best, self.clock.deadline, self.params.seed)
        # the climb recounts its value; it may have pairs that are no candidates
        return self.climb([p for i, j in enumerate(found) if j is not None and (p := whole.candidate_at(i, j)) >= 0])

    def _used(self, bound: Bound, forced: Sequence[int]) -> bytearray | None:
        """Mark the candidates that the linear program uses, and the picks, unless they are too many to be searched."""
        used = bytearray(self.whole.candidates)
        for p in (*bound.x, *forced, *self._picks(self.whole)):  # with the picks: searches begin with what is known
            used[p] = INSIDE
        self.clock.check()
        return None if used.count(INSIDE) > SUPPORT_A_ROW * self.whole.rows else used

    def _picks(self, part: Candidates) -> list[int]:
        """The candidates of the best alignment, by their numbers in a part."""
        return [part.candidate_at(i, j) for i, j in enumerate(self.columns) if j >= 0]


def wander(
    climb: Climb, part: Candidates, begin: Sequence[int], undecided: Sequence[int], steps: int, seed: int, tick: Tick
) -> tuple[int, list[int]]:
    """Return the best alignment of a random walk from one of a part: its value, and the column of each row, or -1.

    It ends after this number of `steps` without a gain. A step takes an undecided candidate, some that match along a
    path from it, and the candidates of the alignment that compete with none of these; then it climbs. If nothing is
    lost, the walk goes on from there (iterated local search, Lourenco et al. 2003).
    """
    rng = Random(seed)
    climb.begin(begin)
    best, rest = climb.value, steps
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
            rest = steps if value > best else rest
            best = value
            climb.save()
    return best, climb.columns_of(is_kept=True)


_PROGRAM_NODES, _TREE_NODES, _SHARE = 20, 300, 4
"""The most nodes of the integer program's tree or of our own, and the part of the time left for them: a program of
1,800 candidates of which the relaxation decides few takes minutes."""


def best_of_support(
    part: AlignmentProblem, mapping: Sequence[int | None], known: int, deadline: float, seed: int
) -> tuple[int | None, ...]:
    """Return a good alignment of a problem of some thousand candidates, from one that is worth `known`.

    HiGHS solves such problems best; without it (extra ``ilp``), or if it fails, the tree search is used. Both have a
    limit of nodes, so that the result does not depend on the time, unless there is a deadline (of
    ``time.perf_counter``).
    """
    if deadline <= time.perf_counter():
        return tuple(mapping)
    from smatchproof.exact.ilp import better_alignment, fits_doubles

    def limits(nodes: int) -> SolveParams:
        return SolveParams(time_limit=max(0.0, (deadline - time.perf_counter()) / _SHARE), node_limit=nodes, seed=seed)

    # floats suffice for an alignment, whose value the caller recounts, if doubles hold the weights
    if fits_doubles(part):
        with suppress(Exception):  # optional help: if it is missing or fails, that is no error of this search
            return interruptibly(lambda: better_alignment(part, known, limits(_PROGRAM_NODES))) or tuple(mapping)
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
