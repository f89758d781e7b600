"""The best alignment of a large problem, and the searches for a better one near the solutions of linear programs."""

from __future__ import annotations

from collections.abc import Sequence

from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.pricing import Whole
from smatchproof.exact.search.documents.alignments import best_of_support, climb_on, wander
from smatchproof.exact.search.documents.document_node import INSIDE, SUPPORT, Bound
from smatchproof.exact.search.limits import Clock
from smatchproof.exact.search.parts import mapping_of
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.solution import SolveParams

SUPPORT_A_ROW = 4
"""The candidates in use are searched if there are at most this many for each row, as in documents."""


class Incumbent:
    """The best alignment found: `columns` holds the column of each row or -1, worth `best`.

    The counting bound is `counted`, or ``None`` before :meth:`count`.
    """

    def __init__(self, whole: Whole, params: SolveParams, clock: Clock) -> None:
        self.whole = whole
        self.params = params
        self.clock = clock
        self.best = -1
        self.columns = [-1] * whole.rows
        self.counted: int | None = None

    @property
    def floor(self) -> int:
        """The value that an alignment has to exceed to be of interest."""
        asked = self.params.at_least
        return self.best if asked is None else max(self.best, asked - 1)

    @property
    def is_enough(self) -> bool:
        """Test whether the alignment is worth what was asked for or all that can be, or no alignment can be enough."""
        asked, most = self.params.at_least, self.counted
        is_met = any(each is not None and self.best >= each for each in (asked, most))
        return is_met or (asked is not None and most is not None and most < asked)

    def mapping(self) -> tuple[int | None, ...]:
        """The mapping of left to right variables."""
        return mapping_of(self.whole, [None if column < 0 else column for column in self.columns])

    def count(self, problem: AlignmentProblem) -> bool:
        """Compute the counting bound: the linear program may stay far above it for long. Returns :attr:`is_enough`."""
        if not self.params.is_close:
            self.counted = problem.trivial_bound()
        return self.is_enough

    def accept(self, value: int, columns: list[int]) -> bool:
        """Keep an alignment if it is the best so far. Returns :attr:`is_enough`."""
        if value > self.best:
            self.best, self.columns = value, columns
        return self.is_enough

    def climb(self, wanted: Sequence[int]) -> bool:
        """Take these candidates in order, skipping those that compete with an earlier one, and climb from there.

        Returns :attr:`is_enough`.
        """
        climb = self.whole.climb(self.whole)
        climb.begin(wanted)
        value = climb_on(climb, self.whole.candidates, self.clock.check)
        return self.accept(value, climb.columns_of())

    def search_support(self, bound: Bound, with_program: bool, forced: Sequence[int] = ()) -> bool:
        """Search for the best alignment among the candidates that the linear program uses, and the picks.

        Returns :attr:`is_enough`.
        """
        whole, used = self.whole, bytearray(self.whole.candidates)
        for p in (*bound.x, *forced, *self._picks(whole)):  # with the picks, so that searches begin with what is known
            used[p] = INSIDE
        self.clock.check()
        if used.count(INSIDE) > SUPPORT_A_ROW * whole.rows:
            return self.is_enough
        whole.enter(used, ())
        part = whole.part()
        if with_program:
            pairs, unary, matches = part.listed()
            problem = AlignmentProblem(whole.rows, whole.columns, tuple(pairs), tuple(unary), tuple(matches))
            mapping = tuple(None if column < 0 else column for column in self.columns)
            found = best_of_support(problem, mapping, self.best, self.clock.deadline, self.params.seed)
            # the climb recounts its value; it may have pairs that are no candidates
            picks = [whole.candidate_at(i, j) for i, j in enumerate(found) if j is not None]
            return self.climb([p for p in picks if p >= 0])
        numbers = [whole.candidate_at(*part.place(k)) for k in range(part.candidates)]
        # picks that the program does not use count as decided: a walk begins where it wavers
        undecided = [k for k, p in enumerate(numbers) if bound.x.get(p, 1.0) < 1 - SUPPORT]
        seed, check = self.params.seed, self.clock.check
        return self.accept(*wander(whole.climb(part), part, self._picks(part), undecided, seed, check))

    def _picks(self, part: Candidates) -> list[int]:
        """The candidates of the best alignment, by their numbers in a part."""
        return [part.candidate_at(i, j) for i, j in enumerate(self.columns) if j >= 0]
