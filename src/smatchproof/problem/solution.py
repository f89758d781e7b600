"""The parameters and the result of a solver, the same for every method, and the entries of methods."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from smatchproof.base.record import PartlyCompared, Record
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
    """It is decided whether as much can be matched as was asked for: an alignment does, or the upper bound is below."""
    HEURISTIC = "heuristic"
    """The method does not prove optimality; the upper bound is the trivial one, or a better one found on the way."""


class Backend(StrEnum):
    """The program that solves the models of the ILP methods."""

    HIGHS = "highs"
    CBC = "cbc"


PROOF_OF_WEIGHT = 30
"""A leaf that lists all candidates has about one integer for each weight; proofs of more leaves take long to check."""

LONGEST_PROOF = 10_000_000
"""Checking a longer proof in memory takes more than some gigabytes."""

LONGEST_LONG_PROOF = 1_000_000_000
"""The limit for a proof whose nodes are made one by one, which disk and time set. The proof of nug17 is below; its text
has 4.4 gigabytes."""


class Report(Protocol):
    """The function that a method may call with each alignment worth keeping; see :class:`SolveParams`."""

    def __call__(self, alignment: Sequence[int | None], steps: int | None = None, /) -> None:
        """Note an alignment; `steps` is the number of steps so far, as the method counts them."""


def _unheard(alignment: Sequence[int | None], steps: int | None = None, /) -> None:
    """Ignore the report."""


class SolveParams(PartlyCompared):
    """The parameters of a solver. A method ignores those that do not concern it.

    * `time_limit`: seconds for one problem; ``None`` for no limit.
    * `node_limit`: nodes of the search tree; ``None`` for no limit.
    * `seed`: of all random choices.
    * `backend`: the MIP solver behind the ILP methods.
    * `memory_limit`: bytes for one problem, estimated before anything large is built; ``None`` for no limit.
    * `proof`: whether the solution should have a proof that a checker can verify; `proof_limit`: the most integers of
      a proof, longer ones are left out. ``None`` for the limit of :meth:`longest_proof`.
    * `in_full`: whether the proof may cover lines, state duals in full and use symmetries, which only a checker of
      certificates supports; without it, a dense problem is searched without its stronger programs.
    * `at_least`: ask only whether an alignment is worth at least this; ``None`` to ask for the optimum. The answer is
      yes if `matched` is as much, and no if `upper_bound` is less.
    * `is_close`: with `at_least`, the caller has an alignment that is worth one less. So the counting bound, which
      would take a third of the time of a small problem, is not computed.
    * `report`: a user's method may call it with an alignment and the number of its steps so far. The value is
      recounted, without counting the time, and becomes a moment of the trace. The best alignment that was reported or
      returned is the result.
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
        """Return the time at which a solve begun at `begin` has to end, if any; both are times of ``perf_counter``."""
        return math.inf if self.time_limit is None else begin + self.time_limit

    def seconds_left(self, begin: float) -> float | None:
        """Return the rest of the time limit of a solve begun at `begin`; 0 if it is over."""
        return None if self.time_limit is None else max(0.0, begin + self.time_limit - time.perf_counter())

    def longest_proof(self, weights: int) -> int:
        """Return the most integers of a proof made at once. `weights`: the number of candidates and matches.

        Without `proof_limit` it is a million, or :data:`PROOF_OF_WEIGHT` for each weight if that is more, but at most
        :data:`LONGEST_PROOF`.
        """
        if self.proof_limit is not None:
            return self.proof_limit
        return min(max(1_000_000, PROOF_OF_WEIGHT * weights), LONGEST_PROOF)

    @property
    def longest_tree(self) -> int:
        """The most integers of a proof whose nodes are made one by one."""
        return LONGEST_LONG_PROOF if self.proof_limit is None else self.proof_limit


class Moment(NamedTuple):
    """A moment of a search: the restarts (or kicks), steps and seconds so far, and the best value found."""

    restarts: int
    steps: int
    matched: int
    seconds: float


class Solution(PartlyCompared):
    """The result of a solver.

    * `mapping`: the alignment, as the right partner of each left variable, or ``None``.
    * `matched`: its value, recounted.
    * `upper_bound`: the upper bound for all alignments.
    * `nodes`: of the search tree, 0 if the method has none; `seconds`: of the solve alone.
    * `proof`: that no alignment is worth more than `proved_bound`, if it was asked for and the method has one.
    * `outcome`: how the attempt to prove `upper_bound` has ended. If it is complete, `proved_bound` is `upper_bound`
      and the alignment meets it; otherwise `proved_bound` may be more: then `upper_bound` rests on the search alone.
    * `trace`: for a search with restarts, a moment for each restart that found a better alignment, and one for the end.
      It is not compared when two solutions are, because it has seconds.
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
        """Return the solution with this alignment and its recounted value. The status is `unproved` unless it is met.

        Raises ``ValueError`` if `mapping` is no alignment or is worth more than the bound: then one of them is wrong.

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
"""The type of every method: it neither prints nor reads files, and the same problem gets the same result."""


# ---- methods: each declares its own entry where it is defined

SOLVING_OPTIONS = frozenset({"time_limit", "memory_limit", "node_limit", "proof_limit", "solver", "seed", "at_least"})
"""The options that a method may support, by their names on the command line."""


class Method(Record):
    """A method of aligning two graphs, with its name in commands and results; `summary` is one line for help."""

    name: str
    summary: str
    solve: Solver
    leaves_proof: bool = False
    """Whether its solutions can have a proof that the checker can verify."""
    interruptible: bool = True
    """Whether Ctrl-C ends a solve; a foreign solver does not return before it is done."""
    packages: tuple[str, ...] = ()
    """The packages whose versions its times depend on."""
    prepare: Callable[[str], None] | None = None
    """Loads the optional packages of the method, given its name; raises an error unless they work."""
    options: frozenset[str] = SOLVING_OPTIONS - {"at_least", "proof_limit"}
    """The :data:`SOLVING_OPTIONS` that the method supports; others are refused when a user gives them."""
    overhead: int = 1
    """Time and memory that the method needs before it looks at the clock, in multiples of those of building a
    problem.
    """
    course: Callable[[AlignmentProblem, SolveParams], Iterable[tuple[tuple[int | None, ...], int]]] | None = None
    """Yields the alignments of one run in order, each with its value, for drawings."""
    label: str = ""
    """The name in signatures, if it is another one."""
    restarted: Callable[..., Method] | None = None
    """Makes the method with another number of random starts, for the parameter `restarts`."""
    searches_all: bool = False
    """Whether the method, without limits, ends only when no alignment can be worth more."""
