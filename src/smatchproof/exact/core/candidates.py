"""An alignment problem as flat lists: its candidates, and the two halves of each match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.flat import Flat, Table, at, table_of
    from smatchproof.problem.core.memory import (
        Room,
        find,
        give_back,
        new_room,
        put_weight,
        take,
        take_indices,
        take_weights,
        weight_at,
    )

MOST_HALVES = 1 << 30
"""Numbers of candidates and halves are kept in 32 bits."""


class Candidates:
    """Candidates in order of row and column, and halves in order of their candidate and of the one at the other end.

    Rows are the left variables and columns the right ones; where the problem `is_turned`, it is the other way round.
    Candidate p joins ``row[p]`` and ``column[p]``, earns ``alone[p]``, has the number ``original[p]`` in the problem,
    or p if there are no originals, and its halves are those from ``first[p]`` to before ``first[p + 1]``. The
    candidates of row i are those from ``row_start[i]`` to before ``row_start[i + 1]``. Half h belongs to a match with
    ``partner[h]`` whose other half is ``mate[h]``, of ``weight[h]``. No match is heavier than `heaviest`.
    """

    def __init__(self, rows: int, columns: int, candidates: int, halves: int) -> None:
        if max(candidates, halves) > MOST_HALVES:
            raise MemoryError(f"{candidates} candidates and {halves // 2} matches")
        self.room = new_room()
        self._take_lists(rows, columns, candidates, halves)

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _take_lists(self, rows: int, columns: int, candidates: int, halves: int) -> None:
        self.rows, self.columns, self.candidates, self.halves = rows, columns, candidates, halves
        self.heaviest = 0
        self.is_turned = False
        self.has_originals = True
        self.row, self.column = take_indices(self.room, candidates), take_indices(self.room, candidates)
        self.original = take_indices(self.room, candidates)
        self.row_start, self.first = take_indices(self.room, rows + 1), take_indices(self.room, candidates + 1)
        self.partner, self.mate = take_indices(self.room, halves), take_indices(self.room, halves)

    def fill(self, pairs: Flat, unary: Flat, matches: Flat) -> None:
        """Take a problem as flat lists: its candidates in order, what each earns, and its matches in any order.

        These are left, right, left, right, ...; and p, q, weight, p, q, weight, ... Linear in the problem. Raises
        ``ValueError`` for lists of another length.
        """
        self.read_candidates(pairs, unary)
        self.read_matches(matches)

    def read_candidates(self, pairs: Flat, unary: Flat) -> None:
        """Take the candidates and what each earns, as in :meth:`fill`. These lists are not needed afterwards."""
        alone = table_of(unary, self.candidates)
        self._take_earnings(alone)
        _read_candidates(self, table_of(pairs, 2 * self.candidates), alone)

    def read_matches(self, matches: Flat) -> None:
        """Take the matches, once the candidates are read."""
        # lists that only the sorting needs: freed even where a list has the wrong length
        room = new_room()
        try:
            ends = table_of(matches, 3 * (self.halves // 2))
            self.heaviest = _largest(ends, self.halves // 2, 2, 3)
            self.weight = take_weights(self.room, self.halves, self.heaviest)
            place = take_indices(room, self.candidates)
            for p in range(self.candidates):
                place[self.original[p] if self.has_originals else p] = p
            _sort_halves(self, ends, place, take_indices(room, self.halves))
            self._find_mates(take_indices(room, self.candidates))
        finally:
            give_back(room)

    def _take_earnings(self, unary: Table) -> None:
        """Take a list for what candidates earn alone."""
        self.alone = take_weights(self.room, self.candidates, _largest(unary, self.candidates, 0, 1))

    def turn(self) -> None:
        """Let the rows be the right variables, and the columns the left ones, in the next call of :meth:`fill`."""
        self.is_turned = self.has_originals = True

    def _find_mates(self, free: list[int]) -> None:
        """Find the mate of each half: as candidates and halves are in order, each candidate meets its halves in order.

        `free` is a list to count in.
        """
        for p in range(self.candidates):
            free[p] = self.first[p]
        for p in range(self.candidates):
            for h in range(self.first[p], self.first[p + 1]):
                self.mate[h] = free[self.partner[h]]
                free[self.partner[h]] += 1

    def count_halves(self, number: list[int]) -> int:
        """Count the halves whose two candidates are both in a part: p has ``number[p]`` there, or -1 if it is not."""
        halves = 0
        for p in range(self.candidates):
            if number[p] >= 0:
                for h in range(self.first[p], self.first[p + 1]):
                    if number[self.partner[h]] >= 0:
                        halves += 1
        return halves

    def copy_into(self, part: Candidates, number: list[int]) -> None:
        """Copy the candidates and halves of a part into that part, numbered as in :meth:`count_halves`."""
        # perhaps more than the part's own heaviest: an upper bound is enough, and a unit of step sizes
        part.heaviest = self.heaviest
        part.weight = take_weights(part.room, part.halves, self.heaviest)
        for p in range(self.candidates):
            at = number[p]
            if at >= 0:
                part.row[at] = self.row[p]
                part.column[at] = self.column[p]
                part.original[at] = self.original_number(p)
                put_weight(part.alone, at, weight_at(self.alone, p))
                part.row_start[self.row[p] + 1] += 1
        for i in range(self.rows):
            part.row_start[i + 1] += part.row_start[i]
        end = 0
        for p in range(self.candidates):
            at = number[p]
            if at >= 0:
                for h in range(self.first[p], self.first[p + 1]):
                    if number[self.partner[h]] >= 0:
                        # numbers ascend as candidates do, so that halves stay in order
                        part.partner[end] = number[self.partner[h]]
                        put_weight(part.weight, end, weight_at(self.weight, h))
                        end += 1
                part.first[at + 1] = end

    def take_gains(self, room: Room) -> list[int]:
        """Return a list of numbers for all candidates, from this room unless there is one already."""
        return take(room, self.candidates)

    def weight_between(self, p: int, q: int) -> int:
        """The weight of the match of two candidates, or 0."""
        h = find(self.partner, q, self.first[p], self.first[p + 1])
        return weight_at(self.weight, h) if h >= 0 else 0

    def cell(self, i: int, j: int) -> int:
        """The candidate of a row and a column, or -1."""
        return find(self.column, j, self.row_start[i], self.row_start[i + 1])

    def candidate_at(self, i: int, j: int) -> int:
        """Public form of :meth:`cell`, callable from Python."""
        return self.cell(i, j)

    def place(self, p: int) -> tuple[int, int]:
        """The row and the column of a candidate."""
        return self.row[p], self.column[p]

    def original_number(self, p: int) -> int:
        """The number of a candidate in the problem."""
        return self.original[p] if self.has_originals else p

    def pair_number(self, p: int) -> int:
        """The number of a candidate's pair in a proof: ``left * number of right variables + right``."""
        # a proof knows nothing of turning: it numbers pairs by left and right variables
        i, j = self.row[p], self.column[p]
        return j * self.rows + i if self.is_turned else i * self.columns + j

    def pair_numbers(self, couple: Sequence[int]) -> list[int]:
        """The pair numbers of some candidates, in ascending order."""
        return sorted([self.pair_number(p) for p in couple])

    def line_number(self, line: int) -> int:
        """The number in a proof of a row or, counted on after these, of a column: left variables come first."""
        if self.is_turned:
            return line - self.rows if line >= self.rows else line + self.columns
        return line

    def numbers_in_proofs(self) -> tuple[list[int], list[int]]:
        """Return the pair number of every candidate and the line number of every line, as used in proofs."""
        lines = [self.line_number(line) for line in range(self.rows + self.columns)]
        return [self.pair_number(p) for p in range(self.candidates)], lines

    def partners(self, p: int) -> list[int]:
        """The candidates that a candidate has matches with, in order."""
        return [self.partner[h] for h in range(self.first[p], self.first[p + 1])]

    def promise(self, p: int) -> int:
        """The most that a candidate can earn: alone, and with all of its matches."""
        most = weight_at(self.alone, p)
        for h in range(self.first[p], self.first[p + 1]):
            most += weight_at(self.weight, h)
        return most

    def counting_bound(self) -> int:
        """The counting bound, as ``AlignmentProblem.trivial_bound`` defines it. Linear in the halves."""
        return min(self._count(self.row, self.rows), self._count(self.column, self.columns)) // 2

    def _count(self, line: list[int], size: int) -> int:
        """Twice the sum of what the lines of a side earn at most, each with one of its candidates."""
        room = new_room()
        try:
            most, best = take(room, size), take(room, size)
            total = 0
            for p in range(self.candidates):
                worth = 2 * weight_at(self.alone, p)
                for h in range(self.first[p], self.first[p + 1]):
                    other, weight = line[self.partner[h]], weight_at(self.weight, h)
                    if weight > best[other]:
                        worth += weight - best[other]
                        best[other] = weight
                for h in range(self.first[p], self.first[p + 1]):
                    best[line[self.partner[h]]] = 0
                if worth > most[line[p]]:
                    total += worth - most[line[p]]
                    most[line[p]] = worth
            return total
        finally:
            give_back(room)

    def pairs(self) -> list[tuple[int, int]]:
        """The row and the column of each candidate."""
        return [(self.row[p], self.column[p]) for p in range(self.candidates)]

    def earnings(self) -> list[int]:
        """The amount that each candidate earns alone."""
        return [weight_at(self.alone, p) for p in range(self.candidates)]

    def matches(self) -> Iterator[tuple[int, int, int]]:
        """The matches: two candidates in order, and their weight."""
        for p in range(self.candidates):
            for h in range(self.first[p], self.first[p + 1]):
                if self.partner[h] > p:
                    yield p, self.partner[h], weight_at(self.weight, h)

    def value_of(self, columns: Sequence[int | None]) -> int:
        """The value of aligning the rows to these columns. Linear in the candidates aligned and their halves."""
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
        """The value of the candidates picked in the rows."""
        alone = both = 0
        for i in range(self.rows):
            p = picked[i]
            if p >= 0:
                alone += weight_at(self.alone, p)
                for h in range(self.first[p], self.first[p + 1]):
                    if picked[self.row[self.partner[h]]] == self.partner[h]:
                        both += weight_at(self.weight, h)
        return alone + (both >> 1)  # each match was met at both of its ends


