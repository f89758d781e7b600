"""0-1 MAX-QAP → SMATCH, with the value preserved up to a constant.

A matrix becomes an AMR with a root, a member of the root for every index and an arc for every one off the diagonal; a
one on the diagonal is an attribute of its index. An arc is matched exactly when a one meets a one. Aligning a root with
an index earns nothing, and every alignment of indexes can be completed to a permutation, which only adds matches; so
nothing is worth more than the best permutation. Proved in Coq, in ``proofs/MaxQap.v``: ``qap_opt``, with ones on the
diagonal ``diagonal_opt``, for the lean form ``lean_opt``; not for both at once.

In the lean form the constant is 1 or 0, so whatever is known of how hard Max-QAP is to approximate holds of Smatch.
Nagarajan & Sviridenko (2009) come within a factor of about √n; to find the densest subgraph of k vertices is the case
in which one matrix is that of a clique.

KOOPMANS-BECKMANN QUADRATIC ASSIGNMENT → SMATCH: a minimisation, with any weights.

Facilities are the variables of the left graph, locations those of the right one, and roots, concepts and memberships
have nothing in common, so that nothing but prescribed weights can be matched. Four steps lead to them.

1. *Arcs.* If one of the matrices is symmetric, the other may be replaced by the sum of itself and its mirror image, and
   the cost is a sum over couples of facilities. Then one graph needs its arcs in one direction only. What all entries
   have in common is divided out, and :class:`~smatchproof.lab.reductions.reduction.Affine` remembers it.
2. *Reduction* (Burkard 1973; Frieze & Yadegar 1983). The entries of one matrix are written as ``x[i][k] = base + u[i] +
   u[k] + d[i][k]``. The base meets the sum of the other matrix, whatever the permutation; the offsets ``u`` make a
   linear term; only ``d`` is left to be multiplied, and it can be small and sparse.
3. *Complement.* Each arc meets exactly one arc of the other matrix, so its cost may be turned into a gain, and made
   nonnegative, by a constant of its own: with ``d > 0`` it earns ``d * (greatest y - y)``, with ``d < 0`` it earns
   ``-d * (y - least y)``. The linear terms are treated likewise.
4. *Weights, or layers.* A product is a number of common triples. An arc with the weight p is one triple, of which the
   map of the pair says that it stands for p copies; p copies match q copies p times q times, as under the rule
   ``product`` for duplicates. Without weights, with ``--copies``, the triples of an arc with the weight p are labelled
   ``(s, t)`` for all s up to p and all t; those of an arc of the other graph with the weight q for all s and all t up
   to q: they share p times q, nothing is there twice, and any program that computes Smatch can read them. An arc
   cannot carry less than its best match earns. In the graph of ``d`` it carries no more, and where all ``d`` have one
   sign, in the other neither. Both ways lead to the same alignment problem.

Facilities that can be exchanged without any change of cost are *twins*. Of the alignments that differ in the order of
twins one is enough, and a solver should not have to refute the others one by one: where twins are joined by arcs, these
go one way only, from the earlier twin to the later, and so do all arcs of the other graph. Then twins are best off in
the order of their locations, and lose nothing there. (The same for locations, if it is their graph that has both
directions.)

In layers the weights are counted in unary, so the graphs are as large as the weights: Smatch itself has no other way
to represent costs. The base is one of the most common entries, an offset is 0 or what is most common in its row then,
and of the plans for both matrices the smallest one is taken: few triples in layers and few couples that can match.

The plan of a quadratic assignment: arcs and units, then layers of triples by reduction and complement.

The steps are those of :mod:`smatchproof.lab.reductions.to_smatch.quadratic_assignment`, which says why they are right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
from smatchproof.lab.reductions.reduction import Affine, Size, ToSmatch, numbers
from smatchproof.lab.reductions.source_problem import SourceProblem, reader
from smatchproof.lab.reductions.to_smatch.stars import (
    ROOT_LEFT,
    ROOT_RIGHT,
    ROOTS,
    Index,
    Layers,
    Side,
    Weights,
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


MAX_QAP = SourceProblem(
    MaxQapToSmatch,
    "two 0-1 matrices in QAPLIB format",
    reader(read_zero_one, lambda found: f"two 0-1 matrices, order {len(found):,}"),
    options=("lean",),
    passed_on=("lean",),
)


LARGEST = 4_000_000
"""The most triples, both graphs together, that are built of copies unless more are asked for: two gigabytes."""


class QuadraticAssignmentToSmatch(ToSmatch[QuadraticAssignment, Permutation]):
    """Theorem: the optimum is a constant minus the least cost, in units of what all costs have in common.

    This is proved in Coq, ``couple_least_cost`` in ``proofs/QapPlan.v``, but for twins, common factors and `copies`.

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
        return cls(source, pair, Affine(-1, plan.constant + (top is Top.CONST), plan.unit), gadgets, size)

    def forward(self, solution: Permutation) -> NamedAlignment:
        """Root to root, and every facility to its location; twins exchanged for what is in order and costs the same."""
        return aligned(enumerate(Normal.of(self.source).in_order(solution)))

    def read(self, alignment: NamedAlignment) -> Permutation:
        """The facilities that are aligned with locations; those left over are paired off in order."""
        return completed(alignment, len(self.source))


