"""The adversary against a method of the registry: with the certified solver, guides, and a summary of its pair."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from smatchproof.lab.generators.adversary import AdversarialPair, AdversarialSearch, AdversaryParams
from smatchproof.public import GraphPair, SolveParams, Status, method

GUIDES = ("R", "S+4R")
"""Methods whose misses lead a search against a method that misses next to nothing."""
_SECONDS = 10.0
"""The time limit of proving a pair's optimum; an open pair is left out."""


def search_against(name: str, params: AdversaryParams) -> AdversarialSearch:
    """The adversarial search against the method of that name, ours or a user's.

    The same arguments give the same pair, unless one that takes some ten seconds to prove is open on a slower machine.

    >>> search_against("S", AdversaryParams(evaluations=60, fresh=50, variables=6, seed=2)).run().optimum > 2
    True
    """
    problem = lru_cache(maxsize=4)(GraphPair.problem)

    def matched_by(name: str) -> Callable[[GraphPair, int], int]:
        solver = method(name)
        return lambda pair, seed: solver.solve(problem(pair), SolveParams(seed=seed)).matched

    def optimum(pair: GraphPair) -> int | None:
        solution = method("exact").solve(problem(pair), SolveParams(time_limit=_SECONDS))
        return solution.matched if solution.status is Status.OPTIMAL else None

    guides = [matched_by(guide) for guide in GUIDES if guide != name]
    return AdversarialSearch(matched_by(name), optimum, params, guides)


def adversary_summary(name: str, found: AdversarialPair) -> str:
    """Describe the result of the search in words."""
    of_random = f"on random pairs of this kind it misses the optimum in {found.random_missed:.1%} of the runs"
    if found.band is None:
        return (
            f"the optimum is {found.optimum} triples; {name} matches {found.ratio:.1%} of it in each of "
            f"{len(found.ends)} runs; no two runs on a pair differed, so that there is no rate to estimate\n{of_random}"
        )
    low, high = found.band
    return (
        f"the optimum is {found.optimum} triples; {name} misses it in {found.missed} of {len(found.ends)} runs "
        f"with new seeds: {found.miss_rate:.1%} (95%: {low:.1%} to {high:.1%}); on average it matches "
        f"{found.ratio:.1%} of it\n{of_random}"
    )
