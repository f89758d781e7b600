"""Shortest augmenting paths in bipartite matchings (Jonker & Volgenant 1987), many side by side."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import Room, take, take_indices

UNREACHED, REACHED, SETTLED = 0, 1, 2


class ShortestPaths:
    """Matchings of assignment problems whose rows, columns and edges are numbered one problem after the other.

    Row r has the edges from ``row_begin[r]`` to before ``row_end[r]``; edge e leads to ``column[e]`` and is worth
    ``value[e]``, which is not negative. ``pick[r]`` is the edge of row r in the matching or -1, and ``owner[c]`` the
    row of column c or -1. The duals are not negative, cover every edge (``row_dual[r] + column_dual[column[e]] >=
    value[e]``), and are tight for the edges of the matching.
    """

    def take_lists(self, room: Room, rows: int, columns: int, edges: int) -> None:
        """Take lists of these sizes from a room, which has to live at least until the last call."""
        self.row_begin = take(room, rows)
        self.row_end = take(room, rows)
        self.row_dual = take(room, rows)
        self.pick = take(room, rows)
        self.waiting = take(room, rows)
        self.column_dual = take(room, columns)
        self.owner = take(room, columns)
        self.state = take(room, columns)
        self.distance = take(room, columns)
        self.from_row = take(room, columns)
        self.by_edge = take(room, columns)
        self.reached = take(room, columns)
        self.column = take_indices(room, edges)
        self.value = take(room, edges)

    def _augment(self, start: int, first_column: int) -> None:
        """Give a row a column along a shortest path, or leave the row of it without one that loses least by that."""
        column, value, state, distance = self.column, self.value, self.state, self.distance
        row_dual, column_dual = self.row_dual, self.column_dual
        row = leaver = start
        travelled = touched = 0
        end = nearest_free = row_dual[start]  # no path is longer that helps
        while True:
            base = travelled + row_dual[row]
            # a row that gives its column up ends a path as a free column does, at the price of its dual
            if base < end:
                leaver = row
                end = base
            for e in range(self.row_begin[row], self.row_end[row]):
                target = column[e]
                # a reduced cost is not negative, since duals cover all edges: what is settled is final (Dijkstra 1959)
                length = base + column_dual[target] - value[e]
                # what is farther than an end changes no dual: it is not even noted
                if length < end and length <= nearest_free and state[target] != SETTLED:
                    if self.owner[target] < 0:
                        nearest_free = length
                    if state[target] == UNREACHED:
                        state[target] = REACHED
                        self.reached[first_column + touched] = target
                        touched += 1
                    elif length >= distance[target]:
                        continue
                    distance[target] = length
                    self.from_row[target] = row
                    self.by_edge[target] = e
            goal = self._nearest(first_column, touched)
            # of two ends as near the row that leaves wins: no further column need be settled
            if goal < 0 or distance[goal] >= end:
                goal = -1
                break
            state[goal] = SETTLED
            travelled = distance[goal]
            row = self.owner[goal]
            if row < 0:
                end = travelled
                break
        # before the picks: duals fall for the rows that owned the settled columns
        self._change_duals(start, end, first_column, touched)
        if goal < 0 and leaver != start:
            # the leaver was reached through its column, so that from_row leads back from there
            goal = column[self.pick[leaver]]
            self.pick[leaver] = -1
        self._reassign(start, goal)

    def _nearest(self, first_column: int, touched: int) -> int:
        """The nearest column that is reached and not settled, or -1: they are few, so that a heap would not pay."""
        nearest = -1
        for k in range(first_column, first_column + touched):
            target = self.reached[k]
            if self.state[target] == REACHED and (nearest < 0 or self.distance[target] < self.distance[nearest]):
                nearest = target
        return nearest

    def _change_duals(self, start: int, end: int, first_column: int, touched: int) -> None:
        """Change the duals of settled columns by how much nearer they are than the end of the path; reset the rest."""
        self.row_dual[start] -= end
        for k in range(first_column, first_column + touched):
            target = self.reached[k]
            if self.state[target] == SETTLED:
                nearer = end - self.distance[target]
                self.column_dual[target] += nearer
                if self.owner[target] >= 0:
                    # not below 0: no path has ended farther than the distance at which this row would have left
                    self.row_dual[self.owner[target]] -= nearer
            self.state[target] = UNREACHED

    def _reassign(self, start: int, goal: int) -> None:
        """Walk back from the column at the end of a path; each row on the way takes its next column."""
        while goal >= 0:
            row = self.from_row[goal]
            previous = self.pick[row]
            self.pick[row] = self.by_edge[goal]
            self.owner[goal] = row
            goal = -1 if row == start else self.column[previous]

    def _lower_columns(self, rows: int, columns: int) -> None:
        """Lower each column's dual to its least value in an optimum; the dual of the column's row rises as much.

        A column's dual may fall to 0, and by no more than the slack of each of its edges, which grows with the dual of
        the edge's row: the decrease is a shortest path (Dijkstra 1959).
        """
        column, value, state, distance = self.column, self.value, self.state, self.distance
        row_dual, column_dual = self.row_dual, self.column_dual
        for j in range(columns):
            self.reached[j] = j
            state[j] = REACHED
            distance[j] = column_dual[j]
        for i in range(rows):
            if self.pick[i] < 0:
                # its dual is 0 and stays so
                for e in range(self.row_begin[i], self.row_end[i]):
                    distance[column[e]] = min(distance[column[e]], column_dual[column[e]] - value[e])
        for _ in range(columns):
            nearest = self._nearest(0, columns)
            state[nearest] = SETTLED
            row = self.owner[nearest]
            if row >= 0:
                base = distance[nearest] + row_dual[row]
                for e in range(self.row_begin[row], self.row_end[row]):
                    distance[column[e]] = min(distance[column[e]], base + column_dual[column[e]] - value[e])
        for j in range(columns):
            state[j] = UNREACHED
            column_dual[j] -= distance[j]
            if self.owner[j] >= 0:
                row_dual[self.owner[j]] += distance[j]
