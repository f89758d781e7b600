"""The linear program of all candidates, with which the search begins; and how its slots are numbered."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .candidates import Candidates
    from .memory import give_back, new_room, take
    from .node_program import NodeProgram


class Slots:
    """The slots of all candidates, one after the other: those of rows, then those of columns.

    The slots of candidate p are those from ``first[p]`` to before ``first[p + 1]``; half h is in ``row_slot[h]`` and in
    ``column_slot[h]``, which is -1 where no other match of its candidate leads to that column.
    """

    def __init__(self, candidates: int, halves: int) -> None:
        self.room = new_room()
        self.first = take(self.room, candidates + 1)
        self.row_slot = take(self.room, halves)
        self.column_slot = take(self.room, halves)

    def __dealloc__(self) -> None:
        give_back(self.room)

    def number_them(self, problem: Candidates) -> None:
        """Number the slots of a problem. Linear: halves come in order of rows, and are put into that of columns."""
        room = new_room()
        try:
            halves, candidates = problem.halves, problem.candidates
            order = take(room, halves)
            leader = take(room, halves)
            followers = take(room, halves)
            latest = take(room, candidates)
            free = take(room, candidates)
            self._sort_by_column(problem, order, take(room, problem.columns + 1))
            self._group(problem, order, leader, followers, latest)
            self._number_rows(problem, leader, followers, free)
            self._number_columns(problem, order, leader, followers, free)
        finally:
            give_back(room)

    def _sort_by_column(self, problem: Candidates, order: list[int], start: list[int]) -> None:
        """Put the halves in order of the columns at their other ends, by counting."""
        for h in range(problem.halves):
            start[problem.column[problem.partner[h]] + 1] += 1
        for j in range(problem.columns):
            start[j + 1] += start[j]
        for h in range(problem.halves):
            j = problem.column[problem.partner[h]]
            order[start[j]] = h
            start[j] += 1

    def _group(
        self, problem: Candidates, order: list[int], leader: list[int], followers: list[int], latest: list[int]
    ) -> None:
        """Let the first of a candidate's halves that lead to one column be the leader of the others."""
        for p in range(problem.candidates):
            latest[p] = -1
        for k in range(problem.halves):
            h = order[k]
            p = problem.partner[problem.mate[h]]
            last = latest[p]
            leader[h] = h
            if last >= 0 and problem.column[problem.partner[last]] == problem.column[problem.partner[h]]:
                leader[h] = last
                followers[last] += 1
            else:
                latest[p] = h

    def _number_rows(self, problem: Candidates, leader: list[int], followers: list[int], free: list[int]) -> None:
        """Number the row slots, and leave room behind those of each candidate for its column slots, from `free` on."""
        size = 0
        for p in range(problem.candidates):
            self.first[p] = size
            columns = 0
            row = -1
            for h in range(problem.first[p], problem.first[p + 1]):
                if problem.row[problem.partner[h]] != row:
                    row = problem.row[problem.partner[h]]
                    size += 1
                self.row_slot[h] = size - 1
                if followers[h] > 0:
                    columns += 1
            free[p] = size
            size += columns
        self.first[problem.candidates] = size

    def _number_columns(
        self, problem: Candidates, order: list[int], leader: list[int], followers: list[int], free: list[int]
    ) -> None:
        for k in range(problem.halves):
            h = order[k]
            if leader[h] != h:
                self.column_slot[h] = self.column_slot[leader[h]]
            elif followers[h] > 0:
                p = problem.partner[problem.mate[h]]
                self.column_slot[h] = free[p]
                free[p] += 1
            else:
                self.column_slot[h] = -1


def root_program(problem: Candidates, is_full: bool, primal_weight: float) -> NodeProgram:
    """The program of all candidates, at 0. Linear in the problem.

    Where it `is_full`, the x of a line add up to 1, and the y of a slot to its candidate's x.
    """
    slots = Slots(problem.candidates, problem.halves)
    slots.number_them(problem)
    program = NodeProgram(
        problem.rows,
        problem.columns,
        problem.candidates,
        problem.halves // 2,
        slots.first[problem.candidates],
        is_full,
        primal_weight,
    )
    _fill_candidates(program, problem, slots)
    _fill_matches(program, problem, slots)
    program.set_steps()
    return program


def _fill_candidates(program: NodeProgram, problem: Candidates, slots: Slots) -> None:
    for p in range(problem.candidates):
        program.number[p] = p
        program.row[p] = problem.row[p]
        program.column[p] = problem.rows + problem.column[p]
        program.earned[p] = problem.alone[p]
        program.first_slot[p + 1] = slots.first[p + 1]


def _fill_matches(program: NodeProgram, problem: Candidates, slots: Slots) -> None:
    at = 0
    for p in range(problem.candidates):
        for h in range(problem.first[p], problem.first[p + 1]):
            back = problem.mate[h]
            if h < back:
                program.ends[2 * at] = p
                program.ends[2 * at + 1] = problem.partner[h]
                program.slots[4 * at] = slots.row_slot[h]
                program.slots[4 * at + 1] = slots.row_slot[back]
                for k in range(2):
                    slot = slots.column_slot[h if k == 0 else back]
                    program.slots[4 * at + 2 + k] = slot if slot >= 0 else program.own_slots
                program.weight[at] = problem.weight[h]
                at += 1
