"""The bound that the duals of a node's linear program prove, and what it says about candidates and lines.

Floats are only proposals; a bound is made of integers. The duals of the slots say how the weight of each match is split
between its two ends. For any split, integer duals that pay for it are found, and the outer assignment is solved for the
values that the candidates then have. ``lp_proof.py`` lists these duals for a proof.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from math import exp

    from smatchproof.problem.core.memory import give_back, new_room, take, whole

    from .assignment import Assignments
    from .node_program import NodeProgram

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
