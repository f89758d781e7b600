"""The linear programs of the nodes of the tree search, and the bounds that their duals prove.

A child begins where its parent stands. Floats are only proposals; a bound is made of integers. The duals of the slots
say how the weight of each match is split between its two ends. For any split, integer duals that pay for it are found,
and the outer assignment is solved for the values that the candidates then have. ``lp_proof.py`` lists these duals for a
proof.
"""

from __future__ import annotations

from collections.abc import Iterable

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from math import exp

    from smatchproof.problem.core.memory import find, give_back, new_room, take, take_indices, weight_at, whole

    from .assignment import Assignments
    from .candidates import Candidates
    from .linear_program import LinearProgram

NONE = -1
"""No candidate, no line, no column."""
# below 2, up to which over-relaxed iterations converge (Condat 2013)
REACH = 1.9
"""Each iteration goes this much of the way that its step says, which saves a quarter of the iterations."""


def root_program(problem: Candidates, is_full: bool, primal_weight: float) -> NodeProgram:
    """The program of all candidates, at 0. Linear in the problem.

    Where it `is_full`, the x of a line add up to 1, and the y of a slot to its candidate's x.
    """
    program = NodeProgram(problem.rows, problem.columns, is_full, primal_weight, REACH)
    program.fill(problem)
    for p in range(program.candidates):
        program.number[p] = p
    return program


class NodeProgram(LinearProgram):
    """The program of the candidates and matches that are left in a node.

    Candidate p has the number ``number[p]`` at the root. A child keeps the candidates p with ``is_kept[p]``.
    """

    def _allocate(self, candidates: int, matches: int) -> None:
        LinearProgram._allocate(self, candidates, matches)
        self.number, self.is_kept = take_indices(self.room, candidates), take_indices(self.room, candidates)

    def root_number(self, p: int) -> int:
        """The number of a candidate at the root."""
        return self.number[p]

    def lines_of(self, p: int) -> tuple[int, int]:
        """The row and the column of a candidate, counted on after the rows."""
        return self.row[p], self.column[p]

    def earns(self, p: int) -> int:
        """The amount that a candidate earns alone and with the forced candidates."""
        return self.earned[p]

    def child(self, line: int, other: int) -> NodeProgram:
        """The program of the kept candidates without those of two lines; a line may be NONE. Linear in the program.

        Its iterations begin at the current point of this program, and all of its candidates are kept.
        """
        child = NodeProgram(self.rows, self.columns, self.is_full, self.primal_weight, self.reach)
        room = new_room()
        try:
            place, slot_place = take(room, self.candidates), take(room, self.size)
            with cython.nogil:
                candidates = self._place_candidates(place, line, other)
                matches = self._mark_slots(place, slot_place)
                slots = self._place_slots(slot_place)
            child._allocate(candidates, matches)
            child._take_slots(slots)
            with cython.nogil:
                self._copy_candidates(child, place, slot_place)
                self._copy_matches(child, place, slot_place)
                self._lead(child, place, slot_place, line, other)
                # again: what is left has fewer constraints, which allows longer steps
                child._set_steps()
        finally:
            give_back(room)
        return child

    def without(self, candidates: Iterable[int]) -> NodeProgram:
        """The child program of the kept candidates without these, which are kept so far."""
        for p in candidates:
            self.is_kept[p] = False
        child = self.child(NONE, NONE)
        for p in candidates:
            self.is_kept[p] = True
        return child

    def earn_beside(self, problem: Candidates, forced: int) -> None:
        """Turn the matches with a candidate of the root that is now forced into what their other ends earn alone.

        The other end earns the whole weight, whatever the split was, because one end is certain.
        """
        for h in range(problem.first[forced], problem.first[forced + 1]):
            p = find(self.number, problem.partner[h], 0, self.candidates)
            if p >= 0:
                self.earned[p] += weight_at(problem.weight, h)

    def _place_candidates(self, place: list[int], line: int, other: int) -> int:
        """Number the candidates that are kept and in neither line; -1 marks the others. Returns how many there are."""
        size = 0
        for p in range(self.candidates):
            i = self.row[p]
            j = self.column[p]
            place[p] = -1
            if self.is_kept[p] and i != line and j != line and i != other and j != other:
                place[p] = size
                size += 1
        return size

    def _mark_slots(self, place: list[int], slot_place: list[int]) -> int:
        """Mark the slots of the remaining matches. Returns the number of these matches."""
        size = 0
        for e in range(self.matches):
            # a match with a forced or dropped end needs no split any more
            if place[self.ends[2 * e]] >= 0 and place[self.ends[2 * e + 1]] >= 0:
                size += 1
                for k in range(4 * e, 4 * e + 4):
                    slot_place[self.slots[k]] = 1
        return size

    def _place_slots(self, slot_place: list[int]) -> int:
        """Number the marked slots from 1; 0 stands for the others. Returns how many there are, with slot 0.

        The slot of a column stays even if it has only one match left: the iterations go on from its dual.
        """
        # marked along with the others of its matches, though it belongs to no candidate
        slot_place[0] = 0
        size = 1
        for k in range(1, self.size):
            if slot_place[k] == 1:
                slot_place[k] = size
                size += 1
        return size

    def _copy_candidates(self, child: NodeProgram, place: list[int], slot_place: list[int]) -> None:
        end = 1
        for p in range(self.candidates):
            at = place[p]
            if at >= 0:
                child.number[at] = self.number[p]
                child.is_kept[at] = 1
                child.row[at] = self.row[p]
                child.column[at] = self.column[p]
                child.earned[at] = self.earned[p]
                child.first_slot[at] = end
                for k in range(self.first_slot[p], self.first_slot[p + 1]):
                    # slots were numbered candidate by candidate, so that this meets the order of _place_slots
                    if slot_place[k] > 0:
                        end += 1
        child.first_slot[child.candidates] = end

    def _copy_matches(self, child: NodeProgram, place: list[int], slot_place: list[int]) -> None:
        """Copy the remaining matches."""
        at = 0
        for e in range(self.matches):
            one = place[self.ends[2 * e]]
            other = place[self.ends[2 * e + 1]]
            if one >= 0 and other >= 0:
                child.ends[2 * at] = one
                child.ends[2 * at + 1] = other
                for k in range(4):
                    child.slots[4 * at + k] = slot_place[self.slots[4 * e + k]]
                child.weight[at] = self.weight[e]
                at += 1

    def _lead(self, child: NodeProgram, place: list[int], slot_place: list[int], line: int, other: int) -> None:
        """Let the iterations of a child begin at the current point of this program."""
        for p in range(self.candidates):
            if place[p] >= 0:
                child.x[place[p]] = self.x[p]
        at = 0
        for e in range(self.matches):
            if place[self.ends[2 * e]] >= 0 and place[self.ends[2 * e + 1]] >= 0:
                child.y[at] = self.y[e]
                at += 1
        for k in range(self.lines):
            child.line_dual[k] = self.line_dual[k] if k != line and k != other else 0.0
        for k in range(1, self.size):
            if slot_place[k] > 0:
                child.slot_dual[slot_place[k]] = self.slot_dual[k]


