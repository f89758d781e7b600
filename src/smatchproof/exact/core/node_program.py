"""The linear programs of the nodes of the tree search: a child begins where its parent stands."""

from __future__ import annotations

from collections.abc import Container, Iterable

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import find, give_back, new_room, take, take_indices

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

    def restrict(self, numbers: Container[int]) -> None:
        """Mark the candidates with these numbers at the root as kept."""
        for p in range(self.candidates):
            self.is_kept[p] = self.number[p] in numbers

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
                self.earned[p] += problem.weight[h & problem.by_half]

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
