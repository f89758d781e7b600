"""Ranks of numbers, used instead of sorting and hashing when problems are built."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from .memory import give_back, new_room, take, take_indices

MOST_BITS = 11
"""The counts of digits with this number of bits fit into the first-level cache."""


def rank(keys: list[int], size: int, different: list[int]) -> int:
    """Replace each key by its rank among the distinct keys. Returns their number; `different` has them in order.

    Keys are nonnegative. Linear: keys below twice their number are looked up in a table; others are sorted by counting,
    digit by digit, the last digit first, with about as many values of a digit as there are keys.
    """
    if not cython.compiled:  # Python's own sorting takes a tenth of the time of a loop
        ordered = sorted({*keys})
        keys[:] = map({key: place for place, key in enumerate(ordered)}.__getitem__, keys)
        different[:] = ordered
        return len(ordered)
    bits = 4
    while bits < MOST_BITS and 1 << bits < size:
        bits += 1
    largest = found = 0
    for k in range(size):
        largest = max(largest, keys[k])
    room = new_room()
    try:
        if largest < 2 * size:
            place = take(room, largest + 1)
            for k in range(size):
                place[keys[k]] = 1
            for key in range(largest + 1):
                if place[key]:
                    different[found], place[key] = key, found
                    found += 1
            for k in range(size):
                keys[k] = place[keys[k]]
            return found
        order, spare = take_indices(room, size), take_indices(room, size)
        order = sorted_by_keys(keys, size, bits, order, spare, take(room, (1 << bits) + 1))
        last = -1
        for k in range(size):
            p = order[k]
            if keys[p] != last:
                last = different[found] = keys[p]
                found += 1
            keys[p] = found - 1
        return found
    finally:
        give_back(room)


def sorted_by_keys(
    keys: list[int], size: int, bits: int, order: list[int], spare: list[int], count: list[int]
) -> list[int]:
    """Sort the places of keys by the keys, digit by digit. Returns the one of the two lists that has the result."""
    largest = shift = 0
    for k in range(size):
        order[k] = k
        largest = max(largest, keys[k])
    while largest >> shift:
        sort_by_digit(keys, size, shift, bits, order, spare, count)
        order, spare = spare, order
        shift += bits
    return order


def sort_by_digit(
    keys: list[int], size: int, shift: int, bits: int, order: list[int], into: list[int], count: list[int]
) -> None:
    """Sort keys in this order by one of their digits; the sort is stable."""
    mask = (1 << bits) - 1
    for digit in range(mask + 2):
        count[digit] = 0
    for k in range(size):
        count[((keys[k] >> shift) & mask) + 1] += 1
    for digit in range(mask):
        count[digit + 1] += count[digit]
    for k in range(size):
        digit = (keys[order[k]] >> shift) & mask
        into[count[digit]] = order[k]
        count[digit] += 1
