"""The linear program of all candidates, with which the search begins; and how its slots are numbered.

The slots of a candidate are those of rows, then those of columns that several of its matches lead to.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .candidates import Candidates
    from .memory import give_back, new_room, take
    from .node_program import NodeProgram


def root_program(problem: Candidates, is_full: bool, primal_weight: float) -> NodeProgram:
    """The program of all candidates, at 0. Linear in the problem.

    Where it `is_full`, the x of a line add up to 1, and the y of a slot to its candidate's x.
    """
    room = new_room()
    try:
        halves, candidates = problem.halves, problem.candidates
        order = take(room, candidates)
        latest = take(room, candidates)
        column_slots = take(room, candidates)
        first_slot = take(room, candidates + 1)
        row_slot = take(room, halves)
        column_slot = take(room, halves)
        sort_by_column(problem, order, take(room, problem.columns + 1))
        number_column_slots(problem, order, latest, column_slots, column_slot)
        slots = number_row_slots(problem, column_slots, first_slot, row_slot, column_slot)
        rows, columns = problem.rows, problem.columns
        program = NodeProgram(rows, columns, candidates, halves // 2, slots, is_full, primal_weight)
        fill_candidates(program, problem, first_slot)
        fill_matches(program, problem, row_slot, column_slot)
        program.set_steps()
        return program
    finally:
        give_back(room)


def sort_by_column(problem: Candidates, order: list[int], start: list[int]) -> None:
    """Put the candidates in order of their columns, by counting."""
    for p in range(problem.candidates):
        start[problem.column[p] + 1] += 1
    for j in range(problem.columns):
        start[j + 1] += start[j]
    for p in range(problem.candidates):
        j = problem.column[p]
        order[start[j]] = p
        start[j] += 1


def number_column_slots(
    problem: Candidates, order: list[int], latest: list[int], column_slots: list[int], column_slot: list[int]
) -> None:
    """Number the column slots of each candidate from 0, and count them; -1 is for a half that is alone in its column.

    Halves are visited in order of the columns that they lead to: from the other end. ``latest[p]`` is the first half of
    candidate p that leads to the column that was its last.
    """
    for p in range(problem.candidates):
        latest[p] = -1
    for k in range(problem.candidates):
        q = order[k]
        for back in range(problem.first[q], problem.first[q + 1]):
            p = problem.partner[back]
            h = problem.mate[back]
            leader = latest[p]
            column_slot[h] = -1
            if leader < 0 or problem.column[problem.partner[leader]] != problem.column[q]:
                latest[p] = h
                continue
            if column_slot[leader] < 0:
                column_slot[leader] = column_slots[p]
                column_slots[p] += 1
            column_slot[h] = column_slot[leader]


def number_row_slots(
    problem: Candidates, column_slots: list[int], first_slot: list[int], row_slot: list[int], column_slot: list[int]
) -> int:
    """Number all slots: halves come in order of the rows that they lead to. Answers how many slots there are."""
    size = 0
    for p in range(problem.candidates):
        row = -1
        for h in range(problem.first[p], problem.first[p + 1]):
            if problem.row[problem.partner[h]] != row:
                row = problem.row[problem.partner[h]]
                size += 1
            row_slot[h] = size - 1
        for h in range(problem.first[p], problem.first[p + 1]):
            if column_slot[h] >= 0:
                column_slot[h] += size
        size += column_slots[p]
        first_slot[p + 1] = size
    return size


def fill_candidates(program: NodeProgram, problem: Candidates, first_slot: list[int]) -> None:
    """Take the candidates; columns are counted on after the rows."""
    for p in range(problem.candidates):
        program.number[p] = p
        program.row[p] = problem.row[p]
        program.column[p] = problem.rows + problem.column[p]
        program.earned[p] = problem.alone[p]
        program.first_slot[p + 1] = first_slot[p + 1]


def fill_matches(program: NodeProgram, problem: Candidates, row_slot: list[int], column_slot: list[int]) -> None:
    """Take each match once, from the end that comes first."""
    at = 0
    for p in range(problem.candidates):
        for h in range(problem.first[p], problem.first[p + 1]):
            back = problem.mate[h]
            if h < back:
                program.ends[2 * at] = p
                program.ends[2 * at + 1] = problem.partner[h]
                program.slots[4 * at] = row_slot[h]
                program.slots[4 * at + 1] = row_slot[back]
                program.slots[4 * at + 2] = column_slot[h] if column_slot[h] >= 0 else program.own_slots
                program.slots[4 * at + 3] = column_slot[back] if column_slot[back] >= 0 else program.own_slots
                program.weight[at] = problem.weight[h]
                at += 1
