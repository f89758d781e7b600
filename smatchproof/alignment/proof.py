"""The proof that no alignment is worth more than a bound: a tree of linear inequalities over integers.

A node of the tree stands for the alignments that contain all *forced* candidate pairs, none of the *forbidden* ones,
and cover all *required* rows and columns (the left and right variables); a forced pair requires its row and its
column. The root has none of the three. With U and W the unary and match weights, g their greatest common divisor (the
*step* of all values), B the bound, a multiple of g, and P the candidates that are not forbidden and compatible with
every forced pair (a forced pair is compatible with itself), the nonnegative integer *duals* of a node with scale D >= 1
are:

* ``stars[p, 0, k]`` for a candidate p and another row k, ``stars[p, 1, l]`` for p and another column l; not negative;
* ``rows[i]`` and ``columns[j]``; not negative unless the row or column is required.

They are valid when

* (I2) for every match {p=(i,j), q=(k,l)} inside P:
  ``stars[p,0,k] + stars[p,1,l] + stars[q,0,i] + stars[q,1,j] >= D * W[p,q]``;
* (I3) for every p=(i,j) in P: ``rows[i] + columns[j] >= D * U[p] + (all stars of p)``; what remains is p's *slack*.

Then D times the value of any alignment of the node is at most Z, the sum of all rows and columns; at most Z less the
slack of p if it contains p; and at most Z less ``rows[i]`` if it leaves row i uncovered (columns likewise). A value
above B needs D * B + D * g, so:

* :class:`Leaf`: Z < D * B + D * g. Nothing in this node is worth more than B.
* :class:`Fix`: forbids every p with Z - slack < D * B + D * g, requires every listed row and column with
  Z - dual < D * B + D * g, and goes on with the one node below it.
* :class:`Branch`: the first node below it forces the pair, the second forbids it.
* :class:`Empty`: no alignment is in this node: the forced pairs are not one-to-one or one of them is forbidden, or a
  required row or column has no candidate in P.

A proof is the list of its nodes in prefix order; or it is :class:`Count` alone. Soundness: theorems
``certified_copies`` in ``proofs/Certificate.v``, ``certified_graded`` and ``certified_count`` in ``proofs/Graded.v``,
by induction over the tree; the duals are those of the star-aggregated linear program (``ilp_tight``), scaled to
integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import gcd


@dataclass(frozen=True, slots=True)
class Duals:
    """Integer duals of a node; what is not listed is 0. Keys as in the module's text, candidates by number."""

    scale: int
    stars: Mapping[tuple[int, int, int], int]
    rows: Mapping[int, int]
    columns: Mapping[int, int]

    @property
    def total(self) -> int:
        """Z: the bound times the scale."""
        return sum(self.rows.values()) + sum(self.columns.values())

    def times(self, factor: int) -> Duals:
        """The duals that prove the same where all weights are multiplied by a factor."""
        common = gcd(self.scale, factor)
        stars, rows, columns = (
            {key: dual * (factor // common) for key, dual in part.items()}
            for part in (self.stars, self.rows, self.columns)
        )
        return Duals(self.scale // common, stars, rows, columns)  # type: ignore[arg-type]  # keys keep their types


@dataclass(frozen=True, slots=True)
class Leaf:
    """The duals prove that nothing in this node is worth more than the claim."""

    duals: Duals


@dataclass(frozen=True, slots=True)
class Fix:
    """The duals prove that some pairs can be forbidden and some rows and columns required; one node follows."""

    duals: Duals


@dataclass(frozen=True, slots=True)
class Branch:
    """Two nodes follow: with this candidate forced, and with it forbidden."""

    candidate: int


@dataclass(frozen=True, slots=True)
class Empty:
    """No alignment satisfies what this node forces, forbids and requires."""


@dataclass(frozen=True, slots=True)
class Count:
    """No alignment matches more triples than either graph has. The whole proof, and not under the rule ``product``."""


ProofNode = Leaf | Fix | Branch | Empty | Count
Proof = tuple[ProofNode, ...]


class ProofOutcome(StrEnum):
    """How the attempt to prove that an alignment is optimal has ended."""

    NOT_ASKED = "not asked for"
    COMPLETE = "complete"
    """The proof proves the upper bound, and the alignment meets it."""
    TIME = "stopped by time"
    NODES = "stopped by nodes"
    SIZE = "over the size limit"
    MEMORY = "over the memory limit"
    REFUSED = "refused by the checker"


def proof_size(proof: Iterable[ProofNode]) -> int:
    """How many integers a proof holds, about.

    >>> proof_size([Branch(3), Leaf(Duals(1, {}, {0: 2}, {})), Empty()])
    4
    """
    return sum(
        1
        + (
            len(node.duals.stars) + len(node.duals.rows) + len(node.duals.columns)
            if isinstance(node, Leaf | Fix)
            else 0
        )
        for node in proof
    )


def multiplied(proof: Proof, factor: int) -> Proof:
    """The same proof for all weights times a factor.

    Scale and factor are first divided by what they have in common, so that numbers stay as small as they can be.

    >>> multiplied((Leaf(Duals(6, {}, {0: 13}, {})),), 10)
    (Leaf(duals=Duals(scale=3, stars={}, rows={0: 65}, columns={})),)
    """
    return tuple(
        replace(node, duals=node.duals.times(factor)) if isinstance(node, Leaf | Fix) else node for node in proof
    )
