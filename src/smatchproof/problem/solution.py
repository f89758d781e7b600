"""The parameters and the result of a solver, the same for every method."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from smatchproof.base.record import Record
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.proof import Proof, ProofOutcome


class Status(StrEnum):
    """Why a solver stopped."""

    OPTIMAL = "optimal"
    """The alignment is proved optimal: matched equals the upper bound."""
    TIME_LIMIT = "time limit"
    NODE_LIMIT = "node limit"
    MEMORY_LIMIT = "memory limit"
    DECIDED = "decided"
    """Whether as much can be matched as was asked for is known: an alignment does, or the upper bound is below."""
    HEURISTIC = "heuristic"
    """The method proves nothing more; the upper bound is the trivial one, or a better one that came along."""


class Backend(StrEnum):
    """The program that solves the models of the ILP methods."""

    HIGHS = "highs"
    CBC = "cbc"


PROOF_OF_WEIGHT = 30
"""A leaf that lists all has about one integer for each weight; a proof of more leaves takes long to check."""

LONGEST_PROOF = 10_000_000
"""To check more in memory takes more than some gigabytes."""

LONGEST_LONG_PROOF = 1_000_000_000
"""The same of a proof whose nodes are made one by one: disk and time bound it. That of nug17 is below; its text has 4.4
gigabytes."""


class Report(Protocol):
    """What a method may call with each alignment that is worth keeping; see :class:`SolveParams`."""

    def __call__(self, alignment: Sequence[int | None], steps: int | None = None, /) -> None:
        """Note an alignment, found after so many steps of the method's own counting."""


def _unheard(alignment: Sequence[int | None], steps: int | None = None, /) -> None:
    """Take no notice."""


class SolveParams(Record, frozen=True):
    """All that a caller can ask of a solver. A method ignores what does not concern it.

    * `time_limit`: seconds for one problem; ``None`` for no limit.
    * `node_limit`: nodes of the search tree; ``None`` for no limit.
    * `seed`: of everything random.
    * `backend`: the MIP solver behind the ILP methods.
    * `memory_limit`: bytes for one problem, estimated before anything large is built; ``None`` for no limit.
    * `proof`: whether the solution should carry a proof that a checker can follow, and `proof_limit`: how many
      integers it may hold; a longer one is left out. ``None`` for what :meth:`longest_proof` says.
    * `in_full`: whether the proof may cover lines, state duals in full and use symmetries, which only a checker of
      certificates follows; without, a dense problem is searched a second time for it.
    * `at_least`: the only question is whether so much can be matched; ``None`` to ask for the optimum. The answer is
      yes if `matched` is as much, and no if `upper_bound` is less.
    * `is_close`: with `at_least`, the caller has an alignment that is worth one less. So no bound below that is
      looked for by counting, which a small problem would spend a third of its time on.
    * `report`: a method of a user may call it with an alignment, and the number of its steps so far: the value is
      recounted, off the clock, and becomes a moment of the trace. The best that was reported or returned is the answer.
    """

    uncompared = ("report",)

    time_limit: float | None = None
    node_limit: int | None = None
    seed: int = 0
    backend: Backend = Backend.HIGHS
    proof: bool = False
    proof_limit: int | None = None
    in_full: bool = True
    memory_limit: int | None = None
    at_least: int | None = None
    is_close: bool = False
    report: Report = _unheard

    def deadline(self, begin: float) -> float:
        """The time at which a solve that began then has to end, if ever; both times are those of ``perf_counter``."""
        return math.inf if self.time_limit is None else begin + self.time_limit

    def seconds_left(self, begin: float) -> float | None:
        """Return the rest of the time limit of a solve that began then; 0 where it is over."""
        return None if self.time_limit is None else max(0.0, begin + self.time_limit - time.perf_counter())

    def longest_proof(self, weights: int) -> int:
        """Return the most integers that a proof made at once may hold. `weights`: the problem's candidates and matches.

        Unless limited otherwise a million, or :data:`PROOF_OF_WEIGHT` for each of its weights, :data:`LONGEST_PROOF` at
        most.
        """
        if self.proof_limit is not None:
            return self.proof_limit
        return min(max(1_000_000, PROOF_OF_WEIGHT * weights), LONGEST_PROOF)

    @property
    def longest_tree(self) -> int:
        """The most integers that a proof may hold whose nodes are made one by one."""
        return LONGEST_LONG_PROOF if self.proof_limit is None else self.proof_limit


class Moment(NamedTuple):
    """A moment of a search: the restarts (or kicks), steps and seconds so far, and the best alignment's value then."""

    restarts: int
    steps: int
    matched: int
    seconds: float


class Solution(Record, frozen=True):
    """The answer of a solver.

    * `mapping`: the alignment: the right partner of each left variable, ``None`` where there is none.
    * `matched`: its value, recounted.
    * `upper_bound`: no alignment is worth more.
    * `nodes`: of the search tree, 0 where the method has none; `seconds`: of the solve alone.
    * `proof`: that no alignment is worth more than `proved_bound`, where it was asked for and the method has one.
    * `outcome`: how the attempt to prove `upper_bound` has ended. If it is complete, `proved_bound` is `upper_bound`
      and the alignment meets it; otherwise `proved_bound` may be more: then `upper_bound` rests on the search alone.
    * `trace`: of a search with restarts, each restart that found a better alignment, and the end; no part of what makes
      two solutions equal, because it holds seconds.
    """

    uncompared = ("trace",)

    mapping: tuple[int | None, ...]
    matched: int
    upper_bound: int
    status: Status
    nodes: int = 0
    seconds: float = 0.0
    proof: Proof | None = None
    proved_bound: int | None = None
    outcome: ProofOutcome = ProofOutcome.NOT_ASKED
    trace: tuple[Moment, ...] = ()

    @classmethod
    def of(
        cls,
        problem: AlignmentProblem,
        mapping: tuple[int | None, ...],
        upper_bound: int,
        unproved: Status,
        nodes: int = 0,
        seconds: float = 0.0,
        proof: Proof | None = None,
        proved_bound: int | None = None,
        outcome: ProofOutcome = ProofOutcome.NOT_ASKED,
        trace: tuple[Moment, ...] = (),
    ) -> Solution:
        """The solution with that alignment, its value recounted. Its status is `unproved` unless the bound is met.

        Raises ``ValueError`` when `mapping` is no alignment or is worth more than the bound: then one is wrong.

        >>> problem = AlignmentProblem.from_weights(1, 1, {(0, 0): 2}, {})
        >>> Solution.of(problem, (0,), upper_bound=2, unproved=Status.HEURISTIC).status
        <Status.OPTIMAL: 'optimal'>
        """
        matched = recount(problem, mapping)
        if matched > upper_bound:
            raise ValueError(f"an alignment worth {matched} refutes the bound {upper_bound}")
        status = Status.OPTIMAL if matched == upper_bound else unproved
        return cls(mapping, matched, upper_bound, status, nodes, seconds, proof, proved_bound, outcome, trace)


Solver = Callable[[AlignmentProblem, SolveParams], Solution]
"""Every method is such a function: it neither prints nor reads files, and the same problem gets the same answer."""
