"""SMATCH → INTEGER PROGRAM in CPLEX LP format, and what LP files and MPS files have in common.

LP is the format that people can read, and that HiGHS, CBC, SCIP, GLPK, SYMPHONY, Gurobi and CPLEX all take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from smatchproof.exact.models import Term
from smatchproof.lab.reductions.from_smatch.base import FromVariables, Names, mapping_of, names_or_numbers
from smatchproof.lab.reductions.from_smatch.integer_program import NOTHING, IntegerProgram, identifiers, model_gadgets
from smatchproof.lab.reductions.reduction import Affine
from smatchproof.public import Alignment, AlignmentProblem, Model, Pair, tight_model

_WIDTH = 100  # characters of a line; readers of the format take at least 255


class LpProgram(IntegerProgram):
    """An integer program in LP format."""

    def lines(self) -> Iterator[str]:
        """The program, in lines of about 100 characters."""
        yield "Maximize"
        yield from _wrapped(" matched:", self.objective)
        yield "Subject To"
        for name, terms, most in self.rows:
            yield from _wrapped(f" {name}:", terms, f" <= {most}")
        yield "Binary"
        for name in self.binary:
            yield f" {name}"
        yield "End"


def _wrapped(line: str, terms: Iterable[Term], end: str = "") -> Iterator[str]:
    begun = False
    for coefficient, variable in terms:
        sign = "- " if coefficient < 0 else "+ " if begun else ""
        factor = "" if abs(coefficient) == 1 else f"{abs(coefficient)} "
        term = f" {sign}{factor}{variable}"
        if len(line) + len(term) > _WIDTH:
            yield line
            line = " "
        line += term
        begun = True
    yield line + end


@dataclass(frozen=True)
class IntegerProgramFromSmatch(FromVariables[IntegerProgram, str]):
    """A reduction to an integer program; its formats are LP and MPS. The rest of the text is about both.

    The model is :func:`~smatchproof.exact.models.tight_model`. The names of variables and rows are made of the names
    that the graphs give their variables: ``x_w_b`` aligns w with b. A solution is the set of the variables that are 1.
    """

    program: ClassVar[type[IntegerProgram]]
    pattern = f"(?:[xy](?:_[A-Za-z0-9]+){{2,4}}|{NOTHING})"

    model: Model

    @classmethod
    def apply(cls, source: AlignmentProblem, names: Names | None = None) -> Self:
        """Write the model down. Linear in its size."""
        names = names_or_numbers(names, source)
        model = tight_model(source, *map(identifiers, names))
        return cls(source, cls.program.of(model), Affine(cls.program.sign, 0), model_gadgets(model, names), None, model)

    @property
    def pairs(self) -> Mapping[str, Pair]:
        """See :attr:`~smatchproof.lab.reductions.from_smatch.base.FromVariables.pairs`."""
        return self.model.pairs

    def named(self, name: str) -> str:
        """See :meth:`~smatchproof.lab.reductions.from_smatch.base.FromVariables.named`."""
        return name

    def forward(self, solution: Alignment) -> frozenset[str]:
        """The variables of its pairs, and of all that they earn."""
        return self.model.solution(solution)

    def backward(self, solution: frozenset[str]) -> Alignment:
        """The chosen pairs; their value is recounted, whatever the values of other variables."""
        pairs = self.model.pairs
        return mapping_of((pairs[name] for name in solution if name in pairs), self.source.left_size)


class LpFromSmatch(IntegerProgramFromSmatch):
    r"""Theorem: the maximum is the largest number of matched triples.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> reduction = LpFromSmatch.apply(problem)
    >>> print("\n".join(reduction.target.lines()))
    Maximize
     matched: 2 x_1_1 + x_2_2 + y_1_1_2_2
    Subject To
     left_1: x_1_1 <= 1
     left_2: x_2_2 <= 1
     right_1: x_1_1 <= 1
     right_2: x_2_2 <= 1
     star_1_1_left_2: y_1_1_2_2 - x_1_1 <= 0
     star_2_2_left_1: y_1_1_2_2 - x_2_2 <= 0
     star_1_1_right_2: y_1_1_2_2 - x_1_1 <= 0
     star_2_2_right_1: y_1_1_2_2 - x_2_2 <= 0
    Binary
     x_1_1
     x_2_2
    End
    >>> reduction.backward(frozenset(["x_1_1", "x_2_2"])), reduction.gadgets["x_1_1"]
    ((0, 1), '1 -> 1')
    >>> reduction.target.value(frozenset(["x_1_1", "y_1_1_2_2"]))
    Traceback (most recent call last):
    ...
    ValueError: row star_2_2_left_1 is violated
    """

    name = "lp"
    summary = "integer program in CPLEX LP format"
    suffix = ".lp"
    comment = "\\"
    goal = "maximum"
    program = LpProgram
