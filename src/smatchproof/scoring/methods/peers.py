"""The searches of the programs smatch and smatchpp as methods: their own code, on our alignment problem.

The scores of two programs differ mostly by the triples that they count, not by the search. So a peer searches on the
problem of our methods, written as the program's own tables, and its alignment is recounted as ours are. Under the
convention named after the program, these are the triples that the program would have read itself.
"""

from __future__ import annotations

import importlib.util
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from smatchproof.base.optional import require_release
from smatchproof.problem.problem import AlignmentProblem, Pair
from smatchproof.problem.solution import Method, Solution, SolveParams, Status

if TYPE_CHECKING:
    from random import Random

_Search = Callable[[AlignmentProblem, int], tuple[float, list[int]]]
"""Takes a problem and a seed; returns the seconds of the search, and a right variable for each left one."""


def _solve(name: str, search: _Search, problem: AlignmentProblem, params: SolveParams = SolveParams()) -> Solution:
    require_release(name)
    seconds, places = 0.0, list[int]()
    if problem.left_size and problem.right_size:
        seconds, places = search(problem.listed(), params.seed)
    partners = [place if 0 <= place < problem.right_size else None for place in places[: problem.left_size]]
    mapping = (*partners, *[None] * (problem.left_size - len(partners)))
    return Solution.of(problem, mapping, problem.trivial_bound(), Status.HEURISTIC, seconds=seconds)


def _own_copy(name: str) -> ModuleType:
    """Load a second copy of a module, so that changes of its state affect no other user of the module."""
    spec = importlib.util.find_spec(name)
    assert spec is not None and spec.loader is not None  # the release is there
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _seeded(seed: int) -> Random:
    """A random generator that ignores new seeds: smatch sets a new seed before every start."""
    import random  # few scores need it

    generator = random.Random(seed)
    setattr(generator, "seed", lambda *_, **__: None)  # noqa: B010  # a method
    return generator


def _smatch(problem: AlignmentProblem, seed: int) -> tuple[float, list[int]]:
    """Search with ``get_best_match`` of smatch, from five starts as the program does by default."""
    smatch: Any = _own_copy("smatch")
    tables, concepts = _pool(problem), _concepts(problem)
    smatch.random, smatch.iteration_num = _seeded(seed), 5
    smatch.compute_pool = lambda *_, **__: tables
    begin = time.perf_counter()
    places, _ = smatch.get_best_match(concepts[0], [], [], concepts[1], [], [], "a", "b")
    return time.perf_counter() - begin, places


def _pool(problem: AlignmentProblem) -> tuple[list[set[int]], dict[Pair, dict[Any, int]]]:
    """The tables of ``compute_pool``: the candidates of each left variable, and the weights of each pair.

    The order of the sets decides the random starts: those with the concept first, then the others with a weight of
    their own, then the rest.
    """
    pairs, same = problem.candidates, problem.same_concept or frozenset()
    weights: dict[Pair, dict[Any, int]] = {pair: {-1: alone} for pair, alone in zip(pairs, problem.unary, strict=True)}
    for p, q, weight in problem.matches:
        weights[pairs[p]][pairs[q]] = weights[pairs[q]][pairs[p]] = weight
    candidates: list[set[int]] = [set() for _ in range(problem.left_size)]
    for left, right in sorted(pairs, key=lambda pair: (pair not in same, not weights[pair][-1])):
        candidates[left].add(right)
    return candidates, weights


def _concepts(problem: AlignmentProblem) -> list[list[tuple[str, str, object]]]:
    """The concepts of both sides that have an equal partner; the smart start needs no others."""
    first: dict[int, int] = {}
    partners: dict[int, int] = {}
    for left, right in sorted(problem.same_concept or ()):
        partners[left] = first.setdefault(right, left)
    sides = (problem.left_size, partners), (problem.right_size, first)
    return [
        [("instance", "", known.get(index, f"{side} {index}")) for index in range(size)]
        for side, (size, known) in zip("ab", sides, strict=True)
    ]


def _smatchpp(problem: AlignmentProblem, seed: int) -> tuple[float, list[int]]:
    """Search with the ``HillClimber`` of smatchpp, from four random starts as the program does by default."""
    solvers: Any = _own_copy("smatchpp.solvers")
    solvers.shuffle = _seeded(seed).shuffle
    pairs, together = problem.candidates, Counter[tuple[int, int, int, int]]()
    alone = Counter(dict(zip(pairs, problem.unary, strict=True)))
    for p, q, weight in problem.matches:  # the program counts each from both ends
        together[*pairs[p], *pairs[q]] = together[*pairs[q], *pairs[p]] = weight / 2  # type: ignore[assignment]
    begin = time.perf_counter()
    places, _, _ = solvers.HillClimber().solve(+alone, together, max(problem.left_size, problem.right_size))
    return time.perf_counter() - begin, [int(place) for place in places]


PEERS: dict[str, Method] = {
    name: Method(
        name,
        summary,
        partial(_solve, name, search),
        packages=(name,),
        prepare=require_release,
        options=frozenset({"seed"}),
    )
    for name, summary, search in (
        ("smatch", "the search of the package smatch: S+4R", _smatch),
        ("smatchpp", "the hill-climbing of the package smatchpp: 4R", _smatchpp),
    )
}
"""The searches of other programs by name."""
