"""SMATCH → QUADRATIC ASSIGNMENT: Lawler's form as sparse text.

It is maximised over the permutations of a square that the smaller side is padded to. Padding is worth nothing, and
since no weight is negative, assigning every index costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from smatchproof.base.errors import InputError, Place
from smatchproof.lab.reductions.from_smatch.base import Chosen, FromSmatch, Names, Read
from smatchproof.lab.reductions.from_smatch.solution_files import HINT, solution_lines
from smatchproof.lab.reductions.reduction import Affine, numbers
from smatchproof.public import AlignmentProblem


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
