"""SMATCH → INTEGER PROGRAM in CPLEX LP format and in free MPS format.

LP is the format that people can read, and that HiGHS, CBC, SCIP, GLPK, SYMPHONY, Gurobi and CPLEX all take. Every
solver of integer programs reads MPS. Without a section that not all of them know, MPS is for minimisation: the weights
are negated. OPB files have the same model, :func:`smatchproof.exact.models.tight_model`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from smatchproof.lab.reductions.from_smatch.base import FromVariables, Names, Variable, mapping_of, names_or_numbers
from smatchproof.lab.reductions.reduction import Affine
from smatchproof.public import Alignment, AlignmentProblem, Pair, models

NOTHING = "nothing"
"""An unused variable: glpsol refuses an LP file without variables, and lp_solve fails without rows."""
_SIMPLE = re.compile(r"[A-Za-z0-9]{1,16}")


@dataclass(frozen=True, slots=True)
class IntegerProgram(ABC):
    """An objective over variables from 0 to 1, under rows. A solution is the set of the variables that are 1."""

    binary: tuple[str, ...]
    continuous: tuple[str, ...]
    objective: tuple[models.Term, ...]
    rows: tuple[models.Row, ...]

    sign: ClassVar[int] = 1
    """1 if the objective is maximised, -1 if it is negated and minimised."""

    @classmethod
    def of(cls, model: models.Model) -> Self:
        """The program of a model, with the sign that the format needs."""
        pairs, earned = tuple(model.pairs) or (NOTHING,), tuple(model.needs)
        objective = tuple(models.Term(cls.sign * weight, name) for weight, name in model.objective) or (
            models.Term(0, pairs[0]),
        )
        rows = model.rows or (models.Row("none", (models.Term(1, NOTHING),), 1),)
        return cls(pairs, earned, objective, rows)

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


def identifiers(variables: Iterable[Variable]) -> list[str]:
    """Names of one side that can be part of a name in a file: their own if all are letters and digits, else numbers.

    >>> identifiers([Variable("w"), Variable("b2")]), identifiers([Variable("w"), Variable("b-2")])
    (['w', 'b2'], ['1', '2'])
    """
    names = [variable.name for variable in variables]
    simple = all(_SIMPLE.fullmatch(name) for name in names) and len(set(names)) == len(names)
    return names if simple else [str(number) for number in range(1, len(names) + 1)]


def model_gadgets(model: models.Model, names: Names) -> dict[str, str]:
    """All variables of a model in words."""
    pairs = {name: names.pair(pair) for name, pair in model.pairs.items()}
    earned = {name: names.match(*needs) for name, needs in model.needs.items()}
    return pairs | earned or {NOTHING: "nothing; no pair of variables matches anything"}


@dataclass(frozen=True)
class IntegerProgramFromSmatch(FromVariables[IntegerProgram, str]):
    """A reduction to an integer program; its formats are LP and MPS.

    The model is :func:`~smatchproof.exact.models.tight_model`. The names of variables and rows are made of the names
    that the graphs give their variables: ``x_w_b`` aligns w with b. A solution is the set of the variables that are 1.
    """

    program: ClassVar[type[IntegerProgram]]
    pattern = f"(?:[xy](?:_[A-Za-z0-9]+){{2,4}}|{NOTHING})"

    model: models.Model

    @classmethod
    def apply(cls, source: AlignmentProblem, names: Names | None = None) -> Self:
        """Write the model down. Linear in its size."""
        names = names_or_numbers(names, source)
        model = models.tight_model(source, *map(identifiers, names))
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


# ---- LP

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


def _wrapped(line: str, terms: Iterable[models.Term], end: str = "") -> Iterator[str]:
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


# ---- MPS


class MpsProgram(IntegerProgram):
    """An integer program in free MPS format."""

    sign = -1

    def lines(self) -> Iterator[str]:
        """The program: its rows, then variable by variable the entries in the rows."""
        yield "NAME smatch"
        yield "ROWS"
        yield " N matched"
        columns: dict[str, list[str]] = defaultdict(list)
        for coefficient, variable in self.objective:
            columns[variable].append(f"matched {coefficient}")
        for name, terms, _ in self.rows:
            yield f" L {name}"
            for coefficient, variable in terms:
                columns[variable].append(f"{name} {coefficient}")
        yield "COLUMNS"
        yield " INTEGERS 'MARKER' 'INTORG'"
        yield from (f" {name} {entry}" for name in self.binary for entry in columns[name])
        yield " INTEGERS_END 'MARKER' 'INTEND'"
        yield from (f" {name} {entry}" for name in self.continuous for entry in columns[name])
        yield "RHS"
        yield from (f" RHS {name} {most}" for name, _, most in self.rows if most)
        yield "BOUNDS"
        yield from (f" BV BOUND {name}" for name in self.binary)
        yield "ENDATA"


class MpsFromSmatch(IntegerProgramFromSmatch):
    r"""Theorem: the minimum is minus the largest number of matched triples.

    >>> reduction = MpsFromSmatch.apply(AlignmentProblem.from_weights(1, 1, {(0, 0): 2}, {}))
    >>> print("\n".join(reduction.target.lines()))
    NAME smatch
    ROWS
     N matched
     L left_1
     L right_1
    COLUMNS
     INTEGERS 'MARKER' 'INTORG'
     x_1_1 matched -2
     x_1_1 left_1 1
     x_1_1 right_1 1
     INTEGERS_END 'MARKER' 'INTEND'
    RHS
     RHS left_1 1
     RHS right_1 1
    BOUNDS
     BV BOUND x_1_1
    ENDATA
    """

    name = "mps"
    summary = "integer program in free MPS format"
    suffix = ".mps"
    comment = "*"
    goal = "minimum"
    program = MpsProgram
