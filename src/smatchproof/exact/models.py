"""The two integer programs of an alignment problem, as data: the same programs are solved and exported.

The first is the paper's (Cai & Knight 2013, Section 4). The rows of the second add up all matches of a pair with the
pairs of one other variable, of which an alignment realises at most one. The relaxation of the second is never above
that of the first, and usually far below. A proof in Coq says that the maximum of the second is the best score, even if
only its x are integers: ``program_optimum`` in ``proofs/IntegerProgram.v``. :mod:`smatchproof.exact.ilp` solves the
programs; LP, MPS and OPB files export them.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from smatchproof.base.record import Record
from smatchproof.problem.problem import AlignmentProblem, Pair


class Term(NamedTuple):
    """An integer times a variable."""

    coefficient: int
    variable: str


class Row(NamedTuple):
    """Terms whose sum is at most `most`."""

    name: str
    terms: tuple[Term, ...]
    most: int


class Model(Record):
    """An integer program, to be maximised, with the meaning of its variables.

    * `pairs`: the variables that choose a pair.
    * `needs`: the variables that earn something, each with the pairs that have to be chosen for it.
    * `binary`: whether these are declared to be 0 or 1; otherwise the rows ensure it in some best solution.
    """

    pairs: Mapping[str, Pair]
    needs: Mapping[str, tuple[Pair, ...]]
    binary: bool
    objective: tuple[Term, ...]
    rows: tuple[Row, ...]


def tight_model(
    problem: AlignmentProblem, left: Sequence[str] | None = None, right: Sequence[str] | None = None
) -> Model:
    """Return the model with one x for each candidate, one y for each match, and one row for each star.

    There is one row for each variable of either side that has a candidate, and one for each couple of a candidate and
    another variable, of either side, with which it has matches. `left` and `right` name the variables of the sides
    (numbers from 1 by default); these names are parts of the names of the model's variables.
    """
    left, right = left or _numbers(problem.left_size), right or _numbers(problem.right_size)
    x = {pair: f"x_{left[pair[0]]}_{right[pair[1]]}" for pair in problem.candidates}
    objective = [
        Term(weight, x[pair]) for pair, weight in zip(problem.candidates, problem.unary, strict=True) if weight
    ]
    needs = {}
    for p, q, weight in problem.matches:
        first, second = problem.candidates[p], problem.candidates[q]
        y = f"y{x[first][1:]}{x[second][1:]}"
        needs[y] = (first, second)
        objective.append(Term(weight, y))
    earned = list(needs)
    rows = _one_to_one_rows(x, left, right)
    # the y of a slot share one x: the paper bounds each of them alone, and so less tightly
    for (candidate, side, other), matches in stars(problem).items():
        pair = problem.candidates[candidate]
        name = f"star{x[pair][1:]}_{'right' if side else 'left'}_{(left, right)[side][other]}"
        rows.append(Row(name, (*(Term(1, earned[match]) for match in matches), Term(-1, x[pair])), 0))
    # no y need be binary: once all x are, the rows hold each y at 0 whose match is not realised, and free the others
    return Model({name: pair for pair, name in x.items()}, needs, False, tuple(objective), tuple(rows))


def stars(problem: AlignmentProblem) -> dict[tuple[int, int, int], list[int]]:
    """Return the indices of the matches of a candidate with one other variable: an alignment realises at most one.

    A key is a candidate, a side (0 for a left variable, 1 for a right one) and the variable; the keys come in the
    order of the rows of :func:`tight_model`, and are those of :func:`smatchproof.problem.proof.spelled_out`.

    >>> stars(AlignmentProblem.from_weights(2, 2, {}, {((0, 0), (1, 1)): 1}))
    {(0, 0, 1): [0], (1, 0, 0): [0], (0, 1, 1): [0], (1, 1, 0): [0]}
    """
    found: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for match, (p, q, _) in enumerate(problem.matches):
        for side in (0, 1):
            # four stars for each match: at both ends, by row and by column
            found[p, side, problem.candidates[q][side]].append(match)
            found[q, side, problem.candidates[p][side]].append(match)
    return dict(found)


def paper_model(
    problem: AlignmentProblem, left: Sequence[str] | None = None, right: Sequence[str] | None = None
) -> Model:
    """Return the model with a v for every pair, a t for each triple that can match, and a row for each pair of a t.

    A weight of n stands for n triples, each with its own t; a graded weight has one t, and so has one above
    :data:`_MOST_COPIES`, which changes neither the optimum nor the relaxation. All variables are binary.
    """
    left, right = left or _numbers(problem.left_size), right or _numbers(problem.right_size)
    # all pairs, as in the paper, though a pair without weight changes no value
    v = {(i, j): f"v_{left[i]}_{right[j]}" for i in range(problem.left_size) for j in range(problem.right_size)}
    needs: dict[str, tuple[Pair, ...]] = {}
    objective = []
    unary = (((pair,), weight) for pair, weight in zip(problem.candidates, problem.unary, strict=True))
    matches = (((problem.candidates[p], problem.candidates[q]), weight) for p, q, weight in problem.matches)
    for pairs, weight in itertools.chain(unary, matches):
        # copies are numbered to have names of their own: formats of programs allow no name twice
        for copy, worth in enumerate(_copies(weight, problem.unit), 1):
            t = f"t{''.join(v[pair][1:] for pair in pairs)}_{copy}"
            needs[t] = pairs
            objective.append(Term(worth, t))
    rows = _one_to_one_rows(v, left, right)
    for t, pairs_of_t in needs.items():
        rows += [Row(f"{t}_needs{v[pair][1:]}", (Term(1, t), Term(-1, v[pair])), 0) for pair in pairs_of_t]
    return Model({name: pair for pair, name in v.items()}, needs, True, tuple(objective), tuple(rows))


# a weight of a million would be a million variables with the same rows
_MOST_COPIES = 64


def _copies(weight: int, unit: int) -> list[int]:
    """Return the weights of the couples of triples behind a weight; graded ones, or too many, are taken together."""
    # a graded weight counts parts of a triple, so that it is no number of triples
    if unit == 1 and weight <= _MOST_COPIES:
        return [1] * weight
    return [weight] if weight else []


def _numbers(size: int) -> list[str]:
    return [str(number) for number in range(1, size + 1)]


def _one_to_one_rows(variables: Mapping[Pair, str], left: Sequence[str], right: Sequence[str]) -> list[Row]:
    rows = []
    for side, word, called in ((0, "left", left), (1, "right", right)):
        members: dict[int, list[str]] = defaultdict(list)
        for pair, variable in variables.items():
            members[pair[side]].append(variable)
        # by number: an exported file is the same on every run
        for index in sorted(members):
            rows.append(Row(f"{word}_{called[index]}", tuple(Term(1, each) for each in members[index]), 1))
    return rows
