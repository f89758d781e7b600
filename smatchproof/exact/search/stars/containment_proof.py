"""The proof that no alignment matches everything of one graph, where the search of ``containment`` has found none.

What filters do is done by duals here: with the weights split as a relaxation begins, a candidate whose partners are
missing, or compete, has so much slack that a Fix forbids it. Other multipliers gain next to nothing, so there are no
steps: a node is fixed until nothing more goes, and then branches on the row that has fewest candidates left.
"""

from __future__ import annotations

from collections.abc import Callable

from smatchproof.exact.core.forms import is_compiled
from smatchproof.exact.search.stars.node import SCALE, Node
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Branch, Fix, Leaf, Proof, ProofNode

_LARGEST_WORK = 1_000_000 if is_compiled() else 10_000_000
"""How many candidates and halves may be looked at. Where that is not enough the compiled tree search is quicker."""


def absence_proof(problem: AlignmentProblem, at_least: int, tick: Callable[[], None]) -> Proof | None:
    """The proof that no alignment is worth so much, which is all that the left graph can earn; ``None`` if too long.

    Exponential at worst. `tick` is called again and again; what it raises ends this.

    >>> arrow = AlignmentProblem.from_weights(2, 2, {}, {((0, 0), (1, 1)): 1})
    >>> [type(node).__name__ for node in absence_proof(arrow, 2, lambda: None)]
    ['Leaf']
    """
    proof: list[ProofNode] = []
    stack, work = [Node.root(problem)], 0
    while stack:
        tick()
        node, is_open = _fixed(stack.pop(), at_least, proof)
        work += node.work
        if work > _LARGEST_WORK:
            return None
        if is_open:
            candidate, with_it, without = node.children(node.relaxation.narrowest())
            proof.append(Branch(candidate))
            stack += without, with_it  # in prefix order: the node with it comes next
    return tuple(proof)


def _fixed(node: Node, at_least: int, proof: list[ProofNode]) -> tuple[Node, bool]:
    """What is left of a node when nothing more can be forbidden, and whether anything in it can be worth so much."""
    while True:
        bound = node.relaxation.bound()
        if bound < SCALE * at_least:
            proof.append(Leaf(node.duals()))
            return node, False
        # an alignment worth so much can lose no more than this against the bound, in all of its pairs
        spare = bound - SCALE * at_least
        alive = node.relaxation.surviving(spare)
        if alive is None:
            return node, True
        proof.append(Fix(node.duals(spare)))
        node = node.only(alive)
