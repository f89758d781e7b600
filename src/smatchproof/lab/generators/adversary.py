"""An adversary: searches for natural-looking pairs whose optimum a given method misses most often.

The search is evolutionary. It starts from random graphs, keeps the worst pairs for the method, changes them a little
(a relation, a concept, a role, the order of branches) and keeps what is worse still. It contains no solver: a graph
against its own copy has a known optimum, and for other pairs the caller gives a function that proves it. A method that
misses next to nothing gives a search no direction; weaker methods, the guides, then do.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from smatchproof.base.errors import UsageError
from smatchproof.base.record import Record
from smatchproof.inference.interval import Interval
from smatchproof.inference.intervals import wilson
from smatchproof.lab.generators.adversary_graphs import Sketch, SketchSpace
from smatchproof.public import GraphPair

Method = Callable[[GraphPair, int], int]
"""The number of triples that a method's alignment of a pair matches, given a seed."""
Optimum = Callable[[GraphPair], int | None]
"""The proved optimum of a pair; ``None`` if it is not proved, and then the pair is left out."""

EVALUATIONS_PER_VARIABLE = 40
"""The default budget, for each variable that a graph may have."""
_POOL = 10
"""The number of the worst pairs that are kept as parents."""
_ELITE = 3
"""A candidate that would be among this many of the worst pairs is evaluated again."""
_BATCHES = 5
"""The number of evaluations of such a candidate."""
_LEAST_EVALUATIONS = 20
_SAME_RUNS = 20
"""After this number of equal runs a method is taken for deterministic."""
_LEAST_RUNS = 5
"""Fresh runs that measure a pair however little time is left."""
_STARTING, _SEARCHING = 0.25, 0.7
"""The shares of a time limit after which no random pair is tried any more, and after which the search ends."""


class AdversaryParams(Record):
    """The budget of an adversarial search and the pairs that it searches among.

    * `evaluations`: the number of evaluations of pairs, of new pairs and of the worst ones again; ``None`` for
      :data:`EVALUATIONS_PER_VARIABLE`. `seeds`: the number of runs of the method in an evaluation, all with different
      seeds; each guide has as many on a new pair.
    * `fresh`: the number of runs, with new seeds, that measure the pair found.
    * `seed`: of the search. The methods' seeds derive from it.
    * `copies`: compare each graph with a renamed and reordered copy of itself, so that the optimum is known; else
      with another graph, and a function that proves the optimum is needed.
    * `least_f1`: of different graphs, the least optimum over the mean of their numbers of triples. (Pairs with next
      to nothing in common are easily bad and do not occur in practice.)
    * `time_limit`: seconds, the runs that measure the pair among them; ``None`` for no limit. With a limit, the same
      arguments may give other pairs, and a method whose runs never differ gets two for a pair.
    * `variables`: the most that a graph may have;
      :class:`~smatchproof.lab.generators.adversary_graphs.SketchSpace` has all other limits of a graph.
    """

    evaluations: int | None = None
    seeds: int = 10
    fresh: int = 300
    seed: int = 0
    copies: bool = False
    least_f1: float = 0.5
    variables: int = 8
    time_limit: float | None = None

    @property
    def budget(self) -> int:
        """The most evaluations that the search may make.

        >>> AdversaryParams(variables=12).budget
        480
        """
        return EVALUATIONS_PER_VARIABLE * self.variables if self.evaluations is None else self.evaluations


class AdversarialPair(Record):
    """The worst pair of a search.

    * `optimum`: the greatest number of triples that can be matched; `ends`: the numbers that the method matches, in
      runs made after the pair was chosen.
    * `random_missed`: of the random pairs from which the search started, the share of the method's runs that miss the
      optimum.
    * `is_deterministic`: all runs of the method on each pair were equal: they are not a sample, and have no interval.
    """

    pair: GraphPair
    optimum: int
    ends: tuple[int, ...]
    random_missed: float
    is_deterministic: bool = False

    @property
    def missed(self) -> int:
        """The number of fresh runs that miss the optimum."""
        return sum(end < self.optimum for end in self.ends)

    @property
    def miss_rate(self) -> float:
        """The share of fresh runs that miss the optimum."""
        return self.missed / len(self.ends)

    @property
    def band(self) -> Interval | None:
        """Wilson's 95 % interval of the miss rate over all seeds; ``None`` for a deterministic method."""
        return None if self.is_deterministic else wilson(self.miss_rate, len(self.ends))

    @property
    def ratio(self) -> float:
        """The mean result of fresh runs, as a share of the optimum."""
        return fmean(self.ends) / self.optimum


