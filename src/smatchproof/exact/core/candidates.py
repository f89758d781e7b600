"""An alignment problem as flat lists: its candidates, and the two halves of each match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

try:
    import cython
except ImportError:
    from smatchproof.problem.core import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.flat import Flat, Table, at, table_of
    from smatchproof.problem.core.memory import find, give_back, new_room, take, take_indices

MOST_HALVES = 1 << 30
"""Numbers of candidates and halves are kept in 32 bits."""


class Candidates:
    """Candidates in order of row and column, and halves in order of their candidate and of the one at the other end.

    Rows are the left variables and columns the right ones; where the problem `is_turned`, it is the other way round.
    Candidate p joins ``row[p]`` and ``column[p]``, earns ``alone[p]``, has the number ``original[p]`` in the problem,
    or p if there are no originals, and its halves are those from ``first[p]`` to before ``first[p + 1]``. The
    candidates of row i are those from ``row_start[i]`` to before ``row_start[i + 1]``. Half h belongs to a match with
    ``partner[h]`` whose other half is ``mate[h]``, of ``weight[h & by_half]``: where all weigh the same, as nearly
    always, `by_half` is 0, and -1 elsewhere. No weight is more than `heaviest`.
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
        self.alone, self.original = take(self.room, candidates), take_indices(self.room, candidates)
        self.row_start, self.first = take_indices(self.room, rows + 1), take_indices(self.room, candidates + 1)
        self.partner, self.mate = take_indices(self.room, halves), take_indices(self.room, halves)

    def fill(self, pairs: Flat, unary: Flat, matches: Flat) -> None:
        """Take a problem as flat lists: its candidates in order, what each earns, and its matches in any order.

        These are left, right, left, right, ...; and p, q, weight, p, q, weight, ... Linear in the problem. Raises
        ``ValueError`` for lists of another length.
        """
        # lists that only the sorting needs: freed even where a list has the wrong length
        room = new_room()
        try:
            place, free = take_indices(room, self.candidates), take_indices(room, self.candidates)
            _read_candidates(self, table_of(pairs, 2 * self.candidates), table_of(unary, self.candidates), place)
            ends = table_of(matches, 3 * (self.halves // 2))
            self._take_weights(_find_heaviest(self, ends))
            _sort_halves(self, ends, place, take_indices(room, self.halves), free)
            self._find_mates(free)
        finally:
            give_back(room)

    def turn(self) -> None:
        """Let the rows be the right variables, and the columns the left ones, in the next call of :meth:`fill`."""
        self.is_turned = self.has_originals = True

    def _take_weights(self, by_half: int) -> None:
        """Take a list for the weight of each half, or for the one that all have."""
        self.by_half = by_half
        self.weight = take(self.room, self.halves if by_half else 1)

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

    def place_halves(self, number: list[int], place: list[int]) -> int:
        """Number the halves whose two candidates are both in a part of this problem. Returns how many there are.

        ``number[p]`` is the number of candidate p in the part, or -1; ``place[h]`` becomes that of half h, or -1.
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
        """Copy the candidates and halves of a part, numbered by :meth:`place_halves`, into that part."""
        # perhaps more than the part's own heaviest: an upper bound is enough, and a unit of step sizes
        part.heaviest = self.heaviest
        part._take_weights(self.by_half)
        for p in range(self.candidates):
            at = number[p]
            if at >= 0:
                part.row[at] = self.row[p]
                part.column[at] = self.column[p]
                part.original[at] = self.original_number(p)
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
                        part.weight[end & self.by_half] = self.weight[h & self.by_half]
                        end += 1
                part.first[at + 1] = end

    def weight_between(self, p: int, q: int) -> int:
        """The weight of the match of two candidates, or 0."""
        h = find(self.partner, q, self.first[p], self.first[p + 1])
        return self.weight[h & self.by_half] if h >= 0 else 0

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
        most = self.alone[p]
        for h in range(self.first[p], self.first[p + 1]):
            most += self.weight[h & self.by_half]
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
                worth = 2 * self.alone[p]
                for h in range(self.first[p], self.first[p + 1]):
                    other, weight = line[self.partner[h]], self.weight[h & self.by_half]
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
        return [self.alone[p] for p in range(self.candidates)]

    def matches(self) -> Iterator[tuple[int, int, int]]:
        """The matches: two candidates in order, and their weight."""
        for p in range(self.candidates):
            for h in range(self.first[p], self.first[p + 1]):
                if self.partner[h] > p:
                    yield p, self.partner[h], self.weight[h & self.by_half]

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
                alone += self.alone[p]
                for h in range(self.first[p], self.first[p + 1]):
                    if picked[self.row[self.partner[h]]] == self.partner[h]:
                        both += self.weight[h & self.by_half]
        return alone + (both >> 1)  # each match was met at both of its ends


def _read_candidates(problem: Candidates, pairs: Table, unary: Table, place: list[int]) -> None:
    """Sort the candidates by their rows, by counting, and note in `place` where each of them has gone.

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
        problem.alone[p] = at(unary, k)
        if problem.has_originals:
            problem.original[p] = k
        place[k] = p
    for i in range(problem.rows, 0, -1):  # each row begins where the one before it ends
        row_start[i] = row_start[i - 1]
    row_start[0] = 0


def _find_heaviest(problem: Candidates, matches: Table) -> int:
    """Find the heaviest weight. Returns `by_half`."""
    by_half = 0
    for k in range(problem.halves // 2):
        weight = at(matches, 3 * k + 2)
        if weight != at(matches, 2):
            by_half = -1
        problem.heaviest = max(problem.heaviest, weight)
    return by_half


def _sort_halves(
    problem: Candidates, matches: Table, place: list[int], sorted_once: list[int], free: list[int]
) -> None:
    """Sort the halves by counting, first by the other end, then by their own.

    End e belongs to match e // 2, and e ^ 1 is its other end.
    """
    first, partner, weight = problem.first, problem.partner, problem.weight
    # A radix sort in two passes of counting. Order of partners is what find() and the runs of slots rest on.
    # As many halves lead to p as begin at p: one table of counts serves both passes.
    for e in range(problem.halves):
        first[place[at(matches, 3 * (e >> 1) + (e & 1))] + 1] += 1
    for p in range(problem.candidates):
        first[p + 1] += first[p]
        free[p] = first[p]
    for e in range(problem.halves):
        p = place[at(matches, 3 * (e >> 1) + (e & 1))]
        sorted_once[free[p]] = e ^ 1
        free[p] += 1
    for p in range(problem.candidates):
        free[p] = first[p]
    for k in range(problem.halves):
        e = sorted_once[k]
        # stable: within a candidate the order by the other end stays
        p = place[at(matches, 3 * (e >> 1) + (e & 1))]
        h = free[p]
        free[p] += 1
        partner[h] = place[at(matches, 3 * (e >> 1) + 1 - (e & 1))]
        weight[h & problem.by_half] = at(matches, 3 * (e >> 1) + 2)