SOURCE = SourceProblem(
    QuadraticAssignmentToSmatch,
    "a QAPLIB .dat file",
    reader(read_qaplib, lambda found: f"QAPLIB, order {len(found):,}"),
    options=("copies",),
    passed_on=("copies",),
)


_BASES, _SWEEPS = 3, 3
"""How many of the most common entries are tried as the base, and how often all offsets are set again for each."""
_TRIPLE = 12
"""How many couples that can match a triple in layers is worth. Offsets take couples away, but also symmetries: nug14,
nug15 and nug16b take 7 to 28 times as many nodes with those that leave fewest couples. With this factor they have no
offsets, and nor has had18. esc16b, esc16c and esc16h have some. With the most common entry as the base and no offsets,
esc16b takes 11 times as many nodes, and esc16c and tai15b more than 13 and 8,000 times as many."""

Arc = tuple[int, int]

# ---- arcs and units


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

    def in_order(self, images: Permutation) -> Permutation:
        """A permutation of the same cost in which twins, of both kinds, come in order.

        Each exchange that is needed makes the sum of index times image larger, so that there is an end of it.
        """
        if not self.symmetric:
            return images
        facilities, locations = twins_of(self.flow, self.own[0]), twins_of(self.distance, self.own[1])
        before: Permutation = ()
        while images != before:
            before = images
            images = _inverse(_ascending(_inverse(_ascending(images, facilities)), locations))
        return images


def all_arcs(size: int) -> list[Arc]:
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


def twins_of(matrix: Matrix, own: Sequence[int]) -> list[list[int]]:
    """All indexes in classes: those of a class can be exchanged without any change of the (symmetric) matrix."""
    classes: list[list[int]] = []
    for index, row in enumerate(matrix):
        for twins in classes:
            first = twins[0]
            others = (k for k in range(len(matrix)) if k not in (first, index))
            if own[first] == own[index] and all(matrix[first][k] == row[k] for k in others):
                twins.append(index)
                break
        else:
            classes.append([index])
    return classes


def _ascending(images: Permutation, classes: Iterable[Sequence[int]]) -> Permutation:
    """The images of each class, sorted."""
    ordered = list(images)
    for twins in classes:
        for index, image in zip(twins, sorted(images[twin] for twin in twins), strict=True):
            ordered[index] = image
    return tuple(ordered)


def _inverse(images: Permutation) -> Permutation:
    return tuple(sorted(range(len(images)), key=images.__getitem__))


# ---- reduction, complement and layers


class Plan(NamedTuple):
    """The layers to build. `mirrored`: what is reduced is the matrix of the right graph, the distances."""

    mirrored: bool
    base: int
    offsets: Sequence[int]
    layers: list[Layers]
    constant: int
    unit: int

    @property
    def size(self) -> int:
        """The objective of the choice of a plan, to be minimised: triples in copies, and couples of those with weights
        that can match.
        """
        couples = sum(len(layers.left) * len(layers.right) for layers in self.layers)
        return couples + _TRIPLE * sum(sum(layers.sizes(copies=True)) for layers in self.layers)


