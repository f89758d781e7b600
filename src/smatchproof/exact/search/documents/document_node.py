"""A node of the search by linear programs: some candidates forced, some forbidden, and a bound for the rest.

The linear program of a node has a *working set* of candidates. After some iterations its duals say how to split the
weights of the matches inside; from then on all numbers are integers. The stars of the working set are solved exactly
for this split, its outer assignment is covered by duals near the program's, and the candidates outside are priced
(:mod:`smatchproof.exact.core.pricing`).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import compress, count
from types import ModuleType
from typing import Any, NamedTuple, cast

from smatchproof.exact.core import evaluation as evaluations, plain, pricing as prices
from smatchproof.exact.core.climb import Climb
from smatchproof.exact.core.evaluation import Evaluation, Listing
from smatchproof.exact.core.pricing import Pricing, Whole
from smatchproof.exact.core.star_bound import StarBound
from smatchproof.exact.core.star_program import StarProgram
from smatchproof.exact.search.documents.cliques import Clique, exceeded
from smatchproof.exact.search.known import turned
from smatchproof.exact.search.limits import CANDIDATES, LIMIT, Tick, in_slices
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Duals

INSIDE, GONE = 1, 2
"""As in :mod:`smatchproof.exact.core.pricing`, as numbers of Python."""
SCALE = 10_000
"""Multipliers and bounds are integers in units of 1 / SCALE; the scale is smaller if 64 bits would not hold them."""
BEST_OF_LINE = 10
"""The number of candidates of each row and of each column in the first working set."""
MOST_JOINING = 10
"""The most candidates of each row and of each column that join at a time. Of 200 merged sentences (PARA) 103,000 are
inside at the end; it is 180,000 if all join that exceed the first duals, which are far from their last values."""
SUPPORT = 0.01
"""The linear program uses a candidate if its x is more than this."""
BONUS = 4
"""In a probe a forced candidate earns this many times the heaviest weight more, and a forbidden one less."""
CUT_ROUNDS, CUT_ITERATIONS = 10, 500
"""The most searches for cliques of a node, and the iterations on part of its program before each of them."""
NEAR = 5
"""That part has the candidates with less slack than a unit of weight divided by this, of 100 merged sentences (PARA)
one in five. With a quarter of this slack its own bound falls as far, but that of the program falls less."""
NEARER, NEAR_A_LINE = (50, 20, 10), 3
"""Candidates are near a bound if their slack is less than a unit of weight divided by one of the first numbers; the
last is the most of each row or column. With 2 and 5 in place of 10 and 3 integer programs take two to four times as
long."""
SLICE_WORK = 200_000
"""Visits of variables, over all iterations, between two looks at the clock: some milliseconds if the core is compiled,
some tenths of a second if it is not."""


def scale_of(problem: AlignmentProblem) -> int:
    """Return the scale of the integers that bounds of a problem are made of; 0 if 64 bits are not enough.

    Let S be the scale times the sum of all weights and of the bonus of a probe, which is at most :data:`BONUS` times
    that sum. The relaxation computes with less than 16 S (:func:`smatchproof.exact.search.limits.holds_relaxation`).
    Outer duals near proposals add up to at most 2 S: those of rows, and those of columns, to at most the sum of their
    best candidates' worths. A candidate outside of the working set pays for parts of S. So do all candidates together
    that raise duals, one for each row: each match is in at most two stars, so that duals are raised by at most 3 S. The
    payments of the working set for others are part of its slack.

    >>> scale_of(AlignmentProblem.from_weights(2, 2, {(0, 0): 1}, {})), scale_of(
    ...     AlignmentProblem.from_weights(2, 2, {(0, 0): 2**60}, {}))
    (10000, 0)
    """
    # + 1, since a problem may have no weights; by Python's integers, which cannot overflow here
    return min(SCALE, LIMIT // (16 * (1 + BONUS) * (problem.total_weight + 1)))


def whole_of(problem: AlignmentProblem, scale: int) -> Whole:
    """Return all candidates of a problem, turned so that there are no more rows than columns. Linear in the problem.

    The result is a compiled object, unless the scale is 0: then it is plain, and its numbers may be of any size.
    """
    whole = cast(Whole, turned(problem, prices.Whole if scale else plain("pricing").Whole))
    whole.scale = scale or SCALE
    return whole


def _in_form_of(whole: Whole, module: ModuleType) -> Any:
    """Return a module of the core in the form of a problem: compiled or plain."""
    return module if isinstance(whole, Whole) else plain(module.__name__.rpartition(".")[2])


def climb_on(climb: Climb, candidates: int, tick: Tick) -> int:
    """Climb until no change gains. Returns the value of the alignment."""
    gained = 1
    while gained:  # a change may make room for others that a sweep has passed
        gained = 0
        for first, last in in_slices(candidates, CANDIDATES):
            tick()
            gained += climb.sweep(first, last)
    return climb.value


def run(program: StarProgram, iterations: int, tick: Tick) -> None:
    """Make this number of further iterations of a program, whose means begin again."""
    program.forget()
    work = 1 + program.relaxation.candidates + program.relaxation.halves
    for first, last in in_slices(iterations, SLICE_WORK // work + 1):
        tick()
        program.advance(last - first)


def add_cliques(
    program: StarProgram, cliques: Sequence[Clique], members: Sequence[int], forced: Sequence[int]
) -> list[Clique]:
    """Add the cliques of a node to a program, restricted to couples of its candidates, the `members`.

    A couple with a forced candidate becomes the other candidate alone: no remaining candidate competes with the forced
    one. Returns the remaining couples of each clique.
    """
    certain, left = {*forced}, list[Clique]()
    for clique in cliques:
        open_ends = [[p for p in couple if p not in certain] for couple in clique]
        left.append(tuple((ends[0], ends[-1]) for ends in open_ends if ends and min(_places(ends, members)) >= 0))
    # candidates alone come first
    elements = sorted({couple for clique in left for couple in clique}, key=lambda couple: couple[0] != couple[1])
    number = {couple: place for place, couple in enumerate(elements)}
    places, singles = _places([p for couple in elements for p in couple], members), sum(p == q for p, q in elements)
    program.add_cliques(
        [*zip(places[::2], places[1::2], strict=True)],
        singles,
        [[number[couple] for couple in clique] for clique in left],
    )
    return left


def _places(candidates: Sequence[int], members: Sequence[int]) -> list[int]:
    """The place of each candidate among the members, or -1."""
    places = [bisect_left(members, p) for p in candidates]
    return [k if k < len(members) and members[k] == p else -1 for p, k in zip(candidates, places, strict=True)]


class Bound(NamedTuple):
    """An evaluation, the x of the candidates that the linear program uses, largest first, and cliques with duals."""

    evaluation: Evaluation
    x: dict[int, float]
    cliques: Sequence[tuple[int, Clique]] = ()

    @property
    def total(self) -> int:
        """The upper bound for all alignments of the node, times the scale."""
        return self.evaluation.total


class _Workspace(NamedTuple):
    """The parts of the core that the iterations on one working set share."""

    part: StarBound
    program: StarProgram
    climb: Climb
    members: array[int]
    cliques: Sequence[Clique]


class Node:
    """A node. Its `membership` says whether each candidate is outside of its working set, inside, or gone.

    The candidates `forced` are in each of its alignments.
    """

    def __init__(
        self,
        pricing: Pricing,
        membership: bytearray,
        tick: Tick,
        forced: tuple[int, ...] = (),
        program: StarProgram | None = None,
    ) -> None:
        self.pricing, self.whole = pricing, pricing.whole
        self.membership = membership
        self.tick = tick
        self.forced = forced
        self.program = program
        self.cliques: Sequence[Clique] = ()
        self.workspace: _Workspace | None = None
        self.used: dict[int, float] = {}
        self.is_changed = True

    @classmethod
    def root(cls, whole: Whole, tick: Tick) -> Node:
        """The node of all alignments. In its working set are the candidates that seem best in their row or column."""
        pricing: Pricing = _in_form_of(whole, prices).Pricing(whole)
        node = cls(pricing, bytearray(whole.candidates), tick)
        whole.enter(node.membership, ())
        pricing.price_from_zero()  # then the excess of a candidate is what it may be worth
        node._price(pricing.price)
        pricing.join(BEST_OF_LINE, node.membership)
        return node

    @property
    def live(self) -> int:
        """The number of candidates that are not gone."""
        return len(self.membership) - self.membership.count(GONE)

    @property
    def size(self) -> int:
        """The number of candidates in the working set."""
        return self.membership.count(INSIDE)

    def members(self) -> array[int]:
        """The working set."""
        self.whole.enter(self.membership, self.forced)
        return self.whole.members()

    def child(self, candidate: int, is_forced: bool) -> Node:
        """The child node with this candidate forced or forbidden."""
        below = self.copy()
        below.membership[candidate] = GONE  # a forced one, too: its earnings are a constant of the node
        if is_forced:
            self.whole.compete(candidate, below.membership)
            below.forced = (*self.forced, candidate)
        return below

    def copy(self) -> Node:
        """A copy of the node, which can be changed independently."""
        # the program is only read, to begin where it stands: both may have it
        copied = Node(self.pricing, self.membership[:], self.tick, self.forced, self.program)
        copied.cliques = self.cliques
        return copied

    def improve(self, iterations: int, best: Bound | None = None) -> Bound:
        """Continue the iterations on the working set. Returns the bound that they prove.

        The candidates outside that exceed the duals most join the working set. If the `best` bound so far is given,
        only the lower of the two can be used to fix candidates and be proved from here on.
        """
        whole, pricing = self.whole, self.pricing
        # all nodes share one whole, which may have been left at another
        whole.enter(self.membership, self.forced)
        if self.workspace is None or self.is_changed:
            self.rest()  # before there is another one: both would be the larger part of what is in use
            self.workspace = self._begin()
        part, program, _, members, cliques = self.workspace
        run(program, iterations, self.tick)
        self.used = program.used(SUPPORT)
        # the last of the floats: whatever they propose, integers prove the bound from here on
        program.split()
        self.tick()
        bound = part.bound_near() + program.added
        pricing.take_duals(part)
        self._price(pricing.price)
        pricing.help(part)
        self._price(pricing.price_needy)
        # candidates that join are not in the lists of the part: these are made again before the next iterations
        before = self.size
        evaluation: Evaluation = _in_form_of(whole, evaluations).Evaluation(pricing, bound)
        if best is None or evaluation.total < best.total:
            if best is not None:
                best.evaluation.rest()  # so that there are never two
            evaluation.note(part)
        pricing.join(MOST_JOINING, self.membership)
        self.is_changed = self.size != before
        stated = [(dual, clique) for dual, clique in zip(program.prices(), cliques, strict=True) if dual]
        return Bound(evaluation, {members[k]: x for k, x in self.used.items()}, stated)

    def _price(self, price: Callable[[int, int], None]) -> None:
        for first, last in in_slices(self.whole.candidates, CANDIDATES):
            self.tick()
            price(first, last)

    def _begin(self) -> _Workspace:
        part = self.whole.part()
        program, members = self.whole.program(part), self.whole.members()
        cliques = add_cliques(program, self.cliques, members, self.forced)
        # near the parent's solution: from 0 the same iterations would be made again
        if self.program is not None:
            program.inherit(self.program)
        self.program = program
        return _Workspace(part, program, self.whole.climb(part), members, cliques)

    def rounded(self) -> tuple[int, list[int]]:
        """Round the last solution, the largest x first, and climb within the working set.

        Returns the value of the alignment, and the column of each row in it, or -1.
        """
        assert self.workspace is not None
        part, _, climb, *_ = self.workspace
        climb.begin(self.used)
        # exact: the constant of a part is a whole value times the scale
        value = climb_on(climb, part.candidates, self.tick) + part.constant // part.scale
        columns = climb.columns_of()
        for row, column in map(self.whole.place, self.forced):
            columns[row] = column
        return value, columns

    def near(self, bound: Bound) -> list[int]:
        """The candidates of the working set that are near a bound, those with the least slack first."""
        whole, found, number = self.whole, dict[int, None](), Counter[tuple[int, int]]()
        marks = bytearray(whole.candidates)
        for share in NEARER:
            bound.evaluation.mark_near(self.membership, whole.scale // share, marks)
            for p in compress(count(), marks):
                lines = [*enumerate(whole.place(p))]
                if p not in found and min(number[line] for line in lines) < NEAR_A_LINE:
                    found[p] = None
                    number.update(lines)
        return [*found]

    def cut(self, bound: Bound) -> bool:
        """Add cliques whose inequalities the program violates, for a bound of it. Returns whether there are any.

        The search is among the candidates with little slack, whose program is small and soon settles.
        """
        self.rest()  # with new cliques its lists are made again, and without any the iterations end
        whole, near, known, program = self.whole, bytearray(self.whole.candidates), len(self.cliques), self.program
        bound.evaluation.mark_near(self.membership, whole.scale // NEAR, near)
        whole.enter(near, self.forced)
        part, members = whole.part(), whole.members()
        places = part.pairs()
        assert program is not None
        for _ in range(CUT_ROUNDS):
            parent, program = program, whole.program(part)
            add_cliques(program, self.cliques, members, self.forced)
            program.inherit(parent)
            run(program, CUT_ITERATIONS, self.tick)
            found = exceeded(places, program.matched(), *program.values(), self.tick)
            named = [tuple((members[p], members[q]) for p, q in clique) for clique in found]
            new = [clique for clique in named if clique not in self.cliques]
            if not new:
                break
            self.cliques = [*self.cliques, *new]
        self.is_changed |= len(self.cliques) > known
        return len(self.cliques) > known

    def forbid(self, evaluation: Evaluation, excess: int, share: int) -> bool:
        """Forbid the candidates of no alignment within `excess` of the bound, if one in `share` is such a candidate."""
        self.is_changed |= (has_forbidden := evaluation.forbid(self.membership, excess, share))
        return has_forbidden

    def rest(self) -> None:
        """Free the memory that only :meth:`improve` needs."""
        if self.workspace is not None:
            self.workspace.program.rest()
            self.workspace = None

    def duals(self, bound: Bound, excess: int = 0) -> Duals:
        """The evaluation in the form of a proof, which lists few candidates. Linear in the problem.

        If `excess` is not 0, the duals also forbid the candidates that the evaluation forbids with it.
        """
        whole, paid = self.whole, defaultdict[tuple[int, int], int](int)
        stated = []
        for dual, clique in bound.cliques:
            stated.append([dual])
            for couple in clique:
                paid[couple] += dual
                stated[-1] += whole.pair_numbers(couple)
        listed: Listing = _in_form_of(whole, evaluations).Listing(bound.evaluation, self.forced, excess, paid)
        rows, columns, stars = listed.duals()
        return Duals(whole.scale, rows, columns, stars, stated)
