"""QUADRATIC ASSIGNMENT → SMATCH: 0-1 Max-QAP, and Koopmans-Beckmann with any weights.

**0-1 MAX-QAP → SMATCH**, with the value preserved up to a constant. A matrix becomes an AMR with a root, a member of
the root for every index and an arc for every one off the diagonal; a one on the diagonal is an attribute of its index.
An arc is matched exactly when a one meets a one. Aligning a root with an index earns nothing, and every alignment of
indexes can be completed to a permutation, which only adds matches; so nothing is worth more than the best permutation.
Proved in Coq, in ``proofs/MaxQap.v``: ``qap_opt``, with ones on the diagonal ``diagonal_opt``, for the lean form
``lean_opt``; not for both at once.

In the lean form the constant is 1 or 0, so whatever is known of how hard Max-QAP is to approximate holds of Smatch.
Nagarajan & Sviridenko (2009) come within a factor of about √n; to find the densest subgraph of k vertices is the case
in which one matrix is that of a clique.

**KOOPMANS-BECKMANN QUADRATIC ASSIGNMENT → SMATCH**, a minimisation. Facilities are the variables of the left graph,
locations those of the right one, and roots, concepts and memberships have nothing in common, so that nothing but
prescribed weights can be matched. Four steps lead to them.

1. *Arcs.* If one of the matrices is symmetric, the other may be replaced by the sum of itself and its mirror image, and
   the cost is a sum over couples of facilities. Then one graph needs its arcs in one direction only. What all entries
   have in common is divided out, and :class:`~smatchproof.lab.reductions.reduction.Affine` remembers it.
2. *Reduction* (Burkard 1973; Frieze & Yadegar 1983). The entries of one matrix are written as ``x[i][k] = base + u[i] +
   u[k] + d[i][k]``, with the least entry as the base and for each ``u`` what is left in all of its row and column. The
   base meets the sum of the other matrix, whatever the permutation; the offsets ``u`` make a linear term; only ``d``,
   which is not negative, is left to be multiplied.
3. *Complement.* Each arc meets exactly one arc of the other matrix, so its cost may be turned into a gain by a
   constant: it earns ``d * (greatest y - y)``. The linear terms are treated likewise.
4. *Weights, or layers.* A product is a number of common triples. An arc with the weight p is one triple, of which the
   map of the pair says that it stands for p copies; p copies match q copies p times q times, as under the rule
   ``product`` for duplicates. Without weights, with ``--copies``, the triples of an arc with the weight p are labelled
   ``(s, t)`` for all s up to p and all t; those of an arc of the other graph with the weight q for all s and all t up
   to q: they share p times q, nothing is there twice, and any program that computes Smatch can read them. An arc
   cannot carry less than its best match earns, and carries no more. Both ways lead to the same alignment problem.
   In copies the weights are counted in unary, so the graphs are as large as the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd
from typing import NamedTuple, Self

from smatchproof.base.limits import LARGEST_COUNT
from smatchproof.lab.reductions.problems.assignment import (
    Matrix,
    MaxQap,
    Permutation,
    QuadraticAssignment,
    read_qaplib,
    read_zero_one,
)
from smatchproof.lab.reductions.reduction import Affine, SourceProblem, ToSmatch, numbers, reader
from smatchproof.lab.reductions.to_smatch.stars import (
    ROOT_LEFT,
    ROOT_RIGHT,
    ROOTS,
    Index,
    Layers,
    Side,
    aligned,
    indexes,
    layered_pair,
    sizes,
    star,
)
from smatchproof.public import Graph, GraphPair, NamedAlignment, Top


class MaxQapToSmatch(ToSmatch[MaxQap, Permutation]):
    """Theorem: the optimum is ``2n + 2`` (``2n + 1`` without TOP) more than that of the 0-1 Max-QAP.

    With ``lean=True`` the two graphs have no concept and no membership in common, so that nothing but ones is matched,
    and the roots if TOP is a constant: then the optimum is 1 more, otherwise it is the same. Both graphs have
    ``2n + 2`` triples (``2n + 1`` without TOP) and one for every one. Linear time.

    >>> arc, cycle = ((0, 1, 0), (0, 0, 1), (0, 0, 0)), ((0, 0, 1), (1, 0, 0), (0, 1, 0))
    >>> reduction = MaxQapToSmatch.apply(MaxQap(arc, cycle))
    >>> reduction.relation, reduction.size
    (Affine(factor=1, constant=8, unit=1), (10, 11))
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
        constant = int(top is Top.CONST) if lean else 2 * n + 1 + has_top
        gadgets = ROOTS | numbers(1, [f"row and column {i} of a" for i in range(1, n + 1)], "left x")
        gadgets |= numbers(1, [f"row and column {j} of b" for j in range(1, n + 1)], "right y")
        return cls(source, GraphPair(left, right, top), Affine(1, constant), gadgets)

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