def plan_of(source: QuadraticAssignment) -> Plan:
    """Return the layers for a problem, after all four steps: the smallest of up to twelve plans.

    >>> plan = plan_of(QuadraticAssignment(((0, 1), (0, 0)), ((0, 0), (3, 0))))
    >>> plan.constant, plan.unit, [layers.sizes(copies=False) for layers in plan.layers[:1]]
    (1, 3, [(1, 1)])
    """
    normal = Normal.of(source)
    plans = [plan for mirrored in (False, True) for plan in _plans(normal, mirrored)]
    return min(plans, key=lambda plan: plan.size)


def _plans(normal: Normal, mirrored: bool) -> Iterator[Plan]:
    """The plans in which the flows are reduced or, if `mirrored`, the distances: with and without offsets."""
    x, y = (normal.distance, normal.flow) if mirrored else (normal.flow, normal.distance)
    own_x, own_y = reversed(normal.own) if mirrored else normal.own
    arcs = x_arcs = all_arcs(len(x))
    classes = [[i] for i in range(len(x))]
    if normal.symmetric:
        arcs, classes = [(i, k) for i, k in arcs if i < k], twins_of(x, own_x)
        number = {index: at for at, twins in enumerate(classes) for index in twins}
        # all arcs but those from a later twin to an earlier one
        x_arcs = [(i, k) for i, k in x_arcs if i < k or number[i] != number[k]]
    values: dict[Index, int] = {(i, k): y[i][k] for i, k in arcs}
    sums = [0] * len(y)
    for i, k in arcs:
        sums[i] += y[i][k]
        sums[k] += y[i][k]
    bases = _most_common((x[i][k] for i, k in arcs), _BASES)
    tried = [(base, offsets) for base in bases for offsets in ([0] * len(x), _offsets(x, classes, base))]
    for base, offsets in tried:
        rest: dict[Index, int] = {(i, k): x[i][k] - base - offsets[i] - offsets[k] for i, k in x_arcs}
        products = (
            ("", rest, values),
            ("sum", _by_index(offsets), _by_index(sums)),
            ("own", _by_index(own_x), _by_index(own_y)),
        )
        layers = [each for product in products for each in _product(*product, mirrored)]
        constant = base * sum(values.values()) + _complement([rest[arc] for arc in arcs], values.values())
        constant += _complement(offsets, sums) + _complement(own_x, own_y)
        yield Plan(mirrored, base, offsets, layers, constant, normal.unit)


def _most_common(values: Iterable[int], number: int = 1) -> list[int]:
    """The values that are there most often, the smaller one first of two that are there equally often; or 0 alone."""
    counts = Counter(values)
    return sorted(counts, key=lambda value: (-counts[value], value))[:number] or [0]


def _offsets(x: Matrix, classes: Iterable[Sequence[int]], base: int) -> list[int]:
    """Return an offset for each index that leaves many zeros in a matrix; those of a class are the same."""
    offsets = [0] * len(x)
    for _ in range(_SWEEPS):
        for twins in classes:
            others = [k for k in range(len(x)) if k not in twins]
            [offset] = _most_common(x[twins[0]][k] - base - offsets[k] for k in others)
            for i in twins:
                offsets[i] = offset
    return offsets


def _by_index(entries: Iterable[int]) -> dict[Index, int]:
    return {(i,): entry for i, entry in enumerate(entries)}


def _product(role: str, x: Weights, y: Weights, mirrored: bool) -> Iterator[Layers]:
    """Make layers for the gain of each x by the y that it meets, the complement of their product."""
    highest, lowest = max(y.values(), default=0), min(y.values(), default=0)
    up = {thing: weight for thing, weight in x.items() if weight > 0}
    down = {thing: -weight for thing, weight in x.items() if weight < 0}
    below = {thing: highest - value for thing, value in y.items() if value < highest}
    above = {thing: value - lowest for thing, value in y.items() if value > lowest}
    for name, own, met in (("low", up, below), ("high", down, above)):
        yield Layers(f"{role}{name}", met, own, True) if mirrored else Layers(f"{role}{name}", own, met)


def _complement(x: Iterable[int], y: Iterable[int]) -> int:
    """Sum the gains and the costs of all x."""
    values = list(y)
    highest, lowest = max(values, default=0), min(values, default=0)
    return sum(weight * (highest if weight > 0 else lowest) for weight in x)
