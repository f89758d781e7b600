"""The numbers that prove a bound of a node of a large problem, and what it excludes."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import give_back, new_room, take, take_indices, take_marks

OUTSIDE, INSIDE, GONE = 0, 1, 2
"""What a candidate can be to a node of the search: not in its linear program; in it; forced or forbidden."""
MOST_SLACK = (1 << 31) - 1
"""More slack is not noted, so that 32 bits hold it: too little of it forbids less than it could."""


class Evaluation:
    """Whole numbers that prove a bound for all alignments of a node: `total`, times the scale.

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
        """Mark the candidates of the working set that have less slack than that."""
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
        """Give memory back once only the total is needed."""
        give_back(self.room)
        self.room = new_room()

    def forbid(self, membership: bytearray, excess: int, share: int) -> bool:
        """Mark what no alignment contains that the bound exceeds by less than that as gone, if it is one of so many
        that are not, at least. Returns whether it is.
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
