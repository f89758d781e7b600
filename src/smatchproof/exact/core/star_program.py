"""The linear program of a document's working set, whose duals say how to split the weights of the relaxation.

It may have *cliques*: sets of candidates and matches of which an alignment contains at most one. Two of them *compete*
where a candidate of the one and another candidate of the other share a line. The x and y of a clique add up to at most
1 (clique inequalities, Padberg 1973). Documents need few: they cut off that three variables, say, are aligned half this
way and half that way.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import (
        copy_floats,
        find,
        give_back,
        new_room,
        put_weight,
        take,
        take_floats,
        take_indices,
        take_marks,
        weight_at,
        whole,
    )

    from .linear_program import LinearProgram
    from .star_bound import StarBound

Couple = tuple[int, int]
"""A match of two candidates, in order; or a candidate alone, twice."""


class Position:
    """A point of the iterations of a program: all numbers that iterations change."""

    def __init__(self, program: CliqueProgram) -> None:
        self.room = new_room()
        self.x, self.y = take_floats(self.room, program.candidates), take_floats(self.room, program.matches)
        self.line_dual, self.slot_dual = take_floats(self.room, program.lines), take_floats(self.room, program.size)
        self.clique_dual = take_floats(self.room, program.cliques)

    def __dealloc__(self) -> None:
        give_back(self.room)


class CliqueProgram(LinearProgram):
    """A linear program and its `cliques`.

    Clique c has the members from ``first_member[c]`` to before ``first_member[c + 1]`` and the dual ``clique_dual[c]``.
    A member is the number of an element, and element i is the candidate ``at[i]`` alone for i < `singles`, or else the
    match ``at[i]``. It costs ``dear[i]`` more than without cliques.
    """

    def add_cliques(self, elements: Sequence[Couple], singles: int, cliques: Sequence[Sequence[int]]) -> None:
        """Take cliques of these elements, whose duals are 0. To be called once; matches have to be in the program."""
        self.elements, self.singles, self.cliques = len(elements), singles, len(cliques)
        size = 0
        for clique in cliques:
            size += len(clique)
        self.first_member, self.member = take_indices(self.room, self.cliques + 1), take_indices(self.room, size)
        self.clique_dual, self.step_clique = take_floats(self.room, self.cliques), take_floats(self.room, self.cliques)
        self.at = take_indices(self.room, self.elements)
        self.dear, self.ahead = take_floats(self.room, self.elements), take_floats(self.room, self.elements)
        for i, (p, q) in enumerate(elements):
            self.at[i] = p if p == q else self._match_between(p, q)
        end = 0
        for c, clique in enumerate(cliques):
            # a clique of one member says nothing that its lines and slots do not say: its dual stays 0
            self.step_clique[c] = 1 / (self.primal_weight * len(clique)) if len(clique) > 1 else 0.0
            for i in clique:
                self.member[end] = i
                end += 1
                # one constraint more, as LinearProgram._set_steps counts them
                if i < singles:
                    self.step_x[self.at[i]] = 1 / (1 / self.step_x[self.at[i]] + 1 / self.primal_weight)
                else:
                    self.step_y[self.at[i]] = 1 / (1 / self.step_y[self.at[i]] + 1 / self.primal_weight)
            self.first_member[c + 1] = end

    def _match_between(self, p: int, q: int) -> int:
        """The match of two candidates, which are in order as matches are."""
        low, high = 0, self.matches - 1
        while low < high:
            middle = (low + high) // 2
            if self.ends[2 * middle] < p or (self.ends[2 * middle] == p and self.ends[2 * middle + 1] < q):
                low = middle + 1
            else:
                high = middle
        return low

    def inherit(self, other: CliqueProgram) -> None:
        """Begin at the current point of another program of the same lines, for the candidates and matches in both.

        A slot is the same in both if a match in both is in it; the duals of other slots are dropped, or begin at 0. New
        candidates begin by paying for their matches, as outside. The cliques of the other program are the first ones of
        this. Linear in both.
        """
        copy_floats(self.line_dual, other.line_dual, self.lines)
        copy_floats(self.clique_dual, other.clique_dual, min(self.cliques, other.cliques))
        for c in range(self.cliques):
            if self.step_clique[c] == 0.0:
                self.clique_dual[c] = 0.0
        room = new_room()
        try:
            place, is_known = take(room, other.candidates), take_marks(room, self.candidates)
            self._place_others(other, place)
            for q in range(other.candidates):
                if place[q] >= 0:
                    is_known[place[q]] = 1
            self._let_new_pay(is_known)
            self._inherit_matches(other, place)
        finally:
            give_back(room)

    def _place_others(self, other: CliqueProgram, place: list[int]) -> None:
        """Find the candidates of another program here, and inherit their x; -1 marks those that are not here."""
        p = 0
        for q in range(other.candidates):
            # both are in order of rows and columns: one pass over each
            while p < self.candidates and self._comes_before(p, other, q):
                p += 1
            place[q] = -1
            if p < self.candidates and self.row[p] == other.row[q] and self.column[p] == other.column[q]:
                place[q] = p
                self.x[p] = other.x[q]

    def _comes_before(self, p: int, other: CliqueProgram, q: int) -> bool:
        return self.row[p] < other.row[q] or (self.row[p] == other.row[q] and self.column[p] < other.column[q])

    def _inherit_matches(self, other: CliqueProgram, place: list[int]) -> None:
        """Inherit the y of matches, which come in the same order in both, and the duals of their slots."""
        e = 0
        for g in range(other.matches):
            one = place[other.ends[2 * g]]
            two = place[other.ends[2 * g + 1]]
            if one < 0 or two < 0:
                continue
            while e < self.matches and (self.ends[2 * e] != one or self.ends[2 * e + 1] != two):
                e += 1
            if e < self.matches:
                self.y[e] = other.y[g]
                for k in range(4):
                    # a column slot may exist in one of the programs alone; slot 0 keeps its dual of 0
                    if self.slots[4 * e + k] > 0:
                        self.slot_dual[self.slots[4 * e + k]] = other.slot_dual[other.slots[4 * g + k]]

    def _let_new_pay(self, is_known: bytearray) -> None:
        """Let new candidates pay for their matches with known ones, and for half of each match among themselves.

        They have paid so outside: the bound begins where it was, and not where the known ones owe a half of each match.
        """
        slots, slot_dual = self.slots, self.slot_dual
        for e in range(self.matches):
            p = is_known[self.ends[2 * e]]
            q = is_known[self.ends[2 * e + 1]]
            part = 0.5 if p == q else 1.0
            if not p:
                slot_dual[slots[4 * e]] = max(slot_dual[slots[4 * e]], part * self.weight[e])
            if not q:
                slot_dual[slots[4 * e + 1]] = max(slot_dual[slots[4 * e + 1]], part * self.weight[e])

    def save(self) -> Position:
        """The current point of the iterations."""
        kept = Position(self)
        copy_floats(kept.x, self.x, self.candidates)
        copy_floats(kept.y, self.y, self.matches)
        copy_floats(kept.line_dual, self.line_dual, self.lines)
        copy_floats(kept.slot_dual, self.slot_dual, self.size)
        copy_floats(kept.clique_dual, self.clique_dual, self.cliques)
        return kept

    def restore(self, position: Position) -> None:
        """Continue the iterations from a saved point."""
        copy_floats(self.x, position.x, self.candidates)
        copy_floats(self.y, position.y, self.matches)
        copy_floats(self.line_dual, position.line_dual, self.lines)
        copy_floats(self.slot_dual, position.slot_dual, self.size)
        copy_floats(self.clique_dual, position.clique_dual, self.cliques)

    def decide(self, p: int, is_forced: bool) -> None:
        """Let the x of a candidate be 1, and those of its row and column 0; or 0, where it is forbidden."""
        for q in range(self.candidates):
            if is_forced and (self.row[q] == self.row[p] or self.column[q] == self.column[p]):
                self.x[q] = 0.0
        self.x[p] = 1.0 if is_forced else 0.0

    def values(self) -> tuple[list[float], list[float]]:
        """The x of all candidates, and the y of all matches."""
        return [self.x[p] for p in range(self.candidates)], [self.y[e] for e in range(self.matches)]

    def matched(self) -> list[Couple]:
        """The ends of all matches."""
        return [(self.ends[2 * e], self.ends[2 * e + 1]) for e in range(self.matches)]

    def _move_candidates(self, line_excess: list[float], slot_excess: list[float], pays: bool) -> None:
        """Move candidates as without cliques, then lower x by the step times the duals of its cliques, not below 0."""
        for i in range(self.elements):
            self.dear[i] = 0.0
        for c in range(self.cliques):
            for k in range(self.first_member[c], self.first_member[c + 1]):
                self.dear[self.member[k]] += self.clique_dual[c]
        for i in range(self.singles):
            self.ahead[i] = -self.x[self.at[i]]
        LinearProgram._move_candidates(self, line_excess, slot_excess, pays)
        for i in range(self.singles):
            p = self.at[i]
            fall = min(self.x[p], self.step_x[p] * self.dear[i])
            self.x[p] -= fall
            self.x_sum[p] -= fall
            self.ahead[i] += 2.0 * self.x[p]
            line_excess[self.row[p]] -= 2.0 * fall
            line_excess[self.column[p]] -= 2.0 * fall
            for k in range(self.first_slot[p], self.first_slot[p + 1]):
                slot_excess[k] += 2.0 * fall

    def _move_matches(self, slot_excess: list[float]) -> None:
        """Move matches likewise; then raise the duals of cliques that are exceeded, and lower the others."""
        for i in range(self.singles, self.elements):
            self.ahead[i] = -self.y[self.at[i]]
        LinearProgram._move_matches(self, slot_excess)
        for i in range(self.singles, self.elements):
            e = self.at[i]
            fall = min(self.y[e], self.step_y[e] * self.dear[i])
            self.y[e] -= fall
            self.ahead[i] += 2.0 * self.y[e]
            for k in range(4 * e, 4 * e + 4):
                slot_excess[self.slots[k]] -= 2.0 * fall
        for c in range(self.cliques):
            excess = -1.0
            for k in range(self.first_member[c], self.first_member[c + 1]):
                excess += self.ahead[self.member[k]]
            self.clique_dual[c] = max(0.0, self.clique_dual[c] + self.step_clique[c] * excess)


PRIMAL_WEIGHT = 0.3
"""Divided by the heaviest weight. Documents need a quarter of the iterations of 3."""
REACH = 1.0
"""Iterations go as far as their steps say."""


class StarProgram(CliqueProgram):
    """The linear program of a relaxation. `iterations` is the number of those whose x are added up in ``x_sum``.

    `total_weight` is the weight of all candidates and matches. `added` is the sum of the duals of cliques in the last
    split, times the scale.
    """

    def __init__(self, relaxation: StarBound) -> None:
        self.relaxation = relaxation
        self.unit = max(1, relaxation.heaviest)  # a problem may have no matches
        self.iterations = self.added = self.cliques = self.elements = self.singles = 0
        super().__init__(relaxation.rows, relaxation.columns, False, PRIMAL_WEIGHT / self.unit, REACH)
        self.fill(relaxation)
        self._weigh()

    def _weigh(self) -> None:
        """Add up all weights."""
        self.total_weight = 0
        for p in range(self.candidates):
            self.total_weight += self.earned[p]
        for e in range(self.matches):
            self.total_weight += self.weight[e]

    def forget(self) -> None:
        """Let the mean of x begin again."""
        self.iterations = 0
        for p in range(self.candidates):
            self.x_sum[p] = 0.0

    def advance(self, iterations: int) -> None:
        """Make this number of further iterations."""
        self.iterate(iterations)
        self.iterations += iterations

    def used(self, least: float) -> dict[int, float]:
        """The candidates whose x is more than `least`, in descending order of x.

        This x is the mean since :meth:`forget`, or the current x if that is larger.
        """
        found = []
        for p in range(self.candidates):
            x = max(self.x_sum[p] / max(1, self.iterations), self.x[p])
            if x > least:
                found.append((-x, p))
        # sorted by number where x is equal: the same answer on every run
        return {p: -x for x, p in sorted(found)}

    def split(self) -> None:
        """Split the matches of the relaxation as the duals say, in integers, and propose its outer duals."""
        relaxation, half, mate = self.relaxation, self.relaxation.half, self.relaxation.mate
        room = new_room()
        try:
            split = take(room, self.matches)
            # nothing beyond the weight: edges of a star must not be worth less than 0
            self.share_out(split, relaxation.scale, 0)
            e = 0
            for h in range(relaxation.halves):
                if h < mate[h]:  # the end that comes first, in the order of the matches
                    half[h] = split[e]
                    # the rest of the weight exactly, so that rounding loses nothing of the bound
                    half[mate[h]] = relaxation.scale * self.weight[e] - split[e]
                    e += 1
        finally:
            give_back(room)
        self._pay_by_cliques()
        most = relaxation.scale * self.total_weight  # 64 bits hold that
        for j in range(self.columns):
            relaxation.outer.column_dual[j] = whole(relaxation.scale * self.line_dual[self.rows + j] + 0.5, 0, most)
        for p in range(self.candidates):
            relaxation._note(p)

    def _pay_by_cliques(self) -> None:
        """Let cliques pay their parts of matches and of what candidates earn alone, in integers."""
        relaxation = self.relaxation
        room = new_room()
        try:
            paid = take(room, self.elements)
            self.added = 0
            for c, dual in enumerate(self.prices()):
                self.added += dual
                for k in range(self.first_member[c], self.first_member[c + 1]):
                    paid[self.member[k]] += dual
            for i in range(self.elements):
                if i < self.singles:
                    relaxation.less[self.at[i]] = paid[i]
                else:
                    self._split_rest(self.at[i], paid[i])
        finally:
            give_back(room)

    def _split_rest(self, e: int, paid: int) -> None:
        """Split the rest of a match that cliques do not pay for."""
        relaxation = self.relaxation
        p = self.ends[2 * e]
        h = find(relaxation.partner, self.ends[2 * e + 1], relaxation.first[p], relaxation.first[p + 1])
        rest = max(0, relaxation.scale * self.weight[e] - paid)
        relaxation.half[h] = self._share_of(e, relaxation.scale, rest, 0)
        relaxation.half[relaxation.mate[h]] = rest - relaxation.half[h]

    def prices(self) -> list[int]:
        """The duals of the cliques as integers; none is more than all weights together."""
        scale, found = self.relaxation.scale, []
        left = scale * self.total_weight
        for c in range(self.cliques):
            dual = whole(scale * self.clique_dual[c] + 0.5, 0, left)
            left -= dual
            found.append(dual)
        return found

    def rest(self) -> None:
        """Free the memory that :meth:`inherit` does not need."""
        self.relaxation = StarBound(0, 0, 0, 0)

    def earn(self, p: int, more: int) -> None:
        """Add to what a candidate earns alone; `more` may be negative."""
        # both have to know: the program proposes the split, the relaxation proves the bound
        put_weight(self.relaxation.alone, p, weight_at(self.relaxation.alone, p) + more)
        self.relaxation._note(p)
        self.earned[p] = weight_at(self.relaxation.alone, p)
