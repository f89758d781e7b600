"""The value of an alignment, from the problem itself: whatever a search has computed, its answer is worth this."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .memory import give_back, new_room, take


def value_of(
    pairs: Iterable[tuple[int, int]],
    unary: Sequence[int],
    matches: Iterable[tuple[int, int, int]],
    mapping: Sequence[int | None],
    width: int,
) -> int:
    """What it is worth to align the left variables to these of `width` right ones. Linear in the problem.

    Weights may be of any size. Raises ``ValueError`` where two left variables have one partner, or one is none.

    >>> value_of([(0, 0), (1, 1)], [2, 2**64], [(0, 1, 3)], [0, 1], 2) - 2**64
    5
    """
    room = new_room()
    try:
        partner, taken, chosen = take(room, len(mapping)), take(room, width), take(room, len(unary))
        for left, aligned in enumerate(mapping):
            partner[left] = -1
            if aligned is not None:
                right = aligned
                if not 0 <= right < width or taken[right]:
                    raise ValueError(f"not an alignment with {width} right variables: {mapping}")
                taken[right] = 1
                partner[left] = right
        p = 0
        for left, right in pairs:
            chosen[p] = partner[left] == right
            p += 1
        total: int = 0
        p = 0
        for weight in unary:
            if chosen[p]:
                total += weight
            p += 1
        for p, q, weight in matches:
            if chosen[p] and chosen[q]:
                total += weight
        return total
    finally:
        give_back(room)
