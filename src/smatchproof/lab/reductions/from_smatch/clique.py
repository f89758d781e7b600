"""SMATCH → MAXIMUM CLIQUE of the association graph, in DIMACS format.

A vertex is a couple of triples, one of each graph, that some alignment matches; two are joined when one alignment
matches both. This is the association graph of Barrow & Burstall (1976) and Levi (1973) with triples instead of
vertices, and since each vertex carries the variables that it aligns, it has none of the exceptions of line graphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, Self

from smatchproof.base.errors import InputError, Place, UsageError
from smatchproof.lab.reductions.from_smatch.base import FromSmatch, SolutionFile, TripleGraphPair, mapping_of
from smatchproof.lab.reductions.from_smatch.solution_files import HINT, OneToOne, solution_lines
from smatchproof.lab.reductions.reduction import Affine, numbers
from smatchproof.lab.reductions.words import Word
from smatchproof.public import Alignment, AlignmentProblem, Attribute, Pair, Relation, TripleGraph

Triple = Attribute | Relation
_CLIQUER = re.compile(r"size=(?P<size>[0-9]+), weight=[0-9]+:")


class TripleMatch(NamedTuple):
    """A triple of the left graph that matches one of the right graph, and the pairs of variables this takes.

    Triples that a graph holds several times match several times: `copy` counts from 1.
    """

    left: Triple
    right: Triple
    pairs: tuple[Pair, ...]
    copy: int


def compatible(first: Sequence[Pair], second: Sequence[Pair]) -> bool:
    """Test whether one alignment can contain the pairs of both.

    >>> compatible([(0, 0), (1, 1)], [(1, 1), (2, 0)]), compatible([(0, 0)], [(1, 1)])
    (False, True)
    """
    return all((left == left2) == (right == right2) for left, right in first for left2, right2 in second)


@dataclass(frozen=True, slots=True)
class AssociationGraph:
    """An undirected graph whose vertices, numbered from 1, are matches of triples. A solution is a set of vertices."""

    vertices: tuple[TripleMatch, ...]

    def edges(self) -> Iterator[tuple[int, int]]:
        """The couples of vertices that are joined. Takes time quadratic in the number of vertices."""
        pairs = enumerate((vertex.pairs for vertex in self.vertices), 1)
        for (one, first), (other, second) in combinations(pairs, 2):
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
            if not compatible(self.vertices[one - 1].pairs, self.vertices[other - 1].pairs):
                raise ValueError(f"vertices {one} and {other} are not joined")
        return len(solution)


class CliqueFromSmatch(FromSmatch[TripleGraphPair, AssociationGraph, frozenset[int]]):
    """Theorem: the largest clique has as many vertices as triples can be matched.

    Alignments are defined by a condition on couples of pairs, so that vertices that are joined one by one fit together;
    and different vertices of a clique are different matches. A vertex for each unit of the weights of the alignment
    problem.

    >>> from smatchproof.public import GraphPair
    >>> from smatchproof.public import parse_graph
    >>> pair = GraphPair(parse_graph("(b / boy :mod (t / tall))"), parse_graph("(g / girl :mod (t / tall))"))
    >>> reduction = CliqueFromSmatch.apply(TripleGraphPair(*pair.triples()))
    >>> reduction.gadgets["1"], len(reduction.target.vertices)
    ('instance(t, tall) = instance(t, tall)', 3)
    >>> reduction.backward(frozenset([1, 3]))
    (0, 1)
    """

    name = "clique"
    summary = "maximum clique of the association graph, DIMACS format"
    suffix = ".clq"
    comment = "c"
    goal = "size of the largest clique"

    @classmethod
    def apply(cls, source: TripleGraphPair) -> Self:
        """Find the couples of triples. Linear in their number; the edges are found when they are asked for."""
        if source.similarities is not None:
            raise UsageError("each match is one vertex, and similar concepts match in part; choose wcnf or opb")
        matches = tuple(_triple_matches(source))
        words = [f"{source.left.written(each.left)} = {source.right.written(each.right)}" for each in matches]
        copies = [f" (copy {each.copy})" if each.copy > 1 else "" for each in matches]
        gadgets = numbers(1, [word + copy for word, copy in zip(words, copies, strict=True)])
        return cls(source, AssociationGraph(matches), Affine(1, 0), gadgets, None)

    @classmethod
    def of_triples(cls, couple: TripleGraphPair) -> Self:
        """See :meth:`~smatchproof.lab.reductions.from_smatch.base.FromSmatch.of_triples`."""
        return cls.apply(couple)

    @property
    def problem(self) -> AlignmentProblem:
        """See :attr:`~smatchproof.lab.reductions.from_smatch.base.FromSmatch.problem`."""
        return self.source.problem()

    def forward(self, solution: Alignment) -> frozenset[int]:
        """The vertices whose pairs it contains."""
        vertices = enumerate(self.target.vertices, 1)
        return frozenset(number for number, each in vertices if all(solution[i] == j for i, j in each.pairs))

    def backward(self, solution: frozenset[int]) -> Alignment:
        """The pairs of its vertices."""
        pairs = [pair for number in solution for pair in self.target.vertices[number - 1].pairs]
        return mapping_of(pairs, len(self.source.left.variables))

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
        pairs, clique = OneToOne(self.gadgets), set()
        for word in words:
            vertex = word.integer(1, len(self.target.vertices), "a vertex")
            for pair in self.target.vertices[vertex - 1].pairs:
                pairs.take(pair, str(vertex), word)
            clique.add(vertex)
        if not clique and self.target.vertices:
            raise InputError("expected the numbers of vertices, found none", Place(source), HINT)
        return SolutionFile(frozenset(clique), self.claimed(size))


def _triple_matches(couple: TripleGraphPair) -> Iterator[TripleMatch]:
    """The couples of triples that can match, in the order of the left graph."""
    others: dict[tuple[str, ...], list[tuple[Triple, int]]] = {}
    for triple, copies in _copies(couple.right).items():
        others.setdefault(_label(triple), []).append((triple, copies))
    for left, copies in _copies(couple.left).items():
        for right, times in others.get(_label(left), ()):
            pairs = tuple(dict.fromkeys(zip(_variables(left), _variables(right), strict=True)))
            if not compatible(pairs, pairs):  # a loop and a relation that is none
                continue
            for copy in range(1, couple.duplicates.matched(copies, times) + 1):
                yield TripleMatch(left, right, pairs, copy)


def _copies(graph: TripleGraph) -> dict[Triple, int]:
    if graph.weights is not None:
        raise UsageError("each match of two copies is a vertex, and weights stand for too many copies; choose opb")
    return graph.copies([*graph.attributes, *graph.relations])


def _label(triple: Triple) -> tuple[str, ...]:
    """Return the part of a triple that has to be equal in a match."""
    return (triple.role,) if isinstance(triple, Relation) else (triple.kind, triple.role, triple.value)


def _variables(triple: Triple) -> tuple[int, ...]:
    return (triple.source, triple.target) if isinstance(triple, Relation) else (triple.variable,)
