"""Flat lists: sequences of numbers, as problems store them. For compiled code see ``flat.pxd``."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain, repeat
from operator import getitem as at

from .memory import Room

Flat = Sequence[int]
"""An array of 64-bit integers (of 32 bits if there are many and 32 bits hold them), or a list if 64 bits do not."""
Table = Flat
"""A flat list as it is read: item k is ``at(table, k)``."""

__all__ = ["Flat", "Table", "at", "flat_of", "listed", "put_ends", "split", "table_of"]


def listed(room: Room, numbers: list[int], more: int) -> list[int]:
    """Return a list of these numbers followed by `more` zeros."""
    return numbers + [0] * more


def split(numbers: list[int], size: int, divisor: int, into: list[int], first: int) -> None:
    """Write the quotients and the remainders of the first numbers alternately into a list, from `first` on."""
    into[first : first + 2 * size] = chain.from_iterable(map(divmod, numbers[:size], repeat(divisor)))


def put_ends(ends: list[int], first: int, matches: list[int], size: int) -> None:
    """Write both ends of `size` matches, which alternate in `ends` from `first` on, into a list of matches."""
    matches[0 : 3 * size : 3] = ends[first : first + 2 * size : 2]
    matches[1 : 3 * size : 3] = ends[first + 1 : first + 2 * size : 2]


def table_of(flat: Flat, size: int) -> Table:
    """Return a flat list for reading; compiled code does not copy it. Raises ``ValueError`` for another size."""
    if len(flat) != size:
        raise ValueError(f"a flat list of {len(flat)} numbers instead of {size}")
    return flat


def flat_of(numbers: Sequence[int], size: int) -> Flat:
    """Return the first numbers of a list as a flat list.

    >>> flat_of([1, 2, 3], 2), flat_of([2**64], 1)
    (array('q', [1, 2]), [18446744073709551616])
    """
    try:
        return array("q", numbers if len(numbers) == size else numbers[:size])
    except OverflowError:
        return [*numbers[:size]]
