"""SMATCH → GRAPH MATCHING in ``.dd`` format.

The format of Torresani, Kolmogorov & Rother (Feature correspondence via graph matching, ECCV 2008), which the graph
matching benchmarks of computer vision use. Costs are minimised and points may stay unassigned, so that weights become
negative costs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from smatchproof.base.errors import InputError, Place
from smatchproof.lab.reductions.from_smatch.base import Chosen, FromSmatch, Names, Read
from smatchproof.lab.reductions.from_smatch.solution_files import HINT, solution_lines
from smatchproof.lab.reductions.reduction import Affine, numbers
from smatchproof.lab.reductions.words import Word, lines
from smatchproof.public import AlignmentProblem

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
