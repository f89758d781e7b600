"""Problems like quadratic assignment: all pairs are candidates and most have matches; and what is symmetric in them.

Some optimum of such a problem aligns every variable. The relaxation is much stronger where it says so: the x of a line
add up to 1, the y of a slot to its candidate's x, matches of no weight among them. It is then the first level of the
reformulation-linearization technique (RLT-1; Adams & Johnson 1994).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from smatchproof.exact.innards.arrays import Arrays, Numbers
from smatchproof.exact.search.presolve import is_dense

MOST_SYMMETRIES, MOST_TRIALS = 2000, 100_000
"""So many automorphisms of a side are listed, at most, in so many trials: any number of them may be used."""


@dataclass(frozen=True, slots=True)
class DenseBlock:
    """The dense part of a problem, which is a problem of its own, and the pairs beside it, which compete with none.

    * `arrays`: all pairs of n rows and n columns are candidates, in order, and all of their couples are matches, those
      of no weight too; what a candidate earns beside the settled pairs is unary weight. Where the problem has fewer
      rows, some are added that earn nothing.
    * `rows`, shape (n,) or less, `columns`, shape (n,): what they are in the problem; `settled`: its other pairs;
      `constant`: their worth.
    """

    arrays: Arrays
    rows: Numbers
    columns: Numbers
    settled: tuple[tuple[int, int], ...]
    constant: int

    @classmethod
    def of(cls, arrays: Arrays) -> DenseBlock | None:
        """The block of a problem; ``None`` if there is none that all the rest of the problem leaves alone.

        Takes memory in proportion to the problem and to the fourth power of the block's columns, which are few
        (:data:`smatchproof.exact.search.presolve.LARGEST_DENSE`).
        """
        a = arrays
        row_sizes, column_sizes = np.bincount(a.row), np.bincount(a.column)
        is_settled = (row_sizes[a.row] == 1) & (column_sizes[a.column] == 1)
        rows, columns = np.unique(a.row[~is_settled]), np.unique(a.column[~is_settled])
        size = len(columns)
        if not is_dense(len(rows), size, int((~is_settled).sum()), len(a.source) // 2):
            return None
        is_source_settled, is_target_settled = is_settled[a.source], is_settled[a.target]
        unary, beside = a.unary.copy(), ~is_source_settled & is_target_settled
        np.add.at(unary, a.source[beside], a.weight[beside])
        constant = int(a.unary[is_settled].sum()) + int(a.weight[is_source_settled & is_target_settled].sum()) // 2
        place = np.searchsorted(rows, a.row) * size + np.searchsorted(columns, a.column)  # of those not settled
        inside = ~is_source_settled & ~is_target_settled
        weight = np.zeros((size * size, size * size), dtype=np.int64)
        weight[place[a.source[inside]], place[a.target[inside]]] = a.weight[inside]
        earned = np.zeros(size * size, dtype=np.int64)
        earned[place[~is_settled]] = unary[~is_settled]
        settled = tuple(zip(a.row[is_settled].tolist(), a.column[is_settled].tolist(), strict=True))
        return cls(_completed(arrays, size, earned, weight), rows, columns, settled, constant)

    def whole(self, columns: list[int | None], size: int) -> list[int | None]:
        """The columns of all rows of the problem, of which there are so many, from those of the block's."""
        result: list[int | None] = [None] * size
        for row, column in self.settled:
            result[row] = column
        for row, place in zip(self.rows.tolist(), columns, strict=False):  # the rows added come last
            result[row] = None if place is None else int(self.columns[place])
        return result


def _completed(arrays: Arrays, size: int, unary: Numbers, weight: Numbers) -> Arrays:
    """The arrays of all pairs of so many rows and columns, and of all their couples."""
    row, column = np.divmod(np.arange(size * size), size)
    source, target = np.nonzero((row[:, None] != row) & (column[:, None] != column))
    place = np.zeros(weight.shape, dtype=np.int64)
    place[source, target] = np.arange(len(source))
    return replace(
        arrays,
        rows=size,
        columns=size,
        row=row,
        column=column,
        unary=unary,
        number=np.arange(size * size),
        source=source,
        target=target,
        weight=weight[source, target],
        mate=place[target, source],
    )


def symmetries(arrays: Arrays) -> tuple[Numbers, Numbers]:
    """Automorphisms of a block: permutations of its rows that change no weight, and of its columns, one in each line.

    Each is verified by the weights themselves. They need not be all that there are.
    """
    size = arrays.rows
    weight = np.zeros((size * size, size * size), dtype=np.int64)
    weight[arrays.source, arrays.target] = arrays.weight
    np.fill_diagonal(weight, arrays.unary)
    by_pairs = weight.reshape(size, size, size, size)
    of_rows = by_pairs.transpose(0, 2, 1, 3).reshape(size * size, size * size)
    of_columns = by_pairs.transpose(1, 3, 0, 2).reshape(size * size, size * size)
    return _automorphisms(_colours(of_rows)), _automorphisms(_colours(of_columns))


def _colours(looks: Numbers) -> Numbers:
    """A number for each couple of lines: equal where all the weights between them are."""
    size = round(len(looks) ** 0.5)
    _, colour = np.unique(looks, axis=0, return_inverse=True)
    return np.asarray(colour, dtype=np.int64).reshape(size, size)


def _automorphisms(colour: Numbers) -> Numbers:
    """Permutations that keep the colours of all couples: exchanges of two, and what a search finds."""
    size = len(colour)
    found = [swap for swap in _exchanges(size) if (colour[np.ix_(swap, swap)] == colour).all()]
    trials = 0
    stack: list[list[int]] = [[]]
    while stack and len(found) < MOST_SYMMETRIES and trials < MOST_TRIALS:
        images = stack.pop()
        trials += 1
        if len(images) == size:
            found.append(np.array(images))
            continue
        line = len(images)
        before = np.array(images, dtype=np.int64)
        fits = (colour[:, before] == colour[line, :line]).all(axis=1)
        fits &= (colour[:line, line] == colour[before, :].T).all(axis=1)
        fits &= np.diagonal(colour) == colour[line, line]
        fits[before] = False
        stack += [[*images, image] for image in np.flatnonzero(fits)[::-1].tolist()]
    return np.array(found).reshape(len(found), size)


def _exchanges(size: int) -> list[Numbers]:
    result = []
    for one in range(size):
        for other in range(one):
            swap = np.arange(size)
            swap[[one, other]] = other, one
            result.append(swap)
    return result


def representatives(lines: list[int], permutations: Numbers) -> list[bool]:
    """Which of some lines to look at: a permutation takes one of them, looked at before, to each other one."""
    reached: set[int] = set()
    chosen = []
    for line in lines:
        chosen.append(line not in reached)
        if chosen[-1]:
            reached.update(permutations[:, line].tolist())
    return chosen