LARGEST = 4_000_000
"""The most triples, both graphs together, that are built of copies unless more are asked for: two gigabytes."""


class QuadraticAssignmentToSmatch(ToSmatch[QuadraticAssignment, Permutation]):
    """Theorem: the optimum is a constant minus the least cost, in units of what all costs have in common.

    This is proved in Coq, ``couple_least_cost`` in ``proofs/QapPlan.v``, but for common factors and `copies`.

    The constant is the sum of all complements, of the base times the sum of the other matrix and, if TOP is a constant,
    1. No weight is negative, so completing an alignment to a permutation only adds matches, and the permutation that
    is read from an alignment is never worth less than the alignment says.

    A graph of n variables and a root has ``2n + 2`` triples (one less without TOP) and those of the products. Time
    and memory are quadratic in n. Raises ``ValueError`` for weights whose products no longer fit into 64 bits.

    With `copies`, for programs that know no weights, a product of weights p in one graph and q in the other takes the
    sum of all p times the greatest q in the first, and the sum of all q times the greatest p in the second. Time and
    memory are linear in that, and more than `most` triples are refused.

    >>> triangle, line = ((0, 2, 4), (2, 0, 6), (4, 6, 0)), ((0, 1, 2), (1, 0, 1), (2, 1, 0))
    >>> reduction = QuadraticAssignmentToSmatch.apply(QuadraticAssignment(triangle, line))
    >>> reduction.relation
    Affine(factor=-1, constant=10, unit=4)
    >>> best = reduction.source.brute_force()
    >>> reduction.source.value(best), reduction.target.matched(reduction.forward(best))
    (28, 3)
    """

    name = "qap"
    summary = "quadratic assignment (a minimisation), as in QAPLIB"

    @classmethod
    def apply(
        cls, source: QuadraticAssignment, top: Top = Top.CONST, *, copies: bool = False, most: int = LARGEST
    ) -> Self:
        """Build both graphs."""
        plan, n = plan_of(source), len(source)
        sides = Side("facilities", "facility", n), Side("locations", "location", n)
        size = sizes(plan.layers, sides, top, copies=copies)
        if copies and sum(size) > most:
            needed = f"the AMRs need {sum(size):,} triples together, and {most:,} is the limit"
            raise ValueError(f"the weights are too large for copies: {needed}; state them as weights")
        if max(*size, plan.constant, -plan.constant) > LARGEST_COUNT:
            raise ValueError("the weights are too large: their products have to sum to less than 2^63")
        pair = layered_pair(plan.layers, sides, top, copies=copies)
        gadgets = ROOTS | numbers(1, [f"facility {i}" for i in range(1, n + 1)], "left x")
        gadgets |= numbers(1, [f"location {j}" for j in range(1, n + 1)], "right y")
        return cls(source, pair, Affine(-1, plan.constant + (top is Top.CONST), plan.unit), gadgets)

    def forward(self, solution: Permutation) -> NamedAlignment:
        """Root to root, and every facility to its location."""
        return aligned(enumerate(solution))

    def read(self, alignment: NamedAlignment) -> Permutation:
        """The facilities that are aligned with locations; those left over are paired off in order."""
        return completed(alignment, len(self.source))


# ---- the plan of a quadratic assignment: arcs and units, then layers by reduction and complement

_FEW = 2
"""Flows are reduced where that takes that many times fewer copies, distances otherwise. Measured on QAPLIB: esc16a
takes 190 times as many nodes with flows, and esc16c has no proof in a minute; esc32e has none with distances."""


