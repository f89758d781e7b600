"""What a solver is asked, and what is known of the answer from one of its stages to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from smatchproof.exact.search.counting import counting_leaf
from smatchproof.exact.search.greedy import greedy
from smatchproof.exact.search.star_node import Node
from smatchproof.problem.problem import AlignmentProblem, picked
from smatchproof.problem.proof import Proof, ProofNode, ProofOutcome
from smatchproof.problem.solution import SolveParams, Status


class Task(NamedTuple):
    """A problem, what is asked of it, when the search began, by ``time.perf_counter``, and how large it is."""

    problem: AlignmentProblem
    params: SolveParams
    start: float
    candidates: int
    matches: int

    @property
    def size(self) -> int:
        """Candidates and matches together."""
        return self.candidates + self.matches

    def floor(self, value: int) -> int:
        """Where an alignment is worth `value`, those that are worth no more than this are not looked for."""
        asked = self.params.at_least
        return value if asked is None else max(value, asked - 1)

    def met(self, value: int, bound: int) -> Status | None:
        """The status of a search whose best alignment is worth so much, where nothing is worth more than the bound."""
        asked = self.params.at_least
        if value == bound:
            return Status.OPTIMAL
        is_decided = asked is not None and (value >= asked or bound < asked)
        return Status.DECIDED if is_decided else None


class Evidence(NamedTuple):
    """A bound that is proved, and what makes its proof when it is wanted; ``None`` where that would be too long."""

    bound: int
    proof: Callable[[], Proof] | None


class Known(NamedTuple):
    """All that is known of a problem. A stage of a solver takes one and returns another one.

    * `mapping`, `value`: the best alignment and what it is worth; -1 before there is one.
    * `bound`, `bound_proof`: nothing is worth more, as the root has shown; no proof before there is one.
    * `counted`: nothing is worth more by counting; ``None`` before it is computed.
    * `nodes`: how many have been searched.
    * `open`, `fixed`: the node that the root leaves open, and the nodes of the proof above it.
    * `status`: why nothing more is looked for; ``None`` where the next stage goes on.
    * `result`, `outcome`: what the stage that has ended the search has proved, and how far; ``None`` where a limit has
      ended it before that is more than :meth:`evidence`.
    * `upper_bound`: no alignment is worth more, whether or not that is proved; ``None`` for the bound of `result`.
    """

    mapping: tuple[int | None, ...]
    value: int
    bound: int
    bound_proof: Callable[[], Proof] | None = None
    counted: int | None = None
    nodes: int = 0
    open: Node | None = None
    fixed: tuple[ProofNode, ...] = ()
    status: Status | None = None
    result: Evidence | None = None
    outcome: ProofOutcome | None = None
    upper_bound: int | None = None

    @classmethod
    def nothing(cls, problem: AlignmentProblem) -> Known:
        """All that is known before a search: each weight counts once at most."""
        return cls((None,) * problem.left_size, -1, problem.total_weight)

    def with_alignment(self, mapping: Sequence[int | None], value: int, problem: AlignmentProblem) -> Known:
        """The same with an alignment that is worth so much, if it is better; without its pairs that earn nothing."""
        if value <= self.value:
            return self
        return self._replace(mapping=problem.alignment(picked(problem, mapping)), value=value)

    def with_counting(self, task: Task) -> Known:
        """The same with the counting bound, which needs no search, unless an alignment is close already."""
        if self.counted is not None or task.params.is_close:
            return self
        return self._replace(counted=task.problem.trivial_bound())

    def with_greedy(self, problem: AlignmentProblem) -> Known:
        """The same with a greedy alignment, if that is better."""
        value, mapping = greedy(problem)
        return self._replace(mapping=mapping, value=value) if value > self.value else self

    def evidence(self, problem: AlignmentProblem) -> Evidence:
        """The best bound that the root or counting proves."""
        # of both bounds the lower one is stated, so that it is the one to prove
        if self.bound_proof is not None and (self.counted is None or self.counted >= self.bound):
            return Evidence(self.bound, self.bound_proof)
        return Evidence(self.least_bound, lambda: (counting_leaf(problem),))

    def met(self, task: Task) -> Known:
        """The same, ended if the alignment meets the bound, or if what was asked for is decided."""
        return self.ended(task, task.met(self.value, self.least_bound))

    @property
    def least_bound(self) -> int:
        """The lower one of both bounds."""
        return self.bound if self.counted is None else min(self.bound, self.counted)

    def ended(self, task: Task, status: Status | None) -> Known:
        """The same with a status; if that is OPTIMAL, the alignment meets the bound."""
        if status is not Status.OPTIMAL:
            return self._replace(status=status)
        return self._replace(status=status, result=self.evidence(task.problem), outcome=ProofOutcome.COMPLETE)
