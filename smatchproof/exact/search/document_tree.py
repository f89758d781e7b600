"""The tree of a search by linear programs: its open nodes, what it proves, and that as a proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from smatchproof.alignment.proof import Branch, Fix, Leaf, ProofNode
from smatchproof.exact.core.evaluation import Evaluation
from smatchproof.exact.search.document_node import Bound, Node


@dataclass(slots=True, eq=False)
class Place:
    """A place in the tree: a node with its best bound and, where it has been branched, on what, and what is below.

    `most` is what that bound and those above prove together, times the scale. `fixed` are the evaluations whose slacks
    have forbidden candidates in this node, in order.
    """

    node: Node
    bound: Bound
    most: int
    fixed: list[Evaluation] = field(default_factory=list)
    candidate: int = -1
    below: tuple[Place, ...] = ()

    @property
    def total(self) -> int:
        """The bound, times the scale."""
        return self.bound.total


class ProofTree:
    """A tree that will have proved, when none of its places is open, that nothing is worth more than `goal`.

    It has `size` numbers as a proof; one of more than `longest` is not kept.
    """

    def __init__(self, root: Place, goal: int, longest: int) -> None:
        self.scale = root.node.whole.scale
        self.root = Place(root.node.copy(), root.bound, root.most)
        self.goal = goal
        self.longest = longest
        self.size = root.bound.evaluation.size

    @property
    def is_kept(self) -> bool:
        """Whether it is short enough for a proof."""
        return self.size <= self.longest

    def leaves(self) -> Iterator[Place]:
        """The places that have not been branched."""
        stack = [self.root]
        while stack:
            place = stack.pop()
            if not place.below:
                yield place
            stack.extend(place.below)

    @property
    def bound(self) -> int:
        """Nothing is worth more, whether or not there are open places."""
        return max(self.goal, max(place.most for place in self.leaves()) // self.scale)

    def proof(self) -> Iterator[ProofNode]:
        """That nothing is worth more than the bound: no more of the tree than that takes."""
        enough = self.scale * (self.bound + 1)
        stack = [self.root]
        while stack:
            place = stack.pop()
            for evaluation in place.fixed:
                yield Fix(place.node.duals(evaluation))
            if place.total >= enough and place.below:
                yield Branch(place.node.whole.original_number(place.candidate))
                stack.extend(reversed(place.below))
            else:
                yield Leaf(place.node.duals(place.bound.evaluation))
