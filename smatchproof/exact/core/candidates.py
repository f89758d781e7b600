"""An alignment problem as flat lists: its candidates, and the two halves of each match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.flat import Flat, numbers_of
    from smatchproof.problem.core.memory import copy, find, give_back, new_room, take


class Candidates:
    """Candidates in order of row and column, and halves in order of their candidate and of the one at the other end.

    Rows are the left variables and columns the right ones; where the problem `is_turned`, it is the other way round.
    Candidate p joins ``row[p]`` and ``column[p]``, earns ``alone[p]``, has the number ``original[p]`` in the problem,
    and its halves are those from ``first[p]`` to before ``first[p + 1]``. The candidates of row i are those from
    ``row_start[i]`` to before ``row_start[i + 1]``. Half h belongs to a match of ``weight[h]`` with ``partner[h]``;
    ``mate[h]`` is the other half of the match. No weight is more than `heaviest`.
    """

    def __init__(self, rows: int, columns: int, candidates: int, halves: int) -> None:
        self.room = new_room()
        self._take_lists(rows, columns, candidates, halves)

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _take_lists(self, rows: int, columns: int, candidates: int, halves: int) -> None:
        self.rows, self.columns, self.candidates, self.halves = rows, columns, candidates, halves
        self.heaviest = 0
        self.is_turned = False
        self.row = take(self.room, candidates)
        self.column = take(self.room, candidates)
        self.alone = take(self.room, candidates)
        self.original = take(self.room, candidates)
        self.row_start = take(self.room, rows + 1)
        self.first = take(self.room, candidates + 1)
        self.partner = take(self.room, halves)
        self.mate = take(self.room, halves)
        self.weight = take(self.room, halves)

    def fill(self, pairs: Flat, unary: Flat, matches: Flat) -> None:
        """Take a problem as flat lists: its candidates in order, what each earns, and its matches in any order.

        These are left, right, left, right, ...; and p, q, weight, p, q, weight, ... Linear in the problem. Raises
        ``ValueError`` for lists of another length.
        """
        # lists that only the sorting needs: freed even where a list has the wrong length
        room = new_room()
        try:
            place = take(room, self.candidates)
            self._read_candidates(numbers_of(pairs, 2 * self.candidates), numbers_of(unary, self.candidates))
            self._order_candidates(place)
            ends, weights = take(room, self.halves), take(room, self.halves // 2)
            self._read_matches(numbers_of(matches, 3 * (self.halves // 2)), place, ends, weights)
            self._sort_halves(
                ends, weights, take(room, self.halves), take(room, self.halves), take(room, self.candidates)
            )
        finally:
            give_back(room)

    def turn(self) -> None:
        """Let the rows be the right variables, and the columns the left ones, in what is filled next."""
        self.is_turned = True

    def _read_candidates(self, pairs: Flat, unary: Flat) -> None:
        for k in range(self.candidates):
            self.row[k] = pairs[2 * k]
            self.column[k] = pairs[2 * k + 1]
            self.alone[k] = unary[k]

    def _read_matches(self, matches: Flat, place: list[int], ends: list[int], weights: list[int]) -> None:
        for k in range(self.halves // 2):
            ends[2 * k] = place[matches[3 * k]]
            ends[2 * k + 1] = place[matches[3 * k + 1]]
            weights[k] = matches[3 * k + 2]

    def _order_candidates(self, place: list[int]) -> None:
        """Turn the candidates, if asked for, and note in `place` where each of them has gone."""
        for k in range(self.candidates):
            self.original[k] = place[k] = k
        if self.is_turned:
            room = new_room()
            try:
                size = self.candidates
                self._turn_candidates(place, take(room, size), take(room, size), take(room, size))
            finally:
                give_back(room)
        else:
            for k in range(self.candidates):
                self.row_start[self.row[k] + 1] += 1
            for k in range(self.rows):
                self.row_start[k + 1] += self.row_start[k]

    def _turn_candidates(self, place: list[int], left: list[int], right: list[int], alone: list[int]) -> None:
        """Exchange rows and columns, and sort by counting: the candidates of a row come in order already."""
        row_start = self.row_start
        # the sorted candidates overwrite these lists
        copy(left, self.row, self.candidates)
        copy(right, self.column, self.candidates)
        copy(alone, self.alone, self.candidates)
        for k in range(self.candidates):
            row_start[right[k] + 1] += 1
        for i in range(self.rows):
            row_start[i + 1] += row_start[i]
        for k in range(self.candidates):
            i = right[k]
            # until the end row_start is the place of each row's next candidate
            p = row_start[i]
            row_start[i] += 1
            self.row[p] = i
            self.column[p] = left[k]
            self.alone[p] = alone[k]
            self.original[p] = k
            place[k] = p
        for i in range(self.rows, 0, -1):  # each row begins where the one before it ends
            row_start[i] = row_start[i - 1]
        row_start[0] = 0

    def _sort_halves(
        self, ends: list[int], weights: list[int], sorted_once: list[int], half_at: list[int], free: list[int]
    ) -> None:
        """Sort the halves by counting, first by the other end, then by their own.

        End e belongs to match e // 2, and e ^ 1 is its other end.
        """
        first, partner, weight = self.first, self.partner, self.weight
        # A radix sort in two passes of counting. Order of partners is what find() and the runs of slots rest on.
        # As many halves lead to p as begin at p: one table of counts serves both passes.
        for e in range(self.halves):
            first[ends[e] + 1] += 1
        for p in range(self.candidates):
            first[p + 1] += first[p]
            free[p] = first[p]
        for e in range(self.halves):
            sorted_once[free[ends[e]]] = e ^ 1
            free[ends[e]] += 1
        for p in range(self.candidates):
            free[p] = first[p]
        for k in range(self.halves):
            e = sorted_once[k]
            # stable: within a candidate the order by the other end stays
            h = free[ends[e]]
            free[ends[e]] += 1
            half_at[e] = h
            partner[h] = ends[e ^ 1]
            weight[h] = weights[e >> 1]
            if weight[h] > self.heaviest:
                self.heaviest = weight[h]
        # last, since a mate may be placed after its half
        for e in range(self.halves):
            self.mate[half_at[e]] = half_at[e ^ 1]

    def place_halves(self, number: list[int], place: list[int]) -> int:
        """Give halves between candidates with a `number` in a part of this a `place` there. Answers how many they are.

        The number of candidates that are left out is -1, and so is the place of halves that lead to these.
        """
        placed = 0
        for p in range(self.candidates):
            if number[p] >= 0:
                for h in range(self.first[p], self.first[p + 1]):
                    place[h] = -1
                    if number[self.partner[h]] >= 0:
                        place[h] = placed
                        placed += 1
        return placed

    def copy_into(self, part: Candidates, number: list[int], place: list[int]) -> None:
        """Copy into a part of this what has a number and a place there, see :meth:`place_halves`."""
        # perhaps more than the part's own heaviest: an upper bound is enough, and a unit of step sizes
        part.heaviest = self.heaviest
        part.is_turned = self.is_turned
        for p in range(self.candidates):
            at = number[p]
            if at >= 0:
                part.row[at] = self.row[p]
                part.column[at] = self.column[p]
                part.original[at] = self.original[p]
                part.alone[at] = self.alone[p]
                part.row_start[self.row[p] + 1] += 1
        for i in range(self.rows):
            part.row_start[i + 1] += part.row_start[i]
        end = 0
        for p in range(self.candidates):
            at = number[p]
            if at >= 0:
                for h in range(self.first[p], self.first[p + 1]):
                    if place[h] >= 0:
                        # numbers ascend as candidates do, so that halves stay in order
                        part.partner[end] = number[self.partner[h]]
                        part.mate[end] = place[self.mate[h]]
                        part.weight[end] = self.weight[h]
                        end += 1
                part.first[at + 1] = end

    def weight_between(self, p: int, q: int) -> int:
        """The weight of the match of two candidates, or 0."""
        h = find(self.partner, q, self.first[p], self.first[p + 1])
        return self.weight[h] if h >= 0 else 0

    def cell(self, i: int, j: int) -> int:
        """The candidate of a row and a column, or -1."""
        return find(self.column, j, self.row_start[i], self.row_start[i + 1])

    def candidate_at(self, i: int, j: int) -> int:
        """The same for who asks from without."""
        return self.cell(i, j)

    def place(self, p: int) -> tuple[int, int]:
        """The row and the column of a candidate."""
        return self.row[p], self.column[p]

    def original_number(self, p: int) -> int:
        """The number of a candidate in the problem."""
        return self.original[p]

    def pair_number(self, p: int) -> int:
        """The number of a candidate's pair in a proof: the left variable times the right ones, and the right one."""
        # a proof knows nothing of turning: it numbers pairs by left and right variables
        i, j = self.row[p], self.column[p]
        return j * self.rows + i if self.is_turned else i * self.columns + j

    def line_number(self, line: int) -> int:
        """The number in a proof of a row or, counted on after these, of a column: left variables come first."""
        if self.is_turned:
            return line - self.rows if line >= self.rows else line + self.columns
        return line

    def numbers_in_proofs(self) -> tuple[list[int], list[int]]:
        """Both of these, of all candidates and of all lines."""
        lines = [self.line_number(line) for line in range(self.rows + self.columns)]
        return [self.pair_number(p) for p in range(self.candidates)], lines

    def partners(self, p: int) -> list[int]:
        """The candidates that a candidate has matches with, in order."""
        return [self.partner[h] for h in range(self.first[p], self.first[p + 1])]

    def promise(self, p: int) -> int:
        """What a candidate earns at most: alone, and with all of its matches."""
        most = self.alone[p]
        for h in range(self.first[p], self.first[p + 1]):
            most += self.weight[h]
        return most

    def listed(self) -> tuple[list[tuple[int, int]], list[int], list[tuple[int, int, int]]]:
        """The candidates with their rows first, what they earn alone, and the matches: a problem that is not turned."""
        return self.pairs(), self.earnings(), list(self.matches())

    def pairs(self) -> list[tuple[int, int]]:
        """The row and the column of each candidate."""
        return [(self.row[p], self.column[p]) for p in range(self.candidates)]

    def earnings(self) -> list[int]:
        """What each candidate earns alone."""
        return [self.alone[p] for p in range(self.candidates)]

    def matches(self) -> Iterator[tuple[int, int, int]]:
        """The matches: two candidates in order, and their weight."""
        for p in range(self.candidates):
            for h in range(self.first[p], self.first[p + 1]):
                if self.partner[h] > p:
                    yield p, self.partner[h], self.weight[h]

    def value_of(self, columns: Sequence[int | None]) -> int:
        """What it is worth to align the rows to these columns. Linear in the candidates aligned and their halves."""
        room = new_room()
        try:
            picked = take(room, self.rows)
            for i in range(self.rows):
                column = columns[i]
                # a pair that is no candidate may be in an alignment; it is worth nothing
                picked[i] = -1 if column is None else self.cell(i, column)
            return self._value_of(picked)
        finally:
            give_back(room)

    def _value_of(self, picked: list[int]) -> int:
        """What the candidates picked in the rows are worth together."""
        alone = both = 0
        for i in range(self.rows):
            p = picked[i]
            if p >= 0:
                alone += self.alone[p]
                for h in range(self.first[p], self.first[p + 1]):
                    if picked[self.row[self.partner[h]]] == self.partner[h]:
                        both += self.weight[h]
        return alone + (both >> 1)  # each match was met at both of its ends
