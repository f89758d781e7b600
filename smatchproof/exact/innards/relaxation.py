"""The Lagrangian star relaxation: an upper bound that a few multiplier steps make tight.

The weight of a match {p, q} is split into two *halves*, one at p and one at q. A candidate p then earns its unary
weight and the best of its halves that one alignment could use together: a small assignment, its *star*. Given these
values, the best alignment is an assignment too, and its value bounds the optimum for every way to split. The best
split reaches the linear relaxation of the star-aggregated program (``ilp_tight``), because assignments are integral
(Geoffrion 1974; for graph matching Swoboda et al. 2017 and Hutschenreiter et al. 2021).

All numbers are integers: weights are multiplied by :data:`SCALE`, and the duals of the assignments prove the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from math import gcd
from operator import itemgetter
from typing import NamedTuple, Self

from smatchproof.alignment import AlignmentProblem
from smatchproof.alignment.proof import StarDuals as Duals
from smatchproof.alignment.star_table import Star
from smatchproof.exact.innards.assignment import Assignment, assign

SCALE = 12
"""Multipliers are twelfths. Finer steps close no more AMR pairs and make certificates longer."""

_BETWEEN_TICKS = 4096
"""So many matches are added between two looks at the clock."""
FACTOR_UNIT = 1 << 40
"""The factor of a step is a fraction of this: weights may be too large for floats."""
SLOWER = 0.8
"""Where a step has not lowered the bound, the factor of the next ones is multiplied by this."""

Partner = tuple[int, int, int, int]
"""One end of a match, as the other end sees it: the candidate at the other end, the number of the half at this end,
the number of the half at the other end, and the weight of the match, not scaled."""


class Bound(NamedTuple):
    """What the relaxation says for one split of the weights.

    `total` is the bound times :data:`SCALE`. `values` holds the value of each candidate, `stars` the matches that its
    star uses, `rows` and `columns` the duals of the outer assignment and `picks` its candidate for each row, or -1.
    `values` and `stars` are the relaxation's own: they are those of this bound until the next step.
    """

    total: int
    values: list[int]
    stars: list[list[Partner]]
    rows: list[int]
    columns: list[int]
    picks: list[int]


class Multipliers(NamedTuple):
    """A split of the weights: the scaled `halves`, and the duals of the `stars` that are assignment problems."""

    halves: list[int]
    stars: dict[int, Assignment]


class Relaxation:
    """A part of a problem: the candidates that are still alive once some were forced and others forbidden.

    Candidates are numbered afresh; `original` holds their numbers in the problem. What a live candidate gains with
    forced ones is part of its `unary` weight, and what the forced ones gain among themselves is `constant`. Both are
    scaled; `halves` are too; `alone` is `unary`, not scaled. `couples` lists the candidates of each match, the k-th of
    which has the halves 2 k and 2 k + 1, `edges` those of each row, and `heaviest` bounds the weights of matches.
    """

    def __init__(
        self,
        problem: AlignmentProblem,
        alive: Iterable[int] | None = None,
        forced: tuple[int, ...] = (),
        halves: Mapping[tuple[int, int], int] | None = None,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        """Build the part of `problem` with these candidates; `halves` are those of each match, scaled.

        Without them the candidate that earns less alone gets the whole of a match: it is picked less often, so that
        less is charged for nothing. This saves a third of the steps on AMR pairs. Two that earn the same share it.

        Linear in the size of the part and of the problem's matches. `tick` is called again and again during all that
        takes long, here and in :meth:`bound`; what it raises ends that.
        """
        tick()
        self.tick = tick
        candidates = problem.candidates
        self.problem = problem
        self.forced = forced
        self.original = list(range(len(candidates)) if alive is None else alive)
        pairs = candidates if alive is None else [candidates[old] for old in self.original]
        self.row = [row for row, _ in pairs]
        self.column = [column for _, column in pairs]
        self.alone = [problem.unary[old] for old in self.original]
        self.edges: list[list[int]] = [[] for _ in range(problem.left_size)]
        for p, row in enumerate(self.row):
            self.edges[row].append(p)
        self.partners: list[list[Partner]] = [[] for _ in self.original]
        self.couples: list[tuple[int, int]] = []
        self.halves: list[int] = []
        self.constant = SCALE * sum([problem.unary[old] for old in forced])
        self._add_matches(halves or {})
        self.unary = [SCALE * alone for alone in self.alone]
        self.heaviest = max([weight for _, _, weight in problem.matches], default=0)
        self._values = [0] * len(self.original)
        self._stars = list(self.partners)
        self._star_duals: dict[int, Assignment] = {}
        self._weights: dict[int, dict[int, int]] = {}
        self._changed = set(range(len(self.original)))
        self._rivals: dict[int, _Rivals] = {}
        self._conflicts: dict[int, _Conflict] = {}
        self._find_competition()

    def _add_matches(self, halves: Mapping[tuple[int, int], int]) -> None:
        numbers = [-1] * len(self.problem.candidates)
        for new, old in enumerate(self.original):
            numbers[old] = new
        couples, partners, matches, unary = self.couples, self.partners, self.problem.matches, self.problem.unary
        number_of_halves = 0
        for start in range(0, len(matches), _BETWEEN_TICKS):
            self.tick()
            for old_p, old_q, weight in matches[start : start + _BETWEEN_TICKS]:
                p, q = numbers[old_p], numbers[old_q]
                if p >= 0 <= q:
                    half, whole = number_of_halves, SCALE * weight
                    number_of_halves += 2
                    if halves:
                        own = halves[old_p, old_q]
                    elif unary[old_p] == unary[old_q]:
                        own = whole // 2
                    else:
                        own = whole if unary[old_p] < unary[old_q] else 0
                    partners[p].append((q, half, half + 1, weight))
                    partners[q].append((p, half + 1, half, weight))
                    couples.append((p, q))
                    self.halves += own, whole - own
                elif self.forced:
                    self._add_forced_match(old_p, old_q, numbers, weight)

    def _add_forced_match(self, old_p: int, old_q: int, numbers: list[int], weight: int) -> None:
        """Add a match of two forced candidates to the constant, one of a forced and a live one to what that earns."""
        is_forced = [old in self.forced for old in (old_p, old_q)]
        if all(is_forced):
            self.constant += SCALE * weight
        elif any(is_forced) and (live := max(numbers[old_p], numbers[old_q])) >= 0:
            self.alone[live] += weight

    @cached_property
    def cell(self) -> dict[tuple[int, int], int]:
        """The candidate of a row and a column."""
        return {pair: p for p, pair in enumerate(zip(self.row, self.column, strict=True))}

    def weights_of(self, candidate: int) -> dict[int, int]:
        """The matches of a candidate with others, not scaled."""
        found = self._weights.get(candidate)
        if found is None:
            found = self._weights[candidate] = {q: weight for q, _, _, weight in self.partners[candidate]}
        return found

    def _find_competition(self) -> None:
        """Note the stars in which matches compete: all for one row or column, or so that it takes an assignment."""
        row_of, column_of = self.row, self.column
        for p, partners in enumerate(self.partners):
            if len(partners) == 2:
                (q, own, _, _), (other, other_own, _, _) = partners
                if row_of[q] == row_of[other]:
                    self._rivals[p] = _Rivals(True, itemgetter(own, other_own))
                elif column_of[q] == column_of[other]:
                    self._rivals[p] = _Rivals(False, itemgetter(own, other_own))
            elif len(partners) > 2:
                rows = [row_of[partner[0]] for partner in partners]
                columns = [column_of[partner[0]] for partner in partners]
                different = len({*rows}), len({*columns})
                if different == (len(rows), len(rows)):
                    continue
                halves = [partner[1] for partner in partners]
                if 1 in different:
                    self._rivals[p] = _Rivals(different[0] == 1, itemgetter(*halves))
                else:
                    self._conflicts[p] = _Conflict.of(rows, columns, halves)

    def bound(self) -> Bound:
        """Solve the stars that have changed and the outer assignment: linear in candidates but for the conflicts."""
        halves, unary, values, stars = self.halves, self.unary, self._values, self._stars
        rivals, conflicts = self._rivals, self._conflicts
        for p in self._changed:
            value = unary[p]
            if p in rivals:
                own = rivals[p].own(halves)
                best = max(own)
                stars[p] = [self.partners[p][own.index(best)]] if best else []
                value += best
            elif p in conflicts:
                self.tick()
                star = self._star_duals[p] = conflicts[p].solve(halves)
                partners = self.partners[p]
                stars[p] = [partners[pick] for pick in star.picks if pick >= 0]
                value += sum(star.rows) + sum(star.columns)
            else:
                for partner in stars[p]:
                    value += halves[partner[1]]
            values[p] = value
        self._changed.clear()
        rows, columns, picks = assign(self.edges, self.column, values, self.problem.right_size, self.tick)
        return Bound(self.constant + sum(rows) + sum(columns), values, stars, rows, columns, picks)

    def slacks(self, bound: Bound) -> list[int]:
        """How far the bound falls, times :data:`SCALE`, for alignments that contain each of the candidates."""
        rows, columns, ends = bound.rows, bound.columns, zip(self.row, self.column, bound.values, strict=True)
        return [rows[row] + columns[column] - value for row, column, value in ends]

    def share_slack(self, bound: Bound) -> None:
        """Let candidates with slack take over halves from their partners: the bound cannot rise, and often falls.

        The first move of the dual procedure of Hahn & Grant (1998). Done once it saves half of the steps on AMR
        pairs; done again and again it gets stuck where :meth:`step` does not.
        """
        halves, changed = self.halves, self._changed
        for p, (slack, partners) in enumerate(zip(self.slacks(bound), self.partners, strict=True)):
            if not slack:
                continue
            left = len(partners)
            for q, own, mate, _ in partners:
                taken = slack // left
                left -= 1
                if halves[mate] < taken:
                    taken = halves[mate]
                if taken:
                    halves[own] += taken
                    halves[mate] -= taken
                    slack -= taken
                    changed.add(p)
                    changed.add(q)

    def step(self, bound: Bound, factor: float, excess: int) -> None:
        """Move halves from where they are used without their mates to their mates: a subgradient step (Polyak 1969).

        `factor` times `excess` is what the step should take off the bound, times :data:`SCALE`. If nothing disagrees
        nothing moves: then the picks reach the bound and are optimal.
        """
        halves = self.halves
        picked = set(bound.picks) - {-1}
        moves = []
        competes, values, changed = self._rivals.keys() | self._conflicts.keys(), self._values, self._changed
        for p in picked:
            for q, own, mate, _ in bound.stars[p]:
                if q not in picked or (q in competes and all(back[1] != mate for back in bound.stars[q])):
                    moves.append((p, q, own, mate))
        size = max(1, int(factor * FACTOR_UNIT) * excess // (FACTOR_UNIT * len(moves))) if moves else 0
        for p, q, own, mate in moves:
            moved = min(size, halves[own])
            halves[own] -= moved
            halves[mate] += moved
            if p in competes:
                changed.add(p)
            else:
                values[p] -= moved
            if q in competes:
                changed.add(q)
            else:
                values[q] += moved

    def part(self, alive: Iterable[int], force: int | None = None) -> Self:
        """The part with only these candidates alive and, if one is given, that candidate forced.

        Numbers are those of this part. The multipliers are inherited.
        """
        halves = {}
        for p, partners in enumerate(self.partners):
            for q, own, _, _ in partners:
                if self.original[p] < self.original[q]:
                    halves[self.original[p], self.original[q]] = self.halves[own]
        forced = self.forced
        if force is not None:
            forced += (self.original[force],)
            row, column = self.row[force], self.column[force]
            alive = [p for p in alive if self.row[p] != row and self.column[p] != column]
        return type(self)(self.problem, [self.original[p] for p in alive], forced, halves, self.tick)

    def multipliers(self) -> Multipliers:
        """The split of the weights now, and how stars with conflicts were solved for it by the last bound."""
        return Multipliers(self.halves.copy(), self._star_duals.copy())

    def duals(self, bound: Bound, multipliers: Multipliers | None = None) -> Duals:
        """The integers that prove a bound, in the form that ``smatchproof.alignment.proof`` describes.

        `multipliers` are those with which the bound was computed, if they have changed since. All is divided by what
        the halves and the scale have in common, so that numbers stay small.
        """
        halves, solved = multipliers or (self.halves, self._star_duals)
        common = gcd(SCALE, *halves)
        halves = [half // common for half in halves]
        paid: list[list[int]] = [[] for _ in self.original]
        row, original = self.row, self.original
        for (p, q), own, other in zip(self.couples, halves[::2], halves[1::2], strict=True):
            if own:
                paid[p] += row[q], own
            if other:
                paid[q] += row[p], other
        crowded = self._crowded_stars(halves, solved, common)
        stars: dict[int, Star] = {original[p]: (rows, []) for p, rows in enumerate(paid) if rows and p not in crowded}
        stars.update((original[p], crowded[p]) for p in sorted(crowded) if any(crowded[p]))
        left = {i: dual // common for i, dual in enumerate(bound.rows) if dual}
        right = {j: dual // common for j, dual in enumerate(bound.columns) if dual}
        if self.forced:
            charge_forced(self.problem, self.forced, self.original, stars, left, SCALE // common)
        return Duals(SCALE // common, stars, left, right)

    def _crowded_stars(self, halves: list[int], solved: dict[int, Assignment], common: int) -> dict[int, Star]:
        """What candidates pay whose matches compete; `halves` are divided by `common` already."""
        stars: dict[int, Star] = {}
        for p, rivals in self._rivals.items():
            best, (other, *_) = max(rivals.own(halves)), self.partners[p][0]
            if rivals.in_row:
                stars[p] = [self.row[other], best] if best else [], []
            else:
                stars[p] = [], [self.column[other], best] if best else []
        for p, conflict in self._conflicts.items():
            rows, columns = solved[p].rows, solved[p].columns
            stars[p] = _listed(conflict.rows, rows, common), _listed(conflict.columns, columns, common)
        return stars


def charge_forced(
    problem: AlignmentProblem,
    forced: Iterable[int],
    alive: Iterable[int],
    stars: dict[int, Star],
    rows: dict[int, int],
    scale: int,
) -> None:
    """What forced candidates earn: alone at their rows, with live ones at the stars of these, which pay for it."""
    candidates, unary = problem.candidates, problem.unary
    rows |= {candidates[old][0]: scale * unary[old] for old in forced}
    is_forced, is_alive = set(forced), set(alive)
    for p, q, weight in problem.matches:
        if p in is_forced and q in is_forced:  # one of the two pays for both
            rows[candidates[q][0]] += scale * weight
        elif p in is_alive and q in is_forced:
            p, q = q, p
        elif p not in is_forced or q not in is_alive:
            continue
        paid, others = stars.get(q, ([], []))
        stars[q] = ([*paid, candidates[p][0], scale * weight], others)


def _listed(names: list[int], duals: list[int], common: int) -> list[int]:
    """The duals that are not 0, each behind its name, divided by what all have in common."""
    listed = []
    for name, dual in zip(names, duals, strict=True):
        if dual:
            listed.append(name)
            listed.append(dual // common)
    return listed


class _Rivals(NamedTuple):
    """A star whose matches compete all for one row, or all for one column: the best of them is its value."""

    in_row: bool
    own: Callable[[list[int]], tuple[int, ...]]
    """What takes the halves of these matches from all halves."""


class _Conflict(NamedTuple):
    """A star whose matches compete: an assignment problem of its own, with the names of its rows and columns."""

    rows: list[int]
    columns: list[int]
    edges: list[list[int]]
    column: list[int]
    own: Callable[[list[int]], tuple[int, ...]]
    """What takes the halves of these matches from all halves."""

    @classmethod
    def of(cls, rows: list[int], columns: list[int], halves: list[int]) -> Self:
        """The assignment problem of matches with these rows, columns and halves; edges are their positions."""
        edges: dict[int, list[int]] = {}
        column_number = {column: number for number, column in enumerate(dict.fromkeys(columns))}
        for edge, row in enumerate(rows):
            edges.setdefault(row, []).append(edge)
        column = [column_number[column] for column in columns]
        return cls(list(edges), list(column_number), list(edges.values()), column, itemgetter(*halves))

    def solve(self, halves: list[int]) -> Assignment:
        """The best halves that one alignment can use together."""
        values = self.own(halves)
        if not max(values):
            return Assignment([0] * len(self.rows), [0] * len(self.columns), [-1] * len(self.rows))
        return assign(self.edges, self.column, values, len(self.columns))
