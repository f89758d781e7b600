"""SMATCH → PSEUDO-BOOLEAN OPTIMISATION: linear OPB, the format of the pseudo-Boolean competitions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from smatchproof.lab.reductions.from_smatch.base import FromCandidates, Names, names_or_numbers
from smatchproof.lab.reductions.from_smatch.integer_program import identifiers, model_gadgets
from smatchproof.lab.reductions.reduction import Affine, numbers
from smatchproof.public import AlignmentProblem, models

Sum = tuple[tuple[int, int], ...]
"""Coefficients and the numbers of their variables."""


@dataclass(frozen=True, slots=True)
class Opb:
    """Minimise a sum over 0-1 variables, under constraints ``sum >= least``.

    Variables are numbered from 1. A solution is the set of the variables that are 1.

    >>> Opb(2, ((-3, 1), (-2, 2)), ((((-1, 1), (-1, 2)), -1),)).value(frozenset([1]))
    -3
    """

    variables: int
    objective: Sum
    constraints: tuple[tuple[Sum, int], ...]

    def lines(self) -> Iterator[str]:
        """A heading that has to come first, the objective and a line for each constraint."""
        yield f"* #variable= {self.variables} #constraint= {len(self.constraints)}"
        yield f"min: {written(self.objective)};"
        for terms, least in self.constraints:
            yield f"{written(terms)}>= {least} ;"

    def value(self, solution: frozenset[int]) -> int:
        """The objective. Raises ``ValueError`` for a violated constraint."""
        if not solution <= set(range(1, self.variables + 1)):
            raise ValueError(f"variables that are not among x1 to x{self.variables}")

        def total(terms: Sum) -> int:
            return sum(coefficient for coefficient, variable in terms if variable in solution)

        for terms, least in self.constraints:
            if total(terms) < least:
                raise ValueError(f"constraint {written(terms)}>= {least} is violated")
        return total(self.objective)


def written(terms: Sum) -> str:
    """A sum as the format has it, each term with a space behind it.

    >>> written(((-1, 1), (2, 3)))
    '-1 x1 +2 x3 '
    """
    return "".join(f"{coefficient:+} x{variable} " for coefficient, variable in terms)


class OpbFromSmatch(FromCandidates[Opb]):
    """Theorem: the minimum is minus the largest number of matched triples.

    A variable for each candidate, then one for each match, and the rows of
    :func:`~smatchproof.exact.models.tight_model`. The format wants an objective to have a term: without candidates it
    is 0 times a variable that stands for nothing.

    >>> problem = AlignmentProblem.from_weights(1, 2, {(0, 0): 2, (0, 1): 3}, {})
    >>> reduction = OpbFromSmatch.apply(problem)
    >>> reduction.text().splitlines()[4:]
    ['min: -2 x1 -3 x2 ;', '-1 x1 -1 x2 >= -1 ;', '-1 x1 >= -1 ;', '-1 x2 >= -1 ;']
    """

    name = "opb"
    summary = "linear pseudo-Boolean optimisation"
    suffix = ".opb"
    comment = "*"
    goal = "minimum"
    comments_after = 1
    pattern = "x[0-9]+"

    @classmethod
    def apply(cls, source: AlignmentProblem, names: Names | None = None) -> Self:
        """Write the constraints down. Linear in their size."""
        names = names_or_numbers(names, source)
        model = models.tight_model(source, *map(identifiers, names))
        number = {name: index for index, name in enumerate((*model.pairs, *model.needs), 1)}

        def negated(terms: tuple[tuple[int, str], ...]) -> Sum:
            return tuple((-coefficient, number[name]) for coefficient, name in terms)

        constraints = tuple((negated(row.terms), -row.most) for row in model.rows)
        target = Opb(max(1, len(number)), negated(model.objective) or ((0, 1),), constraints)
        return cls(source, target, Affine(-1, 0), numbers(1, [*model_gadgets(model, names).values()], "x"), None)
