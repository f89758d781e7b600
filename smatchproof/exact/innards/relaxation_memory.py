"""The memory of a compiled relaxation: one array of numbers, which takes as long to hand over as a single number.

It begins with a few single numbers and the addresses of *lists*: item k of the list that begins at ``w[LIST]`` is
``w[w[LIST] + k]``. (Views of the lists would be easier to read and take twice as long, for each of them is counted.)
Candidates are numbered from 0, and so are the *halves* of the matches: those of one candidate stand side by side, in
the order of the problem's matches. A *crowded* star is one whose matches compete for rows or columns: an assignment
problem of its own, whose rows and columns are numbered as they come; what belongs to them stands where the candidate's
halves stand.
"""

from __future__ import annotations

import numpy as np

from smatchproof.exact.innards import assignment_kernels, relaxation
from smatchproof.exact.innards.arrays import Numbers
from smatchproof.exact.innards.compiled_code import compiled, inlined

# Single numbers: how many there are of each; what forced candidates earn; a bound on the weights of matches;
# how many stars are to be solved again; how long the lists to compute in are, see ROOM.
ROWS, COLUMNS, CANDIDATES, HALVES, CONSTANT, HEAVIEST, CHANGES, SIZE = range(8)
# Addresses of lists. Of candidates, where only the value of the star is scaled:
(ROW, COLUMN, UNARY, ORIGINAL, VALUE, IS_CHANGED, CHANGED, CROWDED, CROWDED_COLUMNS, IS_PICKED, GAIN, IS_OPEN,
 REST, ROW_EDGES, COLUMN_EDGES) = range(8, 23)  # fmt: skip
# of halves, the last four of crowded stars: edges by row, columns of edges, names of rows and columns;
PARTNER, MATE, WEIGHT, IS_USED, STAR_EDGES, STAR_COLUMN, ROW_NAME, COLUMN_NAME = range(23, 31)
# the split of the weights, and how crowded stars were solved for it;
HALF, STAR_ROW_DUAL, STAR_COLUMN_DUAL = range(31, 34)
# where the edges of each row, of each column, the halves of each candidate and the edges of each row of a star begin;
ROW_START, COLUMN_START, START, STAR_START = range(34, 38)
# lists to compute in, each longer than there are rows, and columns; an alignment: the pick of each row; where all ends.
ROOM, PICKS, END = range(38, 41)
HEADER = 41
ROOM_LISTS = assignment_kernels.LISTS + 3  # those, and the picks and the duals that are found


@compiled
def _laid_out(rows: int, columns: int, candidates: int, halves: int) -> Numbers:
    """Memory for a relaxation of these sizes: its header, and whatever stood there before."""
    size = max(rows, columns) + 1
    starts = rows + columns + candidates + 3 + halves + candidates
    length = HEADER + (PARTNER - ROW) * candidates + (ROW_START - PARTNER) * halves + starts + ROOM_LISTS * size + rows
    w = np.empty(length, dtype=np.int64)
    w[ROWS], w[COLUMNS], w[CANDIDATES], w[HALVES] = rows, columns, candidates, halves
    w[CHANGES], w[SIZE] = 0, size
    address = HEADER
    for each in range(ROW, ROW_START):
        w[each] = address
        address += candidates if each < PARTNER else halves
    w[ROW_START] = address
    w[COLUMN_START] = address + rows + 1
    w[START] = w[COLUMN_START] + columns + 1
    w[STAR_START] = w[START] + candidates + 1
    w[ROOM] = w[STAR_START] + halves + candidates
    w[PICKS] = w[ROOM] + ROOM_LISTS * size
    w[END] = w[PICKS] + rows
    return w


@compiled
def whole(rows: int, columns: int, pairs: Numbers, unary: Numbers, matches: Numbers) -> Numbers:
    """The relaxation of a whole problem: its candidates, shape (P, 2), what each earns, and its matches, shape (M, 3).

    The weights are split as :class:`smatchproof.exact.innards.relaxation.Relaxation` says.
    """
    w = _laid_out(rows, columns, len(pairs), 2 * len(matches))
    start, free = w[START], w[CHANGED]
    w[CONSTANT] = w[HEAVIEST] = w[start] = 0
    for p in range(len(pairs)):
        w[w[ROW] + p], w[w[COLUMN] + p] = pairs[p, 0], pairs[p, 1]
        w[w[UNARY] + p] = unary[p]
        w[w[ORIGINAL] + p] = p
        w[start + p + 1] = 0
    for k in range(len(matches)):
        w[start + matches[k, 0] + 1] += 1
        w[start + matches[k, 1] + 1] += 1
    for p in range(len(pairs)):
        w[start + p + 1] += w[start + p]
        w[free + p] = w[start + p]
    for k in range(len(matches)):
        p, q, weight = matches[k, 0], matches[k, 1], matches[k, 2]
        one, other, all_of_it = w[free + p], w[free + q], relaxation.SCALE * weight
        w[free + p] += 1
        w[free + q] += 1
        own = all_of_it // 2 if unary[p] == unary[q] else all_of_it if unary[p] < unary[q] else 0
        w[w[PARTNER] + one], w[w[MATE] + one], w[w[WEIGHT] + one], w[w[HALF] + one] = q, other, weight, own
        w[w[PARTNER] + other], w[w[MATE] + other], w[w[WEIGHT] + other] = p, one, weight
        w[w[HALF] + other] = all_of_it - own
        w[HEAVIEST] = max(w[HEAVIEST], weight)
    _prepare(w)
    return w