def _largest(table: Table, size: int, first: int, step: int) -> int:
    """Return the largest of every `step`-th number of a table from `first` on, in all `size` of them; at least 0."""
    largest = 0
    for k in range(size):
        largest = max(largest, at(table, first + step * k))
    return largest


def _read_candidates(problem: Candidates, pairs: Table, unary: Table) -> None:
    """Sort the candidates by their rows, by counting, and note their original numbers.

    Those of a row come in order already, and all of them do if they are not turned.
    """
    row_start, side = problem.row_start, 1 if problem.is_turned else 0
    for k in range(problem.candidates):
        row_start[at(pairs, 2 * k + side) + 1] += 1
    for i in range(problem.rows):
        row_start[i + 1] += row_start[i]
    for k in range(problem.candidates):
        i = at(pairs, 2 * k + side)
        # until the end row_start is the place of each row's next candidate
        p = row_start[i]
        row_start[i] += 1
        problem.row[p] = i
        problem.column[p] = at(pairs, 2 * k + 1 - side)
        put_weight(problem.alone, p, at(unary, k))
        if problem.has_originals:
            problem.original[p] = k
    _move_back(row_start, problem.rows)


def _move_back(start: list[int], size: int) -> None:
    """Let each of `size` lists begin where the one before it ends, once the beginnings have moved to the ends."""
    for k in range(size, 0, -1):
        start[k] = start[k - 1]
    start[0] = 0


