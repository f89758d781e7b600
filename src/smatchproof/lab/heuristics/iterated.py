"""Iterated local search, the best of the heuristics: local optima are left by perturbations along the matches.

At a local optimum a connected part of the graphs is often aligned wrongly: a person with the wrong person, and her name
with that person's name. To repair it several variables have to change at once, and the matches show which: a *kick*
puts one random candidate into the alignment, then a partner that one of its matches joins to it, and so on. Moves and
swaps then improve the rest, and the result is kept unless it is worse (Lourenço, Martin & Stützle 2003). Only left
variables for which something has changed are looked at again ("don't look bits", Bentley 1992), so a kick is cheap.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable

from smatchproof.lab.heuristics.search_index import ClimbingState, SearchIndex
from smatchproof.lab.heuristics.starts import smart_start, stream
from smatchproof.public import AlignmentProblem, Moment, Solution, SolveParams, Status

KICKS_PER_VARIABLE = 10
"""The number of kicks for each variable of the smaller graph, unless a number or a time limit is given."""


def iterated_local_search(
    problem: AlignmentProblem, params: SolveParams = SolveParams(), *, kicks: int | None = None
) -> Solution:
    """Return the best alignment that iterated local search finds from the smart start.

    The search ends after `kicks`, when the trivial bound is met, or at the time limit. Without `kicks` and without a
    time limit there are :data:`KICKS_PER_VARIABLE` for each variable of the smaller graph. The same seed and number of
    kicks give the same alignment. A kick takes time in proportion to the pairs that it changes.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {})
    >>> iterated_local_search(problem).mapping
    (1, 0)
    """
    begin = time.perf_counter()
    deadline = params.deadline(begin)
    if kicks is None and params.time_limit is None:
        kicks = KICKS_PER_VARIABLE * min(problem.left_size, problem.right_size)
    bound = problem.trivial_bound()
    search_index = SearchIndex(problem)
    rng = stream(params, "smart")
    walk = _Walk(search_index, smart_start(search_index, rng), rng, deadline)
    walk.look_everywhere()
    trace = [Moment(0, walk.steps, walk.state.value, time.perf_counter() - begin)]
    done = 0
    while walk.state.value < bound and (kicks is None or done < kicks) and not walk.is_late():
        walk.try_kick()
        done += 1
        if walk.state.value > trace[-1].matched:
            trace.append(Moment(done, walk.steps, walk.state.value, time.perf_counter() - begin))
    walk.look_everywhere()
    seconds = time.perf_counter() - begin
    if walk.steps > trace[-1].steps:
        trace.append(Moment(done, walk.steps, walk.state.value, seconds))
    return Solution.of(problem, walk.state.mapping(), bound, Status.HEURISTIC, seconds=seconds, trace=tuple(trace))


class _Walk:
    """A state that changes by exchanges, the data to undo them, and the left variables to visit again."""

    def __init__(self, search_index: SearchIndex, places: list[int], rng: random.Random, deadline: float) -> None:
        self.search_index = search_index
        self.state = ClimbingState(search_index, places)
        self.rng = rng
        self.deadline = deadline
        self.done: list[tuple[int, int, int]] = []
        """The exchanges since the last kept alignment: (left variable, old place, displaced left variable)."""
        self.waiting: list[int] = []
        self.is_waiting = [False] * len(search_index.rows)
        self.steps = 0
        """The number of exchanges, including those of kicks and undone ones."""

    def is_late(self) -> bool:
        return time.perf_counter() > self.deadline

    def look_everywhere(self) -> None:
        """Improve until no neighbour is better."""
        self._look_at(range(len(self.search_index.rows)))
        self._settle()
        self.done.clear()

    def try_kick(self) -> None:
        """Kick, improve, and undo both if the value is lower than before."""
        before = self.state.value
        self._kick()
        self._settle()
        # An equal value is kept: alignments of equal value are many, and the walk has to get across them.
        if self.state.value < before:
            self._undo()
        self.done.clear()

    def _look_at(self, lefts: Iterable[int]) -> None:
        for left in lefts:
            if not self.is_waiting[left]:
                self.is_waiting[left] = True
                self.waiting.append(left)

    def _exchange(self, left: int, right: int) -> None:
        """Exchange, and note all left variables for which a change may now gain."""
        state, adjacent = self.state, self.search_index.adjacent
        old, other = state.place[left], state.holder[right]
        self.done.append((left, old, other))
        self.steps += 1
        state.exchange(left, right)
        self._look_at((left, *adjacent[left]))
        if other >= 0:
            self._look_at((other, *adjacent[other]))
        elif old >= 0:
            self._look_at(self.search_index.left[p] for p in self.search_index.columns[old])

    def _undo(self) -> None:
        state = self.state
        for left, old, other in reversed(self.done):
            if old >= 0:
                state.exchange(left, old)
            elif other >= 0:
                state.exchange(other, state.place[left])
            else:
                state.leave(left)

    def _kick(self) -> None:
        """Put a random candidate into the alignment, then candidates along its matches, up to a random number.

        All orders of magnitude are equally likely: small kicks repair, large ones start from one pair again. Half of
        the kicks begin at an end of a random match, so that many candidates without one do not hide the others.
        """
        search_index, state = self.search_index, self.state
        length = int((len(search_index.rows) + 1) ** self.rng.random())
        kicked: set[int] = set()
        taken: set[int] = set()
        frontier = [self._first()]
        while frontier and len(kicked) < length:
            chosen = self._below(len(frontier))
            p = frontier[chosen]
            frontier[chosen] = frontier[-1]
            frontier.pop()
            left, right = search_index.left[p], search_index.right[p]
            if left not in kicked and right not in taken:
                if state.pick[left] != p:
                    self._exchange(left, right)
                kicked.add(left)
                taken.add(right)
                frontier += search_index.partners[p]
        self.waiting = [left for left in self.waiting if left not in kicked]
        for left in kicked:  # if they were looked at first, they would return to their old places
            self.is_waiting[left] = False

    def _first(self) -> int:
        matches = self.search_index.problem.matches
        if matches and self._below(2):
            return matches[self._below(len(matches))][self._below(2)]
        return self._below(len(self.search_index.left))

    def _below(self, limit: int) -> int:
        return int(self.rng.random() * limit)

    def _settle(self) -> None:
        """Improve by the best exchange of one waiting left variable at a time, until no waiting one has any."""
        while self.waiting and not self.is_late():
            left = self.waiting.pop()
            self.is_waiting[left] = False
            gain, who, right = _best_of(self.state, left)
            if gain:
                self._exchange(who, right)


def _best_of(state: ClimbingState, left: int) -> tuple[int, int, int]:
    """Return the exchange with the largest gain that changes the place of `left`: (gain, left, right variable).

    The gain is 0 if no exchange gains. Linear in the number of candidates of the variable and of its place.
    """
    gain, place, pick, holder = state.gain, state.place, state.pick, state.holder
    search_index = state.search_index
    right, cells, partners = search_index.right, search_index.cells, search_index.partners
    old, own = place[left], pick[left]
    loss, matches = gain[own], partners[own]
    slack = 2 * search_index.heaviest
    best = 0, -1, -1
    for p in search_index.rows[left]:
        other = holder[right[p]]
        total = gain[p] - loss
        if other >= 0:
            if other == left:
                continue
            back, theirs = cells[other].get(old, -1), pick[other]
            total += gain[back] - gain[theirs]
            if total + slack <= best[0]:
                continue
            total += partners[p].get(back, 0) + matches.get(theirs, 0)
        if total > best[0]:
            best = total, left, right[p]
    for p in search_index.columns[old] if old >= 0 else ():
        other = search_index.left[p]
        if other != left and place[other] not in cells[left]:  # otherwise seen above
            theirs = pick[other]
            total = gain[p] - loss - gain[theirs] + matches.get(theirs, 0)
            if total > best[0]:
                best = total, other, old
    return best
