"""The first iterations of sibling nodes, side by side: of programs that differ in one candidate that is forced.

The loops are those of :mod:`smatchproof.exact.core.linear_program`, which gives the reasons. There a number is one
number. Here it is `wide`: :data:`LANES` of them, one for each program, which a processor adds or multiplies at once.
The places to read and write are then looked up once for all of them, which is most of the work.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import (
        LANES,
        Room,
        find,
        give_back,
        lane_of,
        new_room,
        positive,
        set_lane,
        take_narrow,
        take_wide,
    )

    from .candidates import Candidates
    from .node_program import NodeProgram

NONE = -1
"""No candidate, no line."""
# a power of two, which single precision holds, and far below any weight
NEVER = -(2.0**100)
"""What a candidate or a match is worth that a program is without: it is never used, and costs no branch of the code."""


def lanes() -> int:
    """How many programs run side by side; one in plain Python."""
    return LANES


class Siblings:
    """Programs side by side, each in a lane; they begin where their `base` stands.

    The base is without the line that their parent was branched on. A lane is also without the line that its forced
    candidate takes. All share the base's lists of places, and its steps, which are a little shorter than they could be.
    Of dense blocks there are none: there the y of a slot have to add up to an x, also where no match is left.
    """

    def __init__(self, base: NodeProgram) -> None:
        self.base = base
        self.room = new_room()
        self._take(self.base, self.room)

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _take(self, base: NodeProgram, room: Room) -> None:
        """Take the lists, and the steps of the base."""
        self.x, self.step_x = take_wide(room, base.candidates), take_narrow(room, base.candidates)
        self.y, self.step_y = take_wide(room, base.matches), take_narrow(room, base.matches)
        self.line_dual, self.step_line = take_wide(room, base.lines), take_narrow(room, base.lines)
        self.slot_dual, self.step_slot = take_wide(room, base.size), take_narrow(room, base.size)
        self.earned, self.weight = take_wide(room, base.candidates), take_wide(room, base.matches)
        with cython.nogil:
            self._copy_steps(base)

    def _copy_steps(self, base: NodeProgram) -> None:
        for p in range(base.candidates):
            self.step_x[p] = base.step_x[p]
        for e in range(base.matches):
            self.step_y[e] = base.step_y[e]
        for line in range(base.lines):
            self.step_line[line] = base.step_line[line]
        for k in range(base.size):
            self.step_slot[k] = base.step_slot[k]

    def begin(self, lane: int, problem: Candidates, forced: int, taken: int) -> None:
        """Let a lane begin: without a line that is taken, and beside the candidate of the problem that takes it.

        Or NONE for both. Linear in the program.
        """
        with cython.nogil:
            self._begin(self.base, lane, taken)
            if forced != NONE:
                self._earn(self.base, lane, problem, forced)

    def _begin(self, base: NodeProgram, lane: int, taken: int) -> None:
        """Let a lane begin where the base stands, without a line."""
        earned = self.earned
        for p in range(base.candidates):
            is_left = base.row[p] != taken and base.column[p] != taken
            set_lane(self.x, p, lane, base.x[p] if is_left else 0.0)
            set_lane(earned, p, lane, base.earned[p] if is_left else NEVER)
        for e in range(base.matches):
            one = base.ends[2 * e]
            other = base.ends[2 * e + 1]
            is_left = lane_of(earned, one, lane) > NEVER and lane_of(earned, other, lane) > NEVER
            set_lane(self.y, e, lane, base.y[e] if is_left else 0.0)
            set_lane(self.weight, e, lane, base.weight[e] if is_left else NEVER)
        for line in range(base.lines):
            set_lane(self.line_dual, line, lane, base.line_dual[line])
        for k in range(base.size):
            set_lane(self.slot_dual, k, lane, base.slot_dual[k])

    def _earn(self, base: NodeProgram, lane: int, problem: Candidates, forced: int) -> None:
        """Let the candidates of a lane earn alone what they match with the forced one."""
        for h in range(problem.first[forced], problem.first[forced + 1]):
            p = find(base.number, problem.partner[h], 0, base.candidates)
            if p >= 0:
                more = problem.weight[h & problem.by_half]
                set_lane(self.earned, p, lane, lane_of(self.earned, p, lane) + more)

    def program(self, lane: int, taken: int) -> NodeProgram:
        """The program of a lane, without the line that is taken, where it stands.

        To let candidates earn what they match with the forced one is left to :meth:`NodeProgram.earn_beside`, in whole
        numbers. The base then stands where the lane does.
        """
        with cython.nogil:
            self._put_back(self.base, lane)
        return self.base.child(NONE, taken)

    def lead(self, program: NodeProgram, lane: int, taken: int) -> None:
        """Let the program of a lane stand where that stands now."""
        with cython.nogil:
            self._put_back(self.base, lane)
        self.base.lead(program, NONE, taken)

    def _put_back(self, base: NodeProgram, lane: int) -> None:
        """Let the base stand where a lane does."""
        for p in range(base.candidates):
            base.x[p] = lane_of(self.x, p, lane)
        for e in range(base.matches):
            base.y[e] = lane_of(self.y, e, lane)
        for line in range(base.lines):
            base.line_dual[line] = lane_of(self.line_dual, line, lane)
        for k in range(base.size):
            base.slot_dual[k] = lane_of(self.slot_dual, k, lane)

    def iterate(self, iterations: int) -> None:
        """So many iterations of all lanes, while other threads may run."""
        room = new_room()
        try:
            line_excess, slot_excess = take_wide(room, self.base.lines), take_wide(room, self.base.size)
            with cython.nogil:
                for k in range(iterations):
                    self._move_candidates(self.base, line_excess, slot_excess, k > 0)
                    self._move_matches(self.base, slot_excess)
                    self._pay(self.line_dual, self.step_line, line_excess, 0, self.base.lines)
                self._pay(self.slot_dual, self.step_slot, slot_excess, 1, self.base.size)
        finally:
            give_back(room)

    def _move_candidates(
        self, base: NodeProgram, line_excess: list[float], slot_excess: list[float], pays: bool
    ) -> None:
        """Let candidates follow what they earn beyond the duals; slots are paid for on the way."""
        x, step_x, earned, row, column = self.x, self.step_x, self.earned, base.row, base.column
        first_slot, line_dual, slot_dual, step_slot = base.first_slot, self.line_dual, self.slot_dual, self.step_slot
        reach = base.reach
        for line in range(base.lines):
            line_excess[line] = 0.0 * line_excess[line] - 1.0  # a wide number takes no other
        for p in range(base.candidates):
            begin = first_slot[p]
            end = first_slot[p + 1]
            gradient = earned[p] - line_dual[row[p]] - line_dual[column[p]]
            for k in range(begin, end):
                dual = slot_dual[k]
                if pays:
                    dual += reach * (positive(dual + step_slot[k] * slot_excess[k]) - dual)
                    slot_dual[k] = dual
                gradient += dual
            old = x[p]
            new = positive(old + step_x[p] * gradient)
            x[p] = old + reach * (new - old)
            ahead = 2.0 * new - old
            line_excess[row[p]] += ahead
            line_excess[column[p]] += ahead
            for k in range(begin, end):
                slot_excess[k] = -ahead

    def _move_matches(self, base: NodeProgram, slot_excess: list[float]) -> None:
        """Let matches follow their weights beyond what their slots ask."""
        y, step_y, weight, slots, slot_dual = self.y, self.step_y, self.weight, base.slots, self.slot_dual
        reach = base.reach
        for e in range(base.matches):
            i = slots[4 * e]
            j = slots[4 * e + 1]
            k = slots[4 * e + 2]
            m = slots[4 * e + 3]
            asked = slot_dual[i] + slot_dual[j] + slot_dual[k] + slot_dual[m]
            old = y[e]
            new = positive(old + step_y[e] * (weight[e] - asked))
            y[e] = old + reach * (new - old)
            ahead = 2.0 * new - old
            slot_excess[i] += ahead
            slot_excess[j] += ahead
            slot_excess[k] += ahead
            slot_excess[m] += ahead

    def _pay(self, dual: list[float], step: list[float], excess: list[float], begin: int, end: int) -> None:
        """Raise the duals of constraints that are exceeded, and lower the others."""
        reach = self.base.reach
        for k in range(begin, end):
            dual[k] += reach * (positive(dual[k] + step[k] * excess[k]) - dual[k])
