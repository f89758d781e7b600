"""SMATCH → MAXIMUM CLIQUE of the association graph, in DIMACS format.

A vertex is a couple of triples, one of each graph, that some alignment matches: one for each unit of a weight. Two
vertices are joined when one alignment matches both. This is the association graph of Barrow & Burstall (1976) and Levi
(1973) with triples instead of vertices, and since each vertex carries the variables that it aligns, it has none of the
exceptions of line graphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Self

from smatchproof.base.errors import InputError, Place, UsageError
from smatchproof.lab.reductions.from_smatch.base import FromSmatch, Names, SolutionFile, mapping_of, names_or_numbers
from smatchproof.lab.reductions.from_smatch.solution_files import HINT, OneToOne, solution_lines
from smatchproof.lab.reductions.reduction import Affine, numbers
from smatchproof.lab.reductions.words import Word
from smatchproof.public import Alignment, AlignmentProblem, Pair

_CLIQUER = re.compile(r"size=(?P<size>[0-9]+), weight=[0-9]+:")
_MOST = 100_000
"""The most vertices: their edges are a quadratic number of lines."""


def compatible(first: Sequence[Pair], second: Sequence[Pair]) -> bool:
    """Test whether one alignment can contain the pairs of both.

    >>> compatible([(0, 0), (1, 1)], [(1, 1), (2, 0)]), compatible([(0, 0)], [(1, 1)])
    (False, True)
    """
    return all((left == left2) == (right == right2) for left, right in first for left2, right2 in second)


@dataclass(frozen=True, slots=True)
class AssociationGraph:
    """An undirected graph whose vertices, numbered from 1, are the pairs of variables that matches take.

    A solution is a set of vertices.
    """

    vertices: tuple[tuple[Pair, ...], ...]

    def edges(self) -> Iterator[tuple[int, int]]:
        """The couples of vertices that are joined. Takes time quadratic in the number of vertices."""
        for (one, first), (other, second) in combinations(enumerate(self.vertices, 1), 2):
            if compatible(first, second):
                yield one, other

    def lines(self) -> Iterator[str]:
        """The graph in the DIMACS format for cliques: ``p edge``, then a line for each edge."""
        edges = [f"e {one} {other}" for one, other in self.edges()]
        yield f"p edge {len(self.vertices)} {len(edges)}"
        yield from edges

    def value(self, solution: frozenset[int]) -> int:
        """The size of a clique. Raises ``ValueError`` unless it is a clique."""
        if not solution <= set(range(1, len(self.vertices) + 1)):
            raise ValueError(f"vertices that are not from 1 to {len(self.vertices)}")
        for one, other in combinations(sorted(solution), 2):
            if not compatible(self.vertices[one - 1], self.vertices[other - 1]):
                raise ValueError(f"vertices {one} and {other} are not joined")
        return len(solution)


class CliqueFromSmatch(FromSmatch[AssociationGraph, frozenset[int]]):
    """Theorem: the largest clique has as many vertices as triples can be matched.

    Alignments are defined by a condition on couples of pairs, so that vertices that are joined one by one fit together;
    and different vertices of a clique are different matches.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> reduction = CliqueFromSmatch.apply(problem)
    >>> reduction.gadgets
    {'1': '1 -> 1', '2': '1 -> 1 (copy 2)', '3': '2 -> 2', '4': '1 -> 1 together with 2 -> 2'}
    >>> reduction.backward(frozenset([1, 3]))
    (0, 1)
    """

    name = "clique"
    summary = "maximum clique of the association graph, DIMACS format"
    suffix = ".clq"
    comment = "c"
    goal = "size of the largest clique"

    @classmethod
    def apply(cls, source: AlignmentProblem, names: Names | None = None) -> Self:
        """Write the vertices down. Linear in their number; the edges are found when they are asked for."""
        names, candidates = names_or_numbers(names, source), source.candidates
        earned: list[tuple[tuple[Pair, ...], str, int]] = [
            *(((pair,), names.pair(pair), weight) for pair, weight in zip(candidates, source.unary, strict=True)),
            *(((candidates[p], candidates[q]), names.match(candidates[p], candidates[q]), weight)
              for p, q, weight in source.matches),
        ]  # fmt: skip
        if source.unit > 1 or sum(weight for *_, weight in earned) > _MOST:
            raise UsageError(
                "clique has a vertex for each unit of a weight, which are too many here; choose wcnf or opb"
            )
        vertices = tuple(pairs for pairs, _, weight in earned for _ in range(weight))
        words = [f"{word} (copy {n})" if n > 1 else word for _, word, weight in earned for n in range(1, weight + 1)]
        return cls(source, AssociationGraph(vertices), Affine(1, 0), numbers(1, words), None)

    def forward(self, solution: Alignment) -> frozenset[int]:
        """The vertices whose pairs it contains."""
        vertices = enumerate(self.target.vertices, 1)
        return frozenset(number for number, pairs in vertices if all(solution[i] == j for i, j in pairs))

    def backward(self, solution: frozenset[int]) -> Alignment:
        """The pairs of its vertices."""
        pairs = [pair for number in solution for pair in self.target.vertices[number - 1]]
        return mapping_of(pairs, self.source.left_size)

    def read_solution(self, text: str, source: str = "solution") -> SolutionFile[frozenset[int]]:
        """Read a list of vertices, on any number of lines: cliquer's, one in brackets, one behind a ``v``.

        Of several cliques of cliquer the last one counts; ``c`` and ``#`` begin comments. See
        :meth:`~smatchproof.lab.reductions.from_smatch.base.FromSmatch.read_solution`.
        """
        words: list[Word] = []
        size: Word | None = None
        for line in solution_lines(text, source, r"\s,\[\](){}"):
            if found := _CLIQUER.match(line[0].line.text):
                size, *words = line[0].line.words(r"\s=,:", found.start("size"))
                words = words[2:]
            elif size is None and line[0].text != "c" and line[0].text[0] != "#":
                words += line[line[0].text == "v" :]
        taken, clique = OneToOne(self.gadgets), set()
        for word in words:
            vertex = word.integer(1, len(self.target.vertices), "a vertex")
            for pair in self.target.vertices[vertex - 1]:
                taken.take(pair, str(vertex), word)
            clique.add(vertex)
        if not clique and self.target.vertices:
            raise InputError("expected the numbers of vertices, found none", Place(source), HINT)
        return SolutionFile(frozenset(clique), self.claimed(size))
