"""The second pass of the tree search, which writes the proof."""

from __future__ import annotations

from smatchproof.alignment.proof import Branch, Empty, Fix, Leaf, Proof, ProofNode, ProofOutcome, proof_size
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.search import effort
from smatchproof.exact.search.limits import Clock, LimitReached
from smatchproof.exact.search.tree_walk import Frame, TreeWalk


class _TooLong(Exception):
    """The proof exceeds its limit."""


class ProofPass(TreeWalk):
    """A second search, with the optimum known, that writes down why nothing is better.

    What is forbidden and required here is at every node what a reader of the proof concludes: nothing is killed
    except by a recorded Fix, and the last candidate of a required row is forced by a recorded Branch.
    """

    def __init__(self, candidates: Candidates, clock: Clock, scale: int, optimum: int, most: int, limit: int) -> None:
        super().__init__(candidates, clock, scale, optimum, most)
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
        node = kind(self.duals())
        self.record(node, proof_size([node]))

    def expand(self, iterations: int, step: float) -> None:
        """Prune the current node, with the least number of Fix nodes, or branch."""
        state = self.state
        forced = 0
        for _ in range(effort.FIXES + 1):
            state.begin_node(iterations, step, effort.PATIENCE)
            while self.slice():
                pass
            if not state.is_open:
                self.record_duals(Leaf)
                for _ in range(forced):
                    self.record(Empty())
                return
            if state.fix(is_trial=True) == 0:
                break
            self.record_duals(Fix)
            state.fix(is_trial=False)
            forced += self.force_singletons()
            self.settle()
            iterations, step = effort.NODE_ITERATIONS, effort.NODE_STEP
        self.frames.append(self.branch())
        self.closing.append(forced)

    def force_singletons(self) -> int:
        """Force candidates without an alternative; the other side of each Branch is for later. Answers how many."""
        forced = 0
        while (candidate := self.state.force_last()) >= 0:
            self.record(Branch(self.state.original(candidate)))
            forced += 1
        return forced

    def branch(self) -> Frame:
        """As always; the option of staying alone comes last, when all candidates have been forbidden one by one."""
        frame = super().branch()
        frame.options.sort(key=lambda option: option[1] >= 0)
        return frame

    def next(self) -> bool:
        """Go to the next child, recording how. Answers whether there is one."""
        state = self.state
        while self.frames:
            frame = self.frames[-1]
            state.return_to(frame.level)
            if frame.options:
                self.current, option = frame.options.pop()
                if option >= 0:
                    self.record(Branch(state.original(option)))
                state.descend(frame.line, option)
                return True
            if not state.may_stay_alone(frame.line):
                self.record(Empty())
            for _ in range(self.closing.pop()):
                self.record(Empty())
            self.frames.pop()
        return False
