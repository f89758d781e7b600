"""The duals of a node's bound in the form of a proof, which lists as few of them as possible; and numbers as JSON."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import copy, give_back, new_room, take, weight_at

    from .candidates import Candidates
    from .node_program import UNCOVERED, NodeBound, NodeProgram

LISTED, FORCED = 1, 2
"""The states of a candidate in a list of duals; 0 is neither."""


class LpProof:
    """The proof of the bound of a node, its `cover`."""

    def __init__(self, cover: NodeBound) -> None:
        self.cover = cover

    def duals(self, problem: Candidates, forced: Sequence[int], target: int) -> tuple[list[int], list[int], Any]:
        """The duals of left variables, of right ones, and those of stars: pair, line, dual, pair, line, dual, ...

        They prove the bound of the node of a problem with these candidates forced, and forbid the candidates that are
        not kept for the target. A candidate pays for its matches with forced ones; of two forced ones the later one
        pays. Linear in the program and in the matches of forced candidates.
        """
        program, outer = self.cover.program, self.cover.outer
        lines = [outer.row_dual[i] for i in range(program.rows)]
        lines += [outer.column_dual[j] for j in range(program.columns)]
        room = new_room()
        try:
            status = take(room, problem.candidates)
            stars = self._listed_stars(problem, target, status)
            for p in forced:
                # row and column are required: any way to share this between the two would do
                lines[problem.row[p]] += self.cover.scale * weight_at(problem.alone, p)
                stars.extend((problem.pair_number(p), problem.line_number(problem.row[p]), 0))  # so that it is listed
                for h in range(problem.first[p], problem.first[p + 1]):
                    q = problem.partner[h]
                    dual = self.cover.scale * weight_at(problem.weight, h)
                    # a candidate that is neither pays by default what the forced one leaves, which is all
                    if status[q] == LISTED:
                        stars.extend((problem.pair_number(q), problem.line_number(problem.row[p]), dual))
                    elif status[q] == FORCED:
                        stars.extend((problem.pair_number(p), problem.line_number(problem.row[q]), dual))
                        lines[problem.row[p]] += dual
                # after its matches: one with a later forced candidate is that one's to pay
                status[p] = FORCED
        finally:
            give_back(room)
        rows, columns = lines[: problem.rows], lines[problem.rows :]
        return (columns, rows, stars) if problem.is_turned else (rows, columns, stars)

    def full_duals(
        self, problem: Candidates, forced: Sequence[int], lines: Sequence[int], size: int
    ) -> tuple[list[int], dict[int, list[int]]]:
        """The duals of all lines of a dense block, and the full stars of candidates, by their numbers at the root.

        `lines` are the numbers that stars give to the lines of the block, and `size` is the number of all lines. Duals
        may be negative, because every alignment covers each line. A candidate pays for its matches with forced ones; of
        two forced ones the later one pays. Linear in the program.
        """
        program, outer, stars = self.cover.program, self.cover.outer, dict[int, list[int]]()
        duals = [outer.row_dual[i] for i in range(program.rows)]
        duals += [outer.column_dual[j] for j in range(program.columns)]
        room = new_room()
        try:
            line = take(room, program.size)
            self._find_lines(program, line)
            before = -1
            for p in range(program.candidates):
                if program.row[p] != before:
                    # what was added to the worth of each candidate of the row
                    before = program.row[p]
                    duals[before] -= UNCOVERED
                star = [0] * size
                for k in range(program.first_slot[p], program.first_slot[p + 1]):
                    star[lines[line[k]]] = self.cover.dual[k]
                stars[program.number[p]] = star
        finally:
            give_back(room)
        for p in forced:
            duals[problem.row[p]] += self.cover.scale * weight_at(problem.alone, p)
            for q, star in stars.items():
                star[lines[problem.row[p]]] = self.cover.scale * problem.weight_between(p, q)
        for place, p in enumerate(forced):
            stars[p] = [0] * size
            for q in forced[:place]:
                dual = self.cover.scale * problem.weight_between(p, q)
                stars[p][lines[problem.row[q]]] = dual
                duals[problem.row[p]] += dual
        return duals, stars

    def _listed_stars(self, problem: Candidates, target: int, status: list[int]) -> array[int]:
        """The nonzero duals of slots of the candidates that have to be listed, whose `status` says so.

        A slot leads to the line of the other ends of its matches.
        """
        program, size = self.cover.program, 0
        room = new_room()
        try:
            line, needed = take(room, program.size), take(room, program.size)
            is_listed, rest = take(room, program.candidates), take(room, program.candidates)
            slack, dual = take(room, program.candidates), take(room, program.size)
            copy(dual, self.cover.dual, program.size)
            for p in range(program.candidates):
                slack[p] = self.cover.slack(p)
            with cython.nogil:
                self._find_lines(program, line)
                self._pay_by_rows(program, target, slack, dual, needed)
                self._find_listed(program, target, slack, dual, is_listed, rest)
            for p in range(program.candidates):
                if is_listed[p]:
                    status[program.number[p]] = LISTED
                    for k in range(program.first_slot[p], program.first_slot[p + 1]):
                        if dual[k]:
                            size += 1
            # an array, since a long proof has more of these than of all else: a list of them holds up other threads
            stars = array("q", bytes(24 * size))
            self._write_stars(problem, line, dual, is_listed, stars)
        finally:
            give_back(room)
        return stars

    def _write_stars(
        self, problem: Candidates, line: list[int], dual: list[int], is_listed: list[int], stars: array[int]
    ) -> None:
        """Write the nonzero duals of listed candidates; `stars` has exactly the room for them."""
        program, end = self.cover.program, 0
        with cython.nogil:
            for p in range(program.candidates):
                if is_listed[p]:
                    for k in range(program.first_slot[p], program.first_slot[p + 1]):
                        if dual[k]:
                            stars[end] = problem.pair_number(program.number[p])
                            stars[end + 1] = problem.line_number(line[k])
                            stars[end + 2] = dual[k]
                            end += 3

    def _find_lines(self, program: NodeProgram, line: list[int]) -> None:
        """Find the line that each slot leads to."""
        for e in range(program.matches):
            one = program.ends[2 * e]
            other = program.ends[2 * e + 1]
            line[program.slots[4 * e]] = program.row[other]
            line[program.slots[4 * e + 1]] = program.row[one]
            line[program.slots[4 * e + 2]] = program.column[other]
            line[program.slots[4 * e + 3]] = program.column[one]

    def _pay_by_rows(
        self, program: NodeProgram, target: int, slack: list[int], dual: list[int], needed: list[int]
    ) -> None:
        """Let candidates pay by row slots alone, where their slack allows it."""
        slots, scale = program.slots, self.cover.scale
        spare = self.cover.bound - target
        for k in range(program.size):
            needed[k] = -1  # stays so for column slots, which then pay nothing
        for e in range(program.matches):
            i = slots[4 * e]
            j = slots[4 * e + 1]
            needed[i] = max(needed[i], self.cover.split[e])
            needed[j] = max(needed[j], scale * program.weight[e] - self.cover.split[e])
        for p in range(program.candidates):
            left = slack[p]
            for k in range(program.first_slot[p], program.first_slot[p + 1]):
                left += dual[k] - max(0, needed[k])
            # a candidate that the node drops must keep slack above `spare`: else the proof could not forbid it
            if left >= 0 and (left > spare or slack[p] <= spare):
                slack[p] = left
                for k in range(program.first_slot[p], program.first_slot[p + 1]):
                    dual[k] = max(0, needed[k])

    def _find_listed(
        self,
        program: NodeProgram,
        target: int,
        slack: list[int],
        dual: list[int],
        is_listed: list[int],
        rest: list[int],
    ) -> None:
        """Find which candidates have to be listed in a proof.

        Of two candidates with a match at least one is listed; one that is not listed pays what its listed partners
        leave of their matches. It may pay more than before only within its slack, so that it stays kept, or dropped.
        """
        slots, scale = program.slots, self.cover.scale
        for e in range(program.matches):
            weight = scale * program.weight[e]
            # what each end would have to pay if the other one is listed and it is not
            rest[program.ends[2 * e]] += max(0, weight - dual[slots[4 * e + 1]] - dual[slots[4 * e + 3]])
            rest[program.ends[2 * e + 1]] += max(0, weight - dual[slots[4 * e]] - dual[slots[4 * e + 2]])
        spare = self.cover.bound - target
        for p in range(program.candidates):
            left = slack[p] - rest[p]
            size = 0
            for k in range(program.first_slot[p], program.first_slot[p + 1]):
                left += dual[k]
                if dual[k]:
                    size += 1
            is_listed[p] = left < 0 or (left <= spare and slack[p] > spare)
            rest[p] = size  # from here on the numbers that listing it takes
        for e in range(program.matches):
            one = program.ends[2 * e]
            other = program.ends[2 * e + 1]
            if not is_listed[one] and not is_listed[other]:
                # the one with fewer numbers, but not one without any: a star of no numbers does not appear in a proof
                is_listed[other if rest[one] == 0 or rest[one] > rest[other] > 0 else one] = 1


OPEN, CLOSE, COMMA, MINUS, ZERO = b"[],-0"


def json_of(numbers: Sequence[int]) -> bytearray:
    """Return an array of 64-bit integers above -2**63 as a JSON list without spaces.

    A proof has millions of numbers, and Python needs half the time of the search to write them.

    >>> from array import array
    >>> json_of(array("q", [0, -12, 345])), json_of(array("q"))
    (bytearray(b'[0,-12,345]'), bytearray(b'[]'))
    """
    size, largest = len(numbers), 0
    with cython.nogil:
        for k in range(size):
            rest = -numbers[k] if numbers[k] < 0 else numbers[k]
            if rest > largest:
                largest = rest
    width = 3  # a digit, a sign and a comma
    while largest > 9:
        largest //= 10
        width += 1
    text = bytearray(width * size + 2)
    letters, place = text, width * size + 1
    with cython.nogil:  # other threads may run
        letters[place] = CLOSE
        # from the end, since digits come in this order
        for k in range(size - 1, -1, -1):
            rest = -numbers[k] if numbers[k] < 0 else numbers[k]
            place -= 1
            letters[place] = ZERO + rest % 10
            while rest > 9:
                rest //= 10
                place -= 1
                letters[place] = ZERO + rest % 10
            if numbers[k] < 0:
                place -= 1
                letters[place] = MINUS
            if k > 0:
                place -= 1
                letters[place] = COMMA
        place -= 1
        letters[place] = OPEN
    del text[:place]
    return text
