"""The memory of a compiled relaxation: one array of numbers, which takes as long to hand over as a single number.

It begins with a few single numbers and the addresses of its *sections*; :func:`section` is the view of one. Candidates
are numbered from 0, and so are the *halves* of the matches: those of one candidate stand side by side, in the order of
the problem's matches. A *crowded* star is one whose matches compete for rows or columns: an assignment problem of its
own, whose rows and columns are numbered as they come; what belongs to them stands where the candidate's halves stand.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from smatchproof.exact.innards.compiled_code import compiled
from smatchproof.exact.innards.relaxation import SCALE

Words = npt.NDArray[np.int64]

# Single numbers: what forced candidates earn, scaled; a bound on the weights of matches; how many stars are to be
# solved again.
CONSTANT, HEAVIEST, CHANGES = range(3)
# Sections, whose addresses are in these places. Of each candidate, scaled where it is a weight:
ROW, COLUMN, UNARY, ORIGINAL, VALUE, IS_CHANGED, CHANGED, CROWDED, CROWDED_COLUMNS, IS_PICKED, GAIN, OPEN = range(3, 15)
# of each row and each column, and their candidates; of each candidate, and its halves:
ROW_START, ROW_EDGES, COLUMN_START, COLUMN_EDGES, START, PARTNER, MATE, WEIGHT, IS_USED = range(15, 24)
# of crowded stars: the edges of their rows, the columns of their edges, and the names of their rows and columns;
STAR_START, STAR_EDGES, STAR_COLUMN, ROW_NAME, COLUMN_NAME = range(24, 29)
# the split of the weights, and how crowded stars were solved for it; room to compute in.
HALF, STAR_ROW_DUAL, STAR_COLUMN_DUAL, SCRATCH, END = range(29, 34)
HEADER = END + 1
LISTS = 8
"""The room to compute in is so many lists, each longer than there are rows, and than there are columns."""


@compiled
def section(w: Words, number: int) -> Words:
    """A section of the memory; not a copy."""
    return w[w[number] : w[number + 1]]


@compiled
def room(w: Words) -> Words:
    """The lists to compute in, shape (LISTS, what fits every row and column)."""
    return section(w, SCRATCH).reshape(LISTS, (w[END] - w[SCRATCH]) // LISTS)


@compiled
def _laid_out(rows: int, columns: int, candidates: int, halves: int) -> Words:
    """Memory for a relaxation of these sizes: its header, and whatever stood there before."""
    sizes = np.empty(HEADER, dtype=np.int64)
    sizes[ROW : OPEN + 1] = candidates
    sizes[PARTNER : HALF + 3] = halves
    sizes[ROW_START], sizes[ROW_EDGES] = rows + 1, candidates
    sizes[COLUMN_START], sizes[COLUMN_EDGES] = columns + 1, candidates
    sizes[START] = candidates + 1
    sizes[STAR_START] = halves + candidates
    sizes[SCRATCH] = LISTS * (max(rows, columns) + 1)
    address = HEADER
    for number in range(ROW, END):
        size = sizes[number]
        sizes[number] = address
        address += size
    w = np.empty(address, dtype=np.int64)
    w[:HEADER] = sizes
    w[END] = address
    w[CHANGES] = 0
    return w


@compiled
def whole(rows: int, columns: int, pairs: Words, unary: Words, matches: Words) -> Words:
    """The relaxation of a whole problem: its candidates, shape (P, 2), what each earns, and its matches, shape (M, 3).

    The weights are split as :class:`smatchproof.exact.innards.relaxation.Relaxation` says.
    """
    w = _laid_out(rows, columns, len(pairs), 2 * len(matches))
    w[CONSTANT] = w[HEAVIEST] = 0
    section(w, ROW)[:] = pairs[:, 0]
    section(w, COLUMN)[:] = pairs[:, 1]
    section(w, UNARY)[:] = SCALE * unary
    start, original = section(w, START), section(w, ORIGINAL)
    partner, mate, weights, half = section(w, PARTNER), section(w, MATE), section(w, WEIGHT), section(w, HALF)
    start[:] = 0
    for k in range(len(matches)):
        start[matches[k, 0] + 1] += 1
        start[matches[k, 1] + 1] += 1
    for p in range(len(pairs)):
        original[p] = p
        start[p + 1] += start[p]
    free = start.copy()
    for k in range(len(matches)):
        p, q, weight = matches[k, 0], matches[k, 1], matches[k, 2]
        one, other, all_of_it = free[p], free[q], SCALE * weight
        free[p] += 1
        free[q] += 1
        own = all_of_it // 2 if unary[p] == unary[q] else all_of_it if unary[p] < unary[q] else 0
        partner[one], mate[one], weights[one], half[one] = q, other, weight, own
        partner[other], mate[other], weights[other], half[other] = p, one, weight, all_of_it - own
        w[HEAVIEST] = max(w[HEAVIEST], weight)
    _prepare(w)
    return w


@compiled
def restricted(w: Words, is_alive: Words, forced: int) -> Words:
    """The part with only these candidates alive, shape (P,), and with a candidate forced, which may be -1 for none."""
    row, column, start, partner = section(w, ROW), section(w, COLUMN), section(w, START), section(w, PARTNER)
    number, place = np.full(len(row), -1), np.full(len(partner), -1)
    candidates = halves = 0
    for p in range(len(row)):
        if is_alive[p] and (forced < 0 or (row[p] != row[forced] and column[p] != column[forced])):
            number[p] = candidates
            candidates += 1
    for p in range(len(row)):
        if number[p] >= 0:
            for k in range(start[p], start[p + 1]):
                if number[partner[k]] >= 0:
                    place[k] = halves
                    halves += 1
    part = _laid_out(len(section(w, ROW_START)) - 1, len(section(w, COLUMN_START)) - 1, candidates, halves)
    part[CONSTANT], part[HEAVIEST] = w[CONSTANT], w[HEAVIEST]
    _copy(w, part, number, place)
    if forced >= 0:
        unary, weight = section(part, UNARY), section(w, WEIGHT)
        part[CONSTANT] += section(w, UNARY)[forced]
        for k in range(start[forced], start[forced + 1]):
            if number[partner[k]] >= 0:
                unary[number[partner[k]]] += SCALE * weight[k]
    _prepare(part)
    return part


@compiled
def _copy(w: Words, part: Words, number: Words, place: Words) -> None:
    """Fill a part with those candidates and halves that have a number there."""
    for kind in (ROW, COLUMN, UNARY, ORIGINAL):
        old, new = section(w, kind), section(part, kind)
        for p in range(len(number)):
            if number[p] >= 0:
                new[number[p]] = old[p]
    for kind in (WEIGHT, HALF):
        old, new = section(w, kind), section(part, kind)
        for k in range(len(place)):
            if place[k] >= 0:
                new[place[k]] = old[k]
    partner, mate, start = section(w, PARTNER), section(w, MATE), section(part, START)
    new_partner, new_mate = section(part, PARTNER), section(part, MATE)
    start[:] = 0
    for k in range(len(place)):
        if place[k] >= 0:
            new_partner[place[k]] = number[partner[k]]
            new_mate[place[k]] = place[mate[k]]
            start[number[partner[mate[k]]] + 1] += 1
    for p in range(len(start) - 1):
        start[p + 1] += start[p]


@compiled
def _prepare(w: Words) -> None:
    """Fill what follows from the candidates and their halves."""
    _list_edges(section(w, ROW), section(w, ROW_START), section(w, ROW_EDGES))
    _list_edges(section(w, COLUMN), section(w, COLUMN_START), section(w, COLUMN_EDGES))
    section(w, IS_CHANGED)[:] = 1
    section(w, IS_PICKED)[:] = 0
    section(w, IS_USED)[:] = 1
    section(w, CROWDED)[:] = 0
    changed, start = section(w, CHANGED), section(w, START)
    w[CHANGES] = len(changed)
    numbers = room(w)
    numbers[:2] = -1
    for p in range(len(changed)):
        changed[p] = p
        if start[p + 1] > start[p] + 1:
            _describe_star(w, p, numbers)


@compiled
def _list_edges(line: Words, start: Words, edges: Words) -> None:
    """List the candidates of each line, in order; they stand at ``start[i]`` and before ``start[i + 1]``."""
    start[:] = 0
    for p in range(len(line)):
        start[line[p] + 1] += 1
    for i in range(len(start) - 1):
        start[i + 1] += start[i]
    for p in range(len(line)):
        edges[start[line[p]]] = p
        start[line[p]] += 1
    for i in range(len(start) - 1, 0, -1):
        start[i] = start[i - 1]
    start[0] = 0


@compiled
def _describe_star(w: Words, p: int, numbers: Words) -> None:
    """Number the rows and columns of a star and, if it is crowded, list the edges of each row.

    The first two lists of numbers hold -1 everywhere, before and after.
    """
    row_number, column_number, counts = numbers[0], numbers[1], numbers[2]
    row, column, partner = section(w, ROW), section(w, COLUMN), section(w, PARTNER)
    row_name, column_name = section(w, ROW_NAME), section(w, COLUMN_NAME)
    star_column = section(w, STAR_COLUMN)
    first, last = section(w, START)[p], section(w, START)[p + 1]
    rows = columns = 0
    for k in range(first, last):
        i, j = row[partner[k]], column[partner[k]]
        if row_number[i] < 0:
            row_number[i], row_name[first + rows], counts[rows] = rows, i, 0
            rows += 1
        if column_number[j] < 0:
            column_number[j], column_name[first + columns] = columns, j
            columns += 1
        star_column[k] = column_number[j]
        counts[row_number[i]] += 1
    if rows < last - first or columns < last - first:
        section(w, CROWDED)[p], section(w, CROWDED_COLUMNS)[p] = rows, columns
        star_start, star_edges = section(w, STAR_START)[first + p :], section(w, STAR_EDGES)[first:]
        star_start[0] = 0
        for i in range(rows):
            star_start[i + 1] = star_start[i] + counts[i]
            counts[i] = star_start[i]
        for k in range(first, last):
            i = row_number[row[partner[k]]]
            star_edges[counts[i]] = k - first
            counts[i] += 1
    for k in range(first, last):
        row_number[row[partner[k]]] = -1
        column_number[column[partner[k]]] = -1
