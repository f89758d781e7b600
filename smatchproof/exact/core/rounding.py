"""Alignments found on the way: read off the relaxation, and improved by a climb."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from .candidates import Candidates
    from .climb import NONE, Climb
    from .memory import take
    from .relaxation import Relaxation


class Rounding(Climb):
    """A climb among the candidates of a relaxation, whose values are not scaled.

    `offered` are the picks of the relaxation at the last climb.
    """

    def _take_lists(self, problem: Candidates) -> None:
        assert isinstance(problem, Relaxation)
        Climb._take_lists(self, problem)
        self.relaxation = problem
        self.offered = take(self.room, self.rows)
        self.is_fresh = True

    def climb(self, limit: int) -> int:
        """Improve what the relaxation picks, up to a value that nothing exceeds. Answers its value.

        Where the picks are those of the last climb it would end at the same place: then the answer is -1.
        """
        with cython.nogil:
            if not self._note_picks():
                return NONE
            self._begin_with_picks()
            self._improve(limit)
            return self.value

    def _note_picks(self) -> int:
        """Note what the relaxation picks. Answers 0 if the last climb began there."""
        news = 1 if self.is_fresh else 0
        self.is_fresh = False
        for i in range(self.rows):
            if self.offered[i] != self.relaxation.outer.pick[i]:
                self.offered[i] = self.relaxation.outer.pick[i]
                news = 1
        return news

    def alignment(self) -> list[int | None]:
        """The column of each row, ``None`` where there is none."""
        return [self.column[self.by_row[i]] if self.by_row[i] >= 0 else None for i in range(self.rows)]

    def _begin_with_picks(self) -> None:
        """Begin with what the forced candidates earn, and with what the outer assignment picks."""
        self._begin()
        self.value = self.relaxation.constant // self.relaxation.scale
        for i in range(self.rows):
            if self.relaxation.outer.pick[i] >= 0:
                self._take(self.relaxation.outer.pick[i])

    def _improve(self, limit: int) -> None:
        """Make every change that gains, until a sweep over all candidates makes none, or the limit is reached."""
        before = -1
        while before < self.value < limit:
            before = self.value
            self._sweep(0, self.candidates)
