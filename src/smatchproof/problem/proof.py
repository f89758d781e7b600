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

*Cliques* may pay for a part of D * W and D * U. A clique has a dual, which is not negative, and *couples*: a match of
two pairs, or a pair alone. Of any two of its couples, a pair of the one and another pair of the other share a row or
column, so that no alignment has both. Its dual is taken from the D * W or D * U of each of its couples.

Then D times the value of any alignment of the node is at most Z, the sum of all rows, columns and cliques; at most Z
less the slack of p if it contains p; and at most Z less ``rows[i]`` if it leaves row i uncovered (columns likewise). A
value above B needs D * B + D * g, so:

* :class:`Leaf`: Z < D * B + D * g. No alignment of this node is worth more than B.
* :class:`Fix`: forbids every p with Z - slack < D * B + D * g, requires every listed row and column with
  Z - dual < D * B + D * g, and goes on with the one node below it.
* :class:`Branch`: the first node below it forces the pair, the second forbids it.
* :class:`Empty`: no alignment is in this node: the forced pairs are not one-to-one or one of them is forbidden, or a
  required row or column has no candidate in P.

Three further kinds of nodes are for problems like quadratic assignment, where some best alignment covers certain lines:

* :class:`Cover`: the first node; from here on these lines are required.
* A leaf or a fix *in full*: its stars may be negative towards required lines, and (I2) holds for all pairs of P that
  can be in one alignment, matches or not.
* :class:`Symmetry`: permutations of rows and of columns that change no weight and keep the forced pairs. The images of
  forbidden pairs are forbidden, too.

One is for bounds just below all that the rows can earn:

* :class:`Lack`: the bound of the claim is so high that an alignment worth more takes the best of each row and of each
  two rows, and in this node none can: what goes with nothing of some row is ruled out, until a row is left nothing.

A proof is the list of its nodes in prefix order; or it is :class:`Count` alone. Soundness: theorems
``certified_copies`` in ``proofs/Certificate.v``, ``certified_graded`` and ``certified_count`` in ``proofs/Graded.v``,
by induction over the tree; the duals are those of the star-aggregated linear program (``ilp_tight``), scaled to
integers.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from math import gcd
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsBytes

from smatchproof.base.record import Record, replace

if TYPE_CHECKING:
    from smatchproof.problem.problem import AlignmentProblem


