"""The value of an alignment under the weights of a problem."""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from .flat import Flat, at, table_of
    from .memory import give_back, new_room, take


def value(mapping: Sequence[int | None], pairs: Flat, unary: Flat, matches: Flat) -> int:
    """Return the sum of the weights that an alignment earns, a Python integer of any size. Linear in the problem."""
    size, couples = len(unary), len(matches) // 3
    pair = table_of(pairs, 2 * size)
    alone = table_of(unary, size)
    match = table_of(matches, 3 * couples)
    total = 0
    room = new_room()
    try:
        partner, is_used = take(room, len(mapping)), take(room, size)
        for i, j in enumerate(mapping):
            partner[i] = -1 if j is None else j
        for p in range(size):
            if partner[at(pair, 2 * p)] == at(pair, 2 * p + 1):
                is_used[p] = 1
                total += at(alone, p)
        for k in range(0, 3 * couples, 3):
            if is_used[at(match, k)] and is_used[at(match, k + 1)]:
                total += at(match, k + 2)
    finally:
        give_back(room)
    return total
