"""MINIMUM COMMON STRING PARTITION → SMATCH: two paths are hard, even if no concept and no label occurs three times.

A string becomes a path below a root: a variable for each letter, with the letter for its concept, and an arc from each
letter to the next, labelled with the two. An arc is matched when a duo is preserved; the label sees to it that the
letters are equal. An alignment that maps letters to other letters earns nothing there, so equal letters may as well
be mapped to equal letters, all of them: then all concepts are matched, and besides them the preserved duos.

The strings may be such that no letter occurs more than twice in each, and the problem is NP-hard still (Goldstein,
Kolman & Zheng 2005).
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import Self

from smatchproof.base.text import many
from smatchproof.lab.reductions.problems.assignment import Permutation
from smatchproof.lab.reductions.problems.strings import CommonPartition, Letters, read_strings
from smatchproof.lab.reductions.reduction import Affine, SourceProblem, ToSmatch, reader
from smatchproof.lab.reductions.to_smatch.stars import ROOT_LEFT, ROOT_RIGHT, ROOTS, aligned, indexes
from smatchproof.public import Graph, GraphBuilder, GraphPair, NamedAlignment, Top


class CommonPartitionToSmatch(ToSmatch[CommonPartition, Permutation]):
    """Theorem: for strings of n letters the optimum is ``2 + n`` (``1 + n`` without TOP) more than the greatest
    number of preserved duos.

    Letters are numbered in the order of the left string, so that any letters stay different whatever a program does
    to capitals and signs. Each graph has ``2n + 2`` triples, one less without TOP. Linear time.

    >>> reduction = CommonPartitionToSmatch.apply(CommonPartition("abcab", "ababc"))
    >>> reduction.relation, reduction.size
    (Affine(factor=1, constant=7, unit=1), (12, 12))
    >>> reduction.target.matched(reduction.forward((2, 3, 4, 0, 1)))
    10
    >>> reduction.backward({"x1": "y3", "x2": "y1"})
    (2, 1, 4, 0, 3)
    """

    name = "common-partition"
    summary = "two strings cut into as few equal pieces as possible"

    @classmethod
    def apply(cls, source: CommonPartition, top: Top = Top.CONST) -> Self:
        """Build both graphs."""
        n, has_top = len(source.left), top is not Top.NONE
        number = {letter: index for index, letter in enumerate(dict.fromkeys(source.left), 1)}
        left = _path(source.left, number, ROOT_LEFT, "x", 1)
        right = _path(source.right, number, ROOT_RIGHT, "y", 2)
        gadgets = {
            **ROOTS,
            **{f"left x{i}": f"letter {i} of the left string: {letter}" for i, letter in enumerate(source.left, 1)},
            **{f"right y{i}": f"letter {i} of the right string: {letter}" for i, letter in enumerate(source.right, 1)},
        }
        return cls(source, GraphPair(left, right, top), Affine(1, 1 + has_top + n), gadgets)

    def forward(self, solution: Permutation) -> NamedAlignment:
        """Root to root, and every letter to its image."""
        return aligned(enumerate(solution))

    def read(self, alignment: NamedAlignment) -> Permutation:
        """The letters that are aligned with equal letters; those left over are paired off in order."""
        left, right = self.source.left, self.source.right
        images = {i: j for i, j in indexes(alignment).items() if left[i] == right[j]}
        used = set(images.values())
        free: dict[str, deque[int]] = defaultdict(deque)
        for j, letter in enumerate(right):
            if j not in used:
                free[letter].append(j)
        return tuple(images[i] if i in images else free[letter].popleft() for i, letter in enumerate(left))


def _path(letters: Letters, number: dict[str, int], root: str, variable: str, side: int) -> Graph:
    """A root, and below it the letters as a path. The arc from the root is this graph's own."""
    builder = GraphBuilder()
    above, role = builder.variable(root, "root"), f"start{side}"
    for position, letter in enumerate(letters, 1):
        below = builder.variable(f"{variable}{position}", f"letter{number[letter]}")
        builder.relation(role, above, below)
        above = below
        if position < len(letters):
            role = f"duo{number[letter]}-{number[letters[position]]}"
    return builder.build()


def _says(found: CommonPartition) -> str:
    return f"two strings, {many(len(found.left), 'letter')} each"


SOURCE = SourceProblem(CommonPartitionToSmatch, "two strings, one a line", reader(read_strings, _says))
