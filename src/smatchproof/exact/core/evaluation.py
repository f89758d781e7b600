"""The numbers that prove the bound of a node of a large problem, and the candidates that this bound excludes."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import give_back, new_room, take, take_indices, take_marks

OUTSIDE, INSIDE, GONE = 0, 1, 2
"""The states of a candidate in a node of the search: not in its linear program; in it; forced or forbidden."""
MOST_SLACK = (1 << 31) - 1
"""Larger slacks are stored as this, so that 32 bits hold them: too small a slack only forbids fewer candidates."""


class Evaluation:
    """Integers that prove a bound for all alignments of a node: `total`, times the scale.

    `row_dual` and `column_dual` are the outer duals of the working set, without what forced candidates earn, and
    `row_raise` and `column_raise` what candidates outside have raised them by. ``state[p]`` is what p was then,
    ``terms[p]`` how one outside paid or how much one inside has helped, and an alignment that contains p is worth its
    ``slack[p]`` less than the bound. The star duals of the working set that are not 0 are listed in order of
    candidates: there are `starred`, each with its `star` (a candidate), its `line` (a row, or the number of rows plus a
    column) and its `dual`. An evaluation whose lists were not taken has the total alone.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.room = new_room()
        self.total = self.starred = 0
        self.row_dual, self.row_raise = take(self.room, rows), take(self.room, rows)
        self.column_dual, self.column_raise = take(self.room, columns), take(self.room, columns)

    def mark_near(self, membership: bytearray, slack: int, near: bytearray) -> None:
        """Mark the candidates of the working set whose slack is less than `slack`."""
        for p in range(len(membership)):
            near[p] = membership[p] == INSIDE and self.slack[p] < slack

    def _take_lists(self, candidates: int, stars: int) -> None:
        self.starred = stars
        self.slack = take_indices(self.room, candidates)
        self.state, self.terms = take_marks(self.room, candidates), take_marks(self.room, candidates)
        self.star, self.line = take_indices(self.room, stars), take_indices(self.room, stars)
        self.dual = take(self.room, stars)

    def __dealloc__(self) -> None:
        give_back(self.room)

    def rest(self) -> None:
        """Free the memory of all but the total."""
        give_back(self.room)
        self.room = new_room()

    def forbid(self, membership: bytearray, excess: int, share: int) -> bool:
        """Mark as gone the candidates of no alignment within `excess` of the bound, if they are many enough.

        They are if they make up at least one in `share` of the candidates that are not gone. Returns whether they are.
        """
        # counted before anything is marked: a changed working set needs a new linear program, a proof another node
        live = doomed = 0
        for p in range(len(membership)):
            if membership[p] != GONE:
                live += 1
                if self.slack[p] >= excess:
                    doomed += 1
        if doomed * share < live:
            return False
        for p in range(len(membership)):
            if self.slack[p] >= excess:
                membership[p] = GONE
        return True
