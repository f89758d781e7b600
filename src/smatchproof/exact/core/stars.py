"""The star of each candidate: the assignment problem of the halves of its matches."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import Room, take

    from .assignment import Assignments
    from .candidates import Candidates


class Stars(Assignments):
    """The stars of some candidates: edge h is half h, worth ``value[h]``.

    The halves of p compete where two of them share a row or a column. Then its star has ``crowded[p]`` rows and
    ``crowded_columns[p]`` columns, numbered from ``first[p]`` on, which are ``row_of`` and ``column_of`` the
    candidates. Where they do not compete, all of them are used, and there are none of these. ``is_used[h]`` says
    whether p uses half h.
    """

    def take_stars(self, room: Room, candidates: Candidates) -> None:
        """Take the lists of the stars of these candidates from a room, which has to live at least as long."""
        halves = candidates.halves
        # no star has more rows, columns or edges than halves: its own are numbered where its halves are
        self.take_lists(room, halves, halves, halves)
        self.candidates, self.first, self.partner = candidates.candidates, candidates.first, candidates.partner
        self.end_row, self.end_column = candidates.row, candidates.column
        self.crowded, self.crowded_columns = take(room, self.candidates), take(room, self.candidates)
        self.is_used, self.row_of, self.column_of = take(room, halves), take(room, halves), take(room, halves)
        self.columns, self.local = candidates.columns, take(room, candidates.columns)

    def lay_out(self) -> None:
        """Number the rows and the columns of the stars whose halves compete."""
        for h in range(self.first[self.candidates]):
            self.is_used[h] = 1  # stays so where halves do not compete
        for j in range(self.columns):
            self.local[j] = -1
        for p in range(self.candidates):
            if self.first[p + 1] - self.first[p] > 1:
                self._lay_out_star(p)

    def _lay_out_star(self, p: int) -> None:
        """Number the rows and the columns of a star, if its halves compete."""
        row, column, partner, local = self.end_row, self.end_column, self.partner, self.local
        row_begin, row_end = self.row_begin, self.row_end
        start = self.first[p]
        end = self.first[p + 1]
        rows = columns = 0
        before = -1
        for h in range(start, end):
            i = row[partner[h]]
            j = column[partner[h]]
            if i != before:
                row_begin[start + rows] = h
                self.row_of[start + rows] = i
                rows += 1
                before = i
            row_end[start + rows - 1] = h + 1
            if local[j] < 0:
                local[j] = start + columns
                self.column_of[start + columns] = j
                columns += 1
            self.column[h] = local[j]
        if rows < end - start or columns < end - start:
            self.crowded[p] = rows
            self.crowded_columns[p] = columns
        for h in range(start, end):
            local[column[partner[h]]] = -1  # only what was touched, for the next star

    def best_of(self, p: int) -> int:
        """Solve the star of a candidate whose halves compete, and note which halves are used. Returns its value."""
        half, is_used, row_dual, column_dual = self.value, self.is_used, self.row_dual, self.column_dual
        start = self.first[p]
        rows = self.crowded[p]
        columns = self.crowded_columns[p]
        best = 0
        choice = -1
        for h in range(start, self.first[p + 1]):
            is_used[h] = 0
            if half[h] > best:
                best = half[h]
                choice = h
        # in a single row or column one half is used, the best: no assignment to solve
        if best > 0 and rows > 1 and columns > 1:
            best = self.solve(start, rows, start, columns)
            for r in range(start, start + rows):
                if self.pick[r] >= 0:
                    is_used[self.pick[r]] = 1
            return best
        for r in range(start, start + rows):
            # the line that all of them share pays, which covers each half; the others pay nothing
            row_dual[r] = best if rows == 1 else 0
        for c in range(start, start + columns):
            column_dual[c] = best if rows > 1 else 0
        if choice >= 0:
            is_used[choice] = 1
        return best
