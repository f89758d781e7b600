"""The linear program of the star relaxation, and the iterations that solve it. All numbers are floats: proposals only.

With a variable x(p) for each candidate and y(e) for each match e::

    maximise    sum of U(p) x(p)  +  sum of W(e) y(e)
    subject to  the x(p) of each line, a row or a column, add up to at most 1     (dual of the line: a(i), b(j))
                the y(e) of each slot of p add up to at most x(p)                 (dual of the slot: r(p,k), s(p,l))
                x, y >= 0

A *slot* of a candidate holds its matches with one other line. A match is in four slots, two of each of its ends::

    p = (i,j)  --- slot of row k ------.          .--- slot of row i ------  q = (k,l)
               --- slot of column l ----  W(p,q)  ---- slot of column j ---

This is the relaxation of :func:`smatchproof.exact.models.tight_model`. In dense blocks sums are not at most, but equal
to that, and duals may be negative.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import give_back, new_room, take, take_floats, take_indices, weight_at, whole

    from .candidates import Candidates


class LinearProgram:
    """A linear program and the current point of its iterations.

    Lines are the rows and, counted on after them, the columns. Candidate p joins the lines ``row[p]`` and
    ``column[p]``, earns ``earned[p]`` alone and has the slots from ``first_slot[p]`` to before ``first_slot[p + 1]``.
    Match e is worth ``weight[e]``; its ends are ``ends[2 * e]`` and ``ends[2 * e + 1]``, and its slots the four from
    ``slots[4 * e]`` on: the row slots of both ends, then the column slots of both. Slot 0 belongs to no candidate. It
    stands for slots of columns with one match, which say nothing that the match's row slots do not say.

    The variables are `x` and `y`, the duals `line_dual` and `slot_dual`, each with the size of its steps. Duals are not
    negative unless the program `is_full`. An iteration goes `reach` times as far as its step says. ``x_sum[p]`` adds up
    the x of p.
    """

    def __init__(self, rows: int, columns: int, is_full: bool, primal_weight: float, reach: float) -> None:
        self.rows, self.columns, self.lines = rows, columns, rows + columns
        self.is_full = is_full
        self.primal_weight = primal_weight
        self.reach = reach
        self.room = new_room()
        self.line_dual, self.step_line = take_floats(self.room, self.lines), take_floats(self.room, self.lines)

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _allocate(self, candidates: int, matches: int) -> None:
        """Take the lists of candidates and matches. Much of their memory is gone through in each iteration."""
        room = self.room
        self.candidates, self.matches = candidates, matches
        self.row, self.column = take_indices(room, candidates), take_indices(room, candidates)
        self.first_slot, self.earned = take_indices(room, candidates + 1), take(room, candidates)
        self.x, self.step_x = take_floats(room, candidates), take_floats(room, candidates)
        self.x_sum = take_floats(room, candidates)
        self.ends, self.slots = take_indices(room, 2 * matches), take_indices(room, 4 * matches)
        self.weight = take(room, matches)
        self.y, self.step_y = take_floats(room, matches), take_floats(room, matches)

    def _take_slots(self, size: int) -> None:
        self.size = size
        self.slot_dual, self.step_slot = take_floats(self.room, size), take_floats(self.room, size)

    def fill(self, problem: Candidates) -> None:
        """Take all candidates and matches of a problem; the iterations begin at 0. Linear in the problem."""
        room = new_room()
        try:
            self._allocate(problem.candidates, problem.halves // 2)
            match = take(room, problem.halves)
            self._fill(problem, match)
            self._take_slots(_number_slots(self, problem, match, take(room, problem.columns)))
            self._set_steps()
        finally:
            give_back(room)

    def _fill(self, problem: Candidates, match: list[int]) -> None:
        """Copy candidates and, from the end that comes first, matches; note the match of each half."""
        e = 0
        for p in range(self.candidates):
            self.row[p] = problem.row[p]
            # counted on after the rows, so that one list of duals and one loop serve both
            self.column[p] = self.rows + problem.column[p]
            self.earned[p] = weight_at(problem.alone, p)
            for h in range(problem.first[p], problem.first[p + 1]):
                if h < problem.mate[h]:
                    match[h] = match[problem.mate[h]] = e
                    self.ends[2 * e] = p
                    self.ends[2 * e + 1] = problem.partner[h]
                    self.weight[e] = weight_at(problem.weight, h)
                    e += 1

    def _set_steps(self) -> None:
        """Divide each step by the number of constraints of its variable, or of variables of its constraint.

        As in Pock & Chambolle (2011). Steps of variables are multiplied by the primal weight, those of duals divided by
        it. Linear in the program.
        """
        step_line, step_slot, slots = self.step_line, self.step_slot, self.slots
        # All coefficients are 1 or -1, so that the paper's exponent alpha does not matter.
        for p in range(self.candidates):
            self.step_x[p] = self.primal_weight / (2 + self.first_slot[p + 1] - self.first_slot[p])  # 2: its lines
            step_line[self.row[p]] += 1
            step_line[self.column[p]] += 1
        for line in range(self.lines):
            step_line[line] = 1 / (self.primal_weight * max(1.0, step_line[line]))  # a line may have no candidate left
        for e in range(self.matches):
            constraints = 0
            for k in range(4 * e, 4 * e + 4):
                step_slot[slots[k]] += 1
                if slots[k] > 0:
                    constraints += 1
            self.step_y[e] = self.primal_weight / constraints  # its two row slots at least, so never 0
        for k in range(1, self.size):
            step_slot[k] = 1 / (self.primal_weight * (1 + step_slot[k]))  # 1: its candidate's x

    def iterate(self, iterations: int) -> None:
        """Make over-relaxed iterations of the primal-dual hybrid gradient method, while other threads may run.

        Chambolle & Pock (2011), Condat (2013). Each is linear in the program. The excess of slots is paid for when they
        are next visited, and at the end: a pass over the slots costs half as much as one over the matches.
        """
        room = new_room()
        try:
            line_excess = take_floats(room, self.lines)
            slot_excess = take_floats(room, self.size)
            with cython.nogil:
                for k in range(iterations):
                    # the first pass pays for no slot: the last call has paid for them at its end
                    self._move_candidates(line_excess, slot_excess, k > 0)
                    self._move_matches(slot_excess)
                    self._pay(self.line_dual, self.step_line, line_excess, 0, self.lines)
                # without slot 0, whose dual stays 0 whatever it has too much: it asks nothing of its matches
                self._pay(self.slot_dual, self.step_slot, slot_excess, 1, self.size)
        finally:
            give_back(room)

    def _move_candidates(self, line_excess: list[float], slot_excess: list[float], pays: bool) -> None:
        """Move the x of candidates by their reduced earnings, and note the excess of lines and slots.

        Slots are paid for on the way, as :meth:`_pay` would do it. Negative numbers become 0 by adding the absolute
        value: branches are mispredicted, and ``max`` takes a tenth more time here and in :meth:`_move_matches`, where
        most of the time is spent.
        """
        x, x_sum, step_x, earned, row, column = self.x, self.x_sum, self.step_x, self.earned, self.row, self.column
        first_slot, line_dual, slot_dual, step_slot = self.first_slot, self.line_dual, self.slot_dual, self.step_slot
        is_full, reach = self.is_full, self.reach
        for line in range(self.lines):
            line_excess[line] = -1.0  # the right side: at most one partner
        for p in range(self.candidates):
            begin = first_slot[p]
            end = first_slot[p + 1]
            gradient = earned[p] - line_dual[row[p]] - line_dual[column[p]]
            for k in range(begin, end):
                dual = slot_dual[k]
                if pays:
                    new = dual + step_slot[k] * slot_excess[k]
                    dual += reach * ((new if is_full else 0.5 * (new + abs(new))) - dual)
                    slot_dual[k] = dual
                gradient += dual
            old = x[p]
            new = old + step_x[p] * gradient
            new = 0.5 * (new + abs(new))
            # with a reach above 1 x may fall below 0: it is a proposal
            x[p] = old + reach * (new - old)
            x_sum[p] += x[p]
            # duals see the extrapolated x (theta = 1 in Chambolle & Pock): plain steps of both sides need not converge
            ahead = 2.0 * new - old
            line_excess[row[p]] += ahead
            line_excess[column[p]] += ahead
            for k in range(begin, end):
                slot_excess[k] = -ahead  # set, not added: clears what the last pass has left

    def _move_matches(self, slot_excess: list[float]) -> None:
        """Move the y of matches by their weights less the duals of their slots, and note the excess of slots."""
        y, step_y, weight, slots, slot_dual = self.y, self.step_y, self.weight, self.slots, self.slot_dual
        reach = self.reach
        for e in range(self.matches):
            i = slots[4 * e]
            j = slots[4 * e + 1]
            k = slots[4 * e + 2]
            m = slots[4 * e + 3]
            asked = slot_dual[i] + slot_dual[j] + slot_dual[k] + slot_dual[m]
            old = y[e]
            new = old + step_y[e] * (weight[e] - asked)
            new = 0.5 * (new + abs(new))
            y[e] = old + reach * (new - old)
            ahead = 2.0 * new - old
            slot_excess[i] += ahead
            slot_excess[j] += ahead
            slot_excess[k] += ahead
            slot_excess[m] += ahead

    def _pay(self, dual: list[float], step: list[float], excess: list[float], begin: int, end: int) -> None:
        """Raise the duals of constraints that are exceeded, and lower the others, over-relaxed."""
        is_full, reach = self.is_full, self.reach
        for k in range(begin, end):
            new = dual[k] + step[k] * excess[k]
            dual[k] += reach * ((new if is_full else max(0.0, new)) - dual[k])

    def share_out(self, split: list[int], scale: int, beyond: int) -> None:
        """Split each match, times the scale: `split` is the share of its first end, as the duals propose it.

        A share lies between ``-beyond`` and the weight of the match plus `beyond`.
        """
        for e in range(self.matches):
            split[e] = self._share_of(e, scale, scale * self.weight[e], beyond)

    def _share_of(self, e: int, scale: int, most: int, beyond: int) -> int:
        """The part of `most` that the first end of a match gets."""
        slots, dual = self.slots, self.slot_dual
        i = slots[4 * e]
        j = slots[4 * e + 1]
        k = slots[4 * e + 2]
        m = slots[4 * e + 3]
        # Each end proposes what its two slots pay. The proposals need not add up to the weight: what is over or missing
        # is shared equally.
        difference = dual[i] + dual[k] - (dual[j] + dual[m])
        # clipped while it is a float: C leaves undefined what a cast beyond 64 bits gives
        return whole(difference * (0.5 * scale) + 0.5 * most, -beyond, most + beyond)


def _number_slots(program: LinearProgram, problem: Candidates, match: list[int], at: list[int]) -> int:
    """Number the slots of each candidate: those of rows, then those of columns that several matches lead to.

    Halves come in order of the rows that they lead to. A column is counted in `at`: -1 is once, less is more than
    once, and more is the number of its slot. Returns how many slots there are, with slot 0.
    """
    size = 1
    for p in range(program.candidates):
        program.first_slot[p] = size
        before = -1
        for h in range(problem.first[p], problem.first[p + 1]):
            q = problem.partner[h]
            # a row slot even for one match: with one at both ends of each match its split is always stated
            if problem.row[q] != before:
                before = problem.row[q]
                size += 1
            # the end that comes first has the smaller half: its slots are 0 and 2, those of the other 1 and 3
            program.slots[4 * match[h] + (problem.mate[h] < h)] = size - 1
            at[problem.column[q]] -= 1
        for h in range(problem.first[p], problem.first[p + 1]):
            j = problem.column[problem.partner[h]]
            if at[j] < -1:
                at[j] = size
                size += 1
            program.slots[4 * match[h] + 2 + (problem.mate[h] < h)] = max(0, at[j])
        for h in range(problem.first[p], problem.first[p + 1]):
            # what was touched and no more: to clear the whole list would take columns times candidates
            at[problem.column[problem.partner[h]]] = 0
    program.first_slot[program.candidates] = size
    return size
