"""The second pass of the tree search, which writes the proof."""

from __future__ import annotations

from smatchproof.alignment.proof import Branch, Empty, Fix, Leaf, Proof, ProofNode, ProofOutcome, proof_size
from smatchproof.exact.innards import kernels as k
from smatchproof.exact.innards.arrays import Arrays
from smatchproof.exact.search import effort
from smatchproof.exact.search.limits import Clock, LimitReached
from smatchproof.exact.search.tree_walk import Frame, Tree


class _TooLong(Exception):
    """The proof exceeds its limit."""


class ProofPass(Tree):
    """A second search, with the optimum known, that writes down why nothing is better.

    What is forbidden and required here is at every node what a reader of the proof concludes: nothing is killed
    except by a recorded Fix, and the last candidate of a required row is forced by a recorded Branch.
    """

    def __init__(self, arrays: Arrays, clock: Clock, scale: int, optimum: int, most: int, limit: int) -> None:
        super().__init__(arrays, clock, scale, optimum, most)
        self.limit = limit
        self.size = 0
        self.proof: list[ProofNode] = []
        self.closing: list[int] = []
        """For each frame, how many Empty nodes end the node's part of the proof."""

    def run(self) -> tuple[Proof | None, ProofOutcome]:
        """The proof, or why there is none."""
        try:
            self.start()
            self.expand(effort.ROOT_ITERATIONS, effort.ROOT_STEP)
            while self.next():
                self.expand(effort.NODE_ITERATIONS, effort.NODE_STEP)
        except LimitReached:
            return None, ProofOutcome.TIME
        except _TooLong:
            return None, ProofOutcome.SIZE
        return tuple(self.proof), ProofOutcome.COMPLETE

    def record(self, node: ProofNode, size: int = 1) -> None:
        """Append a node to the proof."""
        self.size += size
        if self.size > self.limit:
            raise _TooLong
        self.proof.append(node)

    def record_duals(self, kind: type[Leaf] | type[Fix]) -> None:
        """Append a node with the duals of the current state, in which all assignment problems are settled."""
        node = kind(self.state.duals(self.scale))
        self.record(node, proof_size([node]))

    def expand(self, iterations: int, step: float) -> None:
        """Prune the current node, with the least number of Fix nodes, or branch."""
        state = self.state
        forced = 0
        for _ in range(effort.FIXES + 1):
            k.begin_node(state.words, iterations, int(step * k.STEP_UNIT), effort.PATIENCE)
            while (answer := self.slice()) == k.RUNNING:
                pass
            if answer == k.PRUNED:
                self.record_duals(Leaf)
                for _ in range(forced):
                    self.record(Empty())
                return
            if k.kill_by_cost(state.words, True) == 0:
                break
            self.record_duals(Fix)
            k.kill_by_cost(state.words, False)
            forced += self.force_singletons()
            k.settle(state.words)
            self.trust()
            iterations, step = effort.NODE_ITERATIONS, effort.NODE_STEP
        self.frames.append(self.branch())
        self.closing.append(forced)

    def force_singletons(self) -> int:
        """Force candidates without an alternative; the other side of each Branch is for later. Answers how many."""
        state = self.state
        forced = 0
        while (cell := k.singleton(state.words)) != k.NULL:
            self.record(Branch(state.number(cell)))
            k.force(state.words, cell)
            forced += 1
        return forced

    def branch(self) -> Frame:
        """As always; the option of staying alone comes last, when all candidates have been forbidden one by one."""
        frame = super().branch()
        frame.options.sort(key=lambda option: option[1] != k.NULL)
        return frame

    def next(self) -> bool:
        """Go to the next child, recording how. Answers whether there is one."""
        state = self.state
        while self.frames:
            frame = self.frames[-1]
            k.undo(state.words, frame.mark, frame.serial)
            if frame.options:
                self.current, option = frame.options.pop()
                if option != k.NULL:
                    self.record(Branch(state.number(option)))
                self.descend(frame, option)
                return True
            if state.words[frame.node + k.NEED] != k.OPTIONAL:
                self.record(Empty())
            for _ in range(self.closing.pop()):
                self.record(Empty())
            self.frames.pop()
        return False
