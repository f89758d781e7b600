"""LAWLER'S QAP → SMATCH: Smatch is universal.

Every alignment problem is a quadratic assignment problem of Lawler (1963) with weights from 0 and partial maps. This
is the converse: whatever such weights are prescribed, some pair of AMRs has exactly these. A weight is so many triples
that both graphs have, under labels of their own: those of a couple of left indexes occur on no other arc of the left
graph, so that an arc of the right graph says how much its two ends are worth to this couple alone. Concepts and
memberships differ between the graphs, and nothing but the two roots can be matched besides.

So no special structure of AMR pairs can be of use to a solver unless it is assumed; and linear terms or arbitrary
weights cost no more than triples in proportion to their sum.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Self

from smatchproof.alignment import GraphBuilder, GraphPair, NamedAlignment, Top
from smatchproof.reductions.problems.assignment import LawlerQap, PartialMap
from smatchproof.reductions.reduction import Affine, Size, ToSmatch

ROOT_LEFT, ROOT_RIGHT = "r", "s"


class LawlerQapToSmatch(ToSmatch[LawlerQap, PartialMap]):
    """Theorem: the optimum is 2 (1 without TOP) more than the greatest weight of a partial map.

    A graph of n indexes has ``2n + 2`` triples (one less without TOP) and its weights. Of the right graph these are
    the sum of all weights; of the left graph, for each index its greatest unary weight, and for each couple of indexes
    the greatest weight that it can earn. Time and memory are linear in that.

    >>> problem = LawlerQap(2, 2, {(0, 0): 1}, {((0, 1), (1, 0)): 2})
    >>> reduction = LawlerQapToSmatch.apply(problem)
    >>> reduction.relation, reduction.size
    (Affine(factor=1, constant=2, unit=1), Size(left=9, right=9))
    >>> reduction.target.matched(reduction.forward((1, 0)))
    4
    """

    name = "lawler-qap"
    summary = "one-to-one maps of greatest weight, with any weights of pairs and of couples of pairs"

    @classmethod
    def apply(cls, source: LawlerQap, top: Top = Top.CONST) -> Self:
        """Build both graphs."""
        left, right = _star(ROOT_LEFT, "x", source.left_size, 1), _star(ROOT_RIGHT, "y", source.right_size, 2)
        most_unary: dict[int, int] = defaultdict(int)
        for (i, j), weight in source.unary.items():
            most_unary[i] = max(most_unary[i], weight)
            for t in range(weight):
                right.attribute(f"u{i}-{t}", f"y{j}", "+")
        most: dict[tuple[int, int], int] = defaultdict(int)
        for ((i, j), (k, other)), weight in source.matches.items():  # i < k: the smaller pair comes first
            most[i, k] = max(most[i, k], weight)
            for t in range(weight):
                right.relation(f"w{i}-{k}-{t}", f"y{j}", f"y{other}")
        for i, weight in most_unary.items():
            for t in range(weight):
                left.attribute(f"u{i}-{t}", f"x{i}", "+")
        for (i, k), weight in most.items():
            for t in range(weight):
                left.relation(f"w{i}-{k}-{t}", f"x{i}", f"x{k}")
        has_top = top is not Top.NONE
        needed = sum(most_unary.values()) + sum(most.values())
        weights = sum(source.unary.values()) + sum(source.matches.values())
        size = Size(2 * source.left_size + 1 + has_top + needed, 2 * source.right_size + 1 + has_top + weights)
        gadgets = {
            f"left {ROOT_LEFT}": "root",
            f"right {ROOT_RIGHT}": "root",
            **{f"left x{i}": f"left index {i}" for i in range(source.left_size)},
            **{f"right y{j}": f"right index {j}" for j in range(source.right_size)},
        }
        return cls(source, GraphPair(left.build(), right.build(), top), Affine(1, 1 + has_top), gadgets, size)

    def forward(self, solution: PartialMap) -> NamedAlignment:
        """Root to root, and every index to its partner."""
        pairs = {f"x{i}": f"y{j}" for i, j in enumerate(solution) if j is not None}
        return {ROOT_LEFT: ROOT_RIGHT, **pairs}

    def read(self, alignment: NamedAlignment) -> PartialMap:
        """The indexes that are aligned with indexes."""
        pairs = {left: right for left, right in alignment.items() if left[0] == "x" and right[0] == "y"}
        names = [f"x{i}" for i in range(self.source.left_size)]
        return tuple(int(pairs[name][1:]) if name in pairs else None for name in names)


def _star(root: str, letter: str, size: int, number: int) -> GraphBuilder:
    """A root that has all indexes as members; but for the root's concept the words are those of this graph alone."""
    builder = GraphBuilder()
    builder.variable(root, "root")
    for index in range(size):
        builder.relation(f"m{number}", root, builder.variable(f"{letter}{index}", f"index{number}"))
    return builder
