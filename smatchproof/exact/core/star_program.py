"""The linear program of the star relaxation, solved approximately by a first-order method.

Maximise what the candidates earn alone, x, and the weights of the matches, y, where the x of a row or column add up to
at most 1, and the y of a candidate's matches with one other row or column to at most its x: the relaxation of
:func:`smatchproof.exact.models.tight_model`. An iteration is linear in the program, and of a document of hundreds of
variables some hundreds of iterations leave less than one triple of error.

What is computed with floats is a proposal: its duals say how to split the weights of the matches, and the relaxation
makes a bound of that in whole numbers.
"""

from __future__ import annotations

from array import array

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
    """The linear program of the candidates of a relaxation, and where its iterations stand. Weights are divided by `unit`.

    It has a variable ``x[p]`` for each candidate and ``y[e]`` for each match. A *slot* is a candidate with another row,
    or with another column, that it has matches with: the y of a slot add up to no more than the x of its candidate.
    The row slots of p are those from ``row_slots[p]`` to before ``row_slots[p + 1]``, and slot k is about the row
    ``slot_row[k]``. Columns likewise, but a column's slot with one match says nothing that the match's row slots do not
    say, and is left out: its number is 0, which belongs to no candidate.

    Half h is one of match ``match[h]`` and in the slots ``row_slot[h]`` and ``column_slot[h]``; match e has its halves
    in the slots ``own_row[e]``, ``other_row[e]``, ``own_column[e]`` and ``other_column[e]``. The duals are those of
    `rows`, `columns`, `row_price` and `column_price` of slots; each has a list of steps, and of how far its
    constraint is exceeded.
    """

    def __init__(self, relaxation: Relaxation) -> None:
        self.relaxation = relaxation  # its type is known in compiled code, that of the argument is not
        self.rows, self.columns = self.relaxation.rows, self.relaxation.columns
        self.candidates, self.halves = self.relaxation.candidates, self.relaxation.halves
        self.row, self.column, self.first = self.relaxation.row, self.relaxation.column, self.relaxation.first
        self.partner, self.mate, self.weight = self.relaxation.partner, self.relaxation.mate, self.relaxation.weight
        self.matches = self.halves // 2
        self.iterations = 0
        self.unit = 1.0 * max(1, self.relaxation.heaviest)
        self.room = new_room()
        self._take_slots(self.candidates, self.halves)
        self._lay_out()
        self._take_floats(self.row_slots[self.candidates], self.column_slots[self.candidates])
        self._begin()

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _take_slots(self, candidates: int, halves: int) -> None:
        room = self.room
        self.row_slots, self.column_slots = take(room, candidates + 1), take(room, candidates + 1)
        self.slot_row, self.slot_column = take(room, halves), take(room, halves + 1)
        self.match, self.row_slot, self.column_slot = take(room, halves), take(room, halves), take(room, halves)
        self.own_row, self.other_row = take(room, self.matches), take(room, self.matches)
        self.own_column, self.other_column = take(room, self.matches), take(room, self.matches)
        self.at_line = take(room, self.rows + self.columns)

    def _take_floats(self, row_slots: int, column_slots: int) -> None:
        room, size = self.room, self.candidates
        self.earns, self.value = take_floats(room, size), take_floats(room, self.matches)
        self.x, self.x_sum, self.x_step = take_floats(room, size), take_floats(room, size), take_floats(room, size)
        self.y, self.y_step = take_floats(room, self.matches), take_floats(room, self.matches)
        self.row_dual, self.row_step = take_floats(room, self.rows), take_floats(room, self.rows)
        self.row_excess, self.column_excess = take_floats(room, self.rows), take_floats(room, self.columns)
        self.column_dual, self.column_step = take_floats(room, self.columns), take_floats(room, self.columns)
        self.row_price, self.row_price_step = take_floats(room, row_slots), take_floats(room, row_slots)
        self.row_slot_excess, self.column_slot_excess = take_floats(room, row_slots), take_floats(room, column_slots)
        self.column_price, self.column_price_step = take_floats(room, column_slots), take_floats(room, column_slots)

    def _lay_out(self) -> None:
        """Number the slots, and say of each match which slots it is in."""
        rows, columns = 0, 1
        for p in range(self.candidates):
            self.row_slots[p], self.column_slots[p] = rows, columns
            rows = self._lay_out_rows(p, rows)
            columns = self._lay_out_columns(p, columns)
        self.row_slots[self.candidates], self.column_slots[self.candidates] = rows, columns
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
                self.slot_row[slots] = before = i
                slots += 1
            self.row_slot[h] = slots - 1
        return slots

    def _lay_out_columns(self, p: int, slots: int) -> int:
        """Number the column slots of p with more than one match."""
        at = self.at_line
        for h in range(self.first[p], self.first[p + 1]):
            at[self.column[self.partner[h]]] -= 1  # -1: once; less: shared; more: its slot
        for h in range(self.first[p], self.first[p + 1]):
            j = self.column[self.partner[h]]
            if at[j] < -1:
                at[j] = slots
                self.slot_column[slots] = j
                slots += 1
            self.column_slot[h] = max(0, at[j])
        for h in range(self.first[p], self.first[p + 1]):
            at[self.column[self.partner[h]]] = 0
        return slots

    def _begin(self) -> None:
        """Choose the steps of Pock & Chambolle (2011): divided by the number of constraints of a variable, or of
        variables of a constraint.
        """
        for p in range(self.candidates):
            self.earns[p] = self.relaxation.alone[p] / self.unit
            self.row_step[self.row[p]] += 1
            self.column_step[self.column[p]] += 1
            slots = self.row_slots[p + 1] - self.row_slots[p] + self.column_slots[p + 1] - self.column_slots[p]
            self.x_step[p] = PRIMAL_WEIGHT / (2 + slots)
        for h in range(self.halves):
            self.value[self.match[h]] = self.weight[h] / self.unit
            self.row_price_step[self.row_slot[h]] += 1
            self.column_price_step[self.column_slot[h]] += 1
        for e in range(self.matches):
            self.y_step[e] = PRIMAL_WEIGHT / (2 + (self.own_column[e] > 0) + (self.other_column[e] > 0))
        self._find_steps(self.row_step, self.rows, 0)
        self._find_steps(self.column_step, self.columns, 0)
        self._find_steps(self.row_price_step, self.row_slots[self.candidates], 1)
        self._find_steps(self.column_price_step, self.column_slots[self.candidates], 1)
        for i in range(self.rows):
            self.row_excess[i] = -1.0
        for j in range(self.columns):
            self.column_excess[j] = -1.0

    def _find_steps(self, step: list[float], size: int, more: int) -> None:
        """Turn the numbers of variables of constraints, which have so many more, into steps."""
        for k in range(size):
            step[k] = 1 / (PRIMAL_WEIGHT * max(1.0, step[k] + more))

    def forget(self) -> None:
        """Let the mean of x begin anew."""
        self.iterations = 0
        for p in range(self.candidates):
            self.x_sum[p] = 0.0

    def advance(self, iterations: int) -> None:
        """So many iterations of the primal-dual hybrid gradient method (Chambolle & Pock 2011).

        The duals of slots are paid when they are next looked at, and when this ends.
        """
        with cython.nogil:
            for _ in range(iterations):
                self._move_candidates()
                self._move_matches()
                self._pay(self.row_dual, self.row_step, self.row_excess, self.rows, -1.0)
                self._pay(self.column_dual, self.column_step, self.column_excess, self.columns, -1.0)
            self._pay(
                self.row_price, self.row_price_step, self.row_slot_excess, self.row_slots[self.candidates], 0.0
            )
            self._pay(
                self.column_price, self.column_price_step, self.column_slot_excess,
                self.column_slots[self.candidates], 0.0,
            )
        self.iterations += iterations

    def _move_candidates(self) -> None:
        """Pay for the slots as they were exceeded, and move x along its gradient; then slots have its x to give."""
        row, column, row_slots, column_slots = self.row, self.column, self.row_slots, self.column_slots
        x, x_step, x_sum, row_excess, column_excess = self.x, self.x_step, self.x_sum, self.row_excess, self.column_excess
        earns, row_dual, column_dual = self.earns, self.row_dual, self.column_dual
        prices, step, excess = self.row_price, self.row_price_step, self.row_slot_excess
        other_prices, other_step, other_excess = self.column_price, self.column_price_step, self.column_slot_excess
        for p in range(self.candidates):
            i = row[p]
            j = column[p]
            gradient = earns[p] - row_dual[i] - column_dual[j]
            for k in range(row_slots[p], row_slots[p + 1]):
                price = prices[k] + step[k] * excess[k]
                prices[k] = price = price if price > 0.0 else 0.0
                gradient += price
            for k in range(column_slots[p], column_slots[p + 1]):
                price = other_prices[k] + other_step[k] * other_excess[k]
                other_prices[k] = price = price if price > 0.0 else 0.0
                gradient += price
            old = x[p]
            new = old + x_step[p] * gradient
            if not new > 0.0:
                new = 0.0
            x[p] = new
            x_sum[p] += new
            ahead = 2.0 * new - old
            row_excess[i] += ahead
            column_excess[j] += ahead
            for k in range(row_slots[p], row_slots[p + 1]):
                excess[k] = -ahead
            for k in range(column_slots[p], column_slots[p + 1]):
                other_excess[k] = -ahead

    def _move_matches(self) -> None:
        """Move y along its gradient: what a match weighs beyond the prices of its slots."""
        own_row, other_row, own_column, other_column = self.own_row, self.other_row, self.own_column, self.other_column
        prices, excess = self.row_price, self.row_slot_excess
        other_prices, other_excess = self.column_price, self.column_slot_excess
        y, y_step, value = self.y, self.y_step, self.value
        for e in range(self.matches):
            i = own_row[e]
            k = other_row[e]
            j = own_column[e]
            m = other_column[e]
            old = y[e]
            new = old + y_step[e] * (value[e] - (prices[i] + prices[k] + other_prices[j] + other_prices[m]))
            if not new > 0.0:
                new = 0.0
            y[e] = new
            ahead = 2.0 * new - old
            excess[i] += ahead
            excess[k] += ahead
            other_excess[j] += ahead
            other_excess[m] += ahead
        other_excess[0] = 0.0

    def _pay(self, duals: list[float], step: list[float], excess: list[float], size: int, rest: float) -> None:
        """Raise the duals of constraints that are exceeded, lower the others, and begin their excess anew."""
        for k in range(size):
            dual = duals[k] + step[k] * excess[k]
            duals[k] = dual if dual > 0.0 else 0.0
            excess[k] = rest

    def means(self) -> array[float]:
        """The mean x of each candidate since :meth:`forget`, or its last where that is more."""
        found = array("d", bytes(8 * self.candidates))
        for p in range(self.candidates):
            found[p] = max(self.x_sum[p] / max(1, self.iterations), self.x[p])
        return found

    def split(self) -> None:
        """Split the matches of the relaxation as the duals say, in whole numbers."""
        half = self.relaxation.half
        unit = 0.5 * self.unit * self.relaxation.scale
        for h in range(self.halves):
            e = self.match[h]
            if h < self.mate[h]:
                tilt = unit * (
                    self.row_price[self.own_row[e]] + self.column_price[self.own_column[e]]
                    - self.row_price[self.other_row[e]] - self.column_price[self.other_column[e]]
                )
                whole = self.relaxation.scale * self.weight[h]
                own = 0  # also for what is no number
                if tilt >= whole:
                    own = whole
                elif tilt > -whole:
                    own = min(max(nearest(tilt) + whole // 2, 0), whole)
                half[h] = own
                half[self.mate[h]] = whole - own
        for p in range(self.candidates):
            self.relaxation._note(p)

    def inherit(self, other: StarProgram) -> None:
        """Begin where another program of the same rows and columns stands, as far as it has the same candidates, matches
        and slots. Linear in both.
        """
        for i in range(self.rows):
            self.row_dual[i] = other.row_dual[i]
        for j in range(self.columns):
            self.column_dual[j] = other.column_dual[j]
        q = 0
        for p in range(self.candidates):
            q = self._same(p, other, q)
            if q < other.candidates and not self._is_before(p, other, q):
                self.x[p] = other.x[q]
                self._inherit_matches(p, other, q)
                self._inherit_prices(p, other, q)

    def _same(self, p: int, other: StarProgram, q: int) -> int:
        """The first candidate of another program, from q on, that is not before candidate p of this one."""
        i = self.row[p]
        j = self.column[p]
        while q < other.candidates and (other.row[q] < i or (other.row[q] == i and other.column[q] < j)):
            q += 1
        return q

    def _is_before(self, p: int, other: StarProgram, q: int) -> bool:
        """Whether candidate p is another one than candidate q of another program, which is not before it."""
        return self.row[p] != other.row[q] or self.column[p] != other.column[q]

    def _inherit_matches(self, p: int, other: StarProgram, q: int) -> None:
        """Inherit the y of a candidate's matches, which are in order of their other ends."""
        g = other.first[q]
        for h in range(self.first[p], self.first[p + 1]):
            i = self.row[self.partner[h]]
            j = self.column[self.partner[h]]
            while g < other.first[q + 1]:
                k = other.partner[g]
                if other.row[k] > i or (other.row[k] == i and other.column[k] >= j):
                    if other.row[k] == i and other.column[k] == j:
                        self.y[self.match[h]] = other.y[other.match[g]]
                    break
                g += 1

    def _inherit_prices(self, p: int, other: StarProgram, q: int) -> None:
        """Inherit the duals of a candidate's slots, by their rows and columns."""
        at, rows = self.at_line, self.rows
        for k in range(other.row_slots[q], other.row_slots[q + 1]):
            at[other.slot_row[k]] = k + 1
        for k in range(other.column_slots[q], other.column_slots[q + 1]):
            at[rows + other.slot_column[k]] = k + 1
        for k in range(self.row_slots[p], self.row_slots[p + 1]):
            if at[self.slot_row[k]]:
                self.row_price[k] = other.row_price[at[self.slot_row[k]] - 1]
        for k in range(self.column_slots[p], self.column_slots[p + 1]):
            if at[rows + self.slot_column[k]]:
                self.column_price[k] = other.column_price[at[rows + self.slot_column[k]] - 1]
        for k in range(other.row_slots[q], other.row_slots[q + 1]):
            at[other.slot_row[k]] = 0
        for k in range(other.column_slots[q], other.column_slots[q + 1]):
            at[rows + other.slot_column[k]] = 0

    def keep(self) -> Position:
        """Where the iterations stand."""
        sizes = self.candidates + self.matches + self.rows + self.columns
        position = Position(sizes + self.row_slots[self.candidates] + self.column_slots[self.candidates])
        at = 0
        copy_floats(position.values, at, self.x, 0, self.candidates)
        at += self.candidates
        copy_floats(position.values, at, self.y, 0, self.matches)
        at += self.matches
        copy_floats(position.values, at, self.row_dual, 0, self.rows)
        at += self.rows
        copy_floats(position.values, at, self.column_dual, 0, self.columns)
        at += self.columns
        copy_floats(position.values, at, self.row_price, 0, self.row_slots[self.candidates])
        at += self.row_slots[self.candidates]
        copy_floats(position.values, at, self.column_price, 0, self.column_slots[self.candidates])
        return position

    def recall(self, position: Position) -> None:
        """Go on from where the iterations once stood."""
        kept = position
        at = 0
        copy_floats(self.x, 0, kept.values, at, self.candidates)
        at += self.candidates
        copy_floats(self.y, 0, kept.values, at, self.matches)
        at += self.matches
        copy_floats(self.row_dual, 0, kept.values, at, self.rows)
        at += self.rows
        copy_floats(self.column_dual, 0, kept.values, at, self.columns)
        at += self.columns
        copy_floats(self.row_price, 0, kept.values, at, self.row_slots[self.candidates])
        at += self.row_slots[self.candidates]
        copy_floats(self.column_price, 0, kept.values, at, self.column_slots[self.candidates])

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
