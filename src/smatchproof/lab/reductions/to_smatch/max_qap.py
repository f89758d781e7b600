"""0-1 MAX-QAP → SMATCH, with the value preserved up to a constant.

A matrix becomes an AMR with a root, a member of the root for every index and an arc for every one off the diagonal; a
one on the diagonal is an attribute of its index. An arc is matched exactly when a one meets a one. Aligning a root with
an index earns nothing, and every alignment of indexes can be completed to a permutation, which only adds matches; so
nothing is worth more than the best permutation. Proved in Coq, in ``proofs/MaxQap.v``: ``qap_opt``, with ones on the
diagonal ``diagonal_opt``, for the lean form ``lean_opt``; not for both at once.

In the lean form the constant is 1 or 0, so whatever is known of how hard Max-QAP is to approximate holds of Smatch.
Nagarajan & Sviridenko (2009) come within a factor of about √n; to find the densest subgraph of k vertices is the case
in which one matrix is that of a clique.
"""

from __future__ import annotations

from typing import Self

from smatchproof.lab.reductions.problems.assignment import Matrix, MaxQap, Permutation
from smatchproof.lab.reductions.problems.qaplib import read_zero_one
from smatchproof.lab.reductions.reduction import Affine, Size, ToSmatch, numbers
from smatchproof.lab.reductions.source_problem import SourceProblem, reader
from smatchproof.lab.reductions.to_smatch.stars import ROOT_LEFT, ROOT_RIGHT, ROOTS, aligned, indexes, star
from smatchproof.public import Graph, GraphPair, NamedAlignment, Top


class MaxQapToSmatch(ToSmatch[MaxQap, Permutation]):
    """Theorem: the optimum is ``2n + 2`` (``2n + 1`` without TOP) more than that of the 0-1 Max-QAP.

    With ``lean=True`` the two graphs have no concept and no membership in common, so that nothing but ones is matched,
    and the roots if TOP is a constant: then the optimum is 1 more, otherwise it is the same. Both graphs have
    ``2n + 2`` triples (``2n + 1`` without TOP) and one for every one. Linear time.

    >>> arc, cycle = ((0, 1, 0), (0, 0, 1), (0, 0, 0)), ((0, 0, 1), (1, 0, 0), (0, 1, 0))
    >>> reduction = MaxQapToSmatch.apply(MaxQap(arc, cycle))
    >>> reduction.relation, reduction.size
    (Affine(factor=1, constant=8, unit=1), Size(left=10, right=11))
    >>> reduction.target.matched(reduction.forward((0, 2, 1)))
    10
    >>> reduction.backward({"x2": "y3"})
    (0, 2, 1)
    >>> MaxQapToSmatch.apply(MaxQap(arc, cycle), lean=True).relation
    Affine(factor=1, constant=1, unit=1)
    """

    name = "max-qap"
    summary = "0-1 Max-QAP, also --lean (nothing but the quadratic part)"

    @classmethod
    def apply(cls, source: MaxQap, top: Top = Top.CONST, *, lean: bool = False) -> Self:
        """Build both graphs."""
        n, has_top = len(source), top is not Top.NONE
        left = _graph(source.a, ROOT_LEFT, "x", "1" * lean)
        right = _graph(source.b, ROOT_RIGHT, "y", "2" * lean)
        size = Size(*(2 * n + 1 + has_top + sum(map(sum, matrix)) for matrix in (source.a, source.b)))
        constant = int(top is Top.CONST) if lean else 2 * n + 1 + has_top
        gadgets = ROOTS | numbers(1, [f"row and column {i} of a" for i in range(1, n + 1)], "left x")
        gadgets |= numbers(1, [f"row and column {j} of b" for j in range(1, n + 1)], "right y")
        return cls(source, GraphPair(left, right, top), Affine(1, constant), gadgets, size)

    def forward(self, solution: Permutation) -> NamedAlignment:
        """Root to root, and every index to its image."""
        return aligned(enumerate(solution))

    def read(self, alignment: NamedAlignment) -> Permutation:
        """The indexes that are aligned with indexes; those left over are paired off in order."""
        return completed(alignment, len(self.source))


def _graph(matrix: Matrix, root: str, letter: str, own: str) -> Graph:
    """The star of a matrix; `own` ends the names of its concepts and memberships."""
    names = {"concept": f"root{own}", "role": f"m{own}", "member": f"vertex{own}"}
    builder = star(root, letter, range(1, len(matrix) + 1), **names)
    for i, row in enumerate(matrix, 1):
        for k, entry in enumerate(row, 1):
            if entry and i != k:
                builder.relation("e", f"{letter}{i}", f"{letter}{k}")
            elif entry:
                builder.attribute("loop", f"{letter}{i}", "+")
    return builder.build()


def completed(alignment: NamedAlignment, size: int) -> Permutation:
    """The pairs of an ``x`` and a ``y`` in an alignment; the remaining variables are paired off in order.

    >>> completed({"x2": "y1", "x1": "s"}, 3)
    (1, 0, 2)
    """
    images = indexes(alignment)
    used = set(images.values())
    free = iter([j for j in range(size) if j not in used])
    return tuple(images[i] if i in images else next(free) for i in range(size))


SOURCE = SourceProblem(
    MaxQapToSmatch,
    "two 0-1 matrices in QAPLIB format",
    reader(read_zero_one, lambda found: f"two 0-1 matrices, order {len(found):,}"),
    options=("lean",),
    passed_on=("lean",),
)
