"""The star duals of the many candidates of a document, in a tenth of the memory of lists."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int64]

Star = tuple[list[int], list[int]]
"""What a candidate pays: [row, dual, row, dual, ...], each row once, and the same for columns, as in a certificate."""


class StarTable(Mapping[int, Star]):
    """A mapping of candidates to their stars, from one entry for each dual: arrays of one length, in any order.

    `owner` is the candidate that pays, `side` 0 for a row and 1 for a column, `line` that row or column.

    >>> import numpy as np
    >>> table = StarTable(*(np.array(part) for part in ([7, 2, 7], [1, 0, 1], [3, 4, 1], [5, 6, 8])))
    >>> dict(table)
    {2: ([4, 6], []), 7: ([], [1, 8, 3, 5])}
    """

    __slots__ = ("_ends", "_flat", "owners")

    def __init__(self, owner: Numbers, side: Numbers, line: Numbers, dual: Numbers) -> None:
        import numpy as np

        order = np.lexsort((line, side, owner))
        owner, side = owner[order], side[order]
        first = np.flatnonzero(np.diff(owner, prepend=-1))
        rows = np.add.reduceat(side == 0, first) if len(first) else first
        self.owners: Numbers = owner[first]
        """The candidates with a star, in ascending order."""
        last = np.append(first, len(owner))[1:]
        self._ends = 2 * np.column_stack((first, first + rows, last))
        self._flat = np.column_stack((line[order], dual[order])).ravel()

    @property
    def size(self) -> int:
        """How many duals there are."""
        return len(self._flat) // 2

    def listed(self) -> tuple[list[list[int]], list[list[int]]]:
        """The first and the second parts of all stars, in the order of `owners`."""
        flat = self._flat.tolist()
        begin, middle, end = self._ends.T.tolist()
        rows = [flat[one:other] for one, other in zip(begin, middle, strict=True)]
        return rows, [flat[one:other] for one, other in zip(middle, end, strict=True)]

    def __len__(self) -> int:
        return len(self.owners)

    def __iter__(self) -> Iterator[int]:
        return iter(self.owners.tolist())

    def __getitem__(self, candidate: int) -> Star:
        place = int(self.owners.searchsorted(candidate))
        if place == len(self.owners) or self.owners[place] != candidate:
            raise KeyError(candidate)
        begin, middle, end = self._ends[place]
        return self._flat[begin:middle].tolist(), self._flat[middle:end].tolist()

    def items(self) -> ItemsView[int, Star]:
        """The candidates with their stars."""
        return _Stars(self)


class _Stars(ItemsView[int, Star]):
    """The candidates with their stars, made all at once."""

    _mapping: StarTable

    def __iter__(self) -> Iterator[tuple[int, Star]]:
        table = self._mapping
        yield from zip(table.owners.tolist(), zip(*table.listed(), strict=True), strict=True)
