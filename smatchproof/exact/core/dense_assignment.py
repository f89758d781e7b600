"""Assignment problems on a full table, as those of a node's rows and columns are: by shortest augmenting paths.

Jonker & Volgenant (1987). A table is no waste here, and to look a row of it up is faster than to go through edges.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .memory import give_back, new_room, take

NO_CELL = -(1 << 50)
"""Less than any candidate is worth: scaled weights add up to 2**49 at most, and to 2**45 in dense blocks, whose splits
add less than that (:mod:`smatchproof.exact.search.magnitude`). The bound does not rest on it: what these duals leave
uncovered is paid for in :class:`smatchproof.exact.core.node_bound.NodeBound`."""
NONE = -1


class DenseAssignment:
    """A table of what each row is worth in each column, ``value[i * columns + j]``, and its best assignment.

    `taken` is the column of each row and `owner` the row of each column, or -1. No cell is worth more than its two
    duals, and all duals add up to what the assignment is worth. Unless it `is_full`, rows and columns may stay alone,
    and no dual is negative; else only rows without any cell stay alone.
    """

    def __init__(self, rows: int, columns: int, is_full: bool) -> None:
        self.rows, self.columns, self.is_full = rows, columns, is_full
        self.room = new_room()
        self.value = take(self.room, rows * columns)
        self.row_dual = take(self.room, rows)
        self.column_dual = take(self.room, columns)
        self.taken = take(self.room, rows)
        self.owner = take(self.room, columns)
        self.reached = take(self.room, rows)
        self.distance = take(self.room, columns)
        self.parent = take(self.room, columns)
        self.is_done = take(self.room, columns)
        self.length = self.leaver = 0
        for cell in range(rows * columns):
            self.value[cell] = NO_CELL

    def __dealloc__(self) -> None:
        give_back(self.room)

    def solve(self) -> None:
        """Give each row in turn a column. Time: rows times the square of columns, at worst."""
        for i in range(self.rows):
            self.taken[i] = NONE
        for j in range(self.columns):
            self.owner[j] = NONE
        for start in range(self.rows):
            self.row_dual[start] = self._most(start)
            if self.row_dual[start] <= NO_CELL:  # a row without candidates: that of a forced one
                self.row_dual[start] = 0
                continue
            end = self._search(start)
            self._change_duals()
            if end == NONE and self.leaver != start:
                end = self.taken[self.leaver]
                self.taken[self.leaver] = NONE
            if end != NONE:
                self._rematch(start, end)

    def _most(self, row: int) -> int:
        """The most that a row's cells leave beside the duals of their columns."""
        most = 2 * NO_CELL if self.is_full else 0
        for j in range(self.columns):
            left = self.value[row * self.columns + j] - self.column_dual[j]
            if left > most:
                most = left
        return most

    def _search(self, start: int) -> int:
        """The nearest column that is free; NONE if there is a row as near that can leave its column: the `leaver`."""
        value, distance, is_done = self.value, self.distance, self.is_done
        for i in range(self.rows):
            self.reached[i] = -1
        for j in range(self.columns):
            distance[j] = -NO_CELL
            is_done[j] = 0
        row = self.leaver = start
        length = 0
        shortest = -NO_CELL if self.is_full else self.row_dual[start]
        while True:
            self.reached[row] = length
            base = length + self.row_dual[row]
            if not self.is_full and base < shortest:
                shortest = base
                self.leaver = row
            nearest = NONE
            length = shortest
            for j in range(self.columns):
                if not is_done[j]:
                    reach = base + self.column_dual[j] - value[row * self.columns + j]
                    if reach < distance[j]:
                        distance[j] = reach
                        self.parent[j] = row
                    if distance[j] < length:
                        nearest = j
                        length = distance[j]
            self.length = length
            if nearest == NONE or self.owner[nearest] == NONE:
                return nearest
            is_done[nearest] = 1
            row = self.owner[nearest]

    def _change_duals(self) -> None:
        """Change the duals along the shortest paths just found."""
        for i in range(self.rows):
            if 0 <= self.reached[i] < self.length:
                self.row_dual[i] -= self.length - self.reached[i]
        for j in range(self.columns):
            if self.is_done[j] and self.distance[j] < self.length:
                self.column_dual[j] += self.length - self.distance[j]

    def _rematch(self, start: int, end: int) -> None:
        """Each row on the path to `end` takes its next column."""
        while True:
            row = self.parent[end]
            previous = self.taken[row]
            self.taken[row] = end
            self.owner[end] = row
            if row == start:
                return
            end = previous
