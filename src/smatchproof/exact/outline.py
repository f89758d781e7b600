"""A result for pairs that are too large to be solved: from the triples, without building their alignment problem."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator

from smatchproof.conventions.triples import Attribute, Duplicates, Relation, TripleGraph
from smatchproof.exact.core import is_compiled
from smatchproof.exact.search.known import grow
from smatchproof.exact.search.limits import memory_of
from smatchproof.problem.problem import Pair, problem_size
from smatchproof.problem.proof import Count, ProofOutcome
from smatchproof.problem.solution import Method, Solution, SolveParams, Status
from smatchproof.similarity.grading import Similarities, matched_value

_SMALL = 1_000
"""A problem with at most this number of candidates is built whatever the time limit is."""
_FASTER, _ENOUGH = 4, 10.0
"""How much faster compiled code is assumed to be, if the limit has at least that many seconds; shorter limits keep a
margin."""
_MOST_PARTNERS = 30
"""The most relations with one role that are tried of a variable, each with the same number of its partner's."""


def counting_bound(
    left: TripleGraph, right: TripleGraph, duplicates: Duplicates, similarities: Similarities | None = None
) -> int:
    """Return the counting bound: the triples of the smaller graph, in units of the denominator.

    Under the rule ``product`` a triple may match several times: as often as the other graph has triples with its label.
    Linear in the triples.

    >>> boy = TripleGraph(("b",), (("instance", "instance", 0, "boy"),))
    >>> counting_bound(boy, boy, Duplicates.SET, Similarities(100, {}))
    100
    """
    unit = 1 if similarities is None else similarities.denominator
    triples: list[list[Attribute | Relation]] = [[*graph.attributes, *graph.relations] for graph in (left, right)]
    counted = [graph.copies(listed) for graph, listed in zip((left, right), triples, strict=True)]
    if duplicates is Duplicates.SET:
        return unit * min(len(triples) for triples in counted)
    if duplicates is Duplicates.MULTISET:
        return unit * min(left.size, right.size)
    most = [max(triples.values(), default=0) for triples in counted]
    return unit * min(left.size * most[1], right.size * most[0])


def too_large(
    left: TripleGraph,
    right: TripleGraph,
    params: SolveParams,
    similarities: Similarities | None = None,
    method: Method | None = None,
) -> ProofOutcome | None:
    """Return why the problem of two graphs should not be built under these limits (memory or time), or ``None``.

    If it should not, :func:`outline` gives a result. Linear in the triples: only labels are counted. A problem may be
    built if that and a first bound take at most half of the time limit, by estimate; if a `method` needs a multiple of
    this before it looks at the clock, its `overhead` is the factor.

    >>> chain = TripleGraph(("a", "b"), (), (("next", 0, 1), ("next", 1, 0)))
    >>> too_large(chain, chain, SolveParams(time_limit=1.0)), too_large(chain, chain, SolveParams(memory_limit=100))
    (None, <ProofOutcome.MEMORY: 'over the memory limit'>)
    """
    if params.time_limit is None and params.memory_limit is None:
        return None
    size, overhead = problem_size(left, right, similarities), 1 if method is None else method.overhead
    memory = memory_of(size) if method is not None and method.leaves_proof else size.memory
    if params.memory_limit is not None and overhead * memory > params.memory_limit:
        return ProofOutcome.MEMORY
    seconds = 2 * overhead * size.seconds  # half of the limit is left for the search
    if params.time_limit is not None and params.time_limit >= _ENOUGH and is_compiled():
        seconds /= _FASTER
    if params.time_limit is not None and seconds > params.time_limit and size.candidates > _SMALL:
        return ProofOutcome.TIME
    return None


def outline(
    left: TripleGraph,
    right: TripleGraph,
    duplicates: Duplicates,
    similarities: Similarities | None = None,
    outcome: ProofOutcome = ProofOutcome.MEMORY,
) -> Solution:
    """Return a greedy alignment with the counting bound and its proof; `outcome` says why there is no better result.

    Takes time and memory in proportion to the triples, but for a constant of :data:`_MOST_PARTNERS` and a logarithm.
    The proof is :class:`smatchproof.problem.proof.Count`; under the rule ``product`` there is none. The status is
    OPTIMAL if the alignment meets the bound.

    >>> from smatchproof.conventions.triples import Relation
    >>> chain = TripleGraph(("a", "b", "c"), (), (Relation("next", 0, 1), Relation("next", 1, 2)))
    >>> outline(chain, chain, Duplicates.SET).mapping
    (0, 1, 2)
    """
    start = time.perf_counter()
    bound = counting_bound(left, right, duplicates, similarities)
    # along relations, and without them: a wrong first pair leads to wrong partners
    ways = _Partners(left, right), lambda *_: ()
    found = [grow(_seeds(left, right), way, lambda _: 1) for way in ways]
    mappings = [tuple(map(each.get, range(len(left.variables)))) for each in found]
    worth = [matched_value(left, right, mapping, duplicates, similarities) for mapping in mappings]
    best = worth.index(max(worth))
    # an alignment that meets the counting bound is an optimum, however it was found
    is_met, is_proved = worth[best] == bound, duplicates is not Duplicates.PRODUCT
    return Solution(
        mappings[best],
        worth[best],
        bound,
        Status.OPTIMAL if is_met else _STATUS[outcome],
        seconds=time.perf_counter() - start,
        proof=(Count(),) if is_proved else None,
        proved_bound=bound if is_proved else None,
        outcome=ProofOutcome.COMPLETE if is_met and is_proved else outcome,
    )


_STATUS = {ProofOutcome.MEMORY: Status.MEMORY_LIMIT, ProofOutcome.TIME: Status.TIME_LIMIT}


def _seeds(left: TripleGraph, right: TripleGraph) -> Iterator[tuple[Pair, int]]:
    """Yield pairs with a label in common, those with rare labels first, in the order of the text; then all others."""
    sides: tuple[dict[tuple[str, ...], list[int]], ...] = (defaultdict(list), defaultdict(list))
    for side, graph in zip(sides, (left, right), strict=True):
        for kind, role, variable, value in graph.attributes:
            side[kind, role, value].append(variable)
    common = [label for label in sides[0] if label in sides[1]]
    # a rare label leaves fewest wrong pairs to choose from
    common.sort(key=lambda label: len(sides[0][label]) * len(sides[1][label]))
    # the shorter list ends it: the rest has no partner of the same label
    for label in common:
        yield from (((i, j), 1) for i, j in zip(sides[0][label], sides[1][label], strict=False))
    ends = [sorted({end for _, *both in graph.relations for end in both}) for graph in (left, right)]
    yield from (((i, j), 0) for i, j in zip(*ends, strict=False))


class _Partners:
    """The pairs of variables that a pair matches relations with."""

    def __init__(self, left: TripleGraph, right: TripleGraph) -> None:
        self.neighbours: list[dict[int, dict[tuple[str, bool], list[int]]]] = []
        for graph in (left, right):
            around: dict[int, dict[tuple[str, bool], list[int]]] = defaultdict(lambda: defaultdict(list))
            for role, source, target in graph.relations:
                around[source][role, True].append(target)
                around[target][role, False].append(source)
            self.neighbours.append(around)

    def __call__(self, i: int, j: int) -> Iterator[tuple[Pair, int]]:
        around, other = self.neighbours[0].get(i, {}), self.neighbours[1].get(j, {})
        for role, ends in around.items():
            # two hubs with a thousand ends each would have a million couples
            for k in ends[:_MOST_PARTNERS]:
                for partner in other.get(role, [])[:_MOST_PARTNERS]:
                    yield (k, partner), 1