class _Candidate(NamedTuple):
    """A left graph, and the right one if it is no copy."""

    left: Sketch
    right: Sketch | None

    def pair(self) -> GraphPair:
        left = self.left.graph()
        return GraphPair(left, self.left.copy_graph() if self.right is None else self.right.graph("r"))


class _Scored(NamedTuple):
    """A candidate, its optimum, the matched triples of each run (`ends`), and the sum of the guides' means."""

    candidate: _Candidate
    optimum: int
    ends: tuple[int, ...]
    guided: float

    @property
    def missed(self) -> float:
        return sum(end < self.optimum for end in self.ends) / len(self.ends)

    @property
    def rank(self) -> tuple[float, float]:
        """A rank, lower is worse for the method: first by misses, then by the results of its runs and the guides'."""
        return -self.missed, (fmean(self.ends) + self.guided) / self.optimum


class AdversarialSearch:
    """One search for the pair whose optimum `method` misses most often: its random numbers, its budget and the worst
    candidates so far, the worst one first.

    :meth:`steps` searches, and :meth:`found` measures the worst pair, whenever that is: after the last step, or after
    an interrupt; :meth:`run` does both. The same arguments give the same pair. Of pairs that it misses as often, the
    worst is the one on which its runs, and those of the `guides`, find the least. `optimum` is not called when graphs
    are compared with their copies. Takes ``budget * seeds + fresh`` runs of the method, and at most ``budget * seeds``
    of each guide. Raises :class:`~smatchproof.base.errors.UsageError` for parameters that allow no search, and
    ``ValueError`` when a method claims more than the optimum, or when no optimum was proved at all.

    >>> def by_position(pair, seed):
    ...     both = zip(pair.left.variables, pair.right.variables)
    ...     return pair.matched(dict(both))
    >>> params = AdversaryParams(evaluations=60, seeds=1, fresh=30, variables=5, copies=True)
    >>> worst = AdversarialSearch(by_position, params=params).run()
    >>> worst.missed, len(worst.ends), worst.ratio < 0.4
    (20, 20, True)
    """

    def __init__(
        self, method: Method, optimum: Optimum | None = None, params: AdversaryParams = AdversaryParams(),
        guides: Sequence[Method] = (),
    ) -> None:  # fmt: skip
        if params.budget < _LEAST_EVALUATIONS:
            raise UsageError(f"an adversary needs {_LEAST_EVALUATIONS} evaluations or more, not {params.budget}")
        if params.seeds < 1 or params.fresh < 1:
            raise UsageError(f"an adversary needs a seed or more for each pair, not {min(params.seeds, params.fresh)}")
        if not params.copies and optimum is None:
            raise UsageError("only copies have a known optimum; give a function that proves that of other pairs")
        self.method, self.params, self.guides = method, params, guides
        self.optimum = None if params.copies else optimum
        self.space = SketchSpace(params.variables)
        self.rng = random.Random(f"adversary {params.seed}")
        self.begin = time.monotonic()
        self.spent = 0
        self.differed = False
        self.pool: list[_Scored] = []
        self.started: list[_Scored] = []
        self.seen: set[_Candidate] = set()

    def steps(self) -> Iterator[int]:
        """Search, and yield the evaluations that were made after each."""
        budget = self.params.budget
        while self.spent < budget // 6 and not (self.started and self.is_over(_STARTING)):
            self.started += self.evaluate(self.random_candidate())
            yield min(self.spent, budget)
        if not self.started:
            raise ValueError("no random pair was alike enough and had a proved optimum")
        while self.spent < budget and not self.is_over(_SEARCHING):
            # A tournament of two: worse pairs are parents more often, and none of the pool is left out.
            first, second = self.rng.choice(self.pool), self.rng.choice(self.pool)
            self.evaluate(self.child(min(first, second, key=lambda scored: scored.rank).candidate))
            yield min(self.spent, budget)

    def run(self) -> AdversarialPair:
        """Search to the end, and measure the worst pair."""
        for _ in self.steps():
            pass
        return self.found()

    def is_over(self, share: float = 1.0) -> bool:
        """Test whether that share of the time limit has passed."""
        limit = self.params.time_limit
        return limit is not None and time.monotonic() - self.begin > share * limit

    def found(self) -> AdversarialPair:
        """The worst pair so far, measured with fresh runs."""
        # After few evaluations the worst may be so by chance: prefer the candidate with the most runs.
        worst = min(self.pool, key=lambda scored: (-len(scored.ends), scored.rank))
        pair = worst.candidate.pair()
        ends: tuple[int, ...] = ()
        for number in range(self.params.fresh):
            same = not self.differed and number >= _SAME_RUNS and max(ends) < worst.optimum
            if same or (number >= _LEAST_RUNS and self.is_over()):
                break
            ends += self.runs(self.method, pair, worst.optimum, 1)
            self.differed = self.differed or len({*ends}) > 1
        return AdversarialPair(
            pair,
            worst.optimum,
            ends,
            fmean(each.missed for each in self.started),
            not self.differed and max(ends) < worst.optimum,
        )

    def random_candidate(self) -> _Candidate:
        """A pair to start from."""
        left = self.space.random_sketch(self.rng)
        return _Candidate(left, None if self.params.copies else self.mutated(left))

    def child(self, parent: _Candidate) -> _Candidate:
        """The parent with a few changes, of one of its graphs if the right one is no copy."""
        if parent.right is None or self.rng.random() < 0.5:
            return parent._replace(left=self.mutated(parent.left))
        return parent._replace(right=self.mutated(parent.right))

    def mutated(self, sketch: Sketch) -> Sketch:
        """The sketch with one to three changes."""
        for _ in range(self.rng.randint(1, 3)):
            sketch = self.space.mutated(sketch, self.rng)
        return sketch

    def evaluate(self, candidate: _Candidate) -> list[_Scored]:
        """Evaluate a candidate, and keep it if it is bad enough. Returns the first runs, if it has an optimum.

        A candidate that the method misses and that would be among the worst is evaluated several times, because some of
        many candidates look bad by chance.
        """
        self.spent += 1
        if candidate in self.seen:
            return []
        self.seen.add(candidate)
        pair, seeds = candidate.pair(), self.params.seeds
        if self.params.time_limit is not None and not self.differed and len(self.started) >= _LEAST_RUNS:
            seeds = min(seeds, 2)
        left, right = pair.triples()
        optimum = left.size if self.optimum is None else self.optimum(pair)
        if optimum is None or 2 * optimum < self.params.least_f1 * (left.size + right.size):
            return []
        guided = sum(fmean(self.runs(guide, pair, optimum, seeds)) for guide in self.guides)
        first = scored = _Scored(candidate, optimum, self.runs(self.method, pair, optimum, seeds), guided)
        for _ in range(_BATCHES - 1):
            among_the_worst = sum(each.rank < scored.rank for each in self.pool) < _ELITE
            if self.spent >= self.params.budget or not scored.missed or not among_the_worst:
                break
            self.spent += 1
            scored = scored._replace(ends=scored.ends + self.runs(self.method, pair, optimum, seeds))
        # Ties go to the newest, so that the search moves on if no candidate is worse.
        self.pool = sorted([scored, *self.pool], key=lambda each: each.rank)[:_POOL]
        return [first]

    def runs(self, method: Method, pair: GraphPair, optimum: int, number: int) -> tuple[int, ...]:
        """Count the matched triples of a method with `number` new seeds.

        Raises ``ValueError`` if the method claims more than the optimum.
        """
        ends = tuple(method(pair, self.rng.randrange(2**31)) for _ in range(number))
        if max(ends) > optimum:
            raise ValueError(f"the method claims {max(ends)} matched triples where {optimum} are the optimum")
        self.differed = self.differed or (method is self.method and len({*ends}) > 1)
        return ends
