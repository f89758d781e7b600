"""Compiled loops in slices: between two of them the clock is looked at, and Ctrl-C is heard."""

from __future__ import annotations

from collections.abc import Iterator

CANDIDATES = 1 << 16
"""So many candidates, or halves, are looked at between two looks at the clock: some milliseconds."""


def in_slices(number: int, most: int) -> Iterator[tuple[int, int]]:
    """The ranges, of `most` at most, that make up the numbers below `number`.

    >>> list(in_slices(5, 2))
    [(0, 2), (2, 4), (4, 5)]
    """
    for first in range(0, number, most):
        yield first, min(first + most, number)
