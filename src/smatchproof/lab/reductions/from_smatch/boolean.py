"""SMATCH → problems of 0-1 variables that are numbered: pseudo-Boolean optimisation and MaxSAT.

Linear OPB is the format of the pseudo-Boolean competitions; weighted partial MaxSAT is in the format of the MaxSAT
Evaluation since 2022 (``h`` lines, no ``p`` line).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from smatchproof.lab.reductions.from_smatch.base import FromVariables, Names
from smatchproof.lab.reductions.from_smatch.integer_program import NO_VARIABLE
from smatchproof.lab.reductions.reduction import Affine, numbers
from smatchproof.public import AlignmentProblem, models

Sum = tuple[tuple[int, int], ...]
"""Coefficients and the numbers of their variables."""


class OpbFromSmatch(FromVariables):
    """Theorem: the minimum is minus the largest number of matched triples.

    A variable for each candidate, then one for each match, numbered from 1, and the rows of
    :func:`~smatchproof.exact.models.tight_model`, as ``sum >= least``. The format wants an objective to have a term:
    without candidates it is 0 times a variable that stands for nothing.

    >>> problem = AlignmentProblem.from_weights(1, 2, {(0, 0): 2, (0, 1): 3}, {})
    >>> OpbFromSmatch(problem).text().splitlines()[4:]
    ['min: -2 x1 -3 x2 ;', '-1 x1 -1 x2 >= -1 ;', '-1 x1 >= -1 ;', '-1 x2 >= -1 ;']
    """

    name = "opb"
    summary = "linear pseudo-Boolean optimisation"
    suffix = ".opb"
    comment = "*"
    goal = "minimum"
    comments_after = 1
    pattern = "x[0-9]+"
    relation = Affine(-1, 0)

    def __init__(self, source: AlignmentProblem, names: Names | None = None) -> None:
        super().__init__(source, names)
        model = models.tight_model(source)
        number = {name: index for index, name in enumerate((*model.pairs, *model.needs), 1)}

        def negated(terms: tuple[tuple[int, str], ...]) -> Sum:
            return tuple((-coefficient, number[name]) for coefficient, name in terms)

        self.objective = negated(model.objective) or ((0, 1),)
        self.constraints = tuple((negated(row.terms), -row.most) for row in model.rows)
        self.gadgets = numbers(1, self.names.of_variables(source) or [NO_VARIABLE], "x")
        self.pairs = dict(zip(self.gadgets, source.candidates, strict=False))

    def body(self) -> Iterator[str]:
        """A heading that has to come first, the objective and a line for each constraint."""
        yield f"* #variable= {len(self.gadgets)} #constraint= {len(self.constraints)}"
        yield f"min: {written(self.objective)};"
        for terms, least in self.constraints:
            yield f"{written(terms)}>= {least} ;"


def written(terms: Sum) -> str:
    """A sum as the format has it, each term with a space behind it.

    >>> written(((-1, 1), (2, 3)))
    '-1 x1 +2 x3 '
    """
    return "".join(f"{coefficient:+} x{variable} " for coefficient, variable in terms)


Clause = tuple[int, ...]
"""Literals: n for variable n, -n for its negation."""


class WcnfFromSmatch(FromVariables):
    """Theorem: the minimum cost is the sum of all weights minus the largest number of matched triples.

    A variable for each candidate, then one for each match, numbered from 1. `hard`: no two candidates of one variable,
    and both candidates of a match that is true. `soft`: everything that has a weight. The hard clauses are as many as
    couples of candidates of one variable, plus two for each match.

    >>> problem = AlignmentProblem.from_weights(1, 2, {(0, 0): 2, (0, 1): 3}, {})
    >>> reduction = WcnfFromSmatch(problem)
    >>> print(*reduction.body(), sep=", ")
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

    def __init__(self, source: AlignmentProblem, names: Names | None = None) -> None:
        super().__init__(source, names)
        self.hard: list[Clause] = []
        for side in (0, 1):
            members: dict[int, list[int]] = defaultdict(list)
            for number, pair in enumerate(source.candidates, 1):
                members[pair[side]].append(number)
            self.hard += [(-one, -other) for group in members.values() for one, other in combinations(group, 2)]
        self.soft = [(weight, number) for number, weight in enumerate(source.unary, 1) if weight]
        for number, (p, q, weight) in enumerate(source.matches, len(source.candidates) + 1):
            self.hard += [(-number, p + 1), (-number, q + 1)]
            self.soft.append((weight, number))
        self.relation = Affine(-1, sum(weight for weight, _ in self.soft))
        self.gadgets = numbers(1, self.names.of_variables(source))
        self.pairs = dict(zip(self.gadgets, source.candidates, strict=False))

    def body(self) -> Iterator[str]:
        """A line for each clause."""
        for clause in self.hard:
            yield " ".join(["h", *map(str, clause), "0"])
        for weight, number in self.soft:
            yield f"{weight} {number} 0"
