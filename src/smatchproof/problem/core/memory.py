"""Lists of numbers. In compiled code they are arrays of C, of 64-bit integers or of doubles: see ``memory.pxd``."""

from __future__ import annotations

from bisect import bisect_left
from operator import getitem, setitem

Room = list[None]
"""The owner of the lists of an object, until :func:`give_back`."""
Weights = list[int]
"""A list of weights of 64 bits, or of bytes: weight k is ``weight_at(weights, k)``."""
weight_at, put_weight = getitem, setitem


def new_room() -> Room:
    """A room for lists."""
    return []


def take(room: Room, size: int) -> list[int]:
    """Return a list of `size` zeros."""
    return [0] * size


def take_indices(room: Room, size: int) -> list[int]:
    """Return a list of `size` zeros for numbers that 32 bits hold: half the memory to read and write."""
    return [0] * size


def as_indices(numbers: list[int]) -> list[int]:
    """Return the same list, for numbers that 32 bits hold; what it held is lost."""
    return numbers


def take_weights(room: Room, size: int, most: int) -> Weights:
    """Return a list of `size` weights, all zero, for weights up to `most`."""
    return [0] * size


def take_floats(room: Room, size: int) -> list[float]:
    """Return a list of `size` floats, all zero."""
    return [0.0] * size


def take_marks(room: Room, size: int) -> bytearray:
    """Return a list of `size` zeros for numbers below 256."""
    return bytearray(size)


def give_back(room: Room) -> None:
    """Free the lists of a room; nothing may use them any more."""


def copy(target: list[int], source: list[int], size: int) -> None:
    """Copy the first numbers of one list over those of another."""
    target[:size] = source[:size]


def copy_marks(target: bytearray, source: bytearray, size: int) -> None:
    """Copy the first marks of one list over those of another."""
    target[:size] = source[:size]


def whole(value: float, least: int, most: int) -> int:
    """Return a float as an integer within limits; the lower limit for NaN."""
    if value >= most:
        return most
    return int(value) if value > least else least


def copy_floats(target: list[float], source: list[float], size: int) -> None:
    """Copy the first floats of one list over those of another."""
    target[:size] = source[:size]


def find(ordered: list[int], wanted: int, low: int, high: int) -> int:
    """Return the place of a number in part of a sorted list, or -1, by binary search."""
    place = bisect_left(ordered, wanted, low, high)
    return place if place < high and ordered[place] == wanted else -1
