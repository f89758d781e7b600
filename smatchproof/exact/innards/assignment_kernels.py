"""The compiled twin of ``assignment``: the same matching and the same duals, number by number."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smatchproof.exact.innards.assignment import BIDS
from smatchproof.exact.innards.compiled_code import compiled, inlined

Words = npt.NDArray[np.int64]

UNREACHED, REACHED, SETTLED = range(3)


@compiled
def assign(
    start: Words, edges: Words, column: Words, value: Words, rows: Words, columns: Words, picks: Words, room: Words
) -> None:
    """Fill `rows` and `columns` with the duals, and `picks` with the edge of each row, or -1.

    The edges of row i are ``edges[start[i]]`` and so on, before ``start[i + 1]``. `room` has shape
    (7, at least the rows, and at least the columns); what stands there does not matter.
    """
    owner, losers = room[0], room[1]
    lost = 0
    columns[:] = 0
    owner[: len(columns)] = -1
    for i in range(len(rows)):
        best, pick = 0, -1
        for k in range(start[i], start[i + 1]):
            edge = edges[k]
            if value[edge] > best:
                best, pick = value[edge], edge
        rows[i] = best
        if pick >= 0:
            target = column[pick]
            if owner[target] < 0:
                owner[target] = i
            else:
                losers[lost] = i
                lost += 1
                pick = -1
        picks[i] = pick
    if lost:
        room[2, : len(columns)] = UNREACHED
    for k in range(lost):
        row = _bid(start, edges, column, value, rows, columns, picks, owner, losers[k])
        if row >= 0:
            _augment(start, edges, column, value, rows, columns, picks, room, row)


@inlined
def _bid(
    start: Words,
    edges: Words,
    column: Words,
    value: Words,
    rows: Words,
    columns: Words,
    picks: Words,
    owner: Words,
    row: int,
) -> int:
    """The row that is left without a column by bids, or -1."""
    for _ in range(BIDS):
        best = second = 0
        pick = other = -1
        for k in range(start[row], start[row + 1]):
            edge = edges[k]
            gain = value[edge] - columns[column[edge]]
            if gain > best:
                best, second, pick, other = gain, best, edge, pick
            elif gain > second:
                second, other = gain, edge
        rows[row] = best
        if pick < 0:
            return -1
        target = column[pick]
        if owner[target] >= 0 and best == second and owner[column[other]] < 0:
            pick, target = other, column[other]
        outbid = owner[target]
        if outbid >= 0:
            if best == second:
                return row
            columns[target] += best - second
            rows[row] = second
            picks[outbid] = -1
        picks[row], owner[target] = pick, row
        if outbid < 0:
            return -1
        row = outbid
    return row


@inlined
def _augment(
    start: Words,
    edges: Words,
    column: Words,
    value: Words,
    rows: Words,
    columns: Words,
    picks: Words,
    room: Words,
    first: int,
) -> None:
    """Give row `first` a column, or leave the row without one that loses least by it."""
    owner, state, distance, by_row, by_edge, reached = room[0], room[2], room[3], room[4], room[5], room[6]
    touched, row, travelled = 0, first, 0
    end, end_distance = first, rows[first]  # the row that would go without a column
    while True:
        slack = travelled + rows[row]
        if slack < end_distance:
            end, end_distance = row, slack
        for k in range(start[row], start[row + 1]):
            edge = edges[k]
            target = column[edge]
            length = slack + columns[target] - value[edge]
            if length < end_distance and state[target] != SETTLED:
                if state[target] == UNREACHED:
                    state[target], reached[touched] = REACHED, target
                    touched += 1
                elif length >= distance[target]:
                    continue
                distance[target], by_row[target], by_edge[target] = length, row, edge
        target = _nearest(state, distance, reached, touched)
        if target < 0 or distance[target] >= end_distance:
            target = -1
            break
        state[target] = SETTLED
        if owner[target] < 0:
            end_distance = distance[target]
            break
        row, travelled = owner[target], distance[target]
    _settle(rows, columns, room, first, touched, end_distance)
    if target < 0 and end != first:  # `end` gives up its column
        target = column[picks[end]]
        picks[end] = -1
    while target >= 0:  # back along the path to where it starts; each row on it takes its next column
        row = by_row[target]
        given_up = picks[row]
        picks[row], owner[target] = by_edge[target], row
        target = -1 if row == first else column[given_up]


@inlined
def _nearest(state: Words, distance: Words, reached: Words, touched: int) -> int:
    """The column at the least distance that is reached and not settled, the first of several; or -1.

    Columns are few, so that it takes no longer to look at all of them than to keep them in a heap.
    """
    nearest = -1
    for k in range(touched):
        j = reached[k]
        if state[j] == REACHED and (
            nearest < 0 or distance[j] < distance[nearest] or (distance[j] == distance[nearest] and j < nearest)
        ):
            nearest = j
    return nearest


@inlined
def _settle(rows: Words, columns: Words, room: Words, first: int, touched: int, end_distance: int) -> None:
    """Change the duals of the settled columns and of their rows by what the path is shorter to them than to its end."""
    owner, state, distance, reached = room[0], room[2], room[3], room[6]
    rows[first] -= max(0, end_distance)
    for k in range(touched):
        j = reached[k]
        if state[j] == SETTLED:
            change = max(0, end_distance - distance[j])
            columns[j] += change
            if owner[j] >= 0:
                rows[owner[j]] -= change
        state[j] = UNREACHED
