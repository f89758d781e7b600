"""The certified solver: bound, alignment and proof in plain Python for the pairs that people have, and for the rest
a compiled tree search.

Almost every pair of AMRs is closed at the root: after a few multiplier steps the bound meets the alignment that the
steps themselves suggest. What is left is fixed by reduced costs and branched on, still here; only a pair that
resists goes to ``smatchproof.exact.innards.tree``, which needs numba.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from mmap import mmap

from smatchproof.alignment import AlignmentProblem, Solution, SolveParams, Status, install
from smatchproof.alignment.proof import Branch, Fix, Leaf, ProofNode
from smatchproof.exact.innards.relaxation import SCALE, Bound, Relaxation
from smatchproof.exact.innards.rounding import climb, dive

_log = logging.getLogger("smatchproof")
_TOLD = mmap(-1, 1)
"""Whether a user knows that hard pairs take longer than they need to. Forked workers share it: one of them tells."""

_ROOT_STEPS = 30
_NODE_STEPS = 12
_FIX_AT = frozenset([3, 8, 16, 29])
_HOPELESS = (8, 4, 5_000)
"""After so many steps, with a gap of more triples than this, a problem with no more candidates than this is for the
compiled search: pairs of AMRs are hardly ever so far from closed then."""
_LARGEST_GAP = 2
"""Where the root leaves more triples between the bound and the best alignment, the tree is too large for Python."""
_LARGEST_WORK = 300_000
"""How many candidates and halves the Python search may look at before it gives up: half a second."""


def exact(problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
    """The optimum and, if ``params.proof`` asks for it, a proof that an independent checker can follow.

    Without limits the answer is always optimal. A time or node limit returns the best alignment found with a proved
    bound. The same problem and params give the same answer (a time limit aside). Typical AMR pairs take a fraction of
    a millisecond; the worst case is exponential, as it must be unless P = NP.

    >>> problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    >>> solution = exact(problem)
    >>> solution.mapping, solution.matched, solution.upper_bound
    ((0, 1), 3, 3)
    """
    start = time.perf_counter()
    search = _Search(problem, params, start)
    status = search.run()
    if status is None and not _can_compile():
        search = _Search(problem, params, start, alone=True)
        status = search.run()
    if status is None:
        return _finish(search)
    return search.solution(search.best if status is Status.OPTIMAL else search.root_bound, status)


def _can_compile() -> bool:
    """Whether the compiled search can be used: it needs numba, and numba a folder for what it compiles."""
    try:
        import smatchproof.exact.innards.kernels  # noqa: F401
    except ModuleNotFoundError:
        _tell_once(f"a hard pair: it would be solved faster with the compiled search; {install('fast')}")
    except (ImportError, RuntimeError) as error:
        _tell_once(f"a hard pair: it would be solved faster with the compiled search, which does not load ({error})")
    else:
        return True
    return False


def _tell_once(words: str) -> None:
    if not _TOLD[0]:
        _TOLD[0] = 1
        _log.warning(words)


def _finish(search: _Search) -> Solution:
    """Let the compiled search finish what the root has left open."""
    from smatchproof.exact.innards.open_pairs import solve_open

    params = search.params
    elapsed = time.perf_counter() - search.start
    rest = replace(
        params,
        time_limit=None if params.time_limit is None else max(0.0, params.time_limit - elapsed),
        node_limit=None if params.node_limit is None else max(1, params.node_limit - search.nodes),
    )
    result = solve_open(search.problem, search.open_at_root, search.mapping(), search.best, rest)
    upper_bound = min(result.upper_bound, search.root_bound)
    return Solution.of(
        search.problem,
        result.mapping if result.matched > search.best else search.mapping(),
        upper_bound,
        result.status,
        nodes=search.nodes + result.nodes,
        seconds=time.perf_counter() - search.start,
        proof=None if result.proof is None else (*search.proof[: search.proved_at_root], *result.proof),
    )


class _Stop(Exception):
    """The search has met a limit or, with no status, has done its share of the work."""

    def __init__(self, status: Status | None = None) -> None:
        super().__init__(status)
        self.status = status


@dataclass(slots=True)
class _Search:
    """A depth-first search and what it has found so far.

    `picks` are candidates, `best` is what they are worth. `open_at_root` lists the candidates that the root has left
    alive, and the first `proved_at_root` nodes of the proof say why. A search that is `alone` leaves nothing to the
    compiled one.
    """

    problem: AlignmentProblem
    params: SolveParams
    start: float
    alone: bool = False
    best: int = -1
    picks: list[int] = field(default_factory=list)
    offered: list[int] = field(default_factory=list)
    root_bound: int = 0
    nodes: int = 0
    work: int = 0
    proof: list[ProofNode] = field(default_factory=list)
    open_at_root: list[int] = field(default_factory=list)
    proved_at_root: int = 0

    def run(self) -> Status | None:
        """Search the tree. Returns OPTIMAL, the status of a limit, or ``None`` if the tree is too large for Python."""
        root = Relaxation(self.problem)
        self.root_bound = root.bound().total // SCALE
        try:
            self._explore(root)
        except _Stop as stop:
            return stop.status
        return Status.OPTIMAL

    def _explore(self, root: Relaxation) -> None:
        """Depth first, with a stack of its own: what has to be done next is last. Raises :class:`_Stop`."""
        stack = [root]
        while stack:
            if self.nodes and self.params.node_limit is not None and self.nodes >= self.params.node_limit:
                raise _Stop(Status.NODE_LIMIT)
            self.nodes += 1
            relaxation, bound = self._close(stack.pop())
            if bound is None:
                continue
            if self.nodes == 1:
                self._leave_root(relaxation)
            candidate = _undecided(relaxation, bound)
            self.proof.append(Branch(relaxation.original[candidate]))
            alive = range(len(relaxation.original))
            stack.append(relaxation.part([p for p in alive if p != candidate]))
            stack.append(relaxation.part(alive, force=candidate))

    def _leave_root(self, relaxation: Relaxation) -> None:
        """Note where the tree begins, and stop if it will be too large for Python."""
        self.open_at_root = relaxation.original
        self.proved_at_root = len(self.proof)
        self.work = 0
        if self.root_bound - self.best > _LARGEST_GAP * self.problem.unit and not self.alone:
            raise _Stop

    def solution(self, upper_bound: int, unproved: Status) -> Solution:
        """What is known now."""
        proof = tuple(self.proof) if self.params.proof and upper_bound == self.best else None
        seconds = time.perf_counter() - self.start
        return Solution.of(self.problem, self.mapping(), upper_bound, unproved, self.nodes, seconds, proof)

    def mapping(self) -> tuple[int | None, ...]:
        """The best alignment found."""
        mapping: list[int | None] = [None] * self.problem.left_size
        for candidate in self.picks:
            left, right = self.problem.candidates[candidate]
            mapping[left] = right
        return tuple(mapping)

    def _close(self, relaxation: Relaxation) -> tuple[Relaxation, Bound | None]:
        """Lower the bound of a node until nothing in it is worth more than the best alignment known.

        Returns no bound if that succeeded; otherwise the part of the node that is left, with its bound.
        """
        is_root = self.nodes == 1
        steps = _ROOT_STEPS if is_root else _NODE_STEPS
        pace, lowest = 1.0, None
        self.offered = []
        bound = relaxation.bound()
        for step in range(steps):
            self._spend(relaxation)
            self._improve(relaxation, bound, with_dive=step % 3 == 0)
            if is_root:
                self.root_bound = min(self.root_bound, bound.total // SCALE)
            if bound.total < self._target:
                self._record(Leaf, relaxation, bound)
                return relaxation, None
            if lowest is not None and bound.total >= lowest:
                pace *= 0.7
            lowest = bound.total if lowest is None else min(lowest, bound.total)
            if is_root and self._is_hopeless(step):
                break
            if step in _FIX_AT and (part := self._fix(relaxation, bound)) is not relaxation:
                relaxation, bound = part, part.bound()
                self.offered = []
            if step == 0:
                relaxation.share_slack(bound)
            relaxation.step(bound, pace * (bound.total - self._target + 1))
            bound = relaxation.bound()
        return relaxation, bound

    def _is_hopeless(self, step: int) -> bool:
        steps, gap, candidates = _HOPELESS
        far = step == steps and self.root_bound - self.best > gap * self.problem.unit
        return far and len(self.problem.candidates) <= candidates and not self.alone

    @property
    def _target(self) -> int:
        """A bound below this closes a node."""
        return SCALE * (self.best + 1)

    def _improve(self, relaxation: Relaxation, bound: Bound, with_dive: bool) -> None:
        if bound.picks != self.offered:  # otherwise the same climb would end at the same place
            self.offered = bound.picks
            self._offer(relaxation, bound.picks)
        if with_dive and bound.total >= self._target:
            self._offer(relaxation, dive(relaxation, bound))

    def _offer(self, relaxation: Relaxation, picks: Sequence[int]) -> None:
        value, picks = climb(relaxation, list(picks))
        if value > self.best:
            self.best = value
            self.picks = [*relaxation.forced, *(relaxation.original[pick] for pick in picks if pick >= 0)]

    def _fix(self, relaxation: Relaxation, bound: Bound) -> Relaxation:
        """Forbid the candidates whose reduced costs show that they cannot be part of anything better."""
        size = len(relaxation.original)
        alive = [p for p in range(size) if bound.total - relaxation.slack(bound, p) >= self._target]
        if len(alive) == size:
            return relaxation
        self._record(Fix, relaxation, bound)
        return relaxation.part(alive)

    def _record(self, kind: type[Leaf] | type[Fix], relaxation: Relaxation, bound: Bound) -> None:
        if self.params.proof:
            self.proof.append(kind(relaxation.duals(bound)))

    def _spend(self, relaxation: Relaxation) -> None:
        """Count the work of one step, and stop when there is no time for it or others can do it better."""
        self.work += len(relaxation.original) + len(relaxation.halves)
        if self.params.time_limit is not None and time.perf_counter() - self.start > self.params.time_limit:
            raise _Stop(Status.TIME_LIMIT)
        if self.work > _LARGEST_WORK and self.nodes > 1 and not self.alone:
            raise _Stop


def _undecided(relaxation: Relaxation, bound: Bound) -> int:
    """The candidate to branch on: of those that the assignment picks, the one whose partners disagree most."""
    picked = set(bound.picks) - {-1}

    def disagreement(p: int) -> int:
        return sum(relaxation.halves[half] for q, half, _, _ in bound.stars[p] if q not in picked)

    return max(sorted(picked), key=disagreement)
