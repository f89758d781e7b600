"""The linear program of a node of the tree, compiled: its iterations, the bound that they prove, and its children.

Maximise the unary weights of the candidates, x, and the weights of the matches, y, where the x of a *line*, a row or a
column, add up to at most 1, and the y of a *slot*, which are a candidate's matches with another line, to at most its x.
A child is a program of its own, of the candidates and matches that are left, and begins where its parent stands.

What is computed with floats is a proposal. A bound is made of integers: the duals of the slots say how the weight of
each match is split between its two ends; whatever they are, duals that pay for the split are found, and the outer
assignment is solved for what the candidates are then worth.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from smatchproof.exact.innards.arrays import Arrays, Numbers
from smatchproof.exact.innards.compiled_code import compiled

Indices = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

NONE = -1
"""No candidate, no column."""
RELAXATION = 1.9
"""Each iteration goes this much of the way that its step says, which saves a quarter of the iterations."""
_FARTHEST = 1 << 38
"""A weight may be split so far beyond itself."""
_NO_CELL = -(1 << 50)
"""Less than any value, and no sum of a few overflows: :mod:`smatchproof.exact.innards.magnitude`."""


class NodeProgram(NamedTuple):
    """The program of P candidates, M matches, L lines and D slots, and where its iterations stand.

    * `number`, `unary`, `row`, `column`: of the candidates; columns are counted on after the rows. `first_slot`, shape
      (P + 1,), says where the slots of each begin. The last slot belongs to none of them: it stands for slots of
      columns with one match, which say nothing that the match's row slots do not say.
    * `weight`; `ends`, shape (M, 2); `slots`, shape (M, 4): of the matches; their slots are the row slots of both ends,
      then the column slots of both.
    * `pace_x`, `pace_y`, `pace_lines`, `pace_slots`: the steps of the variables and of the duals.
    * `x`, `y`, `line_duals`, `slot_duals`: where it stands. Weights are whole, as are all floats below 2**53.
    """

    number: Indices
    unary: Floats
    row: Indices
    column: Indices
    first_slot: Indices
    weight: Floats
    ends: Indices
    slots: Indices
    pace_x: Floats
    pace_y: Floats
    pace_lines: Floats
    pace_slots: Floats
    x: Floats
    y: Floats
    line_duals: Floats
    slot_duals: Floats
    least: float


def root_program(arrays: Arrays, primal_weight: float, least: float = 0.0) -> NodeProgram:
    """The program of all candidates. Primal steps are multiplied by the primal weight, dual steps divided."""
    a, candidates = arrays, len(arrays.row)
    row_keys, row_slot = np.unique(a.source * a.rows + a.row[a.target], return_inverse=True)
    keys, column_slot, sizes = np.unique(
        a.source * a.columns + a.column[a.target], return_inverse=True, return_counts=True
    )
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
    program = NodeProgram(
        number=np.arange(candidates, dtype=np.uint32),
        unary=a.unary.astype(np.float64),
        row=a.row.astype(np.uint32),
        column=(a.rows + a.column).astype(np.uint32),
        first_slot=np.searchsorted(owner[order], np.arange(candidates + 1)).astype(np.uint32),
        weight=a.weight[first].astype(np.float64),
        ends=np.ascontiguousarray(np.stack((a.source[first], a.target[first]), axis=1), dtype=np.uint32),
        slots=np.ascontiguousarray(slots, dtype=np.uint32),
        pace_x=np.zeros(candidates),
        pace_y=np.zeros(len(first)),
        pace_lines=np.zeros(lines),
        pace_slots=np.zeros(duals),
        x=np.zeros(candidates),
        y=np.zeros(len(first)),
        line_duals=np.zeros(lines),
        slot_duals=np.zeros(duals),
        least=least,
    )
    return restricted(program, np.ones(candidates, dtype=np.bool_), NONE, primal_weight)


@compiled
def _iterate(s: NodeProgram, iterations: int) -> None:
    """So many iterations of the primal-dual hybrid gradient method, over-relaxed (Chambolle & Pock 2011; Condat 2013).

    Its steps are those of Pock & Chambolle (2011): each is divided by the number of constraints of its variable, or of
    variables of its constraint.
    """
    line_excess, slot_excess = np.empty_like(s.line_duals), np.empty_like(s.slot_duals)
    for _ in range(iterations):
        line_excess[:] = -1.0
        for p in range(len(s.x)):
            row, column = s.row[p], s.column[p]
            gradient = s.unary[p] - s.line_duals[row] - s.line_duals[column]
            for k in range(s.first_slot[p], s.first_slot[p + 1]):
                gradient += s.slot_duals[k]
            old = s.x[p]
            new = max(0.0, old + s.pace_x[p] * gradient)
            s.x[p] = old + RELAXATION * (new - old)
            ahead = 2.0 * new - old
            line_excess[row] += ahead
            line_excess[column] += ahead
            for k in range(s.first_slot[p], s.first_slot[p + 1]):
                slot_excess[k] = -ahead
        for e in range(len(s.y)):
            i, j, k, m = s.slots[e, 0], s.slots[e, 1], s.slots[e, 2], s.slots[e, 3]
            paid = s.slot_duals[i] + s.slot_duals[j] + s.slot_duals[k] + s.slot_duals[m]
            old = s.y[e]
            new = max(0.0, old + s.pace_y[e] * (s.weight[e] - paid))
            s.y[e] = old + RELAXATION * (new - old)
            ahead = 2.0 * new - old
            slot_excess[i] += ahead
            slot_excess[j] += ahead
            slot_excess[k] += ahead
            slot_excess[m] += ahead
        slot_excess[-1] = 0.0
        _pay(s.line_duals, s.pace_lines, line_excess, s.least)
        _pay(s.slot_duals, s.pace_slots, slot_excess, s.least)


@compiled
def _pay(duals: Floats, pace: Floats, excess: Floats, least: float) -> None:
    for k in range(len(duals)):
        new = max(least, duals[k] + pace[k] * excess[k])
        duals[k] += RELAXATION * (new - duals[k])


@compiled
def _whole(value: float, least: int, most: int) -> int:
    """A float as a whole number within limits; the lower one if it is no number."""
    if value >= most:
        return most
    return int(value) if value > least else least


@compiled
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


@compiled
def evaluate(s: NodeProgram, rows: int, scale: int) -> Evaluation:
    """The bound that the duals of a program prove."""
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


@compiled
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


@compiled
def _most(values: Numbers, columns: Numbers, least: int) -> int:
    """The most that a row's cells leave beside the duals of their columns."""
    most = least
    for j in range(len(columns)):
        most = max(most, values[j] - columns[j])
    return most


