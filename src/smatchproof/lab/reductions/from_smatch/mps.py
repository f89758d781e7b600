"""SMATCH → INTEGER PROGRAM in free MPS format.

Every solver of integer programs reads MPS. Without a section that not all of them know, MPS is for minimisation: the
weights are negated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from smatchproof.lab.reductions.from_smatch.integer_program import IntegerProgram
from smatchproof.lab.reductions.from_smatch.lp import IntegerProgramFromSmatch


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

    >>> from smatchproof.public import AlignmentProblem
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
