"""The best matches of each candidate: what the counting bound adds up."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .flat import Flat, at, flat_of, table_of
    from .memory import give_back, new_room, take
    from .ranks import rank


def best_matches(pairs: Flat, matches: Flat, side: int, size: int) -> Flat:
    """The heaviest match of each candidate with each of the `size` variables of a side: candidate, variable, weight.

    They come in order. Linear in the matches.
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
