"""The linear program of a node of the tree, compiled: what it consists of, and how it is restricted.

Maximise the unary weights of the candidates, x, and the weights of the matches, y, where the x of a *line*, a row or a
column, add up to at most 1, and the y of a *slot*, which are a candidate's matches with another line, to at most its x.
A child is a program of its own, of the candidates and matches that are left, and begins where its parent stands.
Documents have another program for the same relaxation, :mod:`smatchproof.exact.core.star_program`: its candidates
become more from one evaluation to the next, where these become fewer, in compiled code, thousands of times a search.

:mod:`smatchproof.exact.innards.node_iterations` lowers its bound, :mod:`smatchproof.exact.innards.node_bound` proves
one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from smatchproof.exact.innards.arrays import Arrays, Flags, Floats, Indices, Numbers
from smatchproof.exact.innards.compiled_code import compiled, inlined

NONE = -1
"""No candidate, no column."""


class NodeProgram(NamedTuple):
    """The program of P candidates, M matches, L lines and D slots, and where its iterations stand.

    * `number`, `unary`, `row`, `column`: of the candidates; columns are counted on after the rows. `first_slot`, shape
      (P + 1,), says where the slots of each begin. The last slot belongs to none of them: it stands for slots of
      columns with one match, which say nothing that the match's row slots do not say.
    * `weight`; `ends`, shape (M, 2); `slots`, shape (M, 4): of the matches; their slots are the row slots of both ends,
      then the column slots of both.
    * `step_x`, `step_y`, `step_lines`, `step_slots`: the step sizes of the variables and of the duals.
    * `x`, `y`, `line_duals`, `slot_duals`: where it stands. Weights are whole, as are all floats below 2**53.
    * `least`: no dual is less: 0, or minus infinity where lines and slots are equations, as in dense blocks.
    """

    number: Indices
    unary: Floats
    row: Indices
    column: Indices
    first_slot: Indices
    weight: Floats
    ends: Indices
    slots: Indices
    step_x: Floats
    step_y: Floats
    step_lines: Floats
    step_slots: Floats
    x: Floats
    y: Floats
    line_duals: Floats
    slot_duals: Floats
    least: float


def root_program(arrays: Arrays, least: float = 0.0) -> NodeProgram:
    """The program of all candidates, at 0, without steps: :func:`restricted` says what these are.

    With `least` minus infinity the x of a line add up to 1, and the y of a slot to its candidate's x. Sorts the halves.
    """
    a, candidates = arrays, len(arrays.row)
    row_keys, row_slot, _ = a.slots(0)
    keys, column_slot, sizes = a.slots(1)
    owner = np.concatenate((row_keys // max(1, a.rows), keys[sizes > 1] // max(1, a.columns)))
    order = np.argsort(owner, kind="stable")
    place = np.full(len(owner) + 1, len(owner))
    place[order] = np.arange(len(owner))
    listed = np.full(len(keys), len(owner))
    listed[sizes > 1] = np.arange(len(row_keys), len(owner))
    of_row, of_column = place[row_slot], place[listed[column_slot]]
    first = np.flatnonzero(np.arange(len(a.source)) < a.mate)
    second = a.mate[first]
    slots = np.stack((of_row[first], of_row[second], of_column[first], of_column[second]), axis=1)
    lines, duals = a.rows + a.columns, len(owner) + 1
    return NodeProgram(
        number=np.arange(candidates, dtype=np.uint32),
        unary=a.unary.astype(np.float64),
        row=a.row.astype(np.uint32),
        column=(a.rows + a.column).astype(np.uint32),
        first_slot=np.searchsorted(owner[order], np.arange(candidates + 1)).astype(np.uint32),
        weight=a.weight[first].astype(np.float64),
        ends=np.ascontiguousarray(np.stack((a.source[first], a.target[first]), axis=1), dtype=np.uint32),
        slots=np.ascontiguousarray(slots, dtype=np.uint32),
        step_x=np.zeros(candidates),
        step_y=np.zeros(len(first)),
        step_lines=np.zeros(lines),
        step_slots=np.zeros(duals),
        x=np.zeros(candidates),
        y=np.zeros(len(first)),
        line_duals=np.zeros(lines),
        slot_duals=np.zeros(duals),
        least=least,
    )


@inlined
def _kept(s: NodeProgram, keep: Flags, forced: int) -> tuple[Flags, Floats]:
    """Which candidates are left beside a forced one, and what they then earn alone."""
    keep, unary = keep.copy(), s.unary.copy()
    if forced != NONE:
        for p in range(len(keep)):
            if s.row[p] == s.row[forced] or s.column[p] == s.column[forced]:
                keep[p] = False
        for e in range(len(s.y)):
            if s.ends[e, 0] == forced:
                unary[s.ends[e, 1]] += s.weight[e]
            elif s.ends[e, 1] == forced:
                unary[s.ends[e, 0]] += s.weight[e]
    return keep, unary


@inlined
def _sizes(s: NodeProgram, keep: Flags) -> tuple[int, Numbers]:
    """How many matches are left, and how many in each slot."""
    left, sizes = 0, np.zeros(len(s.slot_duals), np.int64)
    for e in range(len(s.y)):
        if keep[s.ends[e, 0]] and keep[s.ends[e, 1]]:
            left += 1
            for k in range(4):
                sizes[s.slots[e, k]] += 1
    return left, sizes


@compiled
def _left(keep: Flags) -> tuple[Numbers, int]:
    """The places of what is kept among themselves, and how many these are."""
    place, size = np.empty(len(keep), np.int64), 0
    for p in range(len(keep)):
        place[p] = size
        size += keep[p]
    return place, size


@compiled
def restricted(s: NodeProgram, keep: Flags, forced: int, primal_weight: float) -> NodeProgram:
    """The program of the candidates to keep; beside a forced one, unless that is :data:`NONE`.

    `keep` and `forced` are by their places in this program. It begins where this one stands. Primal
    steps are multiplied by the primal weight, dual steps divided. Linear in the program.
    """
    keep, earned = _kept(s, keep, forced)
    matches, sizes = _sizes(s, keep)
    sizes[-1] = 0
    place, candidates = _left(keep)
    is_used = np.empty(len(sizes), np.bool_)
    for k in range(len(sizes)):
        is_used[k] = sizes[k] > 0
    slot, slots = _left(is_used)
    slot[-1] = slots
    new = NodeProgram(
        np.empty(candidates, np.uint32),
        np.empty(candidates),
        np.empty(candidates, np.uint32),
        np.empty(candidates, np.uint32),
        np.zeros(candidates + 1, np.uint32),
        np.empty(matches),
        np.empty((matches, 2), np.uint32),
        np.empty((matches, 4), np.uint32),
        np.empty(candidates),
        np.empty(matches),
        np.zeros(len(s.line_duals)),
        np.zeros(slots + 1),
        np.empty(candidates),
        np.empty(matches),
        s.line_duals.copy(),
        np.zeros(slots + 1),
        s.least,
    )
    for k in range(len(sizes)):
        if sizes[k] > 0:
            new.slot_duals[slot[k]] = s.slot_duals[k]
            new.step_slots[slot[k]] = 1 / (primal_weight * (1 + sizes[k]))
    _copy_candidates(s, new, keep, earned, place, slot, primal_weight)
    _copy_matches(s, new, keep, place, slot, primal_weight)
    if forced != NONE:
        new.line_duals[s.row[forced]] = 0.0
        new.line_duals[s.column[forced]] = 0.0
    return new


@inlined
def _copy_candidates(
    s: NodeProgram, new: NodeProgram, keep: Flags, earned: Floats, place: Numbers, slot: Numbers, primal_weight: float
) -> None:
    for p in range(len(keep)):
        if keep[p]:
            at = place[p]
            new.number[at], new.unary[at], new.x[at] = s.number[p], earned[p], s.x[p]
            new.row[at], new.column[at] = s.row[p], s.column[p]
            first, end = slot[s.first_slot[p]], slot[s.first_slot[p + 1]]
            new.first_slot[at + 1] = new.first_slot[at] + end - first
            new.step_x[at] = primal_weight / (2 + end - first)
            new.step_lines[s.row[p]] += 1
            new.step_lines[s.column[p]] += 1
    for line in range(len(new.step_lines)):
        new.step_lines[line] = 1 / (primal_weight * max(1.0, new.step_lines[line]))


@inlined
def _copy_matches(
    s: NodeProgram, new: NodeProgram, keep: Flags, place: Numbers, slot: Numbers, primal_weight: float
) -> None:
    at, last = 0, len(new.slot_duals) - 1
    for e in range(len(s.y)):
        if keep[s.ends[e, 0]] and keep[s.ends[e, 1]]:
            new.weight[at], new.y[at] = s.weight[e], s.y[e]
            for k in range(2):
                new.ends[at, k] = place[s.ends[e, k]]
            for k in range(4):
                new.slots[at, k] = slot[s.slots[e, k]]
            columns = (new.slots[at, 2] < last) + (new.slots[at, 3] < last)
            new.step_y[at] = primal_weight / (2 + columns)
            at += 1
