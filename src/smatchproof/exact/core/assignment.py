"""Bipartite matchings of greatest weight, many side by side, with the integer duals that prove them.

Rows bid for columns; where bids tie, shortest augmenting paths decide (``shortest_paths.py``).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .shortest_paths import ShortestPaths

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
