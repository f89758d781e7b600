"""SMATCH → INTEGER PROGRAM in CPLEX LP format, and what LP files and MPS files have in common.

LP is the format that people can read, and that HiGHS, CBC, SCIP, GLPK, Gurobi and CPLEX all take.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from smatchproof.base.errors import InputError, Place
from smatchproof.conventions.triples import Alignment
from smatchproof.exact.models import Model, Term, paper_model, tight_model
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.reductions.from_smatch.base import (
    Claim,
    FromProblem,
    Names,
    SolutionFile,
    TripleGraphPair,
    mapping_of,
    names_or_numbers,
)
from smatchproof.reductions.from_smatch.integer_program import IntegerProgram, identifiers, model_gadgets
from smatchproof.reductions.from_smatch.solution_files import HINT, OneToOne, solution_lines
from smatchproof.reductions.reduction import Affine
from smatchproof.reductions.words import Word

_WIDTH = 100  # characters of a line; readers of the format take at least 255
_TOLERANCE = 1e-5  # the largest that solvers use for whole numbers (CPLEX and Gurobi; HiGHS and CBC use 1e-6)
_OURS = re.compile(r"[xyvt](_[A-Za-z0-9]+){2,5}")
_OBJECTIVE = re.compile(r"objective(?: value)?\s*[:=]?\s*(\S+)", re.IGNORECASE)


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
class IntegerProgramFromSmatch(FromProblem[IntegerProgram, frozenset[str]]):
    """A reduction to an integer program; its formats are LP and MPS. The rest of the text is about both.

    `apply` takes ``tight=False`` for the paper's model. The names of variables and rows are made of the names that the
    graphs give their variables: ``x_w_b`` aligns w with b. A solution is the set of the variables that are 1.
    """

    program: ClassVar[type[IntegerProgram]]

    model: Model

    @classmethod
    def apply(cls, source: AlignmentProblem, names: Names | None = None, *, tight: bool = True) -> Self:
        """Write the model down. Linear in its size."""
        names = names_or_numbers(names, source)
        model = (tight_model if tight else paper_model)(source, *map(identifiers, names))
        return cls(source, cls.program.of(model), Affine(cls.program.sign, 0), model_gadgets(model, names), None, model)

    @classmethod
    def of_triples(cls, couple: TripleGraphPair, *, tight: bool = True) -> Self:
        """See :meth:`~smatchproof.reductions.from_smatch.base.FromSmatch.of_triples`."""
        return cls.apply(couple.problem(), Names.of(couple), tight=tight)

    def forward(self, solution: Alignment) -> frozenset[str]:
        """The variables of its pairs, and of all that they earn."""
        return self.model.solution(solution)

    def backward(self, solution: frozenset[str]) -> Alignment:
        """The chosen pairs; their value is recounted, whatever the values of other variables."""
        pairs = self.model.pairs
        return mapping_of((pairs[name] for name in solution if name in pairs), self.source.left_size)

    def read_solution(self, text: str, source: str = "solution") -> SolutionFile[frozenset[str]]:
        """Read lines with a variable and its value, as HiGHS, CBC, SCIP and Gurobi write them; the rest is 0.

        Lines may begin with a number (CBC) and go on after the value. Other lines are headings. See
        :meth:`~smatchproof.reductions.from_smatch.base.FromSmatch.read_solution`.
        """
        values: dict[str, Word] = {}
        claim: Claim | None = None
        for words in solution_lines(text, source):
            if words[0].text == "#" and words[1:] and words[1].text in ("Dual", "Basis"):
                break  # what HiGHS adds names the variables again
            named = self._named(words)
            if named is None:
                claim = self._claimed(words[0]) or claim
            elif values.setdefault(named[0].text, named[1]).text != named[1].text:
                raise named[1].error(f"a second value of {named[0].text}")
        if not values and self.source.candidates:
            raise InputError("expected lines with a variable and its value, found none", Place(source), HINT)
        pairs = OneToOne(self.gadgets)
        ones = frozenset(name for name, word in values.items() if self._is_one(name, word))
        for name in values:
            if name in ones and name in self.model.pairs:
                pairs.take(self.model.pairs[name], name, values[name])
        return SolutionFile(ones, claim)

    def _named(self, words: list[Word]) -> tuple[Word, Word] | None:
        """The variable of a line and its value; ``None`` where there is none."""
        rest = words[1:] if words[0].text == "**" else words  # so CBC marks what violates something
        if len(rest) > 1 and rest[0].text.isdecimal() and not rest[1].text[0].isdecimal():
            rest = rest[1:]
        if not rest or not (rest[0].text in self.gadgets or _OURS.fullmatch(rest[0].text)):
            return None
        if rest[0].text not in self.gadgets:
            raise rest[0].error(f"{rest[0].text} is no variable of this problem")
        if len(rest) == 1:
            raise rest[0].error(f"expected the value of {rest[0].text} after it")
        return rest[0], rest[1]

    def _claimed(self, word: Word) -> Claim | None:
        found = _OBJECTIVE.search(word.line.text)
        try:
            return self.claim(float(found[1]), word.place) if found else None
        except (ValueError, OverflowError):
            return None

    def _is_one(self, name: str, word: Word) -> bool:
        """Test whether a variable is 1. Those that the model leaves continuous are 0 unless they are 1."""
        value = word.number()
        if abs(value - 1) <= _TOLERANCE:
            return True
        if name in self.model.pairs and abs(value) > _TOLERANCE:
            raise word.error(f"{name} is {word.text}, not 0 or 1", "solve the integer program, not its relaxation")
        return False


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
