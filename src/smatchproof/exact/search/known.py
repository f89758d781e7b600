"""The task of a solver, what one of its stages hands to the next, and a quick first alignment and bound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, Self

from smatchproof.exact.core import climb as climbs, plain, relaxation as relaxations
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.search.limits import holds_relaxation
from smatchproof.problem.number_table import flattened
from smatchproof.problem.problem import AlignmentProblem, Pair, picked, recount
from smatchproof.problem.proof import Duals, Leaf, Proof, ProofOutcome
from smatchproof.problem.solution import SolveParams, Status

if TYPE_CHECKING:
    from smatchproof.exact.core.relaxation import Relaxation

SCALE = 12
"""The scale of the relaxation as a Python number: :data:`smatchproof.exact.core.star_bound.SCALE`."""

Partners = Callable[[int, int], Iterable[tuple[Pair, int]]]
"""The function that yields the pairs that a pair has matches with, each with the weight of the match."""


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


class Node:
    """A part of the problem, with some candidates `forced` and others forbidden: its relaxation and its alignments.

    `forced` has the numbers of candidates in the problem; the relaxation has a numbering of its own. `whole` is the
    relaxation of the whole problem.
    """

    __slots__ = ("forced", "relaxation", "rounding", "whole")

    def __init__(self, relaxation: Relaxation, whole: Relaxation, forced: tuple[int, ...] = ()) -> None:
        self.relaxation = relaxation
        self.whole = whole
        self.forced = forced
        # of the same form as the relaxation: compiled code reads lists of C, plain code those of Python
        form = climbs if isinstance(relaxation, relaxations.Relaxation) else plain("climb")
        self.rounding = form.Rounding(relaxation)

    @classmethod
    def root(cls, problem: AlignmentProblem, total_weight: int | None = None) -> Self:
        """The root of the tree. Linear in the problem.

        It is compiled if 64 bits hold its numbers, which the sum of all weights decides, and plain otherwise.
        """
        total = problem.total_weight if total_weight is None else total_weight
        form = relaxations if holds_relaxation(SCALE * total) else plain("relaxation")
        pairs, unary, matches = problem.flat()
        relaxation = form.Relaxation(problem.left_size, problem.right_size, len(unary), len(matches) // 3 * 2)
        relaxation.fill(pairs, unary, matches)
        return cls(relaxation, relaxation)

    def alignment(self) -> tuple[int | None, ...]:
        """The alignment found last: the partner of each left variable."""
        columns: list[int | None] = self.rounding.alignment()
        for p in self.forced:
            row, column = self.whole.place(p)
            columns[row] = column
        return tuple(columns)

    def children(self, candidate: int) -> tuple[int, Self, Self]:
        """Branch on a candidate of the relaxation: its number in the problem, the node with it, the one without it."""
        relaxation = self.relaxation
        original = relaxation.original_number(candidate)
        alive = bytearray(b"\x01") * relaxation.candidates
        alive[candidate] = 0
        # forced, it leaves the relaxation as well: what it earns is constant there, or earned by its partners
        with_it = type(self)(relaxation.part(alive, candidate), self.whole, (*self.forced, original))
        return original, with_it, type(self)(relaxation.part(alive), self.whole, self.forced)

    def duals(self) -> Duals:
        """The integers that prove the last bound."""
        form = relaxations if isinstance(self.relaxation, relaxations.Relaxation) else plain("relaxation")
        return Duals(*form.StarProof(self.relaxation, self.whole).duals(self.forced))


def grow(seeds: Iterable[tuple[Pair, int]], partners: Partners, own: Callable[[Pair], int]) -> dict[int, int]:
    """Take pairs one by one, from a seed on always the one that adds most to those already taken.

    Seeds come best first, each with its own worth; `own` returns the own worth of other pairs. A new seed is taken when
    no pair is left that has a match with those taken. Each pair that `partners` yields costs a logarithm.
    """
    right_of, taken = dict[int, int](), set[int]()
    gain: dict[Pair, int] = {}
    for seed, worth in seeds:
        heap = [(-worth, seed)]
        while heap:
            _, (left, right) = heappop(heap)
            # a pair is pushed again with each gain: its older entries come later, and end here like those in the way
            if left in right_of or right in taken:
                continue
            right_of[left] = right
            taken.add(right)
            for pair, weight in partners(left, right):
                if pair[0] not in right_of and pair[1] not in taken:
                    gain[pair] = (gain[pair] if pair in gain else own(pair)) + weight
                    heappush(heap, (-gain[pair], pair))
    return right_of


def greedy(problem: AlignmentProblem) -> tuple[int, tuple[int | None, ...]]:
    """Return the better of two alignments: its value, and the partner of each left variable.

    The first is grown along the matches (:func:`grow`); in the second each left variable in turn takes the first free
    candidate with an own worth, as at the start of hill-climbing. Linear in the problem, but for sorting.

    >>> greedy(AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 0): 2}, {}))
    (4, (1, 0))
    """
    problem = problem.listed()
    pairs, unary = problem.candidates, problem.unary
    number = {pair: p for p, pair in enumerate(pairs)}
    matches: list[list[tuple[int, int, int]]] = [[] for _ in pairs]
    for match in problem.matches:
        matches[match[0]].append(match)
        matches[match[1]].append(match)

    def partners(left: int, right: int) -> Iterator[tuple[Pair, int]]:
        own = number[left, right]
        return ((pairs[q if p == own else p], weight) for p, q, weight in matches[own])

    # a stable sort: ties go to the first candidate, so that the result is always the same
    seeds = ((pairs[p], unary[p]) for p in sorted(range(len(pairs)), key=unary.__getitem__, reverse=True))
    grown = grow(seeds, partners, lambda pair: unary[number[pair]])
    # without partners each row takes its first free seed, so that no answer is below hill-climbing's start
    first = grow(((pair, worth) for pair, worth in zip(pairs, unary, strict=True) if worth), lambda *_: (), lambda _: 0)
    found = [tuple(map(right_of.get, range(problem.left_size))) for right_of in (grown, first)]
    # recounted from the problem: sums on the way decide only which pair comes next
    return max(((recount(problem, mapping), mapping) for mapping in found), key=itemgetter(0))


def turned(problem: AlignmentProblem, form: type[Candidates] | None = None) -> Candidates:
    """Return the candidates of a problem; rows are the left variables, or the right ones if these are fewer.

    The result is of class `form`, if one is given.
    """
    # tabu search puts every row into a column; and each row costs an assignment a bid or a path
    rows, columns = sorted((problem.left_size, problem.right_size))
    candidates = (form or Candidates)(rows, columns, len(problem.candidates), 2 * len(problem.matches))
    if problem.left_size > problem.right_size:
        candidates.turn()
    # one after the other: the flat lists of a large problem are unpacked here, and freed when they are read
    candidates.read_candidates(flattened(problem.candidates), flattened(problem.unary))
    candidates.read_matches(flattened(problem.matches))
    return candidates


def columns_of(candidates: Candidates, mapping: Sequence[int | None]) -> list[int | None]:
    """The column of each row in a mapping of left to right variables."""
    return _inverse(mapping, candidates.rows) if candidates.is_turned else list(mapping)


def mapping_of(candidates: Candidates, columns: Sequence[int | None]) -> tuple[int | None, ...]:
    """The mapping of left to right variables that puts the rows into these columns."""
    return tuple(_inverse(columns, candidates.columns) if candidates.is_turned else columns)


def _inverse(mapping: Sequence[int | None], size: int) -> list[int | None]:
    """The inverse of a mapping onto `size` numbers; ``None`` if no number is mapped to one."""
    inverse: list[int | None] = [None] * size
    for one, other in enumerate(mapping):
        if other is not None:
            inverse[other] = one
    return inverse
