"""The best matches of each candidate, which the counting bound adds up."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from .flat import Flat, at, flat_of, table_of
    from .memory import give_back, new_room, take
    from .ranks import rank


SMALL = 4_096
"""A table of up to this size is used however few matches there are."""
MOST_BITS = 2_000
"""With more variables a loop is faster than Python integers with that many bits."""


def shared_most(pairs: Flat, matches: Flat, side: int, size: int) -> list[int]:
    """Return the sum of the best matches of each candidate with each of the `size` variables of a side.

    Linear in the matches.
    """
    count, ends = len(pairs) // 2, 2 * (len(matches) // 3)
    most = [0] * count  # of Python, whose sums do not overflow
    if not cython.compiled and size <= MOST_BITS and len({*matches[2::3]}) <= 1:
        bits = [1 << variable for variable in pairs[side::2]]
        for p, q in zip(matches[::3], matches[1::3], strict=True):
            most[p] |= bits[q]
            most[q] |= bits[p]
        return [max(matches[2:3], default=0) * variables.bit_count() for variables in most]
    if count * size > max(SMALL, 2 * ends):
        found = best_matches(pairs, matches, side, size)
        for k in range(0, len(found), 3):
            most[found[k]] += found[k + 2]
        return most
    pair, match = table_of(pairs, 2 * count), table_of(matches, len(matches))
    room = new_room()
    try:
        best = take(room, count * size)
        for e in range(ends):
            k = 3 * (e // 2)
            p, weight = at(match, k + e % 2), at(match, k + 2)
            key = p * size + at(pair, 2 * at(match, k + 1 - e % 2) + side)
            if weight > best[key]:
                most[p] += weight - best[key]
                best[key] = weight
        return most
    finally:
        give_back(room)


def best_matches(pairs: Flat, matches: Flat, side: int, size: int) -> Flat:
    """Return the heaviest match of each candidate with each of the `size` variables of a side.

    The result is candidate, variable, weight, candidate, ..., in order. Linear in the matches.
    """
    ends = 2 * (len(matches) // 3)
    pair, match = table_of(pairs, len(pairs)), table_of(matches, len(matches))
    room = new_room()
    try:
        key, different = take(room, ends), take(room, ends)
        for e in range(ends):
            k = 3 * (e // 2)
            key[e] = at(match, k + e % 2) * size + at(pair, 2 * at(match, k + 1 - e % 2) + side)
        found = rank(key, ends, different)
        best = take(room, 3 * found)
        for k in range(found):
            best[3 * k] = different[k] // size
            best[3 * k + 1] = different[k] % size
        for e in range(ends):
            k = 3 * key[e] + 2
            best[k] = max(best[k], at(match, 3 * (e // 2) + 2))
        return flat_of(best, 3 * found)
    finally:
        give_back(room)
