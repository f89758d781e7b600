"""The bound that the duals of a node's linear program prove, and what it says about candidates and lines.

What is computed with floats is a proposal. A bound is made of integers: the duals of the slots say how the weight of
each match is split between its two ends; whatever they are, duals that pay for the split are found, and the outer
assignment is solved for what the candidates are then worth.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from smatchproof.exact.innards.arrays import Flags, Floats, Numbers
from smatchproof.exact.innards.compiled_code import compiled, inlined
from smatchproof.exact.innards.node_program import NONE, NodeProgram

_FARTHEST = 1 << 38
"""A weight may be split so far beyond itself."""
_NO_CELL = -(1 << 50)
"""Less than any value, and no sum of a few overflows: :mod:`smatchproof.exact.search.magnitude`."""
MOST_SLOTS = 16
"""Forcing a candidate lowers a bound by no more than so many halves of a triple, by estimate."""


@compiled
def _whole(value: float, least: int, most: int) -> int:
    """A float as a whole number within limits; the lower one if it is no number."""
    if value >= most:
        return most
    return int(value) if value > least else least


@inlined
def _star_duals(s: NodeProgram, scale: int) -> Numbers:
    """Whole numbers for the slots, times the scale, that pay for a split of each match's weight between its ends.

    Row slots pay what the column slots' duals leave, then column slots what the row slots leave.
    """
    matches = len(s.y)
    s.slot_duals[-1] = 0.0  # no candidate has this slot, so it pays for nothing
    split = np.empty(matches, np.int64)
    duals = np.empty(len(s.slot_duals), np.int64)
    duals[:] = 0 if s.least == 0 else _NO_CELL
    beyond = 0 if s.least == 0 else _FARTHEST
    for e in range(matches):
        i, j, k, m = s.slots[e, 0], s.slots[e, 1], s.slots[e, 2], s.slots[e, 3]
        weight = scale * int(s.weight[e])
        own, other = s.slot_duals[i] + s.slot_duals[k], s.slot_duals[j] + s.slot_duals[m]
        split[e] = _whole((own - other) * (0.5 * scale) + 0.5 * weight, -beyond, weight + beyond)
        duals[i] = max(duals[i], split[e] - _whole(s.slot_duals[k] * scale, -beyond, weight + beyond))
        duals[j] = max(duals[j], weight - split[e] - _whole(s.slot_duals[m] * scale, -beyond, weight + beyond))
    for e in range(matches):
        i, j, k, m = s.slots[e, 0], s.slots[e, 1], s.slots[e, 2], s.slots[e, 3]
        duals[k] = max(duals[k], split[e] - duals[i])
        duals[m] = max(duals[m], scale * int(s.weight[e]) - split[e] - duals[j])
    return duals


class Evaluation(NamedTuple):
    """What is proved of a node, times the scale: no alignment is worth more than the `bound`.

    One that contains a candidate is worth its `slack` less, one that leaves a line alone the line's dual less. `column`
    is the column of each row, or :data:`NONE`, in the solution of the outer assignment.
    """

    bound: int
    slack: Numbers
    lines: Numbers
    column: Numbers


@inlined
def evaluate(s: NodeProgram, rows: int, scale: int) -> Evaluation:
    """The bound that the duals of a program prove, whatever they are.

    The first `rows` of the lines are rows; weights count `scale` times as much. Linear in the program, but for the
    outer assignment, which is dense: rows times the square of columns, at worst.
    """
    candidates, lines = len(s.x), np.zeros(len(s.line_duals), np.int64)
    duals = _star_duals(s, scale)
    value = np.empty((rows, len(lines) - rows), np.int64)
    value[:] = _NO_CELL
    slack = np.empty(candidates, np.int64)
    for p in range(candidates):
        total = scale * int(s.unary[p])
        for k in range(s.first_slot[p], s.first_slot[p + 1]):
            total += duals[k]
        slack[p] = total
        value[s.row[p], s.column[p] - rows] = total
    column = _assign(value, lines[:rows], lines[rows:], s.least < 0)
    bound = 0
    for line in range(len(lines)):
        bound += lines[line]
    for p in range(candidates):
        slack[p] = lines[s.row[p]] + lines[s.column[p]] - slack[p]
        if slack[p] < 0:  # not so, if the assignment is solved; the bound does not rest on that
            bound -= slack[p]
    return Evaluation(bound, slack, lines, column)


@inlined
def _assign(value: Numbers, rows: Numbers, columns: Numbers, is_full: bool) -> Numbers:
    """Solve an assignment problem in which every row and column may stay alone. Answers the column of each row.

    Shortest augmenting paths (Jonker & Volgenant 1987); `rows` and `columns`, which begin as 0, become the duals.
    """
    row_count, column_count = value.shape
    taken, owner = np.empty(row_count, np.int64), np.empty(column_count, np.int64)
    taken[:] = NONE
    owner[:] = NONE
    distance, parent = np.empty(column_count, np.int64), np.empty(column_count, np.int64)
    is_done, reached = np.empty(column_count, np.bool_), np.empty(row_count, np.int64)
    for start in range(row_count):
        rows[start] = _most(value[start], columns, 2 * _NO_CELL if is_full else 0)
        if rows[start] <= _NO_CELL:  # a row without candidates: that of a forced one
            rows[start] = 0
            continue
        distance[:] = -_NO_CELL
        is_done[:] = False
        reached[:] = -1
        row, length, leaver, end = start, 0, start, NONE
        shortest = -_NO_CELL if is_full else rows[start]  # to a row that can leave its column
        while True:
            reached[row] = length
            if not is_full and length + rows[row] < shortest:
                shortest, leaver = length + rows[row], row
            nearest, least = NONE, shortest
            for j in range(column_count):
                if not is_done[j]:
                    reach = length + rows[row] + columns[j] - value[row, j]
                    if reach < distance[j]:
                        distance[j], parent[j] = reach, row
                    if distance[j] < least:
                        nearest, least = j, distance[j]
            length = least
            if nearest == NONE:
                break
            if owner[nearest] == NONE:
                end = nearest
                break
            is_done[nearest] = True
            row = owner[nearest]
        _lower(rows, columns, reached, is_done, distance, length)
        if end == NONE:
            if leaver == start:
                continue
            end = taken[leaver]
            taken[leaver] = NONE
        _rematch(taken, owner, parent, start, end)
    return taken


@inlined
def _most(values: Numbers, columns: Numbers, least: int) -> int:
    """The most that a row's cells leave beside the duals of their columns."""
    most = least
    for j in range(len(columns)):
        most = max(most, values[j] - columns[j])
    return most


