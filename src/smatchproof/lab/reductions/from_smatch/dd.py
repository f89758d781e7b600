"""SMATCH → GRAPH MATCHING in ``.dd`` format.

The format of Torresani, Kolmogorov & Rother (Feature correspondence via graph matching, ECCV 2008), which the graph
matching benchmarks of computer vision use. Costs are minimised and points may stay unassigned, so that weights become
negative costs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self

from smatchproof.base.errors import InputError, Place
from smatchproof.lab.reductions.from_smatch.base import (
    FromSmatch,
    Names,
    SolutionFile,
    chosen,
    mapping_of,
    names_or_numbers,
)
from smatchproof.lab.reductions.from_smatch.solution_files import HINT, OneToOne, solution_lines
from smatchproof.lab.reductions.reduction import Affine, numbers
from smatchproof.lab.reductions.words import Word, lines
from smatchproof.public import Alignment, AlignmentProblem

_LABELLING = re.compile(r"\[([^\[\]]*)\]")
_UNASSIGNED = ("None", "null", "-1")


class Assignment(NamedTuple):
    """A left point may go to a right point at that cost."""

    left: int
    right: int
    cost: int


class Edge(NamedTuple):
    """Two assignments that cost that much more when both are made."""

    first: int
    second: int
    cost: int


@dataclass(frozen=True, slots=True)
class GraphMatching:
    """Choose assignments, no two of one point, at the least cost.

    All numbers count from 0. A solution is the set of the assignments that are made.

    >>> GraphMatching(2, 2, (Assignment(0, 0, -2), Assignment(1, 1, 0)), (Edge(0, 1, -3),)).value(frozenset([0, 1]))
    -5
    """

    left_size: int
    right_size: int
    assignments: tuple[Assignment, ...]
    edges: tuple[Edge, ...]

    def lines(self) -> Iterator[str]:
        """The sizes, then a line for each assignment and each edge."""
        yield f"p {self.left_size} {self.right_size} {len(self.assignments)} {len(self.edges)}"
        for number, assignment in enumerate(self.assignments):
            yield f"a {number} {assignment.left} {assignment.right} {assignment.cost}"
        for edge in self.edges:
            yield f"e {edge.first} {edge.second} {edge.cost}"

    def value(self, solution: frozenset[int]) -> int:
        """The cost. Raises ``ValueError`` if a point is assigned twice."""
        if not solution <= set(range(len(self.assignments))):
            raise ValueError(f"assignments that are not from 0 to {len(self.assignments) - 1}")
        made = [self.assignments[number] for number in sorted(solution)]
        mapping_of(((each.left, each.right) for each in made), self.left_size)
        edges = [edge for edge in self.edges if edge.first in solution and edge.second in solution]
        return sum(each.cost for each in made) + sum(edge.cost for edge in edges)


class GraphMatchingFromSmatch(FromSmatch[GraphMatching, frozenset[int]]):
    """Theorem: the least cost is minus the largest number of matched triples.

    An assignment for each candidate and an edge for each match.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> print(*GraphMatchingFromSmatch.apply(problem).target.lines(), sep=", ")
    p 2 2 2 1, a 0 0 0 -2, a 1 1 1 -1, e 0 1 -1
    """

    name = "dd"
    summary = "graph matching, .dd format"
    suffix = ".dd"
    comment = "c"
    goal = "least cost"

    @classmethod
    def apply(cls, source: AlignmentProblem, names: Names | None = None) -> Self:
        """Write assignments and edges down. Linear."""
        names = names_or_numbers(names, source)
        pairs = zip(source.candidates, source.unary, strict=True)
        assignments = tuple(Assignment(left, right, -weight) for (left, right), weight in pairs)
        edges = tuple(Edge(p, q, -weight) for p, q, weight in source.matches)
        target = GraphMatching(source.left_size, source.right_size, assignments, edges)
        gadgets = numbers(0, [names.pair(pair) for pair in source.candidates], "assignment ")
        return cls(source, target, Affine(-1, 0), gadgets, None)

    def forward(self, solution: Alignment) -> frozenset[int]:
        """Its candidates."""
        return frozenset(chosen(self.source, solution)[0])

    def backward(self, solution: frozenset[int]) -> Alignment:
        """The assignments that are made."""
        return mapping_of((self.source.candidates[number] for number in solution), self.source.left_size)

    def read_solution(self, text: str, source: str = "solution") -> SolutionFile[frozenset[int]]:
        """Read a labelling: the right point of each left one in brackets, ``[1, None, 0]``; the last one counts.

        ``null`` and -1 say the same as ``None``: not assigned. libmpopt prints such a list. See
        :meth:`~smatchproof.lab.reductions.from_smatch.base.FromSmatch.read_solution`.

        >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 1): 2, (1, 0): 1}, {})
        >>> GraphMatchingFromSmatch.apply(problem).read_solution("primals.labeling: [1, None]").solution
        frozenset({0})
        """
        labels, value = self._labels(text, source), None
        for words in solution_lines(text, source):
            if words[0].text == "primals.evaluate:" and len(words) > 1:
                value = words[1]
        number = {pair: index for index, pair in enumerate(self.source.candidates)}
        taken, made = OneToOne(self.gadgets), set()
        for left, word in enumerate(labels):
            if word.text in _UNASSIGNED:
                continue
            pair = left, word.integer(0, self.source.right_size - 1, "a right point")
            if pair not in number:
                raise word.error(f"there is no assignment of left point {left} to right point {pair[1]}")
            taken.take(pair, f"assignment {number[pair]}", word)
            made.add(number[pair])
        return SolutionFile(frozenset(made), self.claimed(value))

    def _labels(self, text: str, source: str) -> list[Word]:
        """The words of the last list in brackets, as many as there are left points."""
        found = [(line, match) for line in lines(text, source, HINT) for match in _LABELLING.finditer(line.text)]
        if not found:
            raise InputError("expected a labelling such as [1, None, 0], found none", Place(source), HINT)
        line, match = found[-1]
        labels = line.words(r"\s,", *match.span(1))
        if len(labels) != self.source.left_size:
            raise InputError(
                f"expected {self.source.left_size} labels, found {len(labels)}", line.place(match.start(1) + 1), HINT
            )
        return labels
