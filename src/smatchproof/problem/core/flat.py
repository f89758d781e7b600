"""Flat lists: sequences of numbers, as problems store them. For compiled code see ``flat.pxd``."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from operator import getitem, setitem

from .memory import Room

Flat = MutableSequence[int]
"""An array of 64-bit integers (of 32 bits if there are many and 32 bits hold them), or a list if 64 bits do not."""
Table = Flat
"""A flat list as it is read and written: item k is ``at(table, k)``, and becomes v by ``put(table, k, v)``."""
Places = dict[int, int]
"""A set of numbers: that of the smaller members of `key` is ``place_of(places, key)``, once they are counted."""

at, place_of, put = getitem, getitem, setitem


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


def new_flat(size: int, total: int) -> list[int]:
    """Return a flat list to write, of numbers that add up to `total` at most; compiled, its numbers are not set yet."""
    return [0] * size


def shortened(flat: list[int], size: int) -> Flat:
    """Return a written flat list without what comes after its first numbers."""
    return flat_of(flat, size)


def new_places(room: Room, size: int) -> Places:
    """Return an empty set of numbers below `size`. Compiled, it has two bits for each of these."""
    return {}


def mark(places: Places, key: int) -> None:
    """Add a number to a set."""
    places[key] = 0


def count_marked(places: Places, size: int) -> int:
    """Count the members of a set of numbers below `size`, each one for those after it. Returns how many there are."""
    places.update({key: place for place, key in enumerate(sorted(places))})
    return len(places)


def put_marked(places: Places, size: int, divisor: int, table: Table) -> None:
    """Write the quotients and the remainders of the members of a counted set alternately into a table, in order."""
    for key, place in places.items():
        table[2 * place], table[2 * place + 1] = divmod(key, divisor)
