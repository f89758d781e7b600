"""The bound that the duals of a node's linear program prove, and what it says about candidates and lines.

What is computed with floats is a proposal. A bound is made of whole numbers: the duals of the slots say how the weight
of each match is split between its two ends; whatever they are, duals that pay for the split are found, and the outer
assignment is solved for what the candidates are then worth.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from math import exp

    from smatchproof.problem.core.memory import copy, give_back, new_room, take, whole

    from .assignment import Assignments
    from .candidates import Candidates
    from .node_program import NodeProgram

LISTED, FORCED = 1, 2
"""What a candidate is in a list of duals, if not neither."""
FARTHEST = 1 << 38
"""A weight may be split so far beyond itself."""
UNCOVERED = 1 << 50
"""Added to what each candidate of a dense block is worth, so that no row stays alone that has one: worths add up to
2**45 at most there, and splits to less than that (:mod:`smatchproof.exact.search.limits`)."""
MOST_SLOTS = 16
"""Forcing a candidate lowers a bound by no more than so many halves of a unit of weight, by estimate."""
STEEPEST = 300.0
"""No tree is expected to cost more than the exponential of this, of which a float holds many."""


class NodeBound:
    """What is proved of a node, times the scale: no alignment of its `program` is worth more than the `bound`.

    `outer` is the assignment of its rows to its columns, the candidates are its edges. One that contains candidate p
    is worth :meth:`slack` less, one that leaves a line alone its dual less. ``dual[k]`` is what slot k pays, and
    ``split[e]`` the first end's half of match e.
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

        `split` is the half of the first end, and `dual` are the whole numbers of the slots: times the scale, both.
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
        """Lay out the outer assignment: candidates are in order of rows, and each is worth what its slots pay.

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
        """No alignment that contains this candidate is worth more than the bound without this."""
        i, j = self.program.row[p], self.outer.column[p]
        return self.outer.row_dual[i] + self.outer.column_dual[j] - self.outer.value[p]

    def columns(self) -> list[int]:
        """The column of each row in the solution of the outer assignment, or NONE."""
        outer = self.outer
        return [outer.column[outer.pick[i]] if outer.pick[i] >= 0 else -1 for i in range(self.program.rows)]

    def without(self, line: int) -> int:
        """No alignment that leaves this line alone is worth more."""
        rows = self.program.rows
        return self.bound - (self.outer.row_dual[line] if line < rows else self.outer.column_dual[line - rows])

    def mark_kept(self, target: int) -> int:
        """Mark in the program which candidates an alignment worth the target may contain. Answers how many are not."""
        program, dropped = self.program, 0
        for p in range(program.candidates):
            # reduced cost fixing: with p nothing is worth more than bound - slack(p)
            program.is_kept[p] = self.slack(p) <= self.bound - target
            if not program.is_kept[p]:
                dropped += 1
        return dropped

    def duals(self, problem: Candidates, forced: Sequence[int], target: int) -> tuple[list[int], list[int], Any]:
        """The duals of left variables, of right ones, and those of stars: pair, line, dual, pair, line, dual, ...

        They prove the bound of the node of a problem with these candidates forced, and forbid what :meth:`keep` does
        for that target. A candidate pays for its matches with forced ones, and of two forced ones the later one does.
        Linear in the program and in the matches of forced candidates.
        """
        program, outer = self.program, self.outer
        lines = [outer.row_dual[i] for i in range(program.rows)]
        lines += [outer.column_dual[j] for j in range(program.columns)]
        room = new_room()
        try:
            status = take(room, problem.candidates)
            stars = self._listed_stars(problem, target, status)
            for p in forced:
                # row and column are required: any way to share this between the two would do
                lines[problem.row[p]] += self.scale * problem.alone[p]
                stars.extend((problem.pair_number(p), problem.line_number(problem.row[p]), 0))  # so that it is listed
                for h in range(problem.first[p], problem.first[p + 1]):
                    q = problem.partner[h]
                    dual = self.scale * problem.weight[h & problem.by_half]
                    # a candidate that is neither pays by default what the forced one leaves, which is all
                    if status[q] == LISTED:
                        stars.extend((problem.pair_number(q), problem.line_number(problem.row[p]), dual))
                    elif status[q] == FORCED:
                        stars.extend((problem.pair_number(p), problem.line_number(problem.row[q]), dual))
                        lines[problem.row[p]] += dual
                # after its matches: one with a later forced candidate is that one's to pay
                status[p] = FORCED
        finally:
            give_back(room)
        rows, columns = lines[: problem.rows], lines[problem.rows :]
        return (columns, rows, stars) if problem.is_turned else (rows, columns, stars)

    def full_duals(
        self, problem: Candidates, forced: Sequence[int], lines: Sequence[int], size: int
    ) -> tuple[list[int], dict[int, list[int]]]:
        """The duals of all lines of a dense block, and of candidates of the root the stars in full.

        `lines` says what stars call the lines of the block, of so many in all, `size`. A dual may be negative where its
        line is covered in each alignment, as they all are. A candidate pays for its matches with forced ones, and of
        two forced ones the later one does. Linear in the program.
        """
        program, outer, stars = self.program, self.outer, dict[int, list[int]]()
        duals = [outer.row_dual[i] for i in range(program.rows)]
        duals += [outer.column_dual[j] for j in range(program.columns)]
        room = new_room()
        try:
            line = take(room, program.size)
            self._find_lines(program, line)
            before = -1
            for p in range(program.candidates):
                if program.row[p] != before:
                    # what was added to the worth of each candidate of the row
                    before = program.row[p]
                    duals[before] -= UNCOVERED
                star = [0] * size
                for k in range(program.first_slot[p], program.first_slot[p + 1]):
                    star[lines[line[k]]] = self.dual[k]
                stars[program.number[p]] = star
        finally:
            give_back(room)
        for p in forced:
            duals[problem.row[p]] += self.scale * problem.alone[p]
            for q, star in stars.items():
                star[lines[problem.row[p]]] = self.scale * problem.weight_between(p, q)
        for place, p in enumerate(forced):
            stars[p] = [0] * size
            for q in forced[:place]:
                dual = self.scale * problem.weight_between(p, q)
                stars[p][lines[problem.row[q]]] = dual
                duals[problem.row[p]] += dual
        return duals, stars

    def _listed_stars(self, problem: Candidates, target: int, status: list[int]) -> array[int]:
        """The duals of slots that are not 0, of candidates that have to be listed, whose `status` says so.

        A slot leads to the line of the other ends of its matches.
        """
        program, size = self.program, 0
        room = new_room()
        try:
            line, needed = take(room, program.size), take(room, program.size)
            is_listed, rest = take(room, program.candidates), take(room, program.candidates)
            slack, dual = take(room, program.candidates), take(room, program.size)
            copy(dual, self.dual, program.size)
            for p in range(program.candidates):
                slack[p] = self.slack(p)
            with cython.nogil:
                self._find_lines(program, line)
                self._pay_by_rows(program, target, slack, dual, needed)
                self._find_listed(program, target, slack, dual, is_listed, rest)
            for p in range(program.candidates):
                if is_listed[p]:
                    status[program.number[p]] = LISTED
                    for k in range(program.first_slot[p], program.first_slot[p + 1]):
                        if dual[k]:
                            size += 1
            # an array, since a long proof has more of these than of all else: a list of them holds up other threads
            stars = array("q", bytes(24 * size))
            self._write_stars(problem, line, dual, is_listed, stars)
        finally:
            give_back(room)
        return stars

    def _write_stars(
        self, problem: Candidates, line: list[int], dual: list[int], is_listed: list[int], stars: array[int]
    ) -> None:
        """Write the duals of listed candidates that are not 0, of which there are as many as fit."""
        program, end = self.program, 0
        with cython.nogil:
            for p in range(program.candidates):
                if is_listed[p]:
                    for k in range(program.first_slot[p], program.first_slot[p + 1]):
                        if dual[k]:
                            stars[end] = problem.pair_number(program.number[p])
                            stars[end + 1] = problem.line_number(line[k])
                            stars[end + 2] = dual[k]
                            end += 3

    def _find_lines(self, program: NodeProgram, line: list[int]) -> None:
        """Find the line that each slot leads to."""
        for e in range(program.matches):
            one = program.ends[2 * e]
            other = program.ends[2 * e + 1]
            line[program.slots[4 * e]] = program.row[other]
            line[program.slots[4 * e + 1]] = program.row[one]
            line[program.slots[4 * e + 2]] = program.column[other]
            line[program.slots[4 * e + 3]] = program.column[one]

    def _pay_by_rows(
        self, program: NodeProgram, target: int, slack: list[int], dual: list[int], needed: list[int]
    ) -> None:
        """Let candidates pay by rows alone, where they have slack enough for it."""
        slots, scale = program.slots, self.scale
        spare = self.bound - target
        for k in range(program.size):
            needed[k] = -1  # stays so for column slots, which then pay nothing
        for e in range(program.matches):
            i = slots[4 * e]
            j = slots[4 * e + 1]
            needed[i] = max(needed[i], self.split[e])
            needed[j] = max(needed[j], scale * program.weight[e] - self.split[e])
        for p in range(program.candidates):
            left = slack[p]
            for k in range(program.first_slot[p], program.first_slot[p + 1]):
                left += dual[k] - max(0, needed[k])
            # a candidate that the node drops must keep slack above `spare`: else the proof could not forbid it
            if left >= 0 and (left > spare or slack[p] <= spare):
                slack[p] = left
                for k in range(program.first_slot[p], program.first_slot[p + 1]):
                    dual[k] = max(0, needed[k])

    def _find_listed(
        self,
        program: NodeProgram,
        target: int,
        slack: list[int],
        dual: list[int],
        is_listed: list[int],
        rest: list[int],
    ) -> None:
        """Find which candidates have to be listed in a proof.

        One that is not listed pays what the others, which are listed, leave of their matches: no two that have a match
        are not listed. It may pay more then, as far as it has slack: as much as leaves it kept, or dropped.
        """
        slots, scale = program.slots, self.scale
        for e in range(program.matches):
            weight = scale * program.weight[e]
            # what each end would have to pay if the other one is listed and it is not
            rest[program.ends[2 * e]] += max(0, weight - dual[slots[4 * e + 1]] - dual[slots[4 * e + 3]])
            rest[program.ends[2 * e + 1]] += max(0, weight - dual[slots[4 * e]] - dual[slots[4 * e + 2]])
        spare = self.bound - target
        for p in range(program.candidates):
            left = slack[p] - rest[p]
            size = 0
            for k in range(program.first_slot[p], program.first_slot[p + 1]):
                left += dual[k]
                if dual[k]:
                    size += 1
            is_listed[p] = left < 0 or (left <= spare and slack[p] > spare)
            rest[p] = size  # from here on the numbers that listing it takes
        for e in range(program.matches):
            one = program.ends[2 * e]
            other = program.ends[2 * e + 1]
            if not is_listed[one] and not is_listed[other]:
                # the one with fewer numbers, but not one without any: a star of no numbers does not appear in a proof
                is_listed[other if rest[one] == 0 or rest[one] > rest[other] > 0 else one] = 1

    def options(self, line: int) -> list[tuple[int, int]]:
        """The slacks and the numbers of the candidates of a line that are kept, those of least slack first."""
        program = self.program
        found = []
        for p in range(program.candidates):
            if program.is_kept[p] and (program.row[p] == line or program.column[p] == line):
                found.append((self.slack(p), p))
        # the number decides between equal slacks: the same tree on every run
        return sorted(found)

    def costs(self, target: int, rate: float) -> list[float]:
        """The cost that is expected of the child of each candidate, in which that is forced. Linear.

        A child's bound is at most its slack away from that of its parent, and falls by roughly a half for each row or
        column whose match with the forced candidate is no longer to be divided.
        """
        program, found = self.program, []
        for p in range(program.candidates):
            gain = self.scale * min(program.first_slot[p + 1] - program.first_slot[p], MOST_SLOTS) // 2
            found.append(tree_cost(self.bound - self.slack(p) - gain - target, rate))
        return found


def tree_cost(gap: int, rate: float) -> float:
    """What a tree is expected to cost, which grows exponentially with the gap at its root."""
    return exp(min(rate * gap, STEEPEST))
