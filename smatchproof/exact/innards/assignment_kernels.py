"""The compiled twin of ``assignment``: the same matching and the same duals, number by number."""

from __future__ import annotations

from typing import NamedTuple

from smatchproof.exact.innards import assignment
from smatchproof.exact.innards.arrays import Numbers
from smatchproof.exact.innards.compiled_code import compiled, inlined

LISTS = 7
"""So many lists the assignment computes in, each as long as there are rows, and columns."""
_UNREACHED, _REACHED, _SETTLED = range(3)


class Lists(NamedTuple):
    """The addresses of the lists of an assignment problem in its memory.

    The edges of row i are ``edges[start[i]]`` and so on, before ``start[i + 1]``; edge e leads to ``column[e]`` and is
    worth ``value[e]``. What is found: `row_dual`, `column_dual`, and `picks`, the edge of each row, or -1. In `room`
    are :data:`LISTS` lists of `size` to compute in.
    """

    start: int
    edges: int
    column: int
    value: int
    row_dual: int
    column_dual: int
    picks: int
    room: int
    size: int


@compiled
def assign(w: Numbers, at: Lists, rows: int, columns: int) -> int:
    """Write the duals and the edge of each row, or -1, for so many rows and columns. Answers the value of the matching.

    What stood in the lists to compute in does not matter.
    """
    owner, losers, lost = at.room, at.room + at.size, 0
    for j in range(columns):
        w[owner + j] = -1
        w[at.column_dual + j] = 0
    for i in range(rows):
        best, pick = 0, -1
        for k in range(at.edges + w[at.start + i], at.edges + w[at.start + i + 1]):
            edge = w[k]
            if w[at.value + edge] > best:
                best, pick = w[at.value + edge], edge
        w[at.row_dual + i] = best
        if pick >= 0:
            target = owner + w[at.column + pick]
            if w[target] < 0:
                w[target] = i
            else:
                w[losers + lost] = i
                lost += 1
                pick = -1
        w[at.picks + i] = pick
    if lost:
        for j in range(columns):
            w[at.room + 2 * at.size + j] = _UNREACHED
    for k in range(lost):
        row = _bid(w, at, w[losers + k])
        if row >= 0:
            _augment(w, at, row)
    total = 0
    for i in range(rows):
        total += w[at.row_dual + i]
    for j in range(columns):
        total += w[at.column_dual + j]
    return total


@inlined
def _bid(w: Numbers, at: Lists, row: int) -> int:
    """The row that is left without a column by bids, or -1."""
    owner = at.room
    for _ in range(assignment.BIDS):
        best = second = 0
        pick = other = -1
        for k in range(at.edges + w[at.start + row], at.edges + w[at.start + row + 1]):
            edge = w[k]
            gain = w[at.value + edge] - w[at.column_dual + w[at.column + edge]]
            if gain > best:
                best, second, pick, other = gain, best, edge, pick
            elif gain > second:
                second, other = gain, edge
        w[at.row_dual + row] = best
        if pick < 0:
            return -1
        target = w[at.column + pick]
        if w[owner + target] >= 0 and best == second and w[owner + w[at.column + other]] < 0:
            pick, target = other, w[at.column + other]
        outbid = w[owner + target]
        if outbid >= 0:
            if best == second:
                return row
            w[at.column_dual + target] += best - second
            w[at.row_dual + row] = second
            w[at.picks + outbid] = -1
        w[at.picks + row] = pick
        w[owner + target] = row
        if outbid < 0:
            return -1
        row = outbid
    return row


@inlined
def _augment(w: Numbers, at: Lists, first: int) -> None:
    """Give row `first` a column, or leave the row without one that loses least by it."""
    owner, state, distance = at.room, at.room + 2 * at.size, at.room + 3 * at.size
    by_row, by_edge, reached = at.room + 4 * at.size, at.room + 5 * at.size, at.room + 6 * at.size
    touched, row, travelled = 0, first, 0
    end, end_distance = first, w[at.row_dual + first]  # the row that would go without a column
    while True:
        slack = travelled + w[at.row_dual + row]
        if slack < end_distance:
            end, end_distance = row, slack
        for k in range(at.edges + w[at.start + row], at.edges + w[at.start + row + 1]):
            edge = w[k]
            target = w[at.column + edge]
            length = slack + w[at.column_dual + target] - w[at.value + edge]
            if length < end_distance and w[state + target] != _SETTLED:
                if w[state + target] == _UNREACHED:
                    w[state + target] = _REACHED
                    w[reached + touched] = target
                    touched += 1
                elif length >= w[distance + target]:
                    continue
                w[distance + target] = length
                w[by_row + target] = row
                w[by_edge + target] = edge
        target = _nearest(w, state, distance, reached, touched)
        if target < 0 or w[distance + target] >= end_distance:
            target = -1
            break
        w[state + target] = _SETTLED
        travelled = w[distance + target]
        row = w[owner + target]
        if row < 0:
            end_distance = travelled
            break
    w[at.row_dual + first] -= max(0, end_distance)
    _settle(w, at, touched, end_distance)
    if target < 0 and end != first:  # `end` gives up its column
        target = w[at.column + w[at.picks + end]]
        w[at.picks + end] = -1
    while target >= 0:  # back along the path to where it starts; each row on it takes its next column
        row = w[by_row + target]
        given_up = w[at.picks + row]
        w[at.picks + row] = w[by_edge + target]
        w[owner + target] = row
        target = -1 if row == first else w[at.column + given_up]


@inlined
def _nearest(w: Numbers, state: int, distance: int, reached: int, touched: int) -> int:
    """The column at the least distance that is reached and not settled, the first of several; or -1.

    Columns are few, so that it takes no longer to look at all of them than to keep them in a heap.
    """
    nearest, least = -1, 0
    for k in range(touched):
        j = w[reached + k]
        if w[state + j] == _REACHED:
            length = w[distance + j]
            if nearest < 0 or length < least or (length == least and j < nearest):
                nearest, least = j, length
    return nearest


@inlined
def _settle(w: Numbers, at: Lists, touched: int, end_distance: int) -> None:
    """Change the duals of the settled columns and of their rows by what the path is shorter to them than to its end."""
    owner, state, distance, reached = at.room, at.room + 2 * at.size, at.room + 3 * at.size, at.room + 6 * at.size
    for k in range(touched):
        j = w[reached + k]
        if w[state + j] == _SETTLED:
            change = max(0, end_distance - w[distance + j])
            w[at.column_dual + j] += change
            if w[owner + j] >= 0:
                w[at.row_dual + w[owner + j]] -= change
        w[state + j] = _UNREACHED
