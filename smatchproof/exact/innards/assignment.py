"""Bipartite matching of greatest weight, with the integer duals that prove it.

Small and often: the relaxation solves one for the whole problem and one for each star, thousands of times a second,
so this is plain Python over sparse lists. SciPy's assignment solver takes dense matrices, gives no duals, and costs
more to import than a corpus costs to score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

BIDS = 8
"""So many rows are outbid, at most, before a shortest path is looked for: with equal bids there would be no end."""


class Assignment(NamedTuple):
    """A matching and its proof.

    `picks` holds the edge of each row, or -1; `rows` and `columns` are nonnegative duals whose sum is the weight of
    the matching, and ``rows[i] + columns[j]`` is at least the value of every edge between i and j.
    """

    rows: list[int]
    columns: list[int]
    picks: list[int]


def assign(
    edges: Sequence[Sequence[int]],
    column: Sequence[int],
    value: Sequence[int],
    columns: int,
    tick: Callable[[], None] = lambda: None,
) -> Assignment:
    """The matching of greatest value: each row takes one of its `edges`, or none, and no column is taken twice.

    ``edges[i]`` lists the edges of row i; edge e leads to ``column[e]`` and is worth ``value[e]``. Greedy start, then
    row reduction and shortest augmenting paths (Jonker & Volgenant 1987): rows x edges x log in the worst case, about
    one pass over the edges when few rows compete. `tick` is called before each row that is looked at again by a
    shortest path; what it raises ends this.

    >>> assign([[0, 1], [2]], column=[0, 1, 0], value=[5, 3, 4], columns=2)
    Assignment(rows=[3, 0], columns=[4, 0], picks=[1, 2])
    """
    row_duals: list[int] = []
    column_duals = [0] * columns
    owner = [-1] * columns
    picks: list[int] = []
    losers = []
    for row, options in enumerate(edges):
        best, pick = 0, -1
        for edge in options:
            if value[edge] > best:
                best, pick = value[edge], edge
        row_duals.append(best)
        if pick >= 0:
            target = column[pick]
            if owner[target] < 0:
                owner[target] = row
            else:
                losers.append(row)
                pick = -1
        picks.append(pick)
    result = Assignment(row_duals, column_duals, picks)
    for row in losers:
        row = _bid(edges, column, value, result, owner, row)
        if row >= 0:
            _augment(edges, column, value, result, owner, row, tick)
    return result


def _bid(
    edges: Sequence[Sequence[int]],
    column: Sequence[int],
    value: Sequence[int],
    result: Assignment,
    owner: list[int],
    row: int,
) -> int:
    """Let a row without a column bid for its best one, as high as the second best allows; then the row that it outbids.

    Returns -1 when all have their columns, or nothing to gain by one; otherwise the row for which that is not enough.
    """
    row_duals, column_duals, picks = result
    for _ in range(BIDS):
        best = second = 0
        pick = other = -1
        for edge in edges[row]:
            gain = value[edge] - column_duals[column[edge]]
            if gain > best:
                best, second, pick, other = gain, best, edge, pick
            elif gain > second:
                second, other = gain, edge
        row_duals[row] = best
        if pick < 0:
            return -1
        target = column[pick]
        if owner[target] >= 0 and best == second and owner[column[other]] < 0:
            pick, target = other, column[other]
        outbid = owner[target]
        if outbid >= 0:
            if best == second:
                return row
            column_duals[target] += best - second
            row_duals[row] = second
            picks[outbid] = -1
        picks[row], owner[target] = pick, row
        if outbid < 0:
            return -1
        row = outbid
    return row


def _augment(
    edges: Sequence[Sequence[int]],
    column: Sequence[int],
    value: Sequence[int],
    result: Assignment,
    owner: list[int],
    start: int,
    tick: Callable[[], None],
) -> None:
    """Give row `start` a column, or leave the row without one that loses least by it (Dijkstra on reduced costs)."""
    row_duals, column_duals, picks = result
    reached_by: dict[int, tuple[int, int, int]] = {}  # column: (its distance, the row and the edge that lead to it)
    settled: dict[int, int] = {}
    heap: list[tuple[int, int]] = []
    visited, row, distance = [(start, 0)], start, 0
    end, end_distance = start, row_duals[start]  # the row that would go without a column
    while True:
        tick()
        slack = distance + row_duals[row]
        if slack < end_distance:
            end, end_distance = row, slack
        for edge in edges[row]:
            target = column[edge]
            length = slack + column_duals[target] - value[edge]
            if length < end_distance and target not in settled:
                known = reached_by.get(target)
                if known is None or length < known[0]:
                    reached_by[target] = (length, row, edge)
                    heappush(heap, (length, target))
        while heap and (heap[0][1] in settled or heap[0][0] > reached_by[heap[0][1]][0]):
            heappop(heap)
        if not heap or heap[0][0] >= end_distance:
            target = -1
            break
        distance, target = heappop(heap)
        settled[target] = distance
        if owner[target] < 0:
            end_distance = distance
            break
        row = owner[target]
        visited.append((row, distance))
    for row, distance in visited:
        row_duals[row] -= max(0, end_distance - distance)
    for settled_column, distance in settled.items():
        column_duals[settled_column] += max(0, end_distance - distance)
    if target < 0 and end != start:  # `end` gives up its column
        target = column[picks[end]]
        picks[end] = -1
    if target >= 0:
        _reassign(column, picks, owner, reached_by, start, target)


def _reassign(
    column: Sequence[int],
    picks: list[int],
    owner: list[int],
    reached_by: dict[int, tuple[int, int, int]],
    start: int,
    target: int,
) -> None:
    """Walk back along the path from a column to the row where it starts; each row on it takes its next column."""
    while True:
        _, row, edge = reached_by[target]
        given_up = picks[row]
        picks[row], owner[target] = edge, row
        if row == start:
            return
        target = column[given_up]
