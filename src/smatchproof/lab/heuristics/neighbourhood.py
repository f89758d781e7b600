"""The improving neighbours of a running climb, updated after each step.

An exchange changes the gains of few candidates: those that a match joins with a pair that comes or goes. So a step
leaves the values of nearly all neighbours unchanged, and only the others are evaluated again.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush, heapreplace

from smatchproof.lab.heuristics.search_index import ClimbingState

_Entry = tuple[int, bool, int, int, int]
"""An exchange in the order of preference: minus its gain, whether it is a swap, its two variables (of a move the left
and the right one, of a swap both left ones), and the candidate that it takes."""


class Neighbourhood:
    """The exchanges that improve the alignment of a climb, of which :meth:`best` is the steepest.

    They are in a heap. An exchange that may have become better is put there again; one that has become worse is noticed
    when it comes to the top. Memory is linear in the number of candidates.

    >>> from smatchproof.public import AlignmentProblem
    >>> from smatchproof.lab.heuristics.search_index import SearchIndex
    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {})
    >>> state = ClimbingState(SearchIndex(problem), [0, -1])
    >>> neighbourhood = Neighbourhood(state)
    >>> while (step := neighbourhood.best())[0]:
    ...     neighbourhood.exchange(*step[1:])
    >>> state.mapping(), state.value
    ((1, 0), 4)
    """

    def __init__(self, state: ClimbingState) -> None:
        """Evaluate all neighbours, in time linear in the number of candidates."""
        self.state = state
        self._waiting: list[_Entry | None] = [None] * len(state.search_index.left)  # by candidate, what is in the heap
        self._heap = self._improving(range(len(state.search_index.left)))
        heapify(self._heap)

    def best(self) -> tuple[int, int, int]:
        """Return the exchange with the largest gain, as (gain, left variable, right variable); 0 if none gains.

        For ties, moves come before swaps, and each in lexicographic order of their variables, as in the authors'
        program: from the same start both end at the same alignment.
        """
        heap, search_index = self._heap, self.state.search_index
        while heap:
            entry = heap[0]
            p = entry[-1]
            if self._waiting[p] == entry:
                self._waiting[p] = None
            # Gains may have fallen since the entry was made; none has risen, for such exchanges were put there again.
            found = self._improving((p,))
            if found == [entry]:
                return -entry[0], search_index.left[p], search_index.right[p]
            if found:
                heapreplace(heap, found[0])
            else:
                heappop(heap)
        return 0, -1, -1

    def exchange(self, left: int, right: int) -> None:
        """Put a left variable at a right one, and evaluate the neighbours that may have become better.

        They are those of the moved variables, and of the candidates that matches join with these: the cost is that of
        their rows and columns.
        """
        state = self.state
        search_index = state.search_index
        old, other = state.place[left], state.holder[right]
        before = [state.pick[left], state.pick[other] if other >= 0 else -1]
        state.exchange(left, right)
        after = [state.pick[left], state.pick[other] if other >= 0 else -1]
        moved = [left] if other < 0 else [left, other]
        # the pairs that stay have lost matches with those that went, so that leaving them may gain now
        moved += [search_index.left[q] for p in before for q in search_index.partners[p] if self._is_picked(q)]
        again = list(search_index.columns[old]) if other < 0 <= old else []
        for variable in dict.fromkeys(moved):
            again += search_index.rows[variable]
            if (place := state.place[variable]) >= 0:
                again += search_index.columns[place]
        # pairs outside of the alignment would earn more with those that came
        again += [q for p in after for q in search_index.partners[p] if not self._is_picked(q)]
        for entry in self._improving(again):
            heappush(self._heap, entry)

    def _is_picked(self, p: int) -> bool:
        return self.state.pick[self.state.search_index.left[p]] == p

    def _improving(self, candidates: Iterable[int]) -> list[_Entry]:
        """The exchanges with these candidates that improve the alignment and are not in the heap yet.

        A swap may occur twice, once from each side.
        """
        state, waiting, found = self.state, self._waiting, []
        gain, place, pick, holder = state.gain, state.place, state.pick, state.holder
        index = state.search_index
        lefts, rights, cells, partners, slack = index.left, index.right, index.cells, index.partners, 2 * index.heaviest
        for p in candidates:
            left, right = lefts[p], rights[p]
            other, own = holder[right], pick[left]
            total, first, second = gain[p] - gain[own], left, right
            if other >= 0:
                theirs, back = pick[other], cells[other].get(place[left], -1)
                total += gain[back] - gain[theirs]
                if total + slack <= 0 or other == left:
                    continue
                total += partners[p].get(back, 0) + partners[own].get(theirs, 0)
                first, second = (left, other) if left < other else (other, left)
            if total > 0 and waiting[p] != (entry := (-total, other >= 0, first, second, p)):
                waiting[p] = entry
                found.append(entry)
        return found
