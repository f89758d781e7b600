"""An adversary: searches for small, natural-looking pairs on which a given method falls furthest below the optimum.

The search is evolutionary. It starts from random graphs, keeps the worst ones for the method, changes them a little
(a relation, a concept, a role, the order of branches) and keeps what is worse still. It contains no solver: a graph
against its own copy has a known optimum, and for other pairs the caller gives a function that proves it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import fmean
from typing import NamedTuple

from smatchproof.alignment import GraphPair, UsageError
from smatchproof.generators.adversary_graphs import EVERYDAY, Sketch, SketchSpace, Vocabulary

Method = Callable[[GraphPair, int], int]
"""What a method finds on a pair with a seed: the number of triples that its alignment matches."""
Optimum = Callable[[GraphPair], int | None]
"""The proved optimum of a pair; ``None`` where it is not proved, and then the pair is left out."""

_POOL = 10
"""How many of the worst pairs are kept as parents."""
_ELITE = 3
"""A candidate that would be among so many of the worst is evaluated again."""
_BATCHES = 5
"""How often such a candidate, and at the end the worst pair, is evaluated."""
_LEAST_EVALUATIONS = 20


@dataclass(frozen=True, slots=True)
class AdversaryParams:
    """The budget of an adversarial search and the pairs that it searches among.

    * `evaluations`: how many evaluations of a pair it may make, new pairs and the worst ones again alike;
      `seeds`: how many runs of the method an evaluation consists of, all with different seeds.
    * `seed`: of the search. The method's seeds derive from it.
    * `copies`: compare each graph with a renamed and reordered copy of itself, so that the optimum is known; else
      with another graph, and a function that proves the optimum is needed.
    * `least_f1`: of different graphs, the least optimum over the mean of their numbers of triples. (Pairs with next
      to nothing in common are easily bad and do not occur in practice.)
    * `variables`, `relations_below`, `reentrancies`: the most that a graph may have: variables, relations that leave
      one variable, and relations beyond those of a tree.
    * `vocabulary`: the concepts, and the roles that each may have, each of them once.
    """

    evaluations: int = 600
    seeds: int = 10
    seed: int = 0
    copies: bool = True
    least_f1: float = 0.5
    variables: int = 8
    relations_below: int = 3
    reentrancies: int = 3
    vocabulary: Vocabulary = field(default_factory=lambda: EVERYDAY)


class Step(NamedTuple):
    """An improvement of the search: after `evaluation` evaluations the least ratio so far was `ratio`."""

    evaluation: int
    ratio: float


@dataclass(frozen=True, slots=True)
class AdversarialPair:
    """The worst pair of a search.

    * `found`: the mean number of triples that the method matches, in runs made after the pair was chosen;
      `optimum`: the greatest number that can be matched.
    * `random_ratio`: the mean of `found` over `optimum` of the random pairs from which the search started.
    * `history`: the steps by which the least ratio fell. Its last ratio is biased downwards, being the least of many
      samples; `ratio` is not.
    """

    pair: GraphPair
    found: float
    optimum: int
    random_ratio: float
    history: tuple[Step, ...]

    @property
    def ratio(self) -> float:
        """Found over optimum."""
        return self.found / self.optimum


def adversarial_search(
    method: Method, optimum: Optimum | None = None, params: AdversaryParams = AdversaryParams()
) -> AdversarialPair:
    """The pair on which `method` is worst, of all that the search tries. The same arguments give the same pair.

    `optimum` is not called when graphs are compared with their copies. Takes ``evaluations * seeds`` runs of the
    method. Raises :class:`~smatchproof.alignment.UsageError` for parameters that allow no search, and ``ValueError``
    when the method claims more than the optimum, or when no optimum was proved at all.

    >>> def by_position(pair, seed):
    ...     both = zip(pair.left.variables, pair.right.variables)
    ...     return pair.matched(dict(both))
    >>> worst = adversarial_search(by_position, params=AdversaryParams(evaluations=60, seeds=1, variables=5))
    >>> worst.ratio < 0.5 < worst.random_ratio
    True
    """
    if params.evaluations < _LEAST_EVALUATIONS:
        raise UsageError(f"an adversary needs {_LEAST_EVALUATIONS} evaluations or more, not {params.evaluations}")
    if params.seeds < 1:
        raise UsageError(f"an adversary needs a seed or more for each pair, not {params.seeds}")
    if not params.copies and optimum is None:
        raise UsageError("only copies have a known optimum; give a function that proves that of other pairs")
    return _Search(method, None if params.copies else optimum, params).run()


class _Candidate(NamedTuple):
    """A left graph, and the right one if it is no copy."""

    left: Sketch
    right: Sketch | None

    def pair(self) -> GraphPair:
        left = self.left.graph()
        return GraphPair(left, self.left.copy_graph() if self.right is None else self.right.graph("r"))


class _Scored(NamedTuple):
    """A candidate, its optimum and the matched triples of each run (`ends`)."""

    candidate: _Candidate
    optimum: int
    ends: tuple[int, ...]

    @property
    def ratio(self) -> float:
        return fmean(self.ends) / self.optimum


class _Search:
    """One search: its random numbers, its budget and the worst candidates so far, the worst one first."""

    def __init__(self, method: Method, optimum: Optimum | None, params: AdversaryParams) -> None:
        self.method, self.optimum, self.params = method, optimum, params
        self.space = SketchSpace(params.variables, params.relations_below, params.reentrancies, params.vocabulary)
        self.rng = random.Random(f"adversary {params.seed}")
        self.budget = params.evaluations - _BATCHES
        self.spent = 0
        self.pool: list[_Scored] = []
        self.seen: set[_Candidate] = set()
        self.history: list[Step] = []

    def run(self) -> AdversarialPair:
        started = []
        while self.spent < self.budget // 3:
            started += self.evaluate(self.random_candidate())
        if not started:
            raise ValueError("no random pair was alike enough and had a proved optimum")
        while self.spent < self.budget:
            first, second = self.rng.choice(self.pool), self.rng.choice(self.pool)
            self.evaluate(self.child(min(first, second, key=lambda scored: scored.ratio).candidate))
        # After few evaluations the least ratio may be chance: prefer the candidate with the most runs.
        worst = min(self.pool, key=lambda scored: (-len(scored.ends), scored.ratio))
        pair = worst.candidate.pair()
        fresh = [end for _ in range(_BATCHES) for end in self.runs(pair, worst.optimum)]
        return AdversarialPair(pair, fmean(fresh), worst.optimum, fmean(started), tuple(self.history))

    def random_candidate(self) -> _Candidate:
        left = self.space.random_sketch(self.rng)
        return _Candidate(left, None if self.params.copies else self.mutated(left))

    def child(self, parent: _Candidate) -> _Candidate:
        """The parent with a few changes, of one of its graphs if the right one is no copy."""
        if parent.right is None or self.rng.random() < 0.5:
            return parent._replace(left=self.mutated(parent.left))
        return parent._replace(right=self.mutated(parent.right))

    def mutated(self, sketch: Sketch) -> Sketch:
        for _ in range(self.rng.randint(1, 3)):
            sketch = self.space.mutated(sketch, self.rng)
        return sketch

    def evaluate(self, candidate: _Candidate) -> list[float]:
        """Evaluate a candidate, and keep it if it is bad enough; its ratio in the first runs, if it has an optimum.

        A candidate that would be among the worst is evaluated several times: of many candidates some look bad by
        chance.
        """
        self.spent += 1
        if candidate in self.seen:
            return []
        self.seen.add(candidate)
        pair = candidate.pair()
        left, right = pair.triples()
        optimum = left.size if self.optimum is None else self.optimum(pair)
        if optimum is None or 2 * optimum < self.params.least_f1 * (left.size + right.size):
            return []
        scored = _Scored(candidate, optimum, self.runs(pair, optimum))
        first = scored.ratio
        for _ in range(_BATCHES - 1):
            if self.spent >= self.budget or sum(each.ratio < scored.ratio for each in self.pool) >= _ELITE:
                break
            self.spent += 1
            scored = scored._replace(ends=scored.ends + self.runs(pair, optimum))
        else:
            if not self.history or scored.ratio < self.history[-1].ratio:
                self.history.append(Step(self.spent, scored.ratio))
        # Of equals the newest comes first, so that the search moves on where no candidate is worse.
        self.pool = sorted([scored, *self.pool], key=lambda each: each.ratio)[:_POOL]
        return [first]

    def runs(self, pair: GraphPair, optimum: int) -> tuple[int, ...]:
        """The matched triples of the method with as many new seeds as one evaluation has.

        Raises ``ValueError`` when the method claims more than the optimum.
        """
        ends = tuple(self.method(pair, self.rng.randrange(2**31)) for _ in range(self.params.seeds))
        if max(ends) > optimum:
            raise ValueError(f"the method claims {max(ends)} matched triples where {optimum} are the optimum")
        return ends
