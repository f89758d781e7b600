"""SMATCH → WEIGHTED PARTIAL MAXSAT in the format of the MaxSAT Evaluation since 2022 (``h`` lines, no ``p`` line)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Self

from smatchproof.lab.reductions.from_smatch.base import FromCandidates, Names, names_or_numbers
from smatchproof.lab.reductions.reduction import Affine, numbers
from smatchproof.public import AlignmentProblem

Clause = tuple[int, ...]
"""Literals: n for variable n, -n for its negation."""


@dataclass(frozen=True, slots=True)
class Wcnf:
    """Find an assignment that satisfies the hard clauses, and of the soft ones as much weight as can be.

    Variables are numbered from 1. A solution is the set of the variables that are true.

    >>> Wcnf(2, ((-1, -2),), ((3, (1,)), (2, (2,)))).value(frozenset([1]))
    2
    """

    variables: int
    hard: tuple[Clause, ...]
    soft: tuple[tuple[int, Clause], ...]

    def lines(self) -> Iterator[str]:
        """A line for each clause."""
        for clause in self.hard:
            yield " ".join(["h", *map(str, clause), "0"])
        for weight, clause in self.soft:
            yield " ".join(map(str, (weight, *clause, 0)))

    def value(self, solution: frozenset[int]) -> int:
        """The cost: the weight of the soft clauses that are not satisfied. Raises ``ValueError`` for a hard one."""
        if not solution <= set(range(1, self.variables + 1)):
            raise ValueError(f"variables that are not from 1 to {self.variables}")

        def satisfied(clause: Clause) -> bool:
            return any((literal > 0) == (abs(literal) in solution) for literal in clause)

        for clause in self.hard:
            if not satisfied(clause):
                raise ValueError(f"hard clause {clause} is not satisfied")
        return sum(weight for weight, clause in self.soft if not satisfied(clause))


class WcnfFromSmatch(FromCandidates[Wcnf]):
    """Theorem: the minimum cost is the sum of all weights minus the largest number of matched triples.

    A variable for each candidate, then one for each match. Hard: no two candidates of one variable, and both
    candidates of a match that is true. Soft: everything that has a weight. The hard clauses are as many as couples of
    candidates of one variable, plus two for each match.

    >>> problem = AlignmentProblem.from_weights(1, 2, {(0, 0): 2, (0, 1): 3}, {})
    >>> reduction = WcnfFromSmatch.apply(problem)
    >>> print(*reduction.target.lines(), sep=", ")
    h -1 -2 0, 2 1 0, 3 2 0
    >>> reduction.relation.target_value(3)
    2
    """

    name = "wcnf"
    summary = "weighted partial MaxSAT, format of 2022"
    suffix = ".wcnf"
    comment = "c"
    goal = "minimum cost"
    pattern = ""

    @classmethod
    def apply(cls, source: AlignmentProblem, names: Names | None = None) -> Self:
        """Write the clauses down. Linear in their number."""
        names = names_or_numbers(names, source)
        size, total = len(source.candidates), sum(source.unary)
        hard: list[Clause] = []
        for side in (0, 1):
            members: dict[int, list[int]] = defaultdict(list)
            for number, pair in enumerate(source.candidates, 1):
                members[pair[side]].append(number)
            hard += [(-one, -other) for group in members.values() for one, other in combinations(group, 2)]
        soft = [(weight, (number,)) for number, weight in enumerate(source.unary, 1) if weight]
        for number, (p, q, weight) in enumerate(source.matches, size + 1):
            hard += [(-number, p + 1), (-number, q + 1)]
            soft.append((weight, (number,)))
            total += weight
        words = [names.pair(pair) for pair in source.candidates]
        words += [names.match(source.candidates[p], source.candidates[q]) for p, q, _ in source.matches]
        target = Wcnf(size + len(source.matches), tuple(hard), tuple(soft))
        return cls(source, target, Affine(-1, total), numbers(1, words), None)

    def in_file(self) -> tuple[str, ...]:
        """The variables by number, since the format names them so: toulbar2 keeps that order here, unlike in OPB."""
        return tuple(self.gadgets)