@compiled
def restricted(w: Numbers, is_alive: Numbers, forced: int) -> Numbers:
    """The part with only these candidates alive, shape (P,), and with a candidate forced, which may be -1 for none."""
    row, column, start, partner = w[ROW], w[COLUMN], w[START], w[PARTNER]
    number, place = np.empty(w[CANDIDATES], dtype=np.int64), np.empty(w[HALVES], dtype=np.int64)
    candidates = halves = 0
    for p in range(len(number)):
        is_left = is_alive[p] and (
            forced < 0 or (w[row + p] != w[row + forced] and w[column + p] != w[column + forced])
        )
        number[p] = candidates if is_left else -1
        candidates += is_left
    for p in range(len(number)):
        for k in range(w[start + p], w[start + p + 1]):
            is_left = number[p] >= 0 and number[w[partner + k]] >= 0
            place[k] = halves if is_left else -1
            halves += is_left
    part = _laid_out(w[ROWS], w[COLUMNS], candidates, halves)
    part[CONSTANT], part[HEAVIEST] = w[CONSTANT], w[HEAVIEST]
    _copy(w, part, number, place)
    if forced >= 0:
        part[CONSTANT] += w[w[UNARY] + forced]
        for k in range(w[start + forced], w[start + forced + 1]):
            at = number[w[partner + k]]
            if at >= 0:
                part[part[UNARY] + at] += w[w[WEIGHT] + k]
    _prepare(part)
    return part


@inlined
def _copy(w: Numbers, part: Numbers, number: Numbers, place: Numbers) -> None:
    """Fill a part with those candidates and halves that have a number there."""
    start, end = part[START], 0
    for p in range(len(number)):
        at = number[p]
        if at >= 0:
            for each in range(ROW, ORIGINAL + 1):
                part[part[each] + at] = w[w[each] + p]
            part[start + at] = end
            for k in range(w[w[START] + p], w[w[START] + p + 1]):
                if place[k] >= 0:
                    part[part[PARTNER] + end] = number[w[w[PARTNER] + k]]
                    part[part[MATE] + end] = place[w[w[MATE] + k]]
                    part[part[WEIGHT] + end] = w[w[WEIGHT] + k]
                    part[part[HALF] + end] = w[w[HALF] + k]
                    end += 1
    part[start + part[CANDIDATES]] = end


@compiled
def _prepare(w: Numbers) -> None:
    """Fill what follows from the candidates and their halves."""
    _list_edges(w, w[ROW], w[ROW_START], w[ROW_EDGES], w[ROWS])
    _list_edges(w, w[COLUMN], w[COLUMN_START], w[COLUMN_EDGES], w[COLUMNS])
    for k in range(w[HALVES]):
        w[w[IS_USED] + k] = 1
    for k in range(2 * w[SIZE]):
        w[w[ROOM] + k] = -1
    w[CHANGES] = w[CANDIDATES]
    for p in range(w[CANDIDATES]):
        w[w[CHANGED] + p] = p
        w[w[IS_CHANGED] + p] = 1
        w[w[IS_PICKED] + p] = w[w[CROWDED] + p] = 0
        if w[w[START] + p + 1] > w[w[START] + p] + 1:
            _describe_star(w, p)


@compiled
def _list_edges(w: Numbers, line: int, start: int, edges: int, lines: int) -> None:
    """List the candidates of each line, in order; they stand from ``start[i]`` on and before ``start[i + 1]``."""
    for i in range(lines + 1):
        w[start + i] = 0
    for p in range(w[CANDIDATES]):
        w[start + w[line + p] + 1] += 1
    for i in range(lines):
        w[start + i + 1] += w[start + i]
    for p in range(w[CANDIDATES]):
        free = start + w[line + p]
        w[edges + w[free]] = p
        w[free] += 1
    for i in range(lines, 0, -1):
        w[start + i] = w[start + i - 1]
    w[start] = 0


@inlined
def _describe_star(w: Numbers, p: int) -> None:
    """Number the rows and columns of a star and, if it is crowded, list the edges of each row.

    The first two lists to compute in hold -1 everywhere, before and after.
    """
    row_number, column_number, counts = w[ROOM], w[ROOM] + w[SIZE], w[ROOM] + 2 * w[SIZE]
    first, last = w[w[START] + p], w[w[START] + p + 1]
    rows = columns = 0
    for k in range(first, last):
        q = w[w[PARTNER] + k]
        i, j = w[w[ROW] + q], w[w[COLUMN] + q]
        if w[row_number + i] < 0:
            w[row_number + i], w[w[ROW_NAME] + first + rows], w[counts + rows] = rows, i, 0
            rows += 1
        if w[column_number + j] < 0:
            w[column_number + j], w[w[COLUMN_NAME] + first + columns] = columns, j
            columns += 1
        w[w[STAR_COLUMN] + k] = w[column_number + j]
        w[counts + w[row_number + i]] += 1
    if rows < last - first or columns < last - first:
        w[w[CROWDED] + p], w[w[CROWDED_COLUMNS] + p] = rows, columns
        start = w[STAR_START] + first + p
        w[start] = 0
        for i in range(rows):
            w[start + i + 1] = w[start + i] + w[counts + i]
            w[counts + i] = w[start + i]
        for k in range(first, last):
            free = counts + w[row_number + w[w[ROW] + w[w[PARTNER] + k]]]
            w[w[STAR_EDGES] + first + w[free]] = k - first
            w[free] += 1
    for k in range(first, last):
        q = w[w[PARTNER] + k]
        w[row_number + w[w[ROW] + q]] = w[column_number + w[w[COLUMN] + q]] = -1
