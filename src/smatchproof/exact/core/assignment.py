"""Bipartite matchings of greatest weight, many side by side, with the integer duals that prove them.

Rows bid for columns; where bids tie, shortest augmenting paths decide (Jonker & Volgenant 1987).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
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


BIDS = 8
"""The most bids in a row, each outbidding the row before, before a shortest path is searched for."""


class Assignments(ShortestPaths):
    """Assignment problems. The solution is `pick`, and the sum of the duals equals the value of the picks."""

    def solve(self, first_row: int, rows: int, first_column: int, columns: int) -> int:
        """Solve the problem of these rows and columns. Returns the value of the matching."""
        for j in range(first_column, first_column + columns):
            self.column_dual[j] = 0
        self._match(first_row, rows, first_column, columns)
        return self._total(first_row, rows, first_column, columns)

    def solve_near(self, rows: int, columns: int) -> int:
        """Solve the only problem, starting from the proposals in `column_dual`. Returns the value of the matching.

        Of all optimal duals, those with the least duals of columns are found: they depend neither on the proposals nor
        on the order of rows. Good proposals reduce the time to a fifth, because most rows then want different columns.
        """
        self.cover(rows, columns)
        for j in range(columns):
            if self.owner[j] < 0 and self.column_dual[j] > 0:
                # a column that stays alone has dual 0 in an optimum: begin again, which few problems need
                self.solve(0, rows, 0, columns)
                break
        self._lower_columns(rows, columns)
        return self._total(0, rows, 0, columns)

    def cover(self, rows: int, columns: int) -> int:
        """Cover the edges of the only problem by duals near the proposals in `column_dual`. Returns their sum.

        The sum is the value of the best matching plus the duals of unmatched columns, which grow as the proposals get
        worse.
        """
        column_dual, value, dearest = self.column_dual, self.value, self.distance
        for j in range(columns):
            dearest[j] = 0
        for i in range(rows):
            for e in range(self.row_begin[i], self.row_end[i]):
                dearest[self.column[e]] = max(dearest[self.column[e]], value[e])
        for j in range(columns):
            # no proposal makes numbers longer than they may be (search/limits.py)
            column_dual[j] = max(0, min(column_dual[j], dearest[j]))
        self._match(0, rows, 0, columns)
        return self._total(0, rows, 0, columns)

    def _match(self, first_row: int, rows: int, first_column: int, columns: int) -> None:
        """Match rows and columns from duals of columns, which may rise."""
        column, value, owner, pick = self.column, self.value, self.owner, self.pick
        row_dual, column_dual, waiting = self.row_dual, self.column_dual, self.waiting
        for j in range(first_column, first_column + columns):
            owner[j] = -1
        losers = 0
        for i in range(first_row, first_row + rows):
            # from 0: staying alone is worth as much, so that an edge worth nothing is never picked
            best = 0
            choice = -1
            for e in range(self.row_begin[i], self.row_end[i]):
                gain = value[e] - column_dual[column[e]]
                if gain > best:
                    best = gain
                    choice = e
            row_dual[i] = best
            if choice >= 0:
                # where the best columns of all rows differ, this loop is the whole solution
                if owner[column[choice]] < 0:
                    owner[column[choice]] = i
                else:
                    waiting[losers] = i
                    # its dual covers its edges, but stands without a column: a bid or a path mends that
                    losers += 1
                    choice = -1
            pick[i] = choice
        # Kept by bids and paths (Kuhn 1955): duals cover every edge, and tightly where one is picked; rows that have
        # had their turn without a column have dual 0. So the end is an optimum if columns without a row have, too.
        for k in range(losers):
            i = self._bid(waiting[k])
            if i >= 0:
                self._augment(i, first_column)

    def _total(self, first_row: int, rows: int, first_column: int, columns: int) -> int:
        """Returns the sum of the duals, not of the picks: the duals cover every edge and bound all matchings."""
        total = 0
        for i in range(first_row, first_row + rows):
            total += self.row_dual[i]
        for j in range(first_column, first_column + columns):
            total += self.column_dual[j]
        return total

    def _bid(self, row: int) -> int:
        """Let a row bid for the column that it gains most by, then let the row that was outbid do so, and so on.

        Returns -1, or the row that is left without a column.
        """
        column, value, owner, pick = self.column, self.value, self.owner, self.pick
        row_dual, column_dual = self.row_dual, self.column_dual
        for _ in range(BIDS):
            # 0 is what staying alone earns: it is the alternative of a row with one edge
            best = second = 0
            choice = other = -1
            for e in range(self.row_begin[row], self.row_end[row]):
                gain = value[e] - column_dual[column[e]]
                if gain > best:
                    second = best
                    other = choice
                    best = gain
                    choice = e
                elif gain > second:
                    second = gain
                    other = e
            row_dual[row] = best
            if choice < 0:
                return -1  # stays alone, at a dual of 0
            # best > 0 here, so that a second as good belongs to an edge: `other` is not -1
            if best == second and owner[column[choice]] >= 0 and owner[column[other]] < 0:
                choice = other
            target = column[choice]
            outbid = owner[target]
            if outbid >= 0:
                if best == second:
                    return row  # to raise by 0 would only hand the column to and fro: paths decide ties
                # by no more than leaves this edge the best one: it is tight then, and the second best is covered. So a
                # column's dual is at most an edge's value, which 64 bits hold (search/limits.py).
                column_dual[target] += best - second
                row_dual[row] = second
                pick[outbid] = -1
            pick[row] = choice
            owner[target] = row
            if outbid < 0:
                return -1
            row = outbid
        return row  # its dual may be too high since, never too low: a path lowers it
