"""Formulas in conjunctive normal form: satisfiability, as many satisfied clauses as possible, DIMACS files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, NamedTuple

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.limits import MOST_ELEMENTS
from smatchproof.base.text import many
from smatchproof.lab.reductions.words import Word, end_of, word_lines

Clause = tuple[int, ...]
"""Literals as in DIMACS: 3 is the third variable, -3 its negation."""

Assignment = tuple[bool, ...]
"""The value of each variable."""


@dataclass(frozen=True, slots=True)
class Formula:
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


@dataclass(frozen=True, slots=True)
class MaxSat:
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

    def bound(self) -> int:
        """All clauses."""
        return len(self.formula.clauses)

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

_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
_LITERAL = re.compile(r"0|-?[1-9][0-9]{0,17}")


class _Header(NamedTuple):
    variables: int
    clauses: int
    place: Place
    """The place of the number of clauses."""


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
    smatchproof.base.errors.InputError: example.cnf:2:3: literal 3 in a formula with 2 variables; ...
      1 3 0
        ^
    """
    header: _Header | None = None
    clauses: list[Clause] = []
    clause: list[int] = []
    last = None
    for line in _formula_lines(text, source):
        if line[0].text == "p":
            if header is not None:
                raise InputError("a second header", line[0].place, f"the first is on line {header.place.line}")
            header = _read_header(line)
            continue
        for last in line:
            if header is None and last.text == "h":
                raise last.error("expected a header, found a hard clause of a WCNF file", _WITHOUT_WEIGHTS)
            if header is None:
                raise last.error(f"expected the header, found {quoted(last.text)}")
            literal = _read_literal(last, header.variables)
            if literal:
                clause.append(literal)
            else:
                clauses.append(tuple(clause))
                clause.clear()
    if header is None:
        raise InputError("a file without a header", end_of(text, source), _HEADER_FIRST)
    if clause and last:
        raise InputError("the last clause does not end", last.end, "add 0")
    if len(clauses) != header.clauses:
        message = f"{header.clauses} clauses announced, {len(clauses)} found"
        raise InputError(message, header.place, f"write {len(clauses)}, or end each clause with one 0")
    return Formula(header.variables, tuple(clauses))


_HEADER_FIRST = "write p cnf VARIABLES CLAUSES above the clauses"
_WITHOUT_WEIGHTS = (
    "clauses have no weights here; write p cnf VARIABLES CLAUSES, for max-sat a clause of weight n as n equal clauses, "
    "and a hard one more often than all soft ones together"
)


def _formula_lines(text: str, source: str) -> Iterator[list[Word]]:
    """The words of each line that is not empty and no comment, up to the end of the formula."""
    ended = False
    for words in word_lines(text, source, _HEADER_FIRST):
        if ended and (more := next((word for word in words if word.text != "0"), None)):
            raise more.error(f"expected nothing but 0 below %, found {quoted(more.text)}", "leave out the line %")
        ended = ended or [word.text for word in words] == ["%"]
        if not ended and not words[0].text.startswith("c"):
            yield words


def _read_header(line: list[Word]) -> _Header:
    hint = "write p cnf VARIABLES CLAUSES"
    if len(line) > 1 and line[1].text == "wcnf":
        raise line[1].error("expected the format cnf, found wcnf", _WITHOUT_WEIGHTS)
    if len(line) > 1 and line[1].text != "cnf":
        raise line[1].error(f"expected the format cnf, found {quoted(line[1].text)}", hint)
    for word in line[2:4]:
        if not _NUMBER.fullmatch(word.text):
            raise word.error(f"expected a number from 0, found {quoted(word.text)}", hint)
        if int(word.text) > MOST_ELEMENTS:
            raise word.error(
                f"expected a number up to {MOST_ELEMENTS:,}, found {quoted(word.text)}", "give a smaller formula"
            )
    if len(line) < 4:
        raise InputError("the header ends too early", line[-1].end, hint)
    if len(line) > 4:
        raise line[4].error(f"expected the end of the header, found {quoted(line[4].text)}", hint)
    return _Header(int(line[2].text), int(line[3].text), line[3].place)


def _read_literal(word: Word, variables: int) -> int:
    if not _LITERAL.fullmatch(word.text):
        hint = "write a literal such as 2 or -2, or 0 to end the clause"
        raise word.error(f"expected a number, found {quoted(word.text)}", hint)
    literal = int(word.text)
    if abs(literal) > variables:
        hint = "write a smaller number here, or a larger one in the header"
        raise word.error(f"literal {literal} in a formula with {many(variables, 'variable')}", hint)
    return literal
