"""All optima of an alignment problem: the links of every optimum, those of some optima, and the others.

The *links* of an alignment are its pairs that earn something: alone, or by a match with another pair of it. A candidate
is *forced* if it is a link of every optimum, *open* if it is a link of some, and *impossible* if it is a link of none.

One question is asked until the answer is no: is there an optimum that lacks one of the links F that all known optima
have, or one that has a link of none of them? The question is an alignment problem, too. With the value K of an optimum
and a scale M,

    M K(x) - ``|x & F|`` + b(x),

where b counts the links of x that no known optimum has (of those that earn nothing alone: their matches), is more than
M K - ``|F|`` for exactly these optima, and, if M is large enough, for no other alignment. A no has a proof, which the
checker reads. This proves K as well: an alignment worth more than K would have a larger value here, too.

Weights below 0 are moved by :func:`combined`. It would be wrong to charge 1 to the matches of a link instead, as there
may be several.

The *canonical optimum* is the first of all, by a given order of the candidates. An optimum is a set of links; of two
the one that has the earliest candidate in which they differ comes first. So the choice depends on the order of
candidates only: on no solver, no seed, and not on the order of lines in a text. Forced links are in it, impossible ones
are not, and the known optima decide most of the others. For the rest a question is asked: is there an optimum with all
the links F chosen so far, and with one of the earlier candidates P that the best known optimum lacks? A yes gives a
better optimum; a no chooses the next of its links.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, compress, count
from operator import mul

from smatchproof.base.record import Record, Struct, replace
from smatchproof.conventions.triples import Alignment
from smatchproof.exact.certified import exact
from smatchproof.problem.number_table import NumberTable, flattened
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.solution import Solution, SolveParams

Match = tuple[int, int, int]
"""Two candidates and a weight."""


class Combined(Record):
    """A problem whose best alignment maximises M times the value of another problem plus a count.

    Its value is `constant` more. Rows from `left_size` of the other problem on mean that a column stays alone.
    """

    problem: AlignmentProblem
    constant: int


def combined(problem: AlignmentProblem, scale: int, alone: Sequence[int], together: Sequence[int]) -> Combined:
    """Return the problem of M times the value plus a count for each candidate and each match; counts may be negative.

    Weights are made nonnegative. For a match of p and q of weight -c, p gets -c; where p is without q, c is given back
    by each other candidate of q's column, or by a new row for it, which means "otherwise". If a candidate of a column
    then has -c, the whole column and its new row get c, and so does the constant. The checker does the same by its own
    code.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1}, {((0, 0), (1, 1)): 1})
    >>> combined(problem, 3, [0, -1], [0])
    Combined(problem=AlignmentProblem(left_size=4, right_size=2, candidates=((0, 0), (1, 1), (3, 1)), unary=(3, 0, 1), \
matches=((0, 1, 3),)), constant=1)
    """
    pairs, old, matches = problem.flat()
    rows, columns, height = [*pairs[::2]], [*pairs[1::2]], problem.left_size
    unary = [scale * weight + count for weight, count in zip(old, alone, strict=True)]
    worth = [scale * weight + count for weight, count in zip(matches[2::3], together, strict=True)]
    couples, constant = [*zip(matches[::3], matches[1::3], worth, strict=True)], 0
    lacking = {columns[p] for p, weight in enumerate(unary) if weight < 0}
    lacking |= {columns[end] for *ends, weight in couples if weight < 0 for end in ends}
    if lacking:
        new = sorted(lacking)
        rows, columns, unary = rows + [height + column for column in new], columns + new, unary + [0] * len(new)
        height += problem.right_size
        if min(worth, default=0) < 0:
            couples = _move_matches(couples, rows, columns, unary)
        constant = _move_pairs(columns, unary)
    pairs = flattened([*zip(rows, columns, strict=True)])
    result = AlignmentProblem(
        height,
        problem.right_size,
        NumberTable(pairs, 2),
        NumberTable(flattened(unary)),
        NumberTable(flattened(couples), 3),
        scale * problem.unit,
    )
    return Combined(result, constant)


def _move_matches(couples: Iterable[Match], rows: list[int], columns: list[int], unary: list[int]) -> list[Match]:
    """Return the matches without weights below 0, in order; changes the own weights of their candidates."""
    worth = {(p, q): weight for p, q, weight in couples}
    others = defaultdict[int, list[int]](list)
    for p, column in enumerate(columns):
        others[column].append(p)
    for p, q in sorted(couple for couple, weight in worth.items() if weight < 0):
        if (cost := -worth[p, q]) > 0:
            worth[p, q], unary[p] = 0, unary[p] - cost
            for other in others[columns[q]]:
                if other != q and rows[other] != rows[p]:
                    couple = (p, other) if p < other else (other, p)
                    worth[couple] = worth.get(couple, 0) + cost
    return sorted((p, q, weight) for (p, q), weight in worth.items())


def _move_pairs(columns: list[int], unary: list[int]) -> int:
    """Make the own weights of candidates nonnegative. Returns the constant."""
    lacking = defaultdict[int, int](int)
    for column, weight in zip(columns, unary, strict=True):
        if weight < 0:
            lacking[column] = max(lacking[column], -weight)
    unary[:] = [weight + lacking.get(column, 0) for column, weight in zip(columns, unary, strict=True)]
    return sum(lacking.values())


def links(problem: AlignmentProblem, mapping: Alignment) -> frozenset[int]:
    """Return the candidates that an alignment uses and that earn something in it.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1}, {((0, 1), (1, 0)): 1})
    >>> sorted(links(problem, [0, 1])), sorted(links(problem, [1, 0]))
    ([0], [1, 2])
    """
    pairs, unary, matches = problem.flat()
    used = [mapping[row] == column for row, column in zip(pairs[::2], pairs[1::2], strict=True)]
    together = (
        couple for couple in zip(matches[::3], matches[1::3], strict=True) if used[couple[0]] and used[couple[1]]
    )
    return frozenset(chain(compress(count(), map(mul, used, unary)), *together))


class EveryOptimum(Record):
    """The forced and the open candidates of a problem, and the evidence for them.

    `alignments` are optima, the first of them the one that was given; each open link is in one of them and not in
    another. `no` is the last question, with weights M = `scale` times those of the problem, and its answer: no optimum
    lacks a `forced` link or has one that is in none of the alignments. `no` is ``None`` if a limit came first; then all
    candidates that are not open are undecided.
    """

    problem: AlignmentProblem
    alignments: tuple[Alignment, ...]
    forced: frozenset[int]
    open: frozenset[int]
    scale: int
    no: tuple[AlignmentProblem, Solution] | None

    @property
    def is_decided(self) -> bool:
        """Test whether every candidate is forced, open or impossible."""
        return self.no is not None

    @property
    def is_proved(self) -> bool:
        """Test whether there is a proof of the decision, for a checker."""
        return (
            self.no is not None and self.no[1].proof is not None and self.no[1].proved_bound == self.no[1].upper_bound
        )


def every_optimum(problem: AlignmentProblem, mapping: Alignment, params: SolveParams = SolveParams()) -> EveryOptimum:
    """Decide whether each candidate is a link of every optimum, of some or of none; `mapping` is an optimum.

    The time limit of `params` is that of all searches together, other limits are those of each search; after a limit
    all candidates that are not open are undecided. There are a few searches, about two on AMRs; n alike siblings in
    both graphs take about n.

    >>> problem = AlignmentProblem.from_weights(3, 3, {(0, 0): 2, (1, 1): 1, (1, 2): 1, (2, 0): 1}, {})
    >>> found = every_optimum(problem, [0, 1, None])
    >>> [problem.candidates[p] for p in found.forced], sorted(problem.candidates[p] for p in found.open)
    ([(0, 0)], [(1, 1), (1, 2)])
    """
    start = time.perf_counter()
    optimum, known = recount(problem, mapping), [tuple(mapping)]
    forced = some = links(problem, mapping)
    while True:
        scale = _scale(problem, optimum, len(forced))
        question = _differing(problem, scale, forced, some)
        bound = scale * optimum - len(forced) + question.constant
        rest = params.seconds_left(start)
        if rest == 0:  # a search without time would still find further optima, one by one
            return EveryOptimum(problem, tuple(known), forced, some - forced, scale, None)
        answer = exact(question.problem, replace(params, at_least=bound + 1, is_close=True, time_limit=rest))
        if answer.matched <= bound:
            no = (question.problem, answer) if answer.upper_bound <= bound else None
            return EveryOptimum(problem, tuple(known), forced, some - forced, scale, no)
        found = answer.mapping[: problem.left_size]
        if recount(problem, found) != optimum:
            raise AssertionError(f"an alignment worth {recount(problem, found)} where the optimum is {optimum}")
        known.append(found)
        forced, some = forced & links(problem, found), some | links(problem, found)


def _scale(problem: AlignmentProblem, optimum: int, forced: int) -> int:
    """Return a scale with which only an optimum can be worth what is asked for.

    The count of an alignment x is at most K(x) divided by the least weight, since each unit stands for a weight that x
    earns, and at most one for each pair of x and each couple of these; it is at least minus the number of forced links;
    and the values of two alignments differ by at least a step.
    """
    _, unary, matches = problem.flat()
    least = min((weight for weight in {*unary, *matches[2::3]} if weight), default=1)
    pairs = min(problem.left_size, problem.right_size)
    most = min(optimum // least, pairs + min(pairs * (pairs - 1) // 2, len(problem.matches)))
    return max(1, -(-(forced + most) // problem.step))


def _differing(problem: AlignmentProblem, scale: int, forced: Iterable[int], some: frozenset[int]) -> Combined:
    """Return the problem of an optimum that lacks a link of `forced`, or has a link outside of `some`."""
    _, unary, matches = problem.flat()
    alone = [int(weight > 0) for weight in unary]
    silent = [not weight for weight in unary]
    for p in some:
        alone[p], silent[p] = 0, False
    for p in forced:
        alone[p] = -1
    together = [int(silent[p] or silent[q]) for p, q in zip(matches[::3], matches[1::3], strict=True)]
    return combined(problem, scale, alone, together)


class RangeEnd(Record):
    """The minimum (`sign` -1) or maximum (1) of a count over all optima, with an optimum that attains it.

    `answer` is the solution of `question`, which is about `scale` times the weights of the problem plus or minus the
    count.
    """

    value: int
    alignment: Alignment
    sign: int
    scale: int
    question: Combined
    answer: Solution


def end_of_range(
    problem: AlignmentProblem, optimum: int, count: AlignmentProblem, sign: int, params: SolveParams = SolveParams()
) -> RangeEnd | None:
    """Find the minimum or maximum of a count over all alignments worth the `optimum`; ``None`` at a limit.

    `count` is a problem of the same variables, whose weights are counted. Alignments may have pairs that earn nothing
    in `problem`. This takes one search, of a problem of both sizes together.

    >>> problem = AlignmentProblem.from_weights(1, 2, {(0, 0): 2, (0, 1): 2}, {})
    >>> count = AlignmentProblem.from_weights(1, 2, {(0, 1): 1}, {})
    >>> [end_of_range(problem, 2, count, sign).value for sign in (-1, 1)]
    [0, 1]
    """
    whole, alone, together = _with_count(problem, count)
    scale = count.trivial_bound() // problem.step + 1
    question = combined(whole, scale, [sign * each for each in alone], [sign * each for each in together])
    answer = exact(question.problem, params)
    if answer.matched < answer.upper_bound:
        return None
    value = sign * (answer.matched - question.constant - scale * optimum)
    return RangeEnd(value, answer.mapping[: problem.left_size], sign, scale, question, answer)


def _with_count(problem: AlignmentProblem, count: AlignmentProblem) -> tuple[AlignmentProblem, list[int], list[int]]:
    """Return the problem with the candidates and matches of the count added, and the counts of all of them."""
    unary, alone = (dict(zip(each.candidates, each.unary, strict=True)) for each in (problem, count))
    pairs = sorted({*unary, *alone})
    number = {pair: p for p, pair in enumerate(pairs)}
    worth, together = (
        {(number[each.candidates[p]], number[each.candidates[q]]): weight for p, q, weight in each.matches}
        for each in (problem, count)
    )
    couples = sorted({*worth, *together})
    whole = AlignmentProblem(
        problem.left_size,
        problem.right_size,
        tuple(pairs),
        tuple([unary.get(pair, 0) for pair in pairs]),
        tuple([(*couple, worth.get(couple, 0)) for couple in couples]),
        problem.unit,
    )
    return whole, [alone.get(pair, 0) for pair in pairs], [together.get(couple, 0) for couple in couples]


class _Undecided(Exception):
    """A limit came before the answer."""


def canonical_optimum(
    found: EveryOptimum, order: Sequence[int], params: SolveParams = SolveParams()
) -> Alignment | None:
    """Return the links of the first of all optima; ``None`` if a limit is reached before it is known.

    `order` lists the candidates of the problem by number. Limits are those of
    :func:`every_optimum`. If there is one optimum there is no search; else there is about one
    for each link in which known optima differ, of a problem of forced and open candidates only.

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


def restricted(problem: AlignmentProblem, alive: Sequence[int]) -> AlignmentProblem:
    """Return the problem with only these candidates, in order; they stay candidates even if they now earn nothing."""
    # order stays: p < q of every match does, and a proof of the part needs its numbers replaced, no more
    number = {old: new for new, old in enumerate(alive)}
    return AlignmentProblem(
        problem.left_size,
        problem.right_size,
        tuple(problem.candidates[old] for old in alive),
        tuple(problem.unary[old] for old in alive),
        tuple((number[p], number[q], weight) for p, q, weight in problem.matches if p in number and q in number),
        problem.unit,
    )