FARTHEST = 1 << 38
"""The most by which one half of a match may exceed its weight, the other being negative."""
UNCOVERED = 1 << 50
"""Added to the worth of each candidate of a dense block, so that no row with a candidate stays alone: worths add up to
2**45 at most there, and splits to less than that (:mod:`smatchproof.exact.search.limits`)."""
MOST_SLOTS = 16
"""The estimate of how far forcing a candidate lowers a bound counts at most this many halves of a unit of weight."""
STEEPEST = 300.0
"""No tree is expected to cost more than the exponential of this; a float holds the sum of many such costs."""


class NodeBound:
    """The bound of a node, times the scale: no alignment of its `program` is worth more than the `bound`.

    `outer` is the assignment of its rows to its columns, whose edges are the candidates. An alignment that contains
    candidate p is worth at least :meth:`slack` less than the bound, and one that leaves a line alone, the dual of that
    line less. ``dual[k]`` is the payment of slot k, and ``split[e]`` the half of match e at its first end.
    """

    def __init__(self, program: NodeProgram, scale: int) -> None:
        self.program = program
        self.scale = scale
        self.bound = 0
        self.room = new_room()
        self.dual = take(self.room, program.size)
        self.split = take(self.room, program.matches)
        self.outer = Assignments()
        self.outer.take_lists(self.room, program.rows, program.columns, program.candidates)
        self._prove()

    def __dealloc__(self) -> None:
        give_back(self.room)

    def _prove(self) -> None:
        """Find the bound, while other threads may run.

        Linear in the program, but for the outer assignment: rows times the square of columns, at worst.
        """
        program = self.program
        with cython.nogil:
            # Row slots first, as low as the proposed column slots allow; then these, as low as the row slots allow: the
            # duals cover any split, however bad.
            self._split(program, self.split, self.dual)
            self._pay_by_columns(program, self.split, self.dual)
            self._lay_out(program, self.outer, self.dual)
            # with the least duals of columns: then the tree does not depend on what solves the assignment, nor how
            self.bound += self.outer.solve_near(program.rows, program.columns)
            for p in range(program.candidates):
                self.bound -= min(0, self.slack(p))  # 0, if the assignment is solved; the bound does not rest on it

    def _split(self, program: NodeProgram, split: list[int], dual: list[int]) -> None:
        """Split the weight of each match between its ends, and let row slots pay what the column slots' duals leave.

        `split` is the half of the first end, and `dual` are the integers of the slots: times the scale, both.
        """
        slots, weights, proposed, scale = program.slots, program.weight, program.slot_dual, self.scale
        beyond = FARTHEST if program.is_full else 0
        program.share_out(split, scale, beyond)
        for k in range(program.size):
            # below all that a match may ask: where duals may be negative, 0 would already be too much
            dual[k] = -UNCOVERED if program.is_full else 0
        for e in range(program.matches):
            i = slots[4 * e]
            j = slots[4 * e + 1]
            k = slots[4 * e + 2]
            m = slots[4 * e + 3]
            weight = scale * weights[e]
            most = weight + beyond
            half = split[e]
            # A float out of range is clipped: a bad proposal costs tightness, never validity. Slot 0 proposes 0, so
            # that the row slot pays the whole half there.
            dual[i] = max(dual[i], half - whole(proposed[k] * scale, -beyond, most))
            dual[j] = max(dual[j], weight - half - whole(proposed[m] * scale, -beyond, most))

    def _pay_by_columns(self, program: NodeProgram, split: list[int], dual: list[int]) -> None:
        """Let column slots pay what the row slots leave of each half."""
        slots, weights, scale = program.slots, program.weight, self.scale
        for e in range(program.matches):
            i = slots[4 * e]
            j = slots[4 * e + 1]
            k = slots[4 * e + 2]
            m = slots[4 * e + 3]
            # a row slot pays what its dearest match asks, so that this may be less than was proposed
            dual[k] = max(dual[k], split[e] - dual[i])
            dual[m] = max(dual[m], scale * weights[e] - split[e] - dual[j])

    def _lay_out(self, program: NodeProgram, outer: Assignments, dual: list[int]) -> None:
        """Lay out the outer assignment: candidates are in order of rows, and the slots' duals are part of their worth.

        The program proposes the duals of columns.
        """
        for j in range(program.columns):
            outer.column_dual[j] = whole(program.line_dual[program.rows + j] * self.scale, 0, FARTHEST)
        before = -1
        for p in range(program.candidates):
            i = program.row[p]
            # a row without candidates keeps an empty range of edges
            if i != before:
                outer.row_begin[i] = p
                before = i
                if program.is_full:
                    # once for each row that must not stay alone: where one has to, the bound falls below any target
                    self.bound -= UNCOVERED
            outer.row_end[i] = p + 1
            outer.column[p] = program.column[p] - program.rows
            outer.value[p] = self.scale * program.earned[p] + (UNCOVERED if program.is_full else 0)
            for k in range(program.first_slot[p], program.first_slot[p + 1]):
                outer.value[p] += dual[k]

    def slack(self, p: int) -> int:
        """Return the slack of a candidate: alignments that contain it are worth at least this less than the bound."""
        i, j = self.program.row[p], self.outer.column[p]
        return self.outer.row_dual[i] + self.outer.column_dual[j] - self.outer.value[p]

    def columns(self) -> list[int]:
        """The column of each row in the solution of the outer assignment, or NONE."""
        outer = self.outer
        return [outer.column[outer.pick[i]] if outer.pick[i] >= 0 else -1 for i in range(self.program.rows)]

    def without(self, line: int) -> int:
        """Return an upper bound for the alignments that leave this line alone."""
        rows = self.program.rows
        return self.bound - (self.outer.row_dual[line] if line < rows else self.outer.column_dual[line - rows])

    def mark_kept(self, target: int) -> int:
        """Mark the candidates that an alignment worth the target may contain. Returns how many it cannot contain."""
        program, dropped = self.program, 0
        for p in range(program.candidates):
            # reduced cost fixing: with p nothing is worth more than bound - slack(p)
            program.is_kept[p] = self.slack(p) <= self.bound - target
            if not program.is_kept[p]:
                dropped += 1
        return dropped

    def options(self, line: int) -> list[tuple[int, int]]:
        """The slacks and the numbers of the kept candidates of a line, those of least slack first."""
        program = self.program
        found = []
        for p in range(program.candidates):
            if program.is_kept[p] and (program.row[p] == line or program.column[p] == line):
                found.append((self.slack(p), p))
        # the number decides between equal slacks: the same tree on every run
        return sorted(found)

    def costs(self, target: int, rate: float) -> list[float]:
        """The expected cost of the child of each candidate, in which that candidate is forced. Linear.

        A child's bound is at most its slack away from that of its parent, and falls by roughly a half for each row or
        column whose match with the forced candidate is no longer to be divided.
        """
        program, found = self.program, []
        for p in range(program.candidates):
            gain = self.scale * min(program.first_slot[p + 1] - program.first_slot[p], MOST_SLOTS) // 2
            found.append(tree_cost(self.bound - self.slack(p) - gain - target, rate))
        return found


def tree_cost(gap: int, rate: float) -> float:
    """The expected cost of a tree, which grows exponentially with the gap at its root."""
    return exp(min(rate * gap, STEEPEST))
