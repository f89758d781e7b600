"""Data of the local searches: an index of the problem, and an alignment with the gain of every candidate.

The neighbours of an alignment are those of Cai & Knight (2013): one left variable moves to a free right variable, or
two left variables swap their partners, of which one may have none. Both are an *exchange*: a left variable goes to a
right variable, and the left variable that was there, if any, takes its place.
"""

from __future__ import annotations

from collections.abc import Sequence

from smatchproof.public import AlignmentProblem


class SearchIndex:
    """The look-up tables of an alignment problem for local search; any number of searches can share them.

    * `left`, `right`: the left and right variable of each candidate.
    * `rows`, `columns`: the candidates of each left and right variable, in order.
    * `cells`: for each left variable, its candidates by right variable.
    * `partners`: for each candidate, the weights of its matches; the last entry is for -1, no candidate.
    * `adjacent`: for each left variable, those that a match joins with it.
    * `heaviest`: the greatest weight of a match, 0 without matches.

    >>> index = SearchIndex(AlignmentProblem.from_weights(2, 2, {(0, 0): 2}, {((0, 0), (1, 1)): 1}))
    >>> index.left, index.right, index.rows, index.partners
    ([0, 1], [0, 1], [[0], [1]], [{1: 1}, {0: 1}, {}])
    """

    def __init__(self, problem: AlignmentProblem) -> None:
        """Lay out a problem, in time and memory linear in its size."""
        self.problem = problem = problem.listed()
        self.left = [left for left, _ in problem.candidates]
        self.right = [right for _, right in problem.candidates]
        self.rows: list[list[int]] = [[] for _ in range(problem.left_size)]
        self.columns: list[list[int]] = [[] for _ in range(problem.right_size)]
        self.cells: list[dict[int, int]] = [{} for _ in range(problem.left_size)]
        for p, (left, right) in enumerate(problem.candidates):
            self.rows[left].append(p)
            self.columns[right].append(p)
            self.cells[left][right] = p
        self.partners: list[dict[int, int]] = [{} for _ in range(len(problem.candidates) + 1)]
        neighbours: list[set[int]] = [set() for _ in range(problem.left_size)]
        for p, q, weight in problem.matches:
            self.partners[p][q] = self.partners[q][p] = weight
            neighbours[self.left[p]].add(self.left[q])
            neighbours[self.left[q]].add(self.left[p])
        self.adjacent = [sorted(lefts) for lefts in neighbours]
        self.heaviest = max((weight for _, _, weight in problem.matches), default=0)


class ClimbingState:
    """The alignment of a running search, with what each candidate earns, or would earn, with the others.

    * `place`: the right variable of each left one, or -1; it need not be a candidate, and then it earns nothing.
    * `pick`: the candidate of this pair, or -1; `holder`: the left variable at each right one, or -1.
    * `gain`: for each candidate, its unary weight and its matches with the picks; the last entry, of the candidate
      -1, is always 0.
    * `value`: the value of the alignment.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2}, {((0, 0), (1, 1)): 1})
    >>> state = ClimbingState(SearchIndex(problem), [0, -1])
    >>> state.exchange(1, 1)
    >>> state.value, state.mapping()
    (3, (0, 1))
    """

    def __init__(self, search_index: SearchIndex, places: Sequence[int] = ()) -> None:
        """The state in which each left variable is at its place; -1 is no place. Without `places` none has a place."""
        problem = search_index.problem
        self.search_index = search_index
        self.place = [-1] * problem.left_size
        self.pick = [-1] * problem.left_size
        self.holder = [-1] * problem.right_size
        self.gain = [*problem.unary, 0]
        self.value = 0
        for left, right in enumerate(places):
            if right >= 0:
                self.enter(left, right)

    def enter(self, left: int, right: int) -> None:
        """Put a left variable without a place at a free one. Costs as much as the pair has matches."""
        pick = self.search_index.cells[left].get(right, -1)
        self.place[left], self.holder[right], self.pick[left] = right, left, pick
        gain = self.gain
        self.value += gain[pick]
        for q, weight in self.search_index.partners[pick].items():
            gain[q] += weight

    def leave(self, left: int) -> None:
        """Take the place of a left variable, if it has one. Costs as much as the pair has matches."""
        pick, right = self.pick[left], self.place[left]
        if right >= 0:
            self.holder[right] = self.place[left] = self.pick[left] = -1
        gain = self.gain
        self.value -= gain[pick]
        for q, weight in self.search_index.partners[pick].items():
            gain[q] -= weight

    def exchange(self, left: int, right: int) -> None:
        """Put a left variable at a right one; the left variable that was there takes its place."""
        old, other = self.place[left], self.holder[right]
        if other == left:
            return
        self.leave(left)
        if other >= 0:
            self.leave(other)
        self.enter(left, right)
        if other >= 0 and old >= 0:
            self.enter(other, old)

    def mapping(self) -> tuple[int | None, ...]:
        """Return the alignment without pairs that are not candidates, which earn nothing."""
        return tuple(None if pick < 0 else right for pick, right in zip(self.pick, self.place, strict=True))
