"""A linear program with *cliques*: sets of candidates and matches of which an alignment contains at most one.

Two of them *compete* where a candidate of the one and another candidate of the other share a line. The x and y of a
clique add up to at most 1 (clique inequalities, Padberg 1973). Documents need few: they cut off that three variables,
say, are aligned half this way and half that way.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from . import without_cython as cython
if not cython.compiled:
    from smatchproof.problem.core.memory import copy_floats, take_floats, take_indices

    from .linear_program import LinearProgram

Couple = tuple[int, int]
"""A match of two candidates, in order; or a candidate alone, twice."""


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

    def inherit_cliques(self, other: CliqueProgram) -> None:
        """Begin with the duals of the cliques of another program, whose cliques are the first ones of this."""
        copy_floats(self.clique_dual, other.clique_dual, min(self.cliques, other.cliques))
        for c in range(self.cliques):
            if self.step_clique[c] == 0.0:
                self.clique_dual[c] = 0.0

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
