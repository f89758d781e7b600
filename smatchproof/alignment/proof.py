"""The proof that no alignment is worth more than a bound: a tree of linear inequalities over integers.

A node of the tree stands for the alignments that contain all *forced* candidate pairs, none of the *forbidden* ones,
and cover all *required* rows and columns (the left and right variables); a forced pair requires its row and its
column. The root has none of the three. With U and W the unary and match weights, g their greatest common divisor (the
*step* of all values), B the bound, a multiple of g, and P the candidates that are not forbidden and compatible with
every forced pair (a forced pair is compatible with itself), the nonnegative integer *duals* of a node with scale D >= 1
are:

* ``r[p, k]`` for a candidate p and another row k, ``s[p, l]`` for p and another column l, which are p's *star*; not
  negative;
* ``rows[i]`` and ``columns[j]``; not negative unless the row or column is required.

They are valid when

* (I2) for every match {p=(i,j), q=(k,l)} inside P:
  ``r[p,k] + s[p,l] + r[q,i] + s[q,j] >= D * W[p,q]``;
* (I3) for every p=(i,j) in P: ``rows[i] + columns[j] >= D * U[p] + (p's star)``; what remains is p's *slack*.

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

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import gcd

from smatchproof.alignment.star_table import Star, StarTable


@dataclass(frozen=True, slots=True)
class Duals:
    """Integer duals of a node; what is not listed is 0. Candidates have their numbers in the problem."""

    scale: int
    stars: Mapping[int, Star]
    rows: Mapping[int, int]
    columns: Mapping[int, int]

    @property
    def total(self) -> int:
        """Z: the bound times the scale."""
        return sum(self.rows.values()) + sum(self.columns.values())

    def times(self, factor: int) -> Duals:
        """The duals that prove the same where all weights are multiplied by a factor."""
        common = gcd(self.scale, factor)
        times = factor // common
        rows, columns = ({x: times * dual for x, dual in part.items()} for part in (self.rows, self.columns))
        stars = {p: (_times(star[0], times), _times(star[1], times)) for p, star in self.stars.items()}
        return Duals(self.scale // common, stars, rows, columns)

    def each_star(self) -> Iterator[tuple[tuple[int, int, int], int]]:
        """What is in the stars one by one: candidate, side (0 for rows, 1 for columns) and index, each with its dual.

        >>> list(Duals(1, {2: ([0, 5], [1, 6, 3, 7])}, {}, {}).each_star())
        [((2, 0, 0), 5), ((2, 1, 1), 6), ((2, 1, 3), 7)]
        """
        for candidate, star in self.stars.items():
            for side, part in enumerate(star):
                for index, dual in zip(part[::2], part[1::2], strict=True):
                    yield (candidate, side, index), dual


def _times(part: list[int], factor: int) -> list[int]:
    return [number * factor if place % 2 else number for place, number in enumerate(part)]


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
    DECIDED = "stopped when it was decided"
    REFUSED = "refused by the checker"


def proof_size(proof: Iterable[ProofNode]) -> int:
    """How many integers a proof holds, about.

    >>> proof_size([Branch(3), Leaf(Duals(1, {}, {0: 2}, {})), Empty()])
    4
    """
    size = 0
    for node in proof:
        size += 1
        if isinstance(node, Leaf | Fix):
            size += len(node.duals.rows) + len(node.duals.columns)
            stars = node.duals.stars
            if isinstance(stars, StarTable):
                size += stars.size
            else:
                size += sum([len(rows) + len(columns) for rows, columns in stars.values()]) // 2
    return size


def multiplied(proof: Proof, factor: int) -> Proof:
    """The same proof for all weights times a factor.

    Scale and factor are first divided by what they have in common, so that numbers stay as small as they can be.

    >>> multiplied((Leaf(Duals(6, {}, {0: 13}, {})),), 10)
    (Leaf(duals=Duals(scale=3, stars={}, rows={0: 65}, columns={})),)
    """
    return tuple(
        replace(node, duals=node.duals.times(factor)) if isinstance(node, Leaf | Fix) else node for node in proof
    )
