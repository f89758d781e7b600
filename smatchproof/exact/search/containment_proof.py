"""The proof that no alignment matches everything of one graph, where the search of ``containment`` has found none.

What filters do is done by duals here: with the weights split as a relaxation begins, a candidate whose partners are
missing, or compete, has so much slack that a Fix forbids it. Other multipliers gain next to nothing, so there are no
steps: a node is fixed until nothing more goes, and then branches on the row that has fewest candidates left.
"""

from __future__ import annotations

from collections.abc import Callable

from smatchproof.alignment import AlignmentProblem
from smatchproof.alignment.proof import Branch, Fix, Leaf, Proof, ProofNode
from smatchproof.exact.innards.parts import renumbered, restricted
from smatchproof.exact.innards.relaxation import SCALE, Bound, Relaxation

_LARGEST_WORK = 1_000_000
"""How many candidates and halves may be looked at: a second. Where that is not enough the compiled tree is quicker."""
_LARGEST_WORK_ALONE = 10_000_000
"""The same where there is no compiled tree."""


def absence_proof(
    problem: AlignmentProblem, at_least: int, tick: Callable[[], None], is_alone: bool = False
) -> Proof | None:
    """The proof that no alignment is worth so much, which is all that the left graph can earn; ``None`` if too long.

    Exponential at worst. Where it `is_alone`, without a compiled search, more time is spent on it. `tick` is called
    again and again; what it raises ends this.

    >>> arrow = AlignmentProblem.from_weights(2, 2, {}, {((0, 0), (1, 1)): 1})
    >>> [type(node).__name__ for node in absence_proof(arrow, 2, lambda: None)]
    ['Leaf']
    """
    proof: list[ProofNode] = []
    root, is_open = _fixed(Relaxation(problem, tick=tick), at_least, proof)
    if not is_open:
        return tuple(proof)
    rest = restricted(problem, root.original)  # parts of it are made in no more time than is left to look at
    below: list[ProofNode] = []
    stack, work = [Relaxation(rest, tick=tick)], 0
    most = _LARGEST_WORK_ALONE if is_alone else _LARGEST_WORK
    while stack:
        relaxation, is_open = _fixed(stack.pop(), at_least, below)
        work += len(relaxation.original) + len(relaxation.halves) + len(rest.matches)
        if work > most:
            return None
        if is_open:
            row = min((row for row in relaxation.edges if row), key=lambda row: (len(row) == 1, len(row)))
            below.append(Branch(relaxation.original[row[0]]))
            alive = range(len(relaxation.original))
            stack.append(relaxation.part([p for p in alive if p != row[0]]))
            stack.append(relaxation.part(alive, force=row[0]))
    return *proof, *(renumbered(node, root.original) for node in below)


def _fixed(relaxation: Relaxation, at_least: int, proof: list[ProofNode]) -> tuple[Relaxation, bool]:
    """What is left of a part when nothing more can be forbidden, and whether anything in it can be worth so much."""
    while True:
        bound: Bound = relaxation.bound()
        if bound.total < SCALE * at_least:
            proof.append(Leaf(relaxation.duals(bound)))
            return relaxation, False
        most = bound.total - SCALE * at_least
        alive = [p for p, slack in enumerate(relaxation.slacks(bound)) if slack <= most]
        if len(alive) == len(relaxation.original):
            return relaxation, True
        proof.append(Fix(relaxation.duals(bound)))
        relaxation = relaxation.part(alive)
