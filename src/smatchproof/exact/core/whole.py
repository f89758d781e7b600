"""A large problem, the current node of its search, and the *working set*: the candidates of its linear program."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import give_back, new_room, take, take_indices, take_marks

    from .candidates import Candidates
    from .climb import Climb
    from .star_bound import StarBound
    from .star_program import StarProgram

OUTSIDE, INSIDE, GONE = 0, 1, 2
"""The states of a candidate in a node of the search: not in its linear program; in it; forced or forbidden."""


class Whole(Candidates):
    """All candidates of a large problem, and the current node.

    In that node ``state[p]`` is one of :data:`OUTSIDE`, :data:`INSIDE` and :data:`GONE`, and ``extra[p]`` is what p
    earns with the forced candidates: 0 for nearly all, so that it takes no memory. Bounds are times the `scale`.
    """

    def __init__(self, rows: int, columns: int, candidates: int, halves: int) -> None:
        super().__init__(rows, columns, candidates, halves)
        self.has_originals = False  # until it is turned; memory is not taken before it is written to
        self.scale = 1
        self.constant = 0
        self.forced: Sequence[int] = ()
        self.state = take_marks(self.room, candidates)
        self.extra = take(self.room, candidates)

    def _find_mates(self, free: list[int]) -> None:
        """Do nothing: mates are not used here, and the untouched list costs no memory."""

    def enter(self, membership: bytearray, forced: Sequence[int]) -> None:
        """Enter the node with this membership and these candidates forced. Linear in the candidates."""
        self.constant = sum(self._force(forced))
        for p in range(self.candidates):
            self.state[p] = membership[p]

    def _force(self, forced: Sequence[int]) -> list[int]:
        """Let the partners of these candidates, and of no others, earn their matches with them.

        Returns what each of the candidates earns with those before it.
        """
        for p in self.forced:
            for h in range(self.first[p], self.first[p + 1]):
                self.extra[self.partner[h]] = 0
        self.forced = forced
        earned = []
        for p in forced:
            for h in range(self.first[p], self.first[p + 1]):
                self.extra[self.partner[h]] += self.weight[h & self.by_half]
            # with its matches to candidates forced before, which the loop of those has added: each match counts once
            earned.append(self.alone[p] + self.extra[p])
        return earned

    def part(self) -> StarBound:
        """The working set of the node, with the earnings there. Linear in all candidates and the halves of the set."""
        room = new_room()
        try:
            number_of, place = take_indices(room, self.candidates), take_indices(room, self.halves)
            candidates = self._number_inside(number_of)
            part = StarBound(self.rows, self.columns, candidates, self.place_halves(number_of, place))
            self.copy_into(part, number_of, place)
            part._find_mates(take_indices(room, candidates))
        finally:
            give_back(room)
        self._fit(part)
        return part

    def members(self) -> array[int]:
        """The candidates of the working set, in order."""
        size = 0
        # in the order of the part: its candidate k is the k-th of these
        for p in range(self.candidates):
            size += self.state[p] == INSIDE
        found = array("q", bytes(8 * size))
        k = 0
        for p in range(self.candidates):
            if self.state[p] == INSIDE:
                found[k] = p
                k += 1
        return found

    def _number_inside(self, number_of: list[int]) -> int:
        inside = 0
        for p in range(self.candidates):
            number_of[p] = -1
            if self.state[p] == INSIDE:
                number_of[p] = inside
                inside += 1
        return inside

    def _fit(self, part: StarBound) -> None:
        """Give a part its scale, and its candidates what they earn in the node."""
        part.scale = self.scale
        part.constant = self.scale * self.constant
        k = 0
        for p in range(self.candidates):
            if self.state[p] == INSIDE:
                # instead of what copy_into took from the problem: matches with forced candidates are unary here
                part.alone[k] = self.alone[p] + self.extra[p]
                k += 1
        part._lay_out()

    def program(self, part: StarBound) -> StarProgram:
        """The linear program of a part, compiled or plain as this object is."""
        return StarProgram(part)

    def climb(self, part: Candidates) -> Climb:
        """A climb among the candidates of a part, compiled or plain as this object is."""
        return Climb(part)

    def compete(self, p: int, membership: bytearray) -> None:
        """Mark all candidates of a candidate's row and column as gone."""
        for q in range(self.row_start[self.row[p]], self.row_start[self.row[p] + 1]):
            membership[q] = GONE
        for i in range(self.rows):
            # columns have no lists of their own: one binary search a row
            q = self.cell(i, self.column[p])
            if q >= 0:
                membership[q] = GONE
