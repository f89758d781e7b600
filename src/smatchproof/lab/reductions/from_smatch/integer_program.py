"""SMATCH → INTEGER PROGRAM in CPLEX LP format and in free MPS format.

LP is the format that people can read, and that HiGHS, CBC, SCIP, GLPK, SYMPHONY, Gurobi and CPLEX all take. Every
solver of integer programs reads MPS. Without a section that not all of them know, MPS is for minimisation: the weights
are negated. OPB files have the same model, :func:`smatchproof.exact.models.tight_model`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from smatchproof.lab.reductions.from_smatch.base import FromVariables, Names, Variable
from smatchproof.lab.reductions.reduction import Affine
from smatchproof.public import AlignmentProblem, models

NOTHING = "nothing"
"""An unused variable: glpsol refuses an LP file without variables, and lp_solve fails without rows."""
NO_VARIABLE = "nothing; no pair of variables matches anything"
_SIMPLE = re.compile(r"[A-Za-z0-9]{1,16}")


def identifiers(variables: Iterable[Variable]) -> list[str]:
    """Names of one side that can be part of a name in a file: their own if all are letters and digits, else numbers.

    >>> identifiers([Variable("w"), Variable("b2")]), identifiers([Variable("w"), Variable("b-2")])
    (['w', 'b2'], ['1', '2'])
    """
    names = [variable.name for variable in variables]
    simple = all(_SIMPLE.fullmatch(name) for name in names) and len(set(names)) == len(names)
    return names if simple else [str(number) for number in range(1, len(names) + 1)]


class IntegerProgramFromSmatch(FromVariables):
    """An objective over variables from 0 to 1, under rows; its formats are LP and MPS.

    The model is :func:`~smatchproof.exact.models.tight_model`. The names of variables and rows are made of the names
    that the graphs give their variables: ``x_w_b`` aligns w with b.
    """

    pattern = f"(?:[xy](?:_[A-Za-z0-9]+){{2,4}}|{NOTHING})"

    def __init__(self, source: AlignmentProblem, names: Names | None = None) -> None:
        super().__init__(source, names)
        model = models.tight_model(source, *map(identifiers, self.names))
        self.pairs = model.pairs
        self.binary, self.continuous = tuple(model.pairs) or (NOTHING,), tuple(model.needs)
        sign = self.relation.factor
        self.objective = [models.Term(sign * weight, name) for weight, name in model.objective] or [
            models.Term(0, self.binary[0])
        ]
        self.rows = model.rows or (models.Row("none", (models.Term(1, NOTHING),), 1),)
        words = self.names.of_variables(source) or [NO_VARIABLE]
        self.gadgets = dict(zip((*self.binary, *self.continuous), words, strict=True))


# ---- LP

_WIDTH = 100  # characters of a line; readers of the format take at least 255


class LpFromSmatch(IntegerProgramFromSmatch):
    r"""Theorem: the maximum is the largest number of matched triples.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> reduction = LpFromSmatch(problem)
    >>> print("\n".join(reduction.body()))
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
    >>> reduction.read_solution("x_1_1, x_2_2").alignment, reduction.gadgets["x_1_1"]
    ((0, 1), '1 -> 1')
    """

    name = "lp"
    summary = "integer program in CPLEX LP format"
    suffix = ".lp"
    comment = "\\"
    goal = "maximum"
    relation = Affine(1, 0)

    def body(self) -> Iterator[str]:
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


# ---- MPS


class MpsFromSmatch(IntegerProgramFromSmatch):
    r"""Theorem: the minimum is minus the largest number of matched triples.

    >>> reduction = MpsFromSmatch(AlignmentProblem.from_weights(1, 1, {(0, 0): 2}, {}))
    >>> print("\n".join(reduction.body()))
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
    relation = Affine(-1, 0)

    def body(self) -> Iterator[str]:
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
