"""The integer program :func:`smatchproof.exact.models.tight_model`, as LP, MPS and OPB files write it down."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from smatchproof.exact.models import Row, Term
from smatchproof.lab.reductions.from_smatch.base import Names, Variable
from smatchproof.public import Model

NOTHING = "nothing"
"""An unused variable: glpsol refuses an LP file without variables, and lp_solve fails without rows."""
_SIMPLE = re.compile(r"[A-Za-z0-9]{1,16}")


@dataclass(frozen=True, slots=True)
class IntegerProgram(ABC):
    """An objective over variables from 0 to 1, under rows. A solution is the set of the variables that are 1."""

    binary: tuple[str, ...]
    continuous: tuple[str, ...]
    objective: tuple[Term, ...]
    rows: tuple[Row, ...]

    sign: ClassVar[int] = 1
    """1 if the objective is maximised, -1 if it is negated and minimised."""

    @classmethod
    def of(cls, model: Model) -> Self:
        """The program of a model, with the sign that the format needs."""
        pairs, earned = tuple(model.pairs) or (NOTHING,), tuple(model.needs)
        objective = tuple(Term(cls.sign * weight, name) for weight, name in model.objective) or (Term(0, pairs[0]),)
        rows = model.rows or (Row("none", (Term(1, NOTHING),), 1),)
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


def model_gadgets(model: Model, names: Names) -> dict[str, str]:
    """All variables of a model in words."""
    pairs = {name: names.pair(pair) for name, pair in model.pairs.items()}
    earned = {
        name: names.match(*needs) if len(needs) == 2 else f"a triple of {names.pair(needs[0])}"
        for name, needs in model.needs.items()
    }
    return pairs | earned or {NOTHING: "nothing; no pair of variables matches anything"}
