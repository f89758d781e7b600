"""SMATCH → MAXIMUM CLIQUE of the association graph, in DIMACS format.

A vertex is a couple of triples, one of each graph, that some alignment matches: one for each unit of a weight. Two
vertices are joined when one alignment matches both. This is the association graph of Barrow & Burstall (1976) and Levi
(1973) with triples instead of vertices, and since each vertex carries the variables that it aligns, it has none of the
exceptions of line graphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from smatchproof.base.errors import InputError, Place, UsageError
from smatchproof.lab.reductions.from_smatch.base import Chosen, FromSmatch, Names, Read
from smatchproof.lab.reductions.from_smatch.solution_files import HINT, solution_lines
from smatchproof.lab.reductions.reduction import Affine, numbers
from smatchproof.lab.reductions.words import Word
from smatchproof.public import AlignmentProblem, Pair

_CLIQUER = re.compile(r"size=(?P<size>[0-9]+), weight=[0-9]+:")
_MOST = 100_000
"""The most vertices: their edges are a quadratic number of lines."""


def compatible(first: Sequence[Pair], second: Sequence[Pair]) -> bool:
    """Test whether one alignment can contain the pairs of both.

    >>> compatible([(0, 0), (1, 1)], [(1, 1), (2, 0)]), compatible([(0, 0)], [(1, 1)])
    (False, True)
    """
    return all((left == left2) == (right == right2) for left, right in first for left2, right2 in second)


class CliqueFromSmatch(FromSmatch):
    """Theorem: the largest clique has as many vertices as triples can be matched.

    `vertices`, numbered from 1 in the file, are the pairs of variables that matches take. Alignments are defined by a
    condition on couples of pairs, so that vertices that are joined one by one fit together; and different vertices of a
    clique are different matches.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> reduction = CliqueFromSmatch(problem)
    >>> reduction.gadgets
    {'1': '1 -> 1', '2': '1 -> 1 (copy 2)', '3': '2 -> 2', '4': '1 -> 1 together with 2 -> 2'}
    >>> reduction.read_solution("1 3").alignment
    (0, 1)
    """

    name = "clique"
    summary = "maximum clique of the association graph, DIMACS format"
    suffix = ".clq"
    comment = "c"
    goal = "size of the largest clique"
    relation = Affine(1, 0)

    def __init__(self, source: AlignmentProblem, names: Names | None = None) -> None:
        super().__init__(source, names)
        candidates, weights = source.candidates, [*source.unary, *(weight for *_, weight in source.matches)]
        if source.unit > 1 or sum(weights) > _MOST:
            raise UsageError(
                "clique has a vertex for each unit of a weight, which are too many here; choose wcnf or opb"
            )
        taken = [*((pair,) for pair in candidates), *((candidates[p], candidates[q]) for p, q, _ in source.matches)]
        self.vertices = [pairs for pairs, weight in zip(taken, weights, strict=True) for _ in range(weight)]
        words = zip(self.names.of_variables(source), weights, strict=True)
        copies = [f"{word} (copy {n})" if n > 1 else word for word, weight in words for n in range(1, weight + 1)]
        self.gadgets = numbers(1, copies)

    def body(self) -> Iterator[str]:
        """The graph in the DIMACS format for cliques: ``p edge``, then a line for each edge. Quadratic."""
        couples = combinations(enumerate(self.vertices, 1), 2)
        edges = [f"e {one} {other}" for (one, first), (other, second) in couples if compatible(first, second)]
        yield f"p edge {len(self.vertices)} {len(edges)}"
        yield from edges

    def read(self, text: str, source: str) -> Read:
        """Read a list of vertices, on any number of lines: cliquer's, one in brackets, one behind a ``v``.

        Of several cliques of cliquer the last one counts; ``c`` and ``#`` begin comments. See
        :meth:`~smatchproof.lab.reductions.from_smatch.base.FromSmatch.read`.
        """
        words: list[Word] = []
        size: Word | None = None
        for line in solution_lines(text, source, r"\s,\[\](){}"):
            if found := _CLIQUER.match(line[0].line.text):
                size, *words = line[0].line.words(r"\s=,:", found.start("size"))
                words = words[2:]
            elif size is None and line[0].text != "c" and line[0].text[0] != "#":
                words += line[line[0].text == "v" :]
        chosen = []
        for word in words:
            vertex = word.integer(1, len(self.vertices), "a vertex")
            chosen += [Chosen(pair, str(vertex), word) for pair in self.vertices[vertex - 1]]
        if not chosen and self.vertices:
            raise InputError("expected the numbers of vertices, found none", Place(source), HINT)
        return Read(chosen, size)
