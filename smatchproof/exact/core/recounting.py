"""The value of an alignment, from the problem itself: whatever a search has computed, its answer is worth this."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .memory import give_back, new_room, take
if TYPE_CHECKING:
    from smatchproof.alignment import AlignmentProblem


def recounted(problem: AlignmentProblem, mapping: Sequence[int | None]) -> int:
    """The same as :func:`smatchproof.alignment.problem.recount`, in a sixth of the time. Weights may be of any size."""
    room = new_room()
    rows, columns = problem.left_size, problem.right_size
    try:
        partner, taken, chosen = take(room, rows), take(room, columns), take(room, len(problem.candidates))
        if len(mapping) != rows:
            raise ValueError(f"an alignment of {len(mapping)} variables, not of {rows}")
        for left, aligned in enumerate(mapping):
            partner[left] = -1
            if aligned is not None:
                right = aligned
                if not 0 <= right < columns or taken[right]:
                    raise ValueError(f"not an alignment with {columns} variables: {mapping}")
                taken[right] = 1
                partner[left] = right
        for p, (left, right) in enumerate(problem.candidates):
            chosen[p] = partner[left] == right
        value: int = 0
        for p, weight in enumerate(problem.unary):
            if chosen[p]:
                value += weight
        for p, q, weight in problem.matches:
            if chosen[p] and chosen[q]:
                value += weight
        return value
    finally:
        give_back(room)
