"""Formulas in conjunctive normal form: satisfiability, as many satisfied clauses as possible, DIMACS files."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import ClassVar

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.limits import MOST_ELEMENTS
from smatchproof.base.record import Record
from smatchproof.base.text import many
from smatchproof.lab.reductions.words import Word, end_of, word_lines

Clause = tuple[int, ...]
"""Literals as in DIMACS: 3 is the third variable, -3 its negation."""

Assignment = tuple[bool, ...]
"""The value of each variable."""


class Formula(Record):
    """Is there an assignment that satisfies every clause? Variables are x1, x2 and so on.

    A clause is satisfied by any one of its literals. It may have any number of them, repeated or complementary; one
    without literals is never satisfied, and a formula without clauses always is. Raises ``ValueError`` for a literal
    of no variable.

    >>> Formula(2, ((1, 2), (-1,))).brute_force()
    (False, True)
    >>> Formula(1, ((1,), (-1,))).brute_force()
    """

    variables: int
    clauses: tuple[Clause, ...]

    yes: ClassVar[str] = "satisfiable"
    no: ClassVar[str] = "not satisfiable"

    def __post_init__(self) -> None:
        if self.variables < 0:
            raise ValueError("a formula has a number of variables from 0")
        for literal in (literal for clause in self.clauses for literal in clause):
            if not 1 <= abs(literal) <= self.variables:
                raise ValueError(f"literal {literal} in a formula with {many(self.variables, 'variable')}")

    def satisfied(self, assignment: Assignment) -> int:
        """Count the clauses that an assignment satisfies. Linear in the length of the formula."""
        return sum(any(is_true(literal, assignment) for literal in clause) for clause in self.clauses)

    def verify(self, solution: Assignment) -> bool:
        """Test whether an assignment gives every variable a value and satisfies every clause."""
        return len(solution) == self.variables and self.satisfied(solution) == len(self.clauses)

    def brute_force(self) -> Assignment | None:
        """All assignments, false before true."""
        assignments = product((False, True), repeat=self.variables)
        return next((assignment for assignment in assignments if self.verify(assignment)), None)

    def sizes(self) -> str:
        """The format and the numbers of variables and clauses, in words."""
        return f"DIMACS CNF, {many(self.variables, 'variable')}, {many(len(self.clauses), 'clause')}"

    def describe(self, solution: Assignment) -> str:
        """The assignment in words, for example ``x1 = true, x2 = false``."""
        values = (f"x{number} = {str(value).lower()}" for number, value in enumerate(solution, 1))
        return ", ".join(values) or "no variables"


class MaxSat(Record):
    """Maximum satisfiability: as many satisfied clauses as possible; a clause given twice counts twice.

    >>> problem = MaxSat(Formula(1, ((1,), (-1,), (-1,))))
    >>> problem.value(problem.brute_force())
    2
    """

    formula: Formula

    goal: ClassVar[str] = "max"
    quantity: ClassVar[str] = "satisfied clauses"
    quantity_of_one: ClassVar[str] = "satisfied clause"

    def value(self, solution: Assignment) -> int:
        """The number of satisfied clauses."""
        if len(solution) != self.formula.variables:
            raise ValueError(f"{len(solution)} values for {self.formula.variables} variables")
        return self.formula.satisfied(solution)

    def brute_force(self) -> Assignment:
        """All assignments."""
        return max(product((False, True), repeat=self.formula.variables), key=self.value)

    def describe(self, solution: Assignment) -> str:
        """The assignment in words, for example ``x1 = true, x2 = false``."""
        return self.formula.describe(solution)


def is_true(literal: int, assignment: Assignment) -> bool:
    """Test whether an assignment makes a literal true.

    >>> is_true(-2, (True, False))
    True
    """
    return assignment[abs(literal) - 1] == (literal > 0)


def written(literal: int) -> str:
    """A literal as one writes it.

    >>> written(3), written(-3)
    ('x3', '¬x3')
    """
    return f"{'¬' if literal < 0 else ''}x{abs(literal)}"


# ---- DIMACS

_CNF_HINT = "write p cnf VARIABLES CLAUSES, then the literals of each clause, such as 2 or -2, and 0"
_WITHOUT_WEIGHTS = (
    "clauses have no weights here; write p cnf VARIABLES CLAUSES, for max-sat a clause of weight n as n equal clauses, "
    "and a hard one more often than all soft ones together"
)


def read_dimacs(text: str, source: str) -> Formula:
    r"""The formula of a DIMACS file: a line ``p cnf VARIABLES CLAUSES``, then clauses that end with 0.

    Lines that start with ``c`` are comments. A clause may go over several lines. The line ``%`` ends the formula, and
    nothing but 0 may follow (files of the SATLIB collection end so). `source` only serves to say where an error is.
    Raises :class:`InputError`. Takes linear time.

    >>> read_dimacs("c an example\np cnf 2 2\n1 -2 0\n2 0", "example.cnf")
    Formula(variables=2, clauses=((1, -2), (2,)))
    >>> read_dimacs("p cnf 2 1\n1 3 0", "example.cnf")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: example.cnf:2:3: expected a literal or 0 from -2 to 2, found 3; ...
      1 3 0
        ^
    """
    lines = _formula_lines(text, source)
    variables, announced = _read_header(next(lines, []), end_of(text, source))
    clauses: list[Clause] = []
    clause: list[int] = []
    for word in (word for line in lines for word in line):
        if literal := word.integer(-variables, variables, "a literal or 0"):
            clause.append(literal)
        else:
            clauses.append(tuple(clause))
            clause.clear()
    if clause:
        raise word.error("the last clause does not end", "add 0")
    if len(clauses) != announced.whole():
        message = f"{announced.text} clauses announced, {len(clauses)} found"
        raise announced.error(message, f"write {len(clauses)}, or end each clause with one 0")
    return Formula(variables, tuple(clauses))


def _formula_lines(text: str, source: str) -> Iterator[list[Word]]:
    """The words of each line that is not empty and no comment, up to the end of the formula."""
    ended = False
    for words in word_lines(text, source, _CNF_HINT):
        if ended and (more := next((word for word in words if word.text != "0"), None)):
            raise more.error(f"expected nothing but 0 below %, found {quoted(more.text)}", "leave out the line %")
        ended = ended or [word.text for word in words] == ["%"]
        if not ended and not words[0].text.startswith("c"):
            yield words


def _read_header(line: list[Word], end: Place) -> tuple[int, Word]:
    """The number of variables, and the number of clauses with its place; `end` is that of the file."""
    said = [word.text for word in line]
    if said[:2] == ["p", "wcnf"] or said[:1] == ["h"]:
        raise line[0].error("expected p cnf, found a WCNF file", _WITHOUT_WEIGHTS)
    if said[:2] != ["p", "cnf"] or len(line) != 4:
        found = quoted(" ".join(said)) if line else "nothing"
        raise InputError(f"expected p cnf VARIABLES CLAUSES, found {found}", line[0].place if line else end, _CNF_HINT)
    for word in line[2:]:
        word.integer(0, MOST_ELEMENTS, "a number")
    return int(line[2].text), line[3]