class Duals(NamedTuple):
    """Integer duals of a node in the form of a certificate, without the numbers that the checker finds by itself.

    `rows` and `columns` hold one dual each; zeros at their ends may be left out. `stars` is [pair, line, dual, pair,
    line, dual, ...]. A pair (i, j) has the number i times the columns of the problem plus j; a line is a row, or the
    number of rows plus a column. The pairs in it are *listed*: they pay these duals. The payments of other pairs follow
    from :func:`spelled_out`. In a leaf or fix in full it is [pair, dual, ..., pair, dual, ...], with the duals of all
    lines.
    A *clique* is [dual, pair, pair, pair, pair, ...]: its dual and couples, see above.
    """

    scale: int
    rows: list[int]
    columns: list[int]
    stars: list[int]
    cliques: Sequence[list[int]] = ()

    @property
    def total(self) -> int:
        """Z: the bound times the scale."""
        return sum(self.rows) + sum(self.columns) + sum(dual for dual, *_ in self.cliques)

    @property
    def size(self) -> int:
        """The number of duals and couples; a dual in full, which is one number and not three, counts as a third."""
        more = sum(1 + len(clique) // 2 for clique in self.cliques)
        return len(self.rows) + len(self.columns) + len(self.stars) // 3 + more

    @property
    def paid_by_cliques(self) -> dict[tuple[int, int], int]:
        """Return what cliques pay for each couple of pairs."""
        paid = defaultdict[tuple[int, int], int](int)
        for dual, *pairs in self.cliques:
            for couple in zip(pairs[::2], pairs[1::2], strict=True):
                paid[couple] += dual
        return paid

    @property
    def parts(self) -> tuple[Any, ...]:
        """Return the parts as in a certificate: without cliques, if there are none."""
        return self if self.cliques else self[:4]

    def times(self, factor: int, in_full: bool) -> Duals:
        """Return the duals that prove the same when all weights are multiplied by a factor.

        They pay at most this factor times as much, because halves are rounded up.
        """
        common = gcd(self.scale, factor)
        times = factor // common
        rows, columns = ([times * dual for dual in part] for part in (self.rows, self.columns))
        every, last = (1 + len(rows) + len(columns), 1) if in_full else (3, 2)  # sizes of a group and of its head
        stars = [times * number if place % every >= last else number for place, number in enumerate(self.stars)]
        cliques = [[times * dual, *pairs] for dual, *pairs in self.cliques]  # a list, as a checker wants it
        return Duals(self.scale // common, rows, columns, stars, cliques)


def spelled_out(problem: AlignmentProblem, duals: Duals, live: Iterable[int]) -> dict[tuple[int, int, int], int]:
    """Return all r and s of the live candidates of a node, by candidate, side (0 for rows, 1 for columns) and line.

    For a match {p, q} of live candidates, if q is listed and p is not, p pays what the duals of q leave of D * W. If
    neither is listed, the one that earns less alone pays all of it, and two that earn the same pay half of it each,
    rounded up. The most that p pays for a match with a candidate of row k is ``r[p, k]``. Linear in the problem.

    >>> from smatchproof.problem.problem import AlignmentProblem
    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 2, (1, 1): 1}, {((0, 0), (1, 1)): 3})
    >>> spelled_out(problem, Duals(2, [4, 8], [], []), [0, 1])
    {(1, 0, 0): 6}
    """
    height, width, candidates, unary = problem.left_size, problem.right_size, problem.candidates, problem.unary
    number = {i * width + j: candidate for candidate, (i, j) in enumerate(candidates)}
    result = defaultdict[tuple[int, int, int], int](int)
    for pair, line, dual in zip(duals.stars[::3], duals.stars[1::3], duals.stars[2::3], strict=True):
        if pair in number:
            result[number[pair], int(line >= height), line if line < height else line - height] += dual
    listed, alive = {candidate for candidate, _, _ in result}, set(live)
    paid, pairs = duals.paid_by_cliques, [i * width + j for i, j in candidates]
    for p, q, weight in problem.matches:
        if p not in alive or q not in alive:
            continue
        couple = min(pairs[p], pairs[q]), max(pairs[p], pairs[q])
        rest = max(0, duals.scale * weight - paid.get(couple, 0))
        for one, other in ((p, q), (q, p)):
            if one in listed:
                rest -= sum(result.get((one, side, line), 0) for side, line in enumerate(candidates[other]))
        if p in listed or q in listed:
            paying = {p, q} - listed
        else:
            least = min(unary[p], unary[q])
            paying = {end for end in (p, q) if unary[end] == least}
            rest = -(-rest // len(paying))
        for end in paying:
            if rest > 0:
                result[end, 0, candidates[p + q - end][0]] += rest
    return dict(result)


class Leaf(Record):
    """The duals prove that no alignment of this node is worth more than the claim; see above for those `in_full`."""

    duals: Duals
    in_full: bool = False


class Fix(Record):
    """The duals prove that some pairs can be forbidden and some rows and columns required; one node follows."""

    duals: Duals
    in_full: bool = False


class Branch(Record):
    """Two nodes follow: with this candidate forced, and with it forbidden."""

    candidate: int


class Empty(Record):
    """No alignment satisfies the conditions of this node: the forced and forbidden pairs, and the required lines."""


class Count(Record):
    """No alignment matches more triples than either graph has. It is the only node; not under the rule ``product``."""


class Cover(Record):
    """Some best alignment covers all lines that can be covered; one node follows, which requires them."""


class Symmetry(Record):
    """The images of forbidden pairs are forbidden, too; one node follows. Row i goes to ``rows[i]``, so do columns."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


class Lack(Record):
    """Nothing in this node is worth more than the claim: that would need all that rows can earn, and a row cannot."""


ProofNode = Leaf | Fix | Branch | Empty | Count | Cover | Symmetry | Lack


class WrittenNode(Record):
    """A leaf or a fix whose duals, of `size` numbers, are text: its line in a certificate after its kind.

    >>> WrittenNode(Leaf, False, b"1,[2],[],[]", 1).read()
    Leaf(duals=Duals(scale=1, rows=[2], columns=[], stars=[], cliques=()), in_full=False)
    """

    kind: type[Leaf] | type[Fix]
    in_full: bool
    text: SupportsBytes
    size: int

    def read(self) -> Leaf | Fix:
        """Return the node with its duals as numbers."""
        return self.kind(Duals(*json.loads(b"[%b]" % bytes(self.text))), self.in_full)


def in_numbers(nodes: Iterable[ProofNode | WrittenNode]) -> Iterator[ProofNode]:
    """Yield the nodes with their duals as numbers."""
    return (node.read() if isinstance(node, WrittenNode) else node for node in nodes)


LONGEST_AT_ONCE = 20_000
"""Numbers of a proof, which take some 0.2 megabytes as text; no certificate of 6,572 pairs of sentences has more than
46 kilobytes. Of six hard pairs of 47,000 to 908,000 numbers a certificate of one line took a microsecond for each to be
written and checked, and one of a line for each node less than a fifth."""


def is_long(size: int) -> bool:
    """Test whether a proof of `size` numbers is written line by line, and not made at once."""
    return size > LONGEST_AT_ONCE


class LongProof:
    """A proof of `size` numbers whose nodes are made one by one, again at each iteration.

    `nodes` makes them, some of them as text.
    """

    def __init__(self, nodes: Callable[[], Iterator[ProofNode | WrittenNode]], size: int) -> None:
        self.nodes, self.size = nodes, size

    def __iter__(self) -> Iterator[ProofNode]:
        return in_numbers(self.nodes())


Proof = tuple[ProofNode, ...] | LongProof


class ProofOutcome(StrEnum):
    """The ends of an attempt to prove an alignment optimal."""

    NOT_ASKED = "not asked for"
    COMPLETE = "complete"
    """The proof proves the upper bound, and the alignment meets it."""
    TIME = "over the time limit"
    """The time is over, or by estimate not enough to begin."""
    NODES = "over the node limit"
    SIZE = "over the size limit"
    MEMORY = "over the memory limit"
    DECIDED = "stopped when it was decided"
    REFUSED = "refused by the checker"


def proof_size(proof: Iterable[ProofNode | WrittenNode]) -> int:
    """Return the number of duals and nodes of a proof; a dual of a star in full counts as a third.

    >>> proof_size([Branch(3), Leaf(Duals(1, [2], [], [])), Empty()])
    4
    """
    if isinstance(proof, LongProof):
        return proof.size
    size = 0
    for node in proof:
        size += 1
        if isinstance(node, (Leaf, Fix)):
            size += node.duals.size
        elif isinstance(node, WrittenNode):
            size += node.size
        elif isinstance(node, Symmetry):
            size += len(node.rows) + len(node.columns)
    return size


def each_changed(proof: Proof, change: Callable[[ProofNode | WrittenNode], ProofNode | WrittenNode]) -> Proof:
    """Return the proof with each node changed; its size has to stay. Nodes may be given to `change` as text."""
    if isinstance(proof, LongProof):
        return LongProof(lambda: map(change, proof.nodes()), proof.size)
    return tuple(in_numbers(map(change, proof)))


def multiplied(proof: Proof, factor: int) -> Proof:
    """Return the same proof for all weights times a factor.

    Scale and factor are first divided by their greatest common divisor, so that numbers stay small.

    >>> multiplied((Leaf(Duals(6, [13], [], [])),), 10)
    (Leaf(duals=Duals(scale=3, rows=[65], columns=[], stars=[], cliques=[]), in_full=False),)
    """

    def times(node: ProofNode | WrittenNode) -> ProofNode:
        node = node.read() if isinstance(node, WrittenNode) else node
        return replace(node, duals=node.duals.times(factor, node.in_full)) if isinstance(node, Leaf | Fix) else node

    return each_changed(proof, times)
