"""SMATCH → problems of pairs: quadratic assignment, graph matching, and cliques of pairs that fit together.

**Quadratic assignment**: Lawler's form as sparse text. It is maximised over the permutations of a square that the
smaller side is padded to. Padding is worth nothing, and since no weight is negative, assigning every index costs
nothing.

**Graph matching in .dd format**, that of Torresani, Kolmogorov & Rother (Feature correspondence via graph matching,
ECCV 2008), which the graph matching benchmarks of computer vision use. Costs are minimised and points may stay
unassigned, so that weights become negative costs.

**Maximum clique of the association graph**, in DIMACS format. A vertex is a couple of triples, one of each graph, that
some alignment matches: one for each unit of a weight. Two vertices are joined when one alignment matches both. This is
the association graph of Barrow & Burstall (1976) and Levi (1973) with triples instead of vertices, and since each
vertex carries the variables that it aligns, it has none of the exceptions of line graphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from smatchproof.base.errors import InputError, Place, UsageError
from smatchproof.lab.reductions.from_smatch.base import Chosen, FromSmatch, Names, Read
from smatchproof.lab.reductions.from_smatch.solution_files import HINT, solution_lines
from smatchproof.lab.reductions.reduction import Affine, numbers
from smatchproof.lab.reductions.words import Word, lines
from smatchproof.public import AlignmentProblem, Pair


class QapFromSmatch(FromSmatch):
    """Theorem: the greatest weight of a permutation is the largest number of matched triples.

    Find the permutation of greatest weight, of single assignments (`linear`) and of couples of them (`quadratic`):
    ``(i, j, w)`` earns w for row i with column j, and ``(i, j, k, l, w)`` for i with j and k with l, whichever is named
    first: each couple is listed once. Indexes count from 1, as in QAPLIB.

    >>> problem = AlignmentProblem.from_weights(2, 3, {(0, 0): 2, (1, 2): 1}, {((0, 0), (1, 2)): 1})
    >>> print(*QapFromSmatch(problem).body(), sep=", ")
    p qap 3 2 1, l 1 1 2, l 2 3 1, q 1 1 2 3 1
    """

    name = "qap"
    summary = "quadratic assignment in Lawler's form, sparse"
    suffix = ".qap"
    comment = "#"
    goal = "greatest weight of a permutation"
    relation = Affine(1, 0)

    def __init__(self, source: AlignmentProblem, names: Names | None = None) -> None:
        super().__init__(source, names)
        pairs = [(i + 1, j + 1) for i, j in source.candidates]
        self.linear = [(*pair, weight) for pair, weight in zip(pairs, source.unary, strict=True) if weight]
        self.quadratic = [(*pairs[p], *pairs[q], weight) for p, q, weight in source.matches]
        self.size = max(source.left_size, source.right_size)
        padding = ["(padding)"] * self.size
        rows = numbers(1, [*map(str, self.names.left), *padding][: self.size], "row ")
        self.gadgets = rows | numbers(1, [*map(str, self.names.right), *padding][: self.size], "column ")

    def body(self) -> Iterator[str]:
        """The text form, which is our own since none is in use.

        First ``p qap SIZE LINEAR QUADRATIC``, the last two being numbers of lines; then ``l i j w`` for each assignment
        and ``q i j k l w`` for each couple that earns something.
        """
        yield f"p qap {self.size} {len(self.linear)} {len(self.quadratic)}"
        for kind, rows in (("l", self.linear), ("q", self.quadratic)):
            yield from (f"{kind} {' '.join(map(str, row))}" for row in rows)

    def read(self, text: str, source: str) -> Read:
        r"""Read a solution as QAPLIB has them: the size, the value, and the column of each row, counted from 1.

        See :meth:`~smatchproof.lab.reductions.from_smatch.base.FromSmatch.read`.

        >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 1): 2}, {})
        >>> QapFromSmatch(problem).read_solution("2 2\n2 1").alignment
        (1, 0)
        """
        size = self.size
        words = [word for line in solution_lines(text, source, r"\s,") for word in line]
        if len(words) < 2:
            raise InputError("expected the size, the value and a permutation", Place(source), HINT)
        if words[0].integer(0, 10**9, "the size") != size:
            raise words[0].error(f"a permutation of {words[0].text}, expected one of {size}")
        if len(words) != size + 2:
            last = words[min(len(words) - 1, size + 2)]
            raise last.error(f"expected {size} numbers after the value, found {len(words) - 2}")
        first: dict[int, int] = {}
        for row, word in enumerate(words[2:], 1):
            column = word.integer(1, size, "a column")
            if first.setdefault(column, row) != row:
                raise word.error(f"no permutation: rows {first[column]} and {row} both have column {column}")
        left, right = self.source.left_size, self.source.right_size
        pairs = [(row - 1, column - 1) for column, row in first.items() if row <= left and column <= right]
        return Read([Chosen(pair, f"row {pair[0] + 1}", words[2 + pair[0]]) for pair in pairs], words[1])


_LABELLING = re.compile(r"\[([^\[\]]*)\]")
_UNASSIGNED = ("None", "null", "-1")


class GraphMatchingFromSmatch(FromSmatch):
    """Theorem: the least cost is minus the largest number of matched triples.

    An assignment for each candidate and an edge for each match; all numbers count from 0.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> print(*GraphMatchingFromSmatch(problem).body(), sep=", ")
    p 2 2 2 1, a 0 0 0 -2, a 1 1 1 -1, e 0 1 -1
    """

    name = "dd"
    summary = "graph matching, .dd format"
    suffix = ".dd"
    comment = "c"
    goal = "least cost"
    relation = Affine(-1, 0)

    def __init__(self, source: AlignmentProblem, names: Names | None = None) -> None:
        super().__init__(source, names)
        self.gadgets = numbers(0, [self.names.pair(pair) for pair in source.candidates], "assignment ")

    def body(self) -> Iterator[str]:
        """The sizes, then a line for each assignment and each edge."""
        source = self.source
        yield f"p {source.left_size} {source.right_size} {len(source.candidates)} {len(source.matches)}"
        for number, ((left, right), weight) in enumerate(zip(source.candidates, source.unary, strict=True)):
            yield f"a {number} {left} {right} {-weight}"
        for p, q, weight in source.matches:
            yield f"e {p} {q} {-weight}"

    def read(self, text: str, source: str) -> Read:
        """Read a labelling: the right point of each left one in brackets, ``[1, None, 0]``; the last one counts.

        ``null`` and -1 say the same as ``None``: not assigned. libmpopt prints such a list. See
        :meth:`~smatchproof.lab.reductions.from_smatch.base.FromSmatch.read`.

        >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 1): 2, (1, 0): 1}, {})
        >>> GraphMatchingFromSmatch(problem).read_solution("primals.labeling: [1, None]").alignment
        (1, None)
        """
        labels, value = self._labels(text, source), None
        for words in solution_lines(text, source):
            if words[0].text == "primals.evaluate:" and len(words) > 1:
                value = words[1]
        number = {pair: index for index, pair in enumerate(self.source.candidates)}
        chosen = []
        for left, word in enumerate(labels):
            if word.text in _UNASSIGNED:
                continue
            pair = left, word.integer(0, self.source.right_size - 1, "a right point")
            if pair not in number:
                raise word.error(f"there is no assignment of left point {left} to right point {pair[1]}")
            chosen.append(Chosen(pair, f"assignment {number[pair]}", word))
        return Read(chosen, value)

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
