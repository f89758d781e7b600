"""Robust tabu search for good alignments. It proves nothing."""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import give_back, new_room, take, weight_at

    from .candidates import Candidates

LEAST = -(1 << 60)
"""Less than any gain: :mod:`smatchproof.exact.search.limits` says why."""
FACTOR, ADDEND = 6364136223846793005, 1442695040888963407
"""Knuth's constants of a linear congruential generator with 64 bits (MMIX)."""


class Tabu:
    """Robust tabu search (Taillard 1991, "Robust taboo search for the quadratic assignment problem").

    Each row stands in a column, ``place[i]``, and each column holds one row at most, ``holder[j]`` or -1: a problem has
    no more rows than columns here. A move exchanges two rows, or puts a row into a free column. To look at a move takes
    constant time, since ``gain[i * columns + j]`` is what row i would earn in column j, with the others where they are.
    After a move, row i may not go back to column j before the iteration ``tabu_until[i * columns + j]``, unless that
    leads to a new best value. ``candidate_at`` is the candidate of a row and a column, or -1.
    """

    def __init__(self, problem: Candidates) -> None:
        self.problem = problem
        self.rows, self.columns = problem.rows, problem.columns
        self.row, self.column = self.problem.row, self.problem.column
        self.first, self.partner = self.problem.first, self.problem.partner
        self.weight, self.alone = self.problem.weight, self.problem.alone
        self.value = self.best_value = self.iteration = self.random = 0
        self.cells = self.rows * self.columns
        self.room = room = new_room()
        self.candidate_at, self.gain = take(room, self.cells), take(room, self.cells)
        self.tabu_until, self.is_adjacent = take(room, self.cells), take(room, self.rows * self.rows)
        self.place, self.best = take(room, self.rows), take(room, self.rows)
        self.holder = take(room, self.columns)
        self._look_up()

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _look_up(self) -> None:
        """Note where candidates are, and which rows have matches with each other."""
        for k in range(self.cells):
            self.candidate_at[k] = -1
        for p in range(self.problem.candidates):
            i = self.row[p]
            self.candidate_at[i * self.columns + self.column[p]] = p
            for h in range(self.first[p], self.first[p + 1]):
                # exchanges of rows without matches are spared two binary searches
                self.is_adjacent[i * self.rows + self.row[self.partner[h]]] = 1

    def begin(self, columns: Sequence[int | None], seed: int) -> None:
        """Begin at an alignment. Rows without a column are put into free columns, which costs nothing."""
        for j in range(self.columns):
            self.holder[j] = -1
        for i in range(self.rows):
            given = columns[i]
            self.place[i] = -1 if given is None else given
            if self.place[i] >= 0:
                self.holder[self.place[i]] = i
        self.random = seed
        self._stand()

    def _stand(self) -> None:
        """Put the other rows into free columns, and compute the gains of rows."""
        free = 0
        for i in range(self.rows):
            if self.place[i] < 0:
                # ends in time: there are no more rows than columns
                while self.holder[free] >= 0:
                    free += 1
                self.place[i] = free
                self.holder[free] = i
            self.best[i] = self.place[i]
        for k in range(self.cells):
            self.tabu_until[k] = 0
            self.gain[k] = weight_at(self.alone, self.candidate_at[k]) if self.candidate_at[k] >= 0 else 0
        self.value = self.iteration = 0
        for i in range(self.rows):  # each row earns what it gains with those before it
            self.value += self._spread(i, self.place[i], 1)
        self.best_value = self.value

    def best_columns(self) -> list[int]:
        """The columns of the rows in the best alignment found."""
        return [self.best[i] for i in range(self.rows)]

    def run(self, iterations: int, goal: int) -> None:
        """Make this number of moves, each the best that is not tabu; stop early if the goal is reached."""
        with cython.nogil:
            for _ in range(iterations):
                if self.best_value >= goal:
                    break
                self.iteration += 1
                move = self._best_move()
                if move >= 0:
                    self._make(move // self.columns, move % self.columns)

    def _make(self, i: int, j: int) -> None:
        """Move a row to a column; forbid for a random time that this row or the one it displaces returns."""
        # before the move, while both still stand where they must not come back to
        self._ban(i, self.place[i])
        if self.holder[j] >= 0:
            self._ban(self.holder[j], j)
        self._move(i, j)

    def _ban(self, i: int, j: int) -> None:
        """Forbid that a row returns to a column, for a random time from a quarter of the number of columns up to it."""
        least = self.columns // 4 + 2
        # a random time, as in the paper: with a fixed one the search may run in circles
        self.tabu_until[i * self.columns + j] = self.iteration + least + self._draw(self.columns + 3 - least)

    def _draw(self, below: int) -> int:
        """A random number: upper bits of a linear congruential generator."""
        self.random = self.random * FACTOR + ADDEND
        # in C unsigned numbers wrap by themselves; the mask makes both forms draw the same
        if not cython.compiled:
            self.random &= (1 << 64) - 1
        # the lowest bits of such a generator repeat soon: bit k after 2**(k + 1) draws
        return (self.random >> 33 & 0x3FFFFFFF) % below

    def _spread(self, i: int, j: int, sign: int) -> int:
        """Update the gains of others when a row enters a column (1) or leaves it (-1). Returns its own gain there."""
        p = self.candidate_at[i * self.columns + j]
        if p >= 0:
            for h in range(self.first[p], self.first[p + 1]):
                q = self.partner[h]
                self.gain[self.row[q] * self.columns + self.column[q]] += sign * weight_at(self.weight, h)
        return self.gain[i * self.columns + j]

    def _move(self, i: int, j: int) -> None:
        """Put a row into a column. The row that is there takes its place."""
        old = self.place[i]
        other = self.holder[j]
        if old == j:
            return
        # Rows leave and enter one by one: each gain is read with those placed at that time, so that a match of two
        # rows that both move is counted once.
        self.value -= self._spread(i, old, -1)
        self.holder[old] = -1
        if other >= 0:
            self.value -= self._spread(other, j, -1)
            self.place[other] = old
            self.holder[old] = other
            self.value += self._spread(other, old, 1)
        self.place[i] = j
        self.holder[j] = i
        self.value += self._spread(i, j, 1)
        if self.value > self.best_value:
            self.best_value = self.value
            for row in range(self.rows):
                self.best[row] = self.place[row]

    def _best_move(self) -> int:
        """The best allowed move as ``row * columns + column``, or -1 if all are tabu. Ties are broken at random."""
        gain_at, place, adjacent = self.gain, self.place, self.is_adjacent
        columns = self.columns
        most = 2 * self.problem.heaviest
        best = LEAST
        move = -1
        # the first of equal moves wins, and the row to begin with is random
        first_row = self._draw(self.rows)
        first_column = self._draw(columns)
        for a in range(first_row, first_row + self.rows):
            i = a if a < self.rows else a - self.rows
            here = i * columns
            old = place[i]
            stay = gain_at[here + old]
            for b in range(a + 1, first_row + self.rows):
                other = b if b < self.rows else b - self.rows
                there = other * columns
                new = place[other]
                gain = gain_at[here + new] - stay + gain_at[there + old] - gain_at[there + new]
                # the gains leave out the match of the two rows, before and after
                if adjacent[i * self.rows + other] and gain + most > best:
                    gain += self._weight_between(here + new, there + old)
                    gain += self._weight_between(here + old, there + new)
                if gain > best and self._is_allowed(i, other, new, gain):
                    best = gain
                    move = here + new
            # with as many rows no column is free
            if self.rows < columns:
                for b in range(first_column, first_column + columns):
                    j = b if b < columns else b - columns
                    gain = gain_at[here + j] - stay
                    if gain > best and self.holder[j] < 0 and self._is_allowed(i, -1, j, gain):
                        best = gain
                        move = here + j
        return move

    def _weight_between(self, one: int, other: int) -> int:
        """The weight of the match of two pairs of a row and a column, or 0."""
        p = self.candidate_at[one]
        q = self.candidate_at[other]
        return self.problem.weight_between(p, q) if p >= 0 and q >= 0 else 0

    def _is_allowed(self, i: int, other: int, j: int, gain: int) -> bool:
        """Test whether a move is not tabu, for one of the rows that it moves at least, or leads to a new best value."""
        # aspiration: what has never been reached cannot be a step back
        if self.value + gain > self.best_value or self.tabu_until[i * self.columns + j] <= self.iteration:
            return True
        return other >= 0 and self.tabu_until[other * self.columns + self.place[i]] <= self.iteration
