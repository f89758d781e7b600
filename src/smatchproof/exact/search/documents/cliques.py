"""Cliques: matches and candidates that compete pairwise, and whose x and y in the linear program exceed 1 in all.

A *couple* is a match of two candidates, or one candidate alone. Two of them compete if a candidate of the one and
another candidate of the other share a line: no alignment contains both. So the x and y of a clique of couples add up to
at most 1 (clique inequalities, Padberg 1973). The star relaxation ensures this only for couples that have a line or a
candidate in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from smatchproof.exact.core.star_program import Couple
from smatchproof.exact.search.limits import Tick

Clique = tuple[Couple, ...]

UNDECIDED = 0.02
"""A couple whose x or y is as near as this to 0 or 1 is decided."""
EXCEEDED = 0.02
"""A clique is used if its x and y add up to more than 1 by at least this."""
LOOKS, MOST_LOOKS = 10_000, 2_000_000
"""Limits: of the looks at a colour in the search for the heaviest clique with one couple; of these in all searches; and
the same number for the couples compared to find those that compete. 100 merged sentences take a fifth of the second and
of the third; without these limits a dense problem of 33 candidates took 14 seconds."""
MOST_NEAR = 150
"""The number of couples tried to enlarge a clique. With all of them the bounds of nine documents are the same."""


class _Couples:
    """An index of couples by the lines of their candidates; only the lines of the couples at the `centre` count."""

    def __init__(self, places: Sequence[tuple[int, int]], couples: Iterable[Couple], centre: Iterable[Couple]) -> None:
        self.places, self.looks = places, MOST_LOOKS
        self.at_line: dict[tuple[int, int], list[Couple]] = {line: [] for each in centre for line in self.lines(each)}
        for couple in couples:
            for line in self.lines(couple) & self.at_line.keys():
                self.at_line[line].append(couple)

    def lines(self, couple: Couple) -> set[tuple[int, int]]:
        """The rows and columns of its candidates."""
        return {(side, self.places[p][side]) for p in couple for side in (0, 1)}

    def compete(self, one: Couple, other: Couple) -> bool:
        """Test whether no alignment contains both."""
        places = self.places
        return any(
            p != q and (places[p][0] == places[q][0] or places[p][1] == places[q][1]) for p in one for q in other
        )

    def rivals(self, couple: Couple) -> set[Couple]:
        """All couples that compete with one at the centre."""
        near = {other for line in self.lines(couple) for other in self.at_line[line]}
        self.looks -= len(near)
        return {other for other in near if self.compete(couple, other)}


def exceeded(
    places: Sequence[tuple[int, int]], matches: Sequence[Couple], x: Sequence[float], y: Sequence[float], tick: Tick
) -> list[Clique]:
    """Return maximal cliques whose x and y add up to more than 1.

    `places` has the row and the column of each candidate, `x` and `y` the values of candidates and matches. Linear in
    both, but for undecided couples; `tick` is called between two of these.

    Three rows with two candidates each, and six matches: at most two of them are in one alignment, not three halves.

    >>> places = [(i, j) for i in range(3) for j in (2 * i, 2 * i + 1)]
    >>> matches = [(0, 2), (0, 5), (1, 3), (1, 4), (2, 4), (3, 5)]
    >>> exceeded(places, matches, [0.5] * 6, [0.5] * 6, tick=int)
    [((0, 2), (1, 4), (3, 5)), ((0, 5), (1, 3), (2, 4))]
    """
    values = {(p, p): value for p, value in enumerate(x)} | dict(zip(matches, y, strict=True))
    wavering = {each for each, value in values.items() if UNDECIDED < value < 1 - UNDECIDED}
    undecided, rivals = _Couples(places, wavering, wavering), dict[Couple, set[Couple]]()
    for each in wavering:
        tick()
        if undecided.looks < 0:  # of random graphs, where cliques close little
            return []
        rivals[each] = undecided.rivals(each)
    couples = _Couples(places, values, wavering)
    found: dict[Clique, None] = {}
    left, heaviest = set(wavering), _Heaviest(rivals, values)
    # those with few rivals first, each looked at with those after it; sorted: the same cliques on every run
    for each in sorted(wavering, key=lambda each: (len(rivals[each]), each)):
        tick()
        left.remove(each)
        clique = heaviest.with_(each, left)
        if clique:
            found[_lifted(clique, couples, values)] = None
    return [*found]


class _Heaviest:
    """The search for a clique with the largest sum of values, above 1: branch and bound by colours."""

    def __init__(self, rivals: dict[Couple, set[Couple]], values: dict[Couple, float]) -> None:
        self.rivals, self.values, self.all_looks = rivals, values, MOST_LOOKS

    def with_(self, couple: Couple, others: set[Couple]) -> list[Couple]:
        """The heaviest clique of this couple and some of the others, or an empty list; limited by the looks."""
        self.most, self.best, self.looks = 1 + EXCEEDED, list[Couple](), min(LOOKS, self.all_looks)
        left = self.rivals[couple] & others
        self._grow([couple], self.values[couple], sorted(left, key=lambda each: (-self.values[each], each)))
        return self.best

    def _grow(self, clique: list[Couple], value: float, left: list[Couple]) -> None:
        if value > self.most:
            self.most, self.best = value, clique
        while left and self.looks > 0 and value + self._bound(left) > self.most:
            each, *left = left
            self._grow(
                [*clique, each], value + self.values[each], [other for other in left if other in self.rivals[each]]
            )

    def _bound(self, couples: list[Couple]) -> float:
        """An upper bound for cliques of these couples, sorted by weight: a clique has at most one of each colour."""
        colours: list[set[Couple]] = []
        bound = 0.0
        for each in couples:
            colour = next((colour for colour in colours if not colour & self.rivals[each]), None)
            if colour is None:
                colours.append({each})
                bound += self.values[each]
            else:
                colour.add(each)
        looks = len(couples) * len(colours)
        self.looks, self.all_looks = self.looks - looks, self.all_looks - looks
        return bound


def _lifted(clique: list[Couple], couples: _Couples, values: dict[Couple, float]) -> Clique:
    """Extend a clique to a maximal one by the couples used most; those that leave most others go first."""
    first, *others = clique
    near = [each for each in couples.rivals(first) if all(couples.compete(each, other) for other in others)]
    # of couples that are not used, candidates alone first: they stand for all of their matches
    left = {*sorted(near, key=lambda each: (-values[each], each[0] != each[1], each))[:MOST_NEAR]}
    while left:
        rivals = {each: {other for other in left if couples.compete(each, other)} for each in left}
        each = max(left, key=lambda each: (len(rivals[each]), values[each], each))
        clique = [*clique, each]
        left = rivals[each]
    return tuple(sorted(clique))