def _sort_halves(problem: Candidates, matches: Table, place: list[int], sorted_once: list[int]) -> None:
    """Sort the halves by counting, first by the other end, then by their own.

    End e belongs to match e // 2, and e ^ 1 is its other end. ``place[k]`` is the place of candidate k of the problem.
    """
    first, partner, weight = problem.first, problem.partner, problem.weight
    # A radix sort in two passes of counting. Order of partners is what find() and the runs of slots rest on.
    # As many halves lead to p as begin at p: one table of counts serves both passes.
    for e in range(problem.halves):
        first[place[at(matches, 3 * (e >> 1) + (e & 1))] + 1] += 1
    for p in range(problem.candidates):
        first[p + 1] += first[p]
    # until it is moved back first is the place of each candidate's next half
    for e in range(problem.halves):
        p = place[at(matches, 3 * (e >> 1) + (e & 1))]
        sorted_once[first[p]] = e ^ 1
        first[p] += 1
    _move_back(first, problem.candidates)
    for k in range(problem.halves):
        e = sorted_once[k]
        # stable: within a candidate the order by the other end stays
        p = place[at(matches, 3 * (e >> 1) + (e & 1))]
        h = first[p]
        first[p] += 1
        partner[h] = place[at(matches, 3 * (e >> 1) + 1 - (e & 1))]
        put_weight(weight, h, at(matches, 3 * (e >> 1) + 2))
    _move_back(first, problem.candidates)
