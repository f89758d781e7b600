"""Lists of numbers. In compiled code they are arrays of C, of 64-bit integers or of doubles: see ``memory.pxd``."""

from __future__ import annotations

from bisect import bisect_left

Room = list[None]
"""What owns the lists of an object, until :func:`give_back`."""


def new_room() -> Room:
    """A room for lists."""
    return []


def take(room: Room, size: int) -> list[int]:
    """A list of so many zeros."""
    return [0] * size


def take_indices(room: Room, size: int) -> list[int]:
    """A list of so many zeros, for numbers that 32 bits hold: half the memory, where much of it is gone through."""
    return [0] * size


def take_floats(room: Room, size: int) -> list[float]:
    """A list of so many zeros that are floats."""
    return [0.0] * size


def take_marks(room: Room, size: int) -> bytearray:
    """A list of so many small numbers, below 256, that are 0."""
    return bytearray(size)


def give_back(room: Room) -> None:
    """Nothing uses the lists of this room any more."""


def copy(target: list[int], source: list[int], size: int) -> None:
    """Copy the first numbers of one list over those of another."""
    target[:size] = source[:size]


def copy_marks(target: bytearray, source: bytearray, size: int) -> None:
    """The same for marks."""
    target[:size] = source[:size]


def whole(value: float, least: int, most: int) -> int:
    """A float as a whole number within limits; the lower one if it is no number."""
    if value >= most:
        return most
    return int(value) if value > least else least


def copy_floats(target: list[float], source: list[float], size: int) -> None:
    """The same for floats."""
    target[:size] = source[:size]


def find(ordered: list[int], wanted: int, low: int, high: int) -> int:
    """The place of a number in a part of a list that is in order, or -1. By binary search."""
    place = bisect_left(ordered, wanted, low, high)
    return place if place < high and ordered[place] == wanted else -1
