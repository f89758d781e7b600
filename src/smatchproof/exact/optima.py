"""All optima of an alignment problem at once: the links that every optimum has, those that some have, the others.

An alignment is taken without the pairs that earn nothing: neither alone, nor by a match with another pair of it. What
is left are its *links*. A candidate is *forced* if it is a link of every optimum, *open* if of some, *impossible* if of
none.

One question is asked until the answer is no: is there an optimum that lacks one of the links F, which all optima known
so far have, or has one outside of the links that they have together? It is an alignment problem, too. With the value
K of an optimum and a scale M,

    M K(x) - ``|x & F|`` + b(x),

where b counts the links of x that no known optimum has (of those that earn nothing alone: their matches), is more than
M K - ``|F|`` for exactly these optima, and, if M is large enough, for nothing else. A no has a proof, which the checker
reads. It proves K as well: what is worth more than K would be more, too.

Weights below 0 are moved by :func:`combined`. To charge 1 to the matches of a link instead would be wrong: it may have
several.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, compress, count
from operator import mul

from smatchproof.conventions.triples import Alignment
from smatchproof.exact.certified import exact
from smatchproof.problem.number_table import NumberTable, flattened
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.solution import Solution, SolveParams

Match = tuple[int, int, int]
"""Two candidates and a weight."""


@dataclass(frozen=True, slots=True)
class Combined:
    """A problem whose best alignment is that of M times the value of another problem plus a count.

    It is worth `constant` more there. Rows from `left_size` of the other problem on mean that a column is left out.
    """

    problem: AlignmentProblem
    constant: int


def combined(problem: AlignmentProblem, scale: int, alone: Sequence[int], together: Sequence[int]) -> Combined:
    """The problem of M times the value plus a count, which may be negative: of each candidate and of each match.

    Weights are made nonnegative. Of a match of p and q, of -c, p gets -c, and c comes back where p is without q: by
    each other candidate of q's column, or a new row for it, which means "otherwise". Where a candidate of a column then
    has -c, all of the column and its new row get c, and so does the constant. The checker does so by code of its own.

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
    """The matches without weights below 0, in order; changes what their candidates are worth alone."""
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
    """Make what candidates are worth alone nonnegative; returns the constant."""
    lacking = defaultdict[int, int](int)
    for column, weight in zip(columns, unary, strict=True):
        if weight < 0:
            lacking[column] = max(lacking[column], -weight)
    unary[:] = [weight + lacking.get(column, 0) for column, weight in zip(columns, unary, strict=True)]
    return sum(lacking.values())


def links(problem: AlignmentProblem, mapping: Alignment) -> frozenset[int]:
    """The candidates that an alignment uses and that earn something in it.

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


@dataclass(frozen=True, slots=True)
class EveryOptimum:
    """The candidates of a problem by what all optima have in common, and what that rests on.

    `alignments` are optima, the first of them the one that was given; each open link is in one of them and not in
    another. `no` is the last question, with weights M = `scale` times those of the problem, and its answer: no optimum
    lacks a `forced` link or has one that is in none of the alignments. It is ``None`` where a limit came first; then
    all candidates that are not open are undecided.
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
        """Test whether there is a proof of that, for a checker."""
        return (
            self.no is not None and self.no[1].proof is not None and self.no[1].proved_bound == self.no[1].upper_bound
        )


def every_optimum(problem: AlignmentProblem, mapping: Alignment, params: SolveParams = SolveParams()) -> EveryOptimum:
    """Decide of each candidate whether every optimum links it, some or none; `mapping` is an optimum.

    The time limit of `params` is that of the whole, other limits are those of each search; a limit leaves undecided
    what is not open. A few searches, about two on AMRs; n like siblings in both graphs take about n.

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
    """A scale by which nothing but an optimum can be worth what is asked for.

    What an alignment x has of the count is at most K(x) divided by the least weight, since each unit stands for a
    weight that it earns, and at most one for each of its pairs and of their couples; it is at least minus the number
    of forced links; and the values of two alignments differ by a step.
    """
    _, unary, matches = problem.flat()
    least = min((weight for weight in {*unary, *matches[2::3]} if weight), default=1)
    pairs = min(problem.left_size, problem.right_size)
    most = min(optimum // least, pairs + min(pairs * (pairs - 1) // 2, len(problem.matches)))
    return max(1, -(-(forced + most) // problem.step))


def _differing(problem: AlignmentProblem, scale: int, forced: Iterable[int], some: frozenset[int]) -> Combined:
    """The problem of an optimum that lacks a forced link, or has a link that is not one of some."""
    _, unary, matches = problem.flat()
    alone = [int(weight > 0) for weight in unary]
    silent = [not weight for weight in unary]
    for p in some:
        alone[p], silent[p] = 0, False
    for p in forced:
        alone[p] = -1
    together = [int(silent[p] or silent[q]) for p, q in zip(matches[::3], matches[1::3], strict=True)]
    return combined(problem, scale, alone, together)


@dataclass(frozen=True, slots=True)
class RangeEnd:
    """The least (`sign` -1) or the most (1) that a count is over all optima, with an optimum that attains it.

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
    """Find the least or the most that a count is over all alignments worth the `optimum`; ``None`` at a limit.

    The weights of `count`, a problem of the same variables, are what is counted. Alignments may have pairs that earn
    nothing in `problem`. One search, of a problem of both sizes together.

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
    """The problem with candidates and matches of the count, too; and what each of its candidates and matches counts."""
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
