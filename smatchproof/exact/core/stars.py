"""The star bound of an alignment problem, kept while candidates are forbidden and taken.

The *outer* assignment problem joins rows to columns; its cells are the candidates. Each candidate p has a *star*, an
assignment problem between the other rows and the other columns that p has matches with; its cells are the *halves* of
these matches, worth the part of the match's weight that is charged to p. A star's optimum, and what p earns alone, is
the value of p; and the optimum of the outer problem is an upper bound on every alignment, however the weights are
divided between the two halves (Swoboda et al. 2017, "A study of Lagrangean decompositions and dual ascent solvers for
graph matching"; Hutschenreiter et al. 2021, "Fusion moves for graph matching").
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .candidates import Candidates
    from .memory import give_back, new_room, take
    from .nested_assignments import ALONE, DECIDED, NEEDED, OPTIONAL, NestedAssignments


class Stars(NestedAssignments):
    """The bound of a problem, with all values times `scale`.

    Cell p is candidate p, and cell ``candidates + h`` is half h. Node i is row i, node ``rows + j`` is column j. Then
    come the *slots*, the nodes of stars: a slot is a candidate with another row, or with another column, that it has
    matches with. The row slots of candidate p are those from ``row_slots[p]`` to before ``row_slots[p + 1]``; its
    column slots are numbered likewise.
    """

    def __init__(self, problem: Candidates, scale: int) -> None:
        self.problem = problem
        self.scale = scale
        self.rows, self.columns = problem.rows, problem.columns
        self.candidates, self.halves = problem.candidates, problem.halves
        self.row, self.column = self.problem.row, self.problem.column
        self.first, self.partner, self.mate = self.problem.first, self.problem.partner, self.problem.mate
        self.weight, self.alone = self.problem.weight, self.problem.alone
        self.slots_room = room = new_room()
        self.row_slots, self.column_slots = take(room, self.candidates + 1), take(room, self.candidates + 1)
        room = new_room()
        try:
            row_slot, column_slot = take(room, self.halves), take(room, self.halves)
            outer = self.rows + self.columns
            nodes = self._number_slots(self.row, self.rows, outer, self.row_slots, row_slot)
            nodes = self._number_slots(self.column, self.columns, nodes, self.column_slots, column_slot)
            super().__init__(self.candidates + self.halves, nodes, self.candidates, outer)
            self._lay_out(row_slot, column_slot)
        finally:
            give_back(room)

    def __dealloc__(self) -> None:
        give_back(self.slots_room)

    def _number_slots(self, line: list[int], lines: int, number: int, start: list[int], slot: list[int]) -> int:
        """Number the slots of one side, from a number on, and note that of each half. Answers the next number."""
        room = new_room()
        slot_of_line = take(room, lines)
        for p in range(self.candidates):
            start[p] = number
            for h in range(self.first[p], self.first[p + 1]):
                i = line[self.partner[h]]
                if slot_of_line[i] < start[p]:  # that of a candidate before
                    slot_of_line[i] = number
                    number += 1
                slot[h] = slot_of_line[i]
        start[self.candidates] = number
        give_back(room)
        return number

    def _lay_out(self, row_slot: list[int], column_slot: list[int]) -> None:
        """Lay out cells and nodes, with the weight of each match divided evenly. Nothing is matched yet."""
        value, left, right, owner = self.value, self.left, self.right, self.owner
        for v in range(self.outer_nodes):
            owner[v] = self.total
        for p in range(self.candidates):
            value[p] = self.scale * self.alone[p]
            left[p] = self.row[p]
            right[p] = self.rows + self.column[p]
            for h in range(self.first[p], self.first[p + 1]):
                whole = self.scale * self.weight[h]
                value[self.candidates + h] = whole // 2 if h < self.mate[h] else whole - whole // 2
                left[self.candidates + h] = row_slot[h]
                right[self.candidates + h] = column_slot[h]
                owner[row_slot[h]] = owner[column_slot[h]] = p
        self._list_cells()
        for i in range(self.rows):
            self.is_left[i] = 1

    # ---- beginning

    def charge(self, begin: int, end: int) -> None:
        """Give the halves from `begin` to before `end` to the duals of their stars, which are 0 at first."""
        with cython.nogil:
            for h in range(begin, end):
                self.recheck(self.candidates + h)

    def settle_stars(self, begin: int, end: int) -> None:
        """Settle the nodes of stars that wait, from `begin` to before `end`."""
        with cython.nogil:
            self.settle_inner(begin, end)

    def begin_outer(self) -> None:
        """Let the next settlement look at all candidates, when the stars have been settled for the first time."""
        for p in range(self.candidates):
            self.is_changed[p] = 1
            self.changed[p] = p
        self.changes = self.candidates

    # ---- what is known

    @property
    def bound(self) -> int:
        """The bound, times the scale, if all is settled."""
        return self.value[self.total]

    def original(self, p: int) -> int:
        """The number of a candidate in the problem."""
        return self.problem.original[p]

    def may_stay_alone(self, v: int) -> bool:
        """Whether a row or column may stay alone."""
        return self.need[v] == OPTIONAL

    def slack(self, p: int) -> int:
        """The reduced cost of a candidate: by how much it lowers the bound to take it, at once."""
        return self.dual[self.left[p]] + self.dual[self.right[p]] - self.value[p]

    def evaluate(self) -> int:
        """The value of the outer solution as an alignment."""
        alone = twice = 0
        for i in range(self.rows):
            p = self.match[i]
            if p >= 0:
                alone += self.alone[p]
                for h in range(self.first[p], self.first[p + 1]):
                    if self.is_matched(self.partner[h]):
                        twice += self.weight[h]
        return alone + twice // 2

    def columns_of_rows(self) -> list[int | None]:
        """The column of each row in the outer solution."""
        return [self.column[self.match[i]] if self.match[i] >= 0 else None for i in range(self.rows)]

    def listed_duals(self) -> tuple[list[int], list[int], list[int]]:
        """The duals of left variables, of right ones, and of the living stars, all of which must be settled.

        A star dual is listed if it is not 0, as the pair of the candidate, its row or column, and the dual: the form of
        :class:`smatchproof.alignment.proof.Duals`. Linear in the problem.
        """
        listed: list[int] = []
        for p in range(self.candidates):
            if self.is_alive(p):
                self._list_star(p, listed)
        rows = [self.dual[v] for v in range(self.rows)]
        columns = [self.dual[v] for v in range(self.rows, self.outer_nodes)]
        return (columns, rows, listed) if self.problem.is_turned else (rows, columns, listed)

    def _list_star(self, p: int, listed: list[int]) -> None:
        """List the duals of a star that are not 0. Lines are numbered as in the problem: right variables come last."""
        pair, first_row, first_column = self.row[p] * self.columns + self.column[p], 0, self.rows
        if self.problem.is_turned:
            pair, first_row, first_column = self.column[p] * self.rows + self.row[p], self.columns, 0
        for v in range(self.row_slots[p], self.row_slots[p + 1]):
            if self.dual[v]:
                listed += pair, first_row + self.row[self._partner_in(v)], self.dual[v]
        for v in range(self.column_slots[p], self.column_slots[p + 1]):
            if self.dual[v]:
                listed += pair, first_column + self.column[self._partner_in(v)], self.dual[v]

    def _partner_in(self, v: int) -> int:
        """A candidate that a match of a slot leads to, alive or not: all of them are in the line of the slot."""
        return self.partner[self.items[self.items_start[v]] - self.candidates]

    # ---- deciding

    def forbid(self, p: int) -> None:
        """Forbid a living candidate: it leaves the outer problem and the stars of the others."""
        self.drop(p)
        for h in range(self.first[p], self.first[p + 1]):
            if self.is_alive(self.partner[h]):
                self.drop(self.candidates + self.mate[h])

    def require(self, v: int, need: int) -> None:
        """Forbid that a row or column stays alone: it is `NEEDED`, or the search has `DECIDED` on a candidate of it."""
        self.needs.put(v, need)
        if self.match[v] == ALONE:
            self.release(v)

    def force(self, p: int) -> None:
        """Decide that a living candidate is in the alignment.

        Its row and column lose their other candidates, and its matches are charged to their other ends as a whole:
        there they count like what these earn alone, whatever else is in the alignment.
        """
        self._keep_only(self.left[p], p)
        self._keep_only(self.right[p], p)
        for h in range(self.first[p], self.first[p + 1]):
            if self.is_alive(self.partner[h]):
                self.revalue(self.candidates + self.mate[h], self.scale * self.weight[h])
                self.revalue(self.candidates + h, 0)

    def _keep_only(self, v: int, p: int) -> None:
        """Decide on a candidate of a row or column, and forbid the others."""
        self.require(v, DECIDED)
        while self.count[v] > 1:
            last = self.items[self.items_start[v] + self.count[v] - 1]
            self.forbid(last if last != p else self.items[self.items_start[v]])

    def choose(self, v: int, option: int) -> None:
        """Take a candidate of a row or column, or leave it alone (-1): forbid all of its candidates."""
        if option >= 0:
            self.force(option)
        else:
            while self.count[v] > 0:
                self.forbid(self.items[self.items_start[v]])

    def fix_beyond(self, spare: int, is_trial: bool) -> int:
        """Fix by reduced costs: decide what else would lower the bound by more than there is to spare.

        A candidate is forbidden if to take it would cost so much, and a row or column is required if to leave it alone
        would. All must be settled. Answers how many are found; a trial only counts them.
        """
        found = 0
        for i in range(self.rows):
            begin = self.items_start[i]
            dual = self.dual[i]  # as it was when all was settled
            for k in range(begin + self.count[i] - 1, begin - 1, -1):
                p = self.items[k]
                if dual + self.dual[self.right[p]] - self.value[p] > spare:
                    found += 1
                    if not is_trial:
                        self.forbid(p)
        for v in range(self.outer_nodes):
            if self.need[v] == OPTIONAL and self.dual[v] > spare:
                found += 1
                if not is_trial:
                    self.require(v, NEEDED)
        return found
