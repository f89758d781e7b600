"""KOOPMANS-BECKMANN QUADRATIC ASSIGNMENT → SMATCH: a minimisation, with any weights.

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
"""

from __future__ import annotations

from typing import Self

from smatchproof.base.limits import LARGEST_COUNT
from smatchproof.lab.reductions.problems.assignment import Permutation, QuadraticAssignment
from smatchproof.lab.reductions.problems.qaplib import read_qaplib
from smatchproof.lab.reductions.reduction import Affine, ToSmatch, numbers
from smatchproof.lab.reductions.source_problem import SourceProblem, reader
from smatchproof.lab.reductions.to_smatch.layers import Side, layered_pair, sizes
from smatchproof.lab.reductions.to_smatch.max_qap import completed
from smatchproof.lab.reductions.to_smatch.qap_plan import Normal, plan_of
from smatchproof.lab.reductions.to_smatch.stars import ROOTS, aligned
from smatchproof.public import NamedAlignment, Top

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
