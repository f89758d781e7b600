"""The linear program of the star relaxation, solved approximately by a first-order method.

Maximise what the candidates earn alone, x, and the weights of the matches, y, where the x of a row or column add up to
at most 1, and the y of a candidate's matches with one other row or column to at most its x: the relaxation of
:func:`smatchproof.exact.models.tight_model`. An iteration is linear in the program, and of a document of hundreds of
variables some hundreds of iterations leave less than one triple of error.

What is computed with floats is a proposal: its duals say how to split the weights of the matches, and the relaxation
makes a bound of that in whole numbers.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .memory import copy_floats, give_back, nearest, new_room, take, take_floats
    from .relaxation import Relaxation

PRIMAL_WEIGHT = 0.3
"""Primal steps are multiplied by this and dual steps divided: documents need a quarter of the iterations of 3."""


class Position:
    """Where the iterations of a program once stood: everything that moves, one list after the other."""

    def __init__(self, size: int) -> None:
        self.room = new_room()
        self.values = take_floats(self.room, size)

    def __dealloc__(self) -> None:
        give_back(self.room)


class StarProgram:
    """The linear program of a relaxation, and where its iterations stand. Weights are divided by `unit`.

    It has a variable ``x[p]`` for each candidate and ``y[e]`` for each match. Rows and columns are *lines*: the row of
    p is line ``row[p]``, its column line ``other[p]``. A *slot* is a candidate with another line that it has matches
    with: the y of a slot add up to no more than the x of its candidate. Those of p are from ``slots[p]`` to before
    ``slots[p + 1]``, and slot k is about line ``slot_line[k]``. A column's slot with one match says nothing that the
    match's row slots do not say, and is left out: it is 0, which belongs to no candidate.

    Half h belongs to match ``match[h]`` and to the slots ``row_slot[h]`` and ``column_slot[h]``; match e has its halves
    in the slots ``own_row[e]``, ``other_row[e]``, ``own_column[e]`` and ``other_column[e]``. The duals are ``dual`` of
    lines and ``price`` of slots; each has a list of steps, and of how far its constraint is exceeded: a slot's without
    the x of its candidate, which is ``ahead`` of the last one by as much as it has moved.
    """

    def __init__(self, relaxation: Relaxation) -> None:
        self.relaxation = relaxation  # its type is known in compiled code, that of the argument is not
        self.rows, self.lines = self.relaxation.rows, self.relaxation.rows + self.relaxation.columns
        self.candidates, self.halves = self.relaxation.candidates, self.relaxation.halves
        self.row, self.column, self.first = self.relaxation.row, self.relaxation.column, self.relaxation.first
        self.partner, self.mate, self.weight = self.relaxation.partner, self.relaxation.mate, self.relaxation.weight
        self.matches = self.halves // 2
        self.iterations = 0
        self.unit = 1.0 * max(1, self.relaxation.heaviest)
        self.room = new_room()
        self._take_numbers(self.candidates, self.halves)
        self._lay_out()
        self._take_floats(self.candidates, self.slots[self.candidates])
        self._begin()

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _take_numbers(self, candidates: int, halves: int) -> None:
        room = self.room
        self.other, self.slots = take(room, candidates), take(room, candidates + 1)
        self.slot_line = take(room, 2 * halves + 1)
        self.match, self.row_slot, self.column_slot = take(room, halves), take(room, halves), take(room, halves)
        self.own_row, self.other_row = take(room, self.matches), take(room, self.matches)
        self.own_column, self.other_column = take(room, self.matches), take(room, self.matches)
        self.at_line = take(room, self.lines)

    def _take_floats(self, candidates: int, slots: int) -> None:
        room = self.room
        self.earns, self.ahead = take_floats(room, candidates), take_floats(room, candidates)
        self.x, self.x_sum = take_floats(room, candidates), take_floats(room, candidates)
        self.x_step, self.value = take_floats(room, candidates), take_floats(room, self.matches)
        self.y, self.y_step = take_floats(room, self.matches), take_floats(room, self.matches)
        self.dual, self.dual_step = take_floats(room, self.lines), take_floats(room, self.lines)
        self.price, self.price_step = take_floats(room, slots), take_floats(room, slots)
        self.line_excess, self.slot_excess = take_floats(room, self.lines), take_floats(room, slots)

    def _lay_out(self) -> None:
        """Number the slots, and say of each match which slots it is in."""
        slots = 1
        for p in range(self.candidates):
            self.other[p] = self.rows + self.column[p]
            self.slots[p] = slots
            slots = self._lay_out_rows(p, slots)
            slots = self._lay_out_columns(p, slots)
        self.slots[self.candidates] = slots
        e = 0
        for h in range(self.halves):
            other = self.mate[h]
            if h < other:
                self.match[h] = self.match[other] = e
                self.own_row[e], self.other_row[e] = self.row_slot[h], self.row_slot[other]
                self.own_column[e], self.other_column[e] = self.column_slot[h], self.column_slot[other]
                e += 1

    def _lay_out_rows(self, p: int, slots: int) -> int:
        """Number the row slots of p; its halves are in order of rows. Answers how many slots there are so far."""
        before = -1
        for h in range(self.first[p], self.first[p + 1]):
            i = self.row[self.partner[h]]
            if i != before:
                self.slot_line[slots] = before = i
                slots += 1
            self.row_slot[h] = slots - 1
        return slots

    def _lay_out_columns(self, p: int, slots: int) -> int:
        """Number the column slots of p with more than one match."""
        at, other = self.at_line, self.rows
        for h in range(self.first[p], self.first[p + 1]):
            at[other + self.column[self.partner[h]]] -= 1  # -1: once; less: more than once; positive: its slot
        for h in range(self.first[p], self.first[p + 1]):
            line = other + self.column[self.partner[h]]
            if at[line] < -1:
                at[line] = slots
                self.slot_line[slots] = line
                slots += 1
            self.column_slot[h] = max(0, at[line])
        for h in range(self.first[p], self.first[p + 1]):
            at[other + self.column[self.partner[h]]] = 0
        return slots

    def _begin(self) -> None:
        """Choose the steps of Pock & Chambolle (2011): divided by the number of constraints of a variable, or of
        variables of a constraint.
        """
        for p in range(self.candidates):
            self.earns[p] = self.relaxation.alone[p] / self.unit
            self.dual_step[self.row[p]] += 1
            self.dual_step[self.other[p]] += 1
            self.x_step[p] = PRIMAL_WEIGHT / (2 + self.slots[p + 1] - self.slots[p])
        for h in range(self.halves):
            self.value[self.match[h]] = self.weight[h] / self.unit
            self.price_step[self.row_slot[h]] += 1
            self.price_step[self.column_slot[h]] += 1
        for e in range(self.matches):
            self.y_step[e] = PRIMAL_WEIGHT / (2 + (self.own_column[e] > 0) + (self.other_column[e] > 0))
        for line in range(self.lines):
            self.dual_step[line] = 1 / (PRIMAL_WEIGHT * max(1.0, self.dual_step[line]))
            self.line_excess[line] = -1.0
        for k in range(1, self.slots[self.candidates]):
            self.price_step[k] = 1 / (PRIMAL_WEIGHT * (1 + self.price_step[k]))
        self.price_step[0] = 0.0  # it costs nothing

    def forget(self) -> None:
        """Let the mean of x begin anew."""
        self.iterations = 0
        for p in range(self.candidates):
            self.x_sum[p] = 0.0

    def advance(self, iterations: int) -> None:
        """So many iterations of the primal-dual hybrid gradient method (Chambolle & Pock 2011).

        The prices of slots are paid when they are next looked at, and when this ends.
        """
        with cython.nogil:
            for _ in range(iterations):
                self._move_candidates()
                self._move_matches()
                self._pay_lines()
            for p in range(self.candidates):
                for k in range(self.slots[p], self.slots[p + 1]):
                    self.price[k] = max(0.0, self.price[k] + self.price_step[k] * (self.slot_excess[k] - self.ahead[p]))
                    self.slot_excess[k] = 0.0
                self.ahead[p] = 0.0
        self.iterations += iterations

    def _move_candidates(self) -> None:
        """Pay for the slots as they were exceeded, and move x along its gradient; then slots have its x to give."""
        row, other, slots, earns, ahead = self.row, self.other, self.slots, self.earns, self.ahead
        price, step, excess = self.price, self.price_step, self.slot_excess
        x, x_step, x_sum, dual, line_excess = self.x, self.x_step, self.x_sum, self.dual, self.line_excess
        k = slots[0]
        for p in range(self.candidates):
            gradient = earns[p] - dual[row[p]] - dual[other[p]]
            while k < slots[p + 1]:
                paid = price[k] + step[k] * (excess[k] - ahead[p])
                if paid < 0.0:
                    paid = 0.0
                price[k] = paid
                gradient += paid
                excess[k] = 0.0
                k += 1
            old = x[p]
            new = old + x_step[p] * gradient
            if new < 0.0:
                new = 0.0
            x[p] = new
            x_sum[p] += new
            ahead[p] = 2.0 * new - old
            line_excess[row[p]] += ahead[p]
            line_excess[other[p]] += ahead[p]

    def _move_matches(self) -> None:
        """Move y along its gradient: what a match weighs beyond the prices of its slots."""
        own_row, other_row, own_column, other_column = self.own_row, self.other_row, self.own_column, self.other_column
        price, excess, y, y_step, value = self.price, self.slot_excess, self.y, self.y_step, self.value
        for e in range(self.matches):
            i = own_row[e]
            k = other_row[e]
            j = own_column[e]
            m = other_column[e]
            old = y[e]
            new = old + y_step[e] * (value[e] - (price[i] + price[k] + price[j] + price[m]))
            if new < 0.0:
                new = 0.0
            y[e] = new
            ahead = 2.0 * new - old
            excess[i] += ahead
            excess[k] += ahead
            excess[j] += ahead
            excess[m] += ahead

    def _pay_lines(self) -> None:
        """Raise the duals of lines that are exceeded, lower the others, and let each take one candidate again."""
        dual, step, excess = self.dual, self.dual_step, self.line_excess
        for line in range(self.lines):
            paid = dual[line] + step[line] * excess[line]
            dual[line] = paid if paid > 0.0 else 0.0
            excess[line] = -1.0

    def used(self, least: float) -> dict[int, float]:
        """The candidates whose x is more than `least`, most of it first.

        This x is the mean since :meth:`forget`, or the last one where that is more.
        """
        found = []
        for p in range(self.candidates):
            x = max(self.x_sum[p] / max(1, self.iterations), self.x[p])
            if x > least:
                found.append((-x, p))
        return {p: -x for x, p in sorted(found)}

    def split(self) -> None:
        """Split the matches of the relaxation as the prices say, in whole numbers."""
        half, price = self.relaxation.half, self.price
        unit = 0.5 * self.unit * self.relaxation.scale
        for h in range(self.halves):
            if h < self.mate[h]:
                e = self.match[h]
                own = price[self.own_row[e]] + price[self.own_column[e]]
                tilt = unit * (own - price[self.other_row[e]] - price[self.other_column[e]])
                whole = self.relaxation.scale * self.weight[h]
                taken = 0  # also for what is no number
                if tilt >= whole:
                    taken = whole
                elif tilt > -whole:
                    taken = min(max(nearest(tilt) + whole // 2, 0), whole)
                half[h] = taken
                half[self.mate[h]] = whole - taken
        for p in range(self.candidates):
            self.relaxation._note(p)

    def inherit(self, other: StarProgram) -> None:
        """Begin where another program of the same lines stands, where it has the same candidates, matches and slots.

        Linear in both.
        """
        for line in range(self.lines):
            self.dual[line] = other.dual[line]
        q = 0
        for p in range(self.candidates):
            while q < other.candidates and self._order(p, other, q) > 0:
                q += 1
            if q < other.candidates and self._order(p, other, q) == 0:
                self.x[p] = other.x[q]
                self._inherit_matches(p, other, q)
                self._inherit_prices(p, other, q)

    def _order(self, p: int, other: StarProgram, q: int) -> int:
        """1 if candidate q of another program comes before candidate p of this one, -1 after it, 0 if it is it."""
        if self.row[p] != other.row[q]:
            return 1 if other.row[q] < self.row[p] else -1
        if self.column[p] != other.column[q]:
            return 1 if other.column[q] < self.column[p] else -1
        return 0

    def _inherit_matches(self, p: int, other: StarProgram, q: int) -> None:
        """Inherit the y of a candidate's matches, which are in order of their other ends."""
        g, end = other.first[q], other.first[q + 1]
        for h in range(self.first[p], self.first[p + 1]):
            while g < end and self._order(self.partner[h], other, other.partner[g]) > 0:
                g += 1
            if g < end and self._order(self.partner[h], other, other.partner[g]) == 0:
                self.y[self.match[h]] = other.y[other.match[g]]

    def _inherit_prices(self, p: int, other: StarProgram, q: int) -> None:
        """Inherit the prices of a candidate's slots, by their lines."""
        at = self.at_line
        for k in range(other.slots[q], other.slots[q + 1]):
            at[other.slot_line[k]] = k
        for k in range(self.slots[p], self.slots[p + 1]):
            if at[self.slot_line[k]]:
                self.price[k] = other.price[at[self.slot_line[k]]]
        for k in range(other.slots[q], other.slots[q + 1]):
            at[other.slot_line[k]] = 0

    def keep(self) -> Position:
        """Where the iterations stand."""
        slots = self.slots[self.candidates]
        kept = Position(self.candidates + self.matches + self.lines + slots)
        copy_floats(kept.values, 0, self.x, 0, self.candidates)
        copy_floats(kept.values, self.candidates, self.y, 0, self.matches)
        copy_floats(kept.values, self.candidates + self.matches, self.dual, 0, self.lines)
        copy_floats(kept.values, self.candidates + self.matches + self.lines, self.price, 0, slots)
        return kept

    def recall(self, position: Position) -> None:
        """Go on from where the iterations once stood."""
        values = position.values
        copy_floats(self.x, 0, values, 0, self.candidates)
        copy_floats(self.y, 0, values, self.candidates, self.matches)
        copy_floats(self.dual, 0, values, self.candidates + self.matches, self.lines)
        copy_floats(self.price, 0, values, self.candidates + self.matches + self.lines, self.slots[self.candidates])

    def decide(self, p: int, is_forced: bool) -> None:
        """Let the x of a candidate be 1, and those of its row and column 0; or 0, where it is forbidden."""
        for q in range(self.candidates):
            if is_forced and (self.row[q] == self.row[p] or self.column[q] == self.column[p]):
                self.x[q] = 0.0
        self.x[p] = 1.0 if is_forced else 0.0

    def earn(self, p: int, more: int) -> None:
        """Let a candidate earn so much more alone, or less."""
        self.relaxation.alone[p] += more
        self.relaxation._note(p)
        self.earns[p] = self.relaxation.alone[p] / self.unit