class Normal(NamedTuple):
    """A problem whose cost, in units, is the sum of ``flow * distance`` over all couples, smaller index first, if it is
    symmetric, otherwise over all ordered pairs; and of the products of the two `own` lists, which are diagonals.
    """

    flow: Matrix
    distance: Matrix
    own: tuple[Sequence[int], Sequence[int]]
    unit: int
    symmetric: bool

    @classmethod
    def of(cls, source: QuadraticAssignment) -> Self:
        """Step 1 applied to a problem."""
        flow, distance = source.flow, source.distance
        own = [[row[i] for i, row in enumerate(matrix)] for matrix in (flow, distance)]
        symmetric = True
        if _mirrored(flow) == flow:
            distance = _sum(distance, _mirrored(distance))
        elif _mirrored(distance) == distance:
            flow = _sum(flow, _mirrored(flow))
        else:
            symmetric = False
        arcs = all_arcs(len(source))
        factors = [gcd(*(matrix[i][k] for i, k in arcs)) for matrix in (flow, distance)]
        own_factors = [gcd(*entries) for entries in own]
        common, own_common = factors[0] * factors[1], own_factors[0] * own_factors[1]
        unit = gcd(common, own_common) or 1
        return cls(
            _scaled(flow, common // unit, factors[0]),
            _scaled(distance, 1, factors[1]),
            (_scaled([own[0]], own_common // unit, own_factors[0])[0], _scaled([own[1]], 1, own_factors[1])[0]),
            unit,
            symmetric,
        )


def all_arcs(size: int) -> list[tuple[int, int]]:
    """The arcs between `size` vertices: all ordered couples of different vertices."""
    return [(i, k) for i in range(size) for k in range(size) if i != k]


def _mirrored(matrix: Matrix) -> Matrix:
    return tuple(zip(*matrix, strict=True))


def _sum(first: Matrix, second: Matrix) -> Matrix:
    rows = zip(first, second, strict=True)
    return tuple(tuple(a + b for a, b in zip(one, other, strict=True)) for one, other in rows)


def _scaled(matrix: Iterable[Sequence[int]], factor: int, divisor: int) -> Matrix:
    """All entries times a factor, over a divisor of theirs (off the diagonal); 0 is no divisor and changes nothing."""
    return tuple(tuple(entry // (divisor or 1) * (factor or 1) for entry in row) for row in matrix)


class Plan(NamedTuple):
    """The layers to build. `mirrored`: what is reduced is the matrix of the right graph, the distances."""

    mirrored: bool
    base: int
    offsets: Sequence[int]
    layers: list[Layers]
    constant: int
    unit: int

    @property
    def copies(self) -> int:
        """The number of triples of both graphs in copies."""
        return sum(sum(layers.sizes(copies=True)) for layers in self.layers)


def plan_of(source: QuadraticAssignment) -> Plan:
    """Return the layers for a problem, after all four steps. Quadratic time.

    >>> plan = plan_of(QuadraticAssignment(((0, 1), (0, 0)), ((0, 0), (3, 0))))
    >>> plan.constant, plan.unit, [layers.sizes(copies=False) for layers in plan.layers]
    (1, 3, [(1, 1), (0, 0), (0, 0)])
    """
    normal = Normal.of(source)
    flows, distances = _plan(normal, mirrored=False), _plan(normal, mirrored=True)
    return flows if _FEW * flows.copies < distances.copies else distances


def _plan(normal: Normal, *, mirrored: bool) -> Plan:
    """The plan in which the flows are reduced or, if `mirrored`, the distances."""
    x, y = (normal.distance, normal.flow) if mirrored else (normal.flow, normal.distance)
    own_x, own_y = reversed(normal.own) if mirrored else normal.own
    arcs = all_arcs(len(x))
    base = min((x[i][k] for i, k in arcs), default=0)
    offsets = _offsets(x, base)
    rest: dict[Index, int] = {(i, k): x[i][k] - base - offsets[i] - offsets[k] for i, k in arcs}
    values: dict[Index, int] = {(i, k): y[i][k] for i, k in arcs if i < k or not normal.symmetric}
    sums = [sum(value for arc, value in values.items() if index in arc) for index in range(len(y))]
    layers, constant = [], base * sum(values.values())
    for role, weights, met in (
        ("low", rest, values),
        ("sumlow", _by_index(offsets), _by_index(sums)),
        ("ownlow", _by_index(own_x), _by_index(own_y)),
    ):
        most = max(met.values(), default=0)
        constant += most * sum(weights[thing] for thing in met)
        sides = (
            {thing: weight for thing, weight in weights.items() if weight},
            {thing: most - value for thing, value in met.items() if value < most},
        )
        layers.append(Layers(role, sides[mirrored], sides[not mirrored], mirrored))
    return Plan(mirrored, base, offsets, layers, constant, normal.unit)


def _offsets(x: Matrix, base: int) -> list[int]:
    """Return an offset for each index, one after the other: what all that is left of its row and column has in common.

    >>> _offsets(((0, 7, 9), (7, 0, 5), (9, 5, 0)), 5)
    [2, 0, 0]
    """
    offsets = [0] * len(x)
    for i in range(len(x)):
        left = (min(x[i][k], x[k][i]) - base - offsets[k] for k in range(len(x)) if k != i)
        offsets[i] = min(left, default=0)
    return offsets


def _by_index(entries: Iterable[int]) -> dict[Index, int]:
    return {(i,): entry for i, entry in enumerate(entries)}


MAX_QAP = SourceProblem(
    MaxQapToSmatch,
    "two 0-1 matrices in QAPLIB format",
    reader(read_zero_one, lambda found: f"two 0-1 matrices, order {len(found):,}"),
    options=("lean",),
    passed_on=("lean",),
)
SOURCE = SourceProblem(
    QuadraticAssignmentToSmatch,
    "a QAPLIB .dat file",
    reader(read_qaplib, lambda found: f"QAPLIB, order {len(found):,}"),
    options=("copies",),
    passed_on=("copies",),
)
