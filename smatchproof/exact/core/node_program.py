"""The linear program of a node of the tree, and the iterations that solve it: proposals, all of them floats.

Maximise the unary weights of the candidates, x, and the weights of the matches, y, where the x of a *line*, a row or a
column, add up to at most 1, and the y of a *slot*, which are a candidate's matches with another line, to at most its x.
In dense blocks they add up to just that, and duals may be negative. A child is a program of its own, of the candidates
and matches that are left, and begins where its parent stands.
"""

from __future__ import annotations

from math import inf

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .memory import give_back, new_room, take, take_floats, take_indices

NONE = -1
"""No candidate, no line, no column."""
RELAXATION = 1.9
"""Each iteration goes this much of the way that its step says, which saves a quarter of the iterations."""


class NodeProgram:
    """A program, and where its iterations stand.

    Lines are the rows and, counted on after them, the columns. Candidate p has the number ``number[p]`` at the root,
    joins the lines ``row[p]`` and ``column[p]``, earns ``earned[p]`` alone and has the slots from ``first_slot[p]`` to
    before ``first_slot[p + 1]``. Match e is worth ``weight[e]``; its ends are ``ends[2 * e]`` and ``ends[2 * e + 1]``,
    and its slots the four from ``slots[4 * e]`` on: the row slots of both ends, then the column slots of both. The slot
    after all others belongs to no candidate. It stands for slots of columns with one match, which say nothing that the
    match's row slots do not say.

    The variables are `x` and `y`, the duals `line_dual` and `slot_dual`, no dual is less than `least`, and each has the
    size of its steps. A child keeps the candidates p with ``is_kept[p]``.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        candidates: int,
        matches: int,
        own_slots: int,
        is_full: bool,
        primal_weight: float,
    ) -> None:
        self.rows, self.columns, self.lines = rows, columns, rows + columns
        self.candidates, self.matches, self.own_slots = candidates, matches, own_slots
        self.is_full = is_full
        self.least = -inf if is_full else 0.0
        self.primal_weight = primal_weight
        self.room = new_room()
        self.number = take_indices(self.room, candidates)
        self.row = take_indices(self.room, candidates)
        self.column = take_indices(self.room, candidates)
        self.first_slot = take_indices(self.room, candidates + 1)
        self.is_kept = take_indices(self.room, candidates)
        self.earned = take(self.room, candidates)
        self.x = take_floats(self.room, candidates)
        self.step_x = take_floats(self.room, candidates)
        self.ends = take_indices(self.room, 2 * matches)
        self.slots = take_indices(self.room, 4 * matches)
        self.weight = take(self.room, matches)
        self.y = take_floats(self.room, matches)
        self.step_y = take_floats(self.room, matches)
        self.line_dual = take_floats(self.room, self.lines)
        self.step_line = take_floats(self.room, self.lines)
        self.slot_dual = take_floats(self.room, own_slots + 1)
        self.step_slot = take_floats(self.room, own_slots + 1)

    def __dealloc__(self) -> None:
        give_back(self.room)

    def root_number(self, p: int) -> int:
        """The number of a candidate at the root."""
        return self.number[p]

    def earns(self, p: int) -> int:
        """What a candidate earns alone and beside those that are forced."""
        return self.earned[p]

    def set_steps(self) -> None:
        """Divide each step by the number of constraints of its variable, or of variables of its constraint.

        As in Pock & Chambolle (2011). Steps of variables are multiplied by the primal weight, those of duals divided by
        it. Linear in the program.
        """
        step_line, step_slot, slots, last = self.step_line, self.step_slot, self.slots, self.own_slots
        for p in range(self.candidates):
            self.step_x[p] = self.primal_weight / (2 + self.first_slot[p + 1] - self.first_slot[p])
            step_line[self.row[p]] += 1
            step_line[self.column[p]] += 1
        for line in range(self.lines):
            step_line[line] = 1 / (self.primal_weight * max(1.0, step_line[line]))
        for e in range(self.matches):
            constraints = 0
            for k in range(4 * e, 4 * e + 4):
                step_slot[slots[k]] += 1
                if slots[k] < last:
                    constraints += 1
            self.step_y[e] = self.primal_weight / constraints
        for k in range(last):
            step_slot[k] = 1 / (self.primal_weight * (1 + step_slot[k]))
        step_slot[last] = 0.0

    def iterate(self, iterations: int) -> None:
        """So many iterations of the primal-dual hybrid gradient method, over-relaxed, while other threads may run.

        Chambolle & Pock (2011), Condat (2013). Each is linear in the program.
        """
        room = new_room()
        try:
            line_excess = take_floats(room, self.lines)
            slot_excess = take_floats(room, self.own_slots + 1)
            with cython.nogil:
                for _ in range(iterations):
                    self._move_candidates(line_excess, slot_excess)
                    self._move_matches(slot_excess)
                    self._pay(self.line_dual, self.step_line, line_excess, self.lines)
                    self._pay(self.slot_dual, self.step_slot, slot_excess, self.own_slots)
        finally:
            give_back(room)

    def _move_candidates(self, line_excess: list[float], slot_excess: list[float]) -> None:
        """Let candidates follow what they earn beyond the duals, and note what lines and slots then have too much."""
        x, step_x, earned, row, column = self.x, self.step_x, self.earned, self.row, self.column
        first_slot, line_dual, slot_dual = self.first_slot, self.line_dual, self.slot_dual
        for line in range(self.lines):
            line_excess[line] = -1.0
        for p in range(self.candidates):
            gradient = earned[p] - line_dual[row[p]] - line_dual[column[p]]
            for k in range(first_slot[p], first_slot[p + 1]):
                gradient += slot_dual[k]
            old = x[p]
            new = max(0.0, old + step_x[p] * gradient)
            x[p] = old + RELAXATION * (new - old)
            ahead = 2.0 * new - old
            line_excess[row[p]] += ahead
            line_excess[column[p]] += ahead
            for k in range(first_slot[p], first_slot[p + 1]):
                slot_excess[k] = -ahead

    def _move_matches(self, slot_excess: list[float]) -> None:
        """Let matches follow their weights beyond what their slots ask, and note what slots then have too much.

        Nearly all the time is spent here. It takes a tenth less with ``0.5 * (new + abs(new))`` for ``max(0.0, new)``:
        processors guess wrong which matches are used.
        """
        y, step_y, weight, slots, slot_dual = self.y, self.step_y, self.weight, self.slots, self.slot_dual
        for e in range(self.matches):
            i = slots[4 * e]
            j = slots[4 * e + 1]
            k = slots[4 * e + 2]
            m = slots[4 * e + 3]
            asked = slot_dual[i] + slot_dual[j] + slot_dual[k] + slot_dual[m]
            old = y[e]
            new = old + step_y[e] * (weight[e] - asked)
            new = 0.5 * (new + abs(new))
            y[e] = old + RELAXATION * (new - old)
            ahead = 2.0 * new - old
            slot_excess[i] += ahead
            slot_excess[j] += ahead
            slot_excess[k] += ahead
            slot_excess[m] += ahead

    def _pay(self, dual: list[float], step: list[float], excess: list[float], size: int) -> None:
        """Raise the duals of constraints that are exceeded, and lower the others, over-relaxed."""
        for k in range(size):
            new = max(self.least, dual[k] + step[k] * excess[k])
            dual[k] += RELAXATION * (new - dual[k])

    def child(self, forced: int, alone: int) -> NodeProgram:
        """The program of the candidates to keep: beside a forced one, or without a line that stays alone, or NONE.

        It begins where this one stands. Linear in the program.
        """
        room = new_room()
        try:
            place = take(room, self.candidates)
            slot_place = take(room, self.own_slots + 1)
            with cython.nogil:
                candidates = self._place_candidates(place, forced, alone)
                matches = self._mark_slots(place, slot_place)
                own_slots = self._place_slots(slot_place)
            child = NodeProgram(
                self.rows, self.columns, candidates, matches, own_slots, self.is_full, self.primal_weight
            )
            with cython.nogil:
                self._copy_candidates(child, place, slot_place)
                self._copy_matches(child, place, slot_place, forced)
                self._copy_lines(child, forced)
                child.set_steps()
        finally:
            give_back(room)
        return child

    def _place_candidates(self, place: list[int], forced: int, alone: int) -> int:
        """Number what is left, -1 where nothing is: no candidate of the lines that are taken. Answers how many."""
        other = NONE
        if forced != NONE:
            alone = self.row[forced]
            other = self.column[forced]
        size = 0
        for p in range(self.candidates):
            place[p] = -1
            if self.is_kept[p] and self.row[p] != alone and self.column[p] != alone and self.column[p] != other:
                place[p] = size
                size += 1
        return size

    def _mark_slots(self, place: list[int], slot_place: list[int]) -> int:
        """Mark the slots of matches that are left. Answers how many matches these are."""
        size = 0
        for e in range(self.matches):
            if place[self.ends[2 * e]] >= 0 and place[self.ends[2 * e + 1]] >= 0:
                size += 1
                for k in range(4 * e, 4 * e + 4):
                    slot_place[self.slots[k]] = 1
        return size

    def _place_slots(self, slot_place: list[int]) -> int:
        """Number the slots that are marked; the last one stays the last."""
        size = 0
        for k in range(self.own_slots):
            if slot_place[k] == 1:
                slot_place[k] = size
                size += 1
            else:
                slot_place[k] = -1
        slot_place[self.own_slots] = size
        return size

    def _copy_candidates(self, child: NodeProgram, place: list[int], slot_place: list[int]) -> None:
        end = 0
        for p in range(self.candidates):
            at = place[p]
            if at >= 0:
                child.number[at] = self.number[p]
                child.row[at] = self.row[p]
                child.column[at] = self.column[p]
                child.earned[at] = self.earned[p]
                child.x[at] = self.x[p]
                for k in range(self.first_slot[p], self.first_slot[p + 1]):
                    if slot_place[k] >= 0:
                        child.slot_dual[end] = self.slot_dual[k]
                        end += 1
                child.first_slot[at + 1] = end

    def _copy_matches(self, child: NodeProgram, place: list[int], slot_place: list[int], forced: int) -> None:
        """Copy the matches that are left; those with a forced candidate are earned by their other ends alone."""
        at = 0
        for e in range(self.matches):
            one = self.ends[2 * e]
            other = self.ends[2 * e + 1]
            if place[one] >= 0 and place[other] >= 0:
                child.ends[2 * at] = place[one]
                child.ends[2 * at + 1] = place[other]
                for k in range(4):
                    child.slots[4 * at + k] = slot_place[self.slots[4 * e + k]]
                child.weight[at] = self.weight[e]
                child.y[at] = self.y[e]
                at += 1
            elif forced != NONE:
                if one == forced and place[other] >= 0:
                    child.earned[place[other]] += self.weight[e]
                elif other == forced and place[one] >= 0:
                    child.earned[place[one]] += self.weight[e]

    def _copy_lines(self, child: NodeProgram, forced: int) -> None:
        for line in range(self.lines):
            child.line_dual[line] = self.line_dual[line]
        if forced != NONE:
            child.line_dual[self.row[forced]] = 0.0
            child.line_dual[self.column[forced]] = 0.0