@inlined
def _lower(rows: Numbers, columns: Numbers, reached: Numbers, is_done: Flags, distance: Numbers, length: int) -> None:
    """Change the duals along shortest paths of that length."""
    for i in range(len(rows)):
        if 0 <= reached[i] < length:
            rows[i] -= length - reached[i]
    for j in range(len(columns)):
        if is_done[j] and distance[j] < length:
            columns[j] += length - distance[j]


@inlined
def _rematch(taken: Numbers, owner: Numbers, parent: Numbers, start: int, end: int) -> None:
    """Each row on the path to `end` takes its next column."""
    while True:
        row = parent[end]
        previous = taken[row]
        taken[row] = end
        owner[end] = row
        if row == start:
            return
        end = previous


@compiled
def within(evaluation: Evaluation, target: int) -> Flags:
    """Which candidates an alignment that is worth the target may contain."""
    keep = np.empty(len(evaluation.slack), np.bool_)
    for p in range(len(keep)):
        keep[p] = evaluation.slack[p] <= evaluation.bound - target
    return keep


@compiled
def line_costs(s: NodeProgram, evaluation: Evaluation, scale: int, target: int, rate: float) -> Floats:
    """For each line, what it is expected to cost to branch on it: the sum of what its children cost. Linear.

    A child's bound is at most its slack away from that of its parent, and falls by roughly a half for each row or
    column whose match with the forced candidate is no longer to be divided.
    """
    costs = np.zeros(len(evaluation.lines))
    sizes = np.zeros(len(evaluation.lines))
    for p in range(len(s.x)):
        gain = scale * min(int(s.first_slot[p + 1] - s.first_slot[p]), MOST_SLOTS) // 2
        cost = _cost(evaluation.bound - evaluation.slack[p] - gain - target, rate)
        for line in (s.row[p], s.column[p]):
            costs[line] += cost
            sizes[line] += 1
    for line in range(len(costs)):
        if sizes[line] == 0:
            costs[line] = math.inf
        elif s.least == 0 and evaluation.bound - evaluation.lines[line] >= target:
            costs[line] += _cost(evaluation.bound - evaluation.lines[line] - target, rate)
    return costs


@compiled
def _cost(gap: int, rate: float) -> float:
    """The cost of a tree grows exponentially with the gap at its root; at most what a float holds many of."""
    return math.exp(min(rate * gap, 300.0))
