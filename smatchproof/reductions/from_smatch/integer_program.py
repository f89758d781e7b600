"""The integer programs of an alignment problem, which LP, MPS and OPB files write down.

Two models, as in :mod:`smatchproof.exact.ilp`: the paper's (Cai & Knight 2013, Section 4), and one whose rows add up all matches of
a pair with the pairs of one other variable, of which an alignment realises at most one. The relaxation of the second is
never above that of the first, and usually far below.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping as Dictionary
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self

from smatchproof.alignment import AlignmentProblem, Mapping, Pair
from smatchproof.reductions.from_smatch.foreign import Names, Variable

_SIMPLE = re.compile(r"[A-Za-z0-9]{1,16}")


class Term(NamedTuple):
    """An integer times a variable."""

    coefficient: int
    variable: str


class Row(NamedTuple):
    """Terms whose sum is at most `most`."""

    name: str
    terms: tuple[Term, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Model:
    """An integer program that knows what its variables stand for, to be maximised.

    * `pairs`: the variables that choose a pair.
    * `needs`: the variables that earn something, each with the pairs that have to be chosen for it.
    * `binary`: whether those are declared to be 0 or 1; otherwise the rows see to it in some best solution.
    """

    pairs: Dictionary[str, Pair]
    needs: Dictionary[str, tuple[Pair, ...]]
    binary: bool
    objective: tuple[Term, ...]
    rows: tuple[Row, ...]

    def solution(self, mapping: Mapping) -> frozenset[str]:
        """The variables that an alignment sets to 1."""
        pairs = [name for name, (left, right) in self.pairs.items() if mapping[left] == right]
        earned = [name for name, needs in self.needs.items() if all(mapping[left] == right for left, right in needs)]
        return frozenset((*pairs, *earned))

    def gadgets(self, names: Names) -> dict[str, str]:
        """All variables in words."""
        pairs = {name: names.pair(pair) for name, pair in self.pairs.items()}
        earned = {
            name: names.match(*needs) if len(needs) == 2 else f"a triple of {names.pair(needs[0])}"
            for name, needs in self.needs.items()
        }
        return pairs | earned


@dataclass(frozen=True, slots=True)
class IntegerProgram(ABC):
    """An objective over variables from 0 to 1, under rows. A solution is the set of the variables that are 1."""

    binary: tuple[str, ...]
    continuous: tuple[str, ...]
    objective: tuple[Term, ...]
    rows: tuple[Row, ...]

    sign: ClassVar[int] = 1
    """1 where the objective is to be as large as can be, -1 where it is negated and to be as small as can be."""

    @classmethod
    def of(cls, model: Model) -> Self:
        """The program of a model, with the sign that the format wants."""
        pairs, earned = tuple(model.pairs), tuple(model.needs)
        objective = tuple(Term(cls.sign * weight, name) for weight, name in model.objective)
        if model.binary:
            return cls(pairs + earned, (), objective, model.rows)
        return cls(pairs, earned, objective, model.rows)

    @abstractmethod
    def lines(self) -> Iterator[str]:
        """The program in the format of the class."""

    def value(self, solution: frozenset[str]) -> int:
        """The objective. Raises ``ValueError`` for an unknown variable and for a violated row."""
        if unknown := solution - {*self.binary, *self.continuous}:
            raise ValueError(f"no variable {min(unknown)}")
        for name, terms, most in self.rows:
            if sum(term.coefficient for term in terms if term.variable in solution) > most:
                raise ValueError(f"row {name} is violated")
        return sum(term.coefficient for term in self.objective if term.variable in solution)


def tight_model(problem: AlignmentProblem, names: Names) -> Model:
    """One x for each candidate, one y for each match, and one row for each star.

    The rows: one for each variable of either side that has a candidate, and one for each couple of a candidate and
    another variable, of either side, with which it has matches.
    """
    left, right = identifiers(names.left), identifiers(names.right)
    x = {pair: f"x_{left[pair[0]]}_{right[pair[1]]}" for pair in problem.candidates}
    objective = [
        Term(weight, x[pair]) for pair, weight in zip(problem.candidates, problem.unary, strict=True) if weight
    ]
    needs = {}
    stars: dict[tuple[Pair, int, int], list[str]] = defaultdict(list)
    for p, q, weight in problem.matches:
        first, second = problem.candidates[p], problem.candidates[q]
        y = f"y{x[first][1:]}{x[second][1:]}"
        needs[y] = (first, second)
        objective.append(Term(weight, y))
        for side in (0, 1):
            stars[first, side, second[side]].append(y)
            stars[second, side, first[side]].append(y)
    rows = _one_to_one_rows(x, left, right)
    for (pair, side, other), matches in stars.items():
        name = f"star{x[pair][1:]}_{'right' if side else 'left'}_{(left, right)[side][other]}"
        rows.append(Row(name, (*(Term(1, y) for y in matches), Term(-1, x[pair])), 0))
    return Model({name: pair for pair, name in x.items()}, needs, False, tuple(objective), tuple(rows))


def paper_model(problem: AlignmentProblem, names: Names) -> Model:
    """One v for each pair at all, one t for each triple that can match, and one row for each pair that a t needs.

    A weight of n stands for n triples. All variables are binary.
    """
    left, right = identifiers(names.left), identifiers(names.right)
    v = {(i, j): f"v_{left[i]}_{right[j]}" for i in range(problem.left_size) for j in range(problem.right_size)}
    needs: dict[str, tuple[Pair, ...]] = {}
    for pair, weight in zip(problem.candidates, problem.unary, strict=True):
        needs |= {f"t{v[pair][1:]}_{copy}": (pair,) for copy in range(1, weight + 1)}
    for p, q, weight in problem.matches:
        pairs = (problem.candidates[p], problem.candidates[q])
        needs |= {f"t{v[pairs[0]][1:]}{v[pairs[1]][1:]}_{copy}": pairs for copy in range(1, weight + 1)}
    rows = _one_to_one_rows(v, left, right)
    for t, pairs_of_t in needs.items():
        rows += [Row(f"{t}_needs{v[pair][1:]}", (Term(1, t), Term(-1, v[pair])), 0) for pair in pairs_of_t]
    objective = tuple(Term(1, t) for t in needs)
    return Model({name: pair for pair, name in v.items()}, needs, True, objective, tuple(rows))


def _one_to_one_rows(variables: Dictionary[Pair, str], left: list[str], right: list[str]) -> list[Row]:
    rows = []
    for side, word, called in ((0, "left", left), (1, "right", right)):
        members: dict[int, list[str]] = defaultdict(list)
        for pair, variable in variables.items():
            members[pair[side]].append(variable)
        for index in sorted(members):
            rows.append(Row(f"{word}_{called[index]}", tuple(Term(1, each) for each in members[index]), 1))
    return rows


def identifiers(variables: Iterable[Variable]) -> list[str]:
    """Names of one side that can be part of a name in a file: their own if all are letters and digits, else numbers.

    >>> identifiers([Variable("w"), Variable("b2")]), identifiers([Variable("w"), Variable("b-2")])
    (['w', 'b2'], ['1', '2'])
    """
    names = [variable.name for variable in variables]
    simple = all(_SIMPLE.fullmatch(name) for name in names) and len(set(names)) == len(names)
    return names if simple else [str(number) for number in range(1, len(names) + 1)]
