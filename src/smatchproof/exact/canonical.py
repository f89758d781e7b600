"""The canonical optimum: of all optima the first one, by a given order of the candidates.

An optimum is a set of links. Of two optima the one that has the earliest candidate in which they differ comes first. So
the choice depends on the order of candidates only: on no solver, no seed, and not on the order of lines in a text.

Forced links are in the canonical optimum, impossible ones are not, and the known optima decide most of the others. For
the rest a question is asked: is there an optimum with all the links F chosen so far, and with one of the earlier
candidates P that the best known optimum lacks? A yes gives a better optimum; a no chooses the next of its links.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

from smatchproof.base.record import Struct, replace
from smatchproof.conventions.triples import Alignment
from smatchproof.exact.certified import exact
from smatchproof.exact.optima import EveryOptimum, links
from smatchproof.exact.search.parts import restricted
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.solution import SolveParams


class _Undecided(Exception):
    """A limit came before the answer."""


def canonical_optimum(
    found: EveryOptimum, order: Sequence[int], params: SolveParams = SolveParams()
) -> Alignment | None:
    """Return the links of the first of all optima; ``None`` if a limit is reached before it is known.

    `order` lists the candidates of the problem by number. Limits are those of
    :func:`~smatchproof.exact.optima.every_optimum`. If there is one optimum there is no search; else there is about one
    for each link in which known optima differ, of a problem of forced and open candidates only.

    >>> from smatchproof.exact.optima import every_optimum
    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 1, (1, 0): 1, (1, 1): 1}, {})
    >>> found = every_optimum(problem, [1, 0])
    >>> canonical_optimum(found, range(4)), canonical_optimum(found, [1, 0, 2, 3])
    ((0, 1), (1, 0))
    """
    problem = found.problem
    if not found.is_decided:
        return None
    if not found.open:
        return problem.alignment(sorted(found.forced))
    keep = sorted(found.forced | found.open)
    small = restricted(problem, keep)
    number = {p: at for at, p in enumerate(keep)}
    rank = {number[p]: at for at, p in enumerate(order) if p in number}
    known = [frozenset(map(number.__getitem__, links(problem, each))) for each in found.alignments]
    optimum = recount(problem, found.alignments[0])
    choice = _Choice(small, optimum, frozenset(map(number.__getitem__, found.forced)), params, time.perf_counter())
    try:
        first = choice.first(rank, known)
    except _Undecided:
        return None
    return small.alignment(sorted(first))


class _Choice(Struct):
    """A problem of candidates that are links of some optimum, and the links that are chosen."""

    problem: AlignmentProblem
    optimum: int
    chosen: frozenset[int]
    params: SolveParams
    begin: float

    def first(self, rank: dict[int, int], known: Collection[frozenset[int]]) -> frozenset[int]:
        """The first set of links, by the rank of candidates."""
        # no set contains another one: an alignment with one more link is worth more
        best = min(known, key=lambda some: sorted(map(rank.__getitem__, some)))
        rest = sorted(self.chosen ^ frozenset(range(len(self.problem.candidates))), key=rank.__getitem__)
        at, earlier = 0, list[int]()
        while at < len(rest):
            p, at = rest[at], at + 1
            if p not in best:
                earlier += [p] if self._fits(p) else []
                continue
            if earlier and (better := self._with_one_of(earlier, rest[at - 1 :])) is not None:
                best, at = better, rest.index(earlier[0])
            else:
                self.chosen |= {p}
            earlier = []
        return best

    def _fits(self, p: int) -> bool:
        """Test whether a candidate can be added to the chosen links."""
        pairs = self.problem.candidates
        return all(pairs[p][side] != pairs[q][side] for q in self.chosen for side in (0, 1))

    def _with_one_of(self, earlier: Sequence[int], later: Sequence[int]) -> frozenset[int] | None:
        """The links of an optimum with all chosen links and one of the `earlier` candidates, or ``None``."""
        keep = sorted({*self.chosen, *earlier, *filter(self._fits, later)})
        number = {p: at for at, p in enumerate(keep)}
        part = restricted(self.problem, keep)
        question, bound = _wanting(part, self.optimum, {number[p] for p in self.chosen}, {number[p] for p in earlier})
        rest = self.params.seconds_left(self.begin)
        if rest == 0:
            raise _Undecided
        answer = exact(question, replace(self.params, at_least=bound + 1, is_close=True, time_limit=rest, proof=False))
        if answer.matched <= bound < answer.upper_bound:
            raise _Undecided
        if answer.matched <= bound:
            return None
        mapping = answer.mapping[: part.left_size]
        some = frozenset(keep[p] for p in links(part, mapping))
        if recount(part, mapping) != self.optimum or not self.chosen < some or some.isdisjoint(earlier):
            raise AssertionError("an optimum with the links that were asked for has not got them")
        return some


def _wanting(
    problem: AlignmentProblem, optimum: int, chosen: Collection[int], wanted: Collection[int]
) -> tuple[AlignmentProblem, int]:
    """Return the problem of an optimum with the chosen and one wanted link, and the bound of all other alignments.

    No candidate competes with a chosen one. So an optimum has each chosen candidate that earns something alone, or by a
    match with another chosen one. For any other chosen candidate one neighbour has to be in the optimum: a new row,
    which can take one new column for each neighbour, gets a bonus for at most one of them. A wanted candidate that
    earns nothing alone gets 1 for each of its matches.
    """
    silent = {p for p, weight in enumerate(problem.unary) if not weight}
    near: dict[int, set[int]] = {p: set() for p in silent}
    for p, q, _ in problem.matches:
        for one, other in ((p, q), (q, p)):
            if one in silent:
                near[one].add(other)
    lonely = [p for p in sorted(silent & {*chosen}) if near[p].isdisjoint(chosen)]
    loud = [int(p in wanted and p not in silent) for p in range(len(problem.unary))]
    pairing = [int(bool({p, q} & silent & {*wanted})) for p, q, _ in problem.matches]
    most = sum(loud) + sum(pairing)
    bonus = most + 1
    scale = (bonus * len(lonely) + most) // problem.step + 1
    pairs = [*problem.candidates]
    unary = [scale * weight + more for weight, more in zip(problem.unary, loud, strict=True)]
    matches = [(p, q, scale * weight + more) for (p, q, weight), more in zip(problem.matches, pairing, strict=True)]
    column = problem.right_size
    for row, p in enumerate(lonely, problem.left_size):
        for neighbour in sorted(near[p]):
            matches.append((neighbour, len(pairs), bonus))
            pairs.append((row, column))
            unary.append(0)
            column += 1
    sizes = problem.left_size + len(lonely), column
    question = AlignmentProblem(*sizes, tuple(pairs), tuple(unary), tuple(sorted(matches)), scale * problem.unit)
    return question, scale * optimum + bonus * len(lonely)