@compiled
def _lower(rows: Numbers, columns: Numbers, reached: Numbers, is_done: Flags, distance: Numbers, length: int) -> None:
    """Change the duals along shortest paths of that length."""
    for i in range(len(rows)):
        if 0 <= reached[i] < length:
            rows[i] -= length - reached[i]
    for j in range(len(columns)):
        if is_done[j] and distance[j] < length:
            columns[j] += length - distance[j]


@compiled
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


@compiled
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
    """The program of the candidates to keep; beside a forced one, unless that is :data:`NONE`."""
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
            new.pace_slots[slot[k]] = 1 / (primal_weight * (1 + sizes[k]))
    _copy_candidates(s, new, keep, earned, place, slot, primal_weight)
    _copy_matches(s, new, keep, place, slot, primal_weight)
    if forced != NONE:
        new.line_duals[s.row[forced]] = 0.0
        new.line_duals[s.column[forced]] = 0.0
    return new


@compiled
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
            new.pace_x[at] = primal_weight / (2 + end - first)
            new.pace_lines[s.row[p]] += 1
            new.pace_lines[s.column[p]] += 1
    for line in range(len(new.pace_lines)):
        new.pace_lines[line] = 1 / (primal_weight * max(1.0, new.pace_lines[line]))


@compiled
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
            new.pace_y[at] = primal_weight / (2 + columns)
            at += 1


@compiled
def within(evaluation: Evaluation, target: int) -> Flags:
    """Which candidates an alignment that is worth the target may contain."""
    keep = np.empty(len(evaluation.slack), np.bool_)
    for p in range(len(keep)):
        keep[p] = evaluation.slack[p] <= evaluation.bound - target
    return keep


@compiled
def improved(
    s: NodeProgram, rows: int, scale: int, target: int, primal_weight: float, iterations: int, rounds: int
) -> tuple[NodeProgram, Evaluation]:
    """The program with a lower bound: below the target, or as low as it gets in some rounds while that goes fast.

    Candidates that no alignment of that worth contains are left out on the way.
    """
    _iterate(s, iterations)
    best = evaluate(s, rows, scale)
    slow = 0
    for _ in range(rounds):
        if best.bound < target or slow == SLOW_ROUNDS:
            break
        keep = within(best, target)
        has_dropped = (len(keep) - _left(keep)[1]) * DROPPED_SHARE > len(keep)
        if has_dropped:
            s = restricted(s, keep, NONE, primal_weight)
        _iterate(s, iterations)
        new = evaluate(s, rows, scale)
        is_slow = (best.bound - new.bound) * SLOW < best.bound - target + 1
        slow = slow + 1 if is_slow and not has_dropped else 0
        if has_dropped or new.bound < best.bound:
            best = new
    return s, best


SLOW = 8
"""A round is slow if it closes less than one part in so many of the gap."""
SLOW_ROUNDS = 1
DROPPED_SHARE = 20
"""Candidates are left out when they are one in so many."""


@compiled
def child(
    s: NodeProgram,
    keep: Flags,
    forced: int,
    rows: int,
    scale: int,
    target: int,
    primal_weight: float,
    iterations: int,
    rounds: int,
) -> tuple[NodeProgram, Evaluation]:
    """A child of a node, its bound improved: the candidates to keep, beside a forced one or none."""
    return improved(restricted(s, keep, forced, primal_weight), rows, scale, target, primal_weight, iterations, rounds)


@compiled
def line_costs(s: NodeProgram, evaluation: Evaluation, scale: int, target: int, rate: float) -> Floats:
    """For each line, what it is expected to cost to branch on it: the sum of what its children cost.

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


MOST_SLOTS = 16


@compiled
def _cost(gap: int, rate: float) -> float:
    return math.exp(min(rate * gap, 300.0))
