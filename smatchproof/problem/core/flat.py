"""Flat lists: numbers one after the other, as problems hold them. For compiled code see ``flat.pxd``."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain

Flat = Sequence[int]
"""An array of 64-bit integers; a list, where 64 bits do not hold them."""
Room = list[None]
"""What owns the lists of an object."""


def new_room() -> Room:
    """A room for lists."""
    return []


def take(room: Room, size: int) -> list[int]:
    """A list of so many zeros."""
    return [0] * size


def listed(room: Room, numbers: list[int], more: int) -> list[int]:
    """A list of these numbers and so many zeros more."""
    return numbers + [0] * more


def give_back(room: Room) -> None:
    """Nothing uses the lists of this room any more."""


def split(numbers: list[int], size: int, divisor: int, into: list[int], first: int) -> None:
    """Write the quotients and the remainders of the first numbers into a list, by turns, from one place on."""
    into[first : first + 2 * size] = chain.from_iterable([divmod(number, divisor) for number in numbers[:size]])


def numbers_of(flat: Flat, size: int) -> Flat:
    """The numbers of a flat list, which compiled code reads where they are. Raises ``ValueError`` for another size."""
    if len(flat) != size:
        raise ValueError(f"a flat list of {len(flat)} numbers instead of {size}")
    return flat


def flat_of(numbers: Sequence[int], size: int) -> Flat:
    """The first numbers of a list as a flat list.

    >>> flat_of([1, 2, 3], 2), flat_of([2**64], 1)
    (array('q', [1, 2]), [18446744073709551616])
    """
    try:
        return array("q", numbers if len(numbers) == size else numbers[:size])
    except OverflowError:
        return [*numbers[:size]]
