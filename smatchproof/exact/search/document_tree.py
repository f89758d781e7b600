"""The tree of a search by linear programs: its open nodes, what it proves, and that as a proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from smatchproof.alignment.proof import Branch, Fix, Leaf, ProofNode
from smatchproof.exact.search.document_node import Evaluation, Node, Whole


@dataclass(slots=True, eq=False)
class Place:
    """A place in the tree: a node with its best evaluation and, where it has been branched, on what, and what is below.

    `total` is the bound of that evaluation, and `most` what it and those above prove together, times the scale. `fixed`
    are the evaluations whose slacks have forbidden candidates in this node, in order.
    """

    node: Node
    evaluation: Evaluation
    most: int
    fixed: list[Evaluation] = field(default_factory=list)
    candidate: int = -1
    below: tuple[Place, ...] = ()

    @property
    def total(self) -> int:
        """The bound of the evaluation, times the scale."""
        return self.evaluation.total


class ProofTree:
    """A tree that will have proved, when none of its places is open, that nothing is worth more than `goal`.

    It has `size` numbers as a proof; one of more than `longest` is not kept.
    """

    def __init__(self, whole: Whole, root: Place, goal: int, longest: int) -> None:
        self.whole = whole
        self.root = Place(root.node.copy(), root.evaluation, root.most)
        self.goal = goal
        self.longest = longest
        self.size = 0
        self.count(root.evaluation)

    @property
    def is_kept(self) -> bool:
        """Whether it is short enough for a proof."""
        return self.size <= self.longest

    def count(self, evaluation: Evaluation) -> None:
        """Count the numbers of one more node of the proof."""
        self.size += self.whole.leaf_size(evaluation)

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
        return max(self.goal, max(place.most for place in self.leaves()) // self.whole.scale)

    def proof(self) -> Iterator[ProofNode]:
        """That nothing is worth more than the bound: no more of the tree than that takes."""
        enough = self.whole.scale * (self.bound + 1)
        stack = [self.root]
        while stack:
            place = stack.pop()
            for evaluation in place.fixed:
                yield Fix(place.node.duals(evaluation))
            if place.total >= enough and place.below:
                yield Branch(int(self.whole.arrays.number[place.candidate]))
                stack.extend(reversed(place.below))
            else:
                yield Leaf(place.node.duals(place.evaluation))
