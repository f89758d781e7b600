"""The task of a solver, and the record that one of its stages hands to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from smatchproof.exact.search.greedy import greedy
from smatchproof.exact.search.star_node import Node
from smatchproof.problem.problem import AlignmentProblem, picked
from smatchproof.problem.proof import Duals, Leaf, Proof, ProofOutcome
from smatchproof.problem.solution import SolveParams, Status


class Task(NamedTuple):
    """A problem, the parameters of the search, and its start by ``time.perf_counter``."""

    problem: AlignmentProblem
    params: SolveParams
    start: float
    candidates: int
    matches: int

    @property
    def size(self) -> int:
        """The number of candidates and matches together."""
        return self.candidates + self.matches

    def floor(self, value: int) -> int:
        """The value that an alignment has to exceed to be of interest, when one worth `value` is known."""
        asked = self.params.at_least
        return value if asked is None else max(value, asked - 1)

    def met(self, value: int, bound: int) -> Status | None:
        """The status of a search with a best alignment of this value and this upper bound, or ``None``."""
        asked = self.params.at_least
        if value == bound:
            return Status.OPTIMAL
        is_decided = asked is not None and (value >= asked or bound < asked)
        return Status.DECIDED if is_decided else None


class Evidence(NamedTuple):
    """A proved bound, and the function that makes its proof; ``None`` if the proof would be too long."""

    bound: int
    proof: Callable[[], Proof] | None


class Known(NamedTuple):
    """The state of a search. A stage of a solver takes one and returns another one.

    * `mapping`, `value`: the best alignment and what it is worth; -1 before there is one.
    * `bound`, `bound_proof`: nothing is worth more, as the root has shown; no proof before there is one.
    * `counted`: nothing is worth more by counting; ``None`` before it is computed.
    * `nodes`: how many have been searched.
    * `open`: the root, if it is left open.
    * `status`: why the search has ended; ``None`` if the next stage goes on.
    * `result`, `outcome`: the evidence of the stage that has ended the search, and how far it proves the result;
      ``None`` if a limit came before there was more than :meth:`evidence`.
    * `upper_bound`: the upper bound, proved or not; ``None`` for the bound of `result`.
    """

    mapping: tuple[int | None, ...]
    value: int
    bound: int
    bound_proof: Callable[[], Proof] | None = None
    counted: int | None = None
    nodes: int = 0
    open: Node | None = None
    status: Status | None = None
    result: Evidence | None = None
    outcome: ProofOutcome | None = None
    upper_bound: int | None = None

    @classmethod
    def nothing(cls, problem: AlignmentProblem) -> Known:
        """The state before a search: the bound is the sum of all weights."""
        return cls((None,) * problem.left_size, -1, problem.total_weight)

    def with_alignment(self, mapping: Sequence[int | None], value: int, problem: AlignmentProblem) -> Known:
        """Return the state with this alignment, if it is better; its pairs that earn nothing are dropped."""
        if value <= self.value:
            return self
        return self._replace(mapping=problem.alignment(picked(problem, mapping)), value=value)

    def with_counting(self, task: Task) -> Known:
        """Return the state with the counting bound, which needs no search, unless an alignment is close already."""
        if self.counted is not None or task.params.is_close:
            return self
        return self._replace(counted=task.problem.trivial_bound())

    def with_greedy(self, problem: AlignmentProblem) -> Known:
        """Return the state with a greedy alignment, if that is better."""
        value, mapping = greedy(problem)
        return self._replace(mapping=mapping, value=value) if value > self.value else self

    def evidence(self, problem: AlignmentProblem) -> Evidence:
        """The best bound that the root or counting proves."""
        # of both bounds the lower one is stated, so that it is the one to prove
        if self.bound_proof is not None and (self.counted is None or self.counted >= self.bound):
            return Evidence(self.bound, self.bound_proof)
        return Evidence(self.least_bound, lambda: (counting_leaf(problem),))

    def met(self, task: Task) -> Known:
        """Return the state, ended if the alignment meets the bound or if the question is decided."""
        return self.ended(task, task.met(self.value, self.least_bound))

    @property
    def least_bound(self) -> int:
        """The lower of both bounds."""
        return self.bound if self.counted is None else min(self.bound, self.counted)

    def ended(self, task: Task, status: Status | None) -> Known:
        """Return the state with this status; if that is OPTIMAL, the alignment meets the bound."""
        if status is not Status.OPTIMAL:
            return self._replace(status=status)
        return self._replace(status=status, result=self.evidence(task.problem), outcome=ProofOutcome.COMPLETE)


def counting_leaf(problem: AlignmentProblem) -> Leaf:
    """The leaf that proves :meth:`smatchproof.problem.problem.AlignmentProblem.trivial_bound`. Linear in the problem.

    With denominator 2, a candidate pays the whole weight of a match for half of it, once for each other variable of
    the side that is counted; the dual of a variable of that side is what its best candidate pays.

    >>> counting_leaf(AlignmentProblem.from_weights(2, 2, {(0, 0): 2}, {((0, 0), (1, 1)): 3})).duals.total
    10
    """
    best = [problem.best_of_side(side) for side in (0, 1)]
    side = 0 if sum(best[0].values()) <= sum(best[1].values()) else 1
    first, listed = (0, problem.left_size)[side], list[int]()
    for p, variable, weight in problem.best_matches(side):
        left, right = problem.candidates[p]
        # 2 W are owed at denominator 2, and each end pays W at least: nothing is left for others to pay
        listed += left * problem.right_size + right, first + variable, weight
    of_side = [best[side].get(variable, 0) for variable in range((problem.left_size, problem.right_size)[side])]
    return Leaf(Duals(2, *((of_side, []) if side == 0 else ([], of_side)), listed))
