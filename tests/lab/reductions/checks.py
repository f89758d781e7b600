"""Tests that every reduction to Smatch passes.

Brute force decides the source, and the certified solver the pair of graphs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from smatchproof.conventions.triples import Alignment, Attribute, Relation
from smatchproof.exact import exact
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.reductions.reduction import Affine, Threshold, ToSmatch
from smatchproof.problem.pairs import GraphPair, NamedAlignment
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.solution import SolveParams, Solver
from tests.instances import require

ReductionClass = type[ToSmatch[Any, Any]]
Optima = Callable[[AlignmentProblem], tuple[int, Sequence[Alignment]]]
"""The optimum of a problem, and alignments that reach it."""


def check_instance(
    reduction: ReductionClass,
    draw: Callable[[random.Random], Any],
    rng: random.Random,
    optima: Optima | None = None,
    **options: Any,
) -> str:
    """Check a reduction on a source that `draw` makes; returns the answer that it had.

    Draw small sources, so that brute force can decide them, with both answers and the degenerate ones among them. The
    graphs have to be written and read back; their size and gadgets have to be as claimed; both sides have to have the
    same answer; solutions go there and back, and no alignment, good or bad, may promise more than it delivers.
    `options` go to ``apply``. `optima` finds the optimum of a problem and some alignments that reach it; without it the
    certified solver does.

    >>> from smatchproof.lab.reductions.problems.graphs import SimpleGraph
    >>> from smatchproof.lab.reductions.problems.subgraphs import Clique
    >>> from smatchproof.lab.reductions.to_smatch.clique import CliqueToSmatch
    >>> edge = SimpleGraph.of(2, [(0, 1)])
    >>> check_instance(CliqueToSmatch, lambda rng: Clique(edge, 2), random.Random(1))
    'yes'
    """
    source = draw(rng)
    try:
        return _check_source(reduction, source, rng, optima or one_optimum, options)
    except AssertionError:
        raise
    except Exception as error:  # of code that is not ours
        raise AssertionError(f"{reduction.name} raised {type(error).__name__}: {error}\n  {source}") from error


def _check_source(
    reduction: ReductionClass, source: Any, rng: random.Random, optima: Optima, options: dict[str, Any]
) -> str:
    applied = reduction.apply(source, **options)
    require(reduction.apply(source, **options) == applied, f"{reduction.name} is not deterministic", source)
    pair = applied.target
    check_amrs(pair)
    sizes = tuple(triples.size for triples in pair.triples())
    require(applied.size == sizes, f"{reduction.name} claims the size {applied.size}, it is {sizes}", source)
    variables = {f"left {name}" for name in pair.left.variables} | {f"right {name}" for name in pair.right.variables}
    others = applied.gadgets.keys() ^ variables
    named = ", ".join(sorted(map(str, others))[:5])
    require(not others, f"the gadgets of {reduction.name} and the variables of its graphs differ in {named}", source)
    problem = pair.problem()
    optimum, mappings = optima(problem)
    require(all(recount(problem, mapping) == optimum for mapping in mappings), "the optimum is none", source)
    alignments = [pair.names(with_idle_pairs(pair, mapping, rng)) for mapping in mappings for _ in range(2)]
    require(all(pair.matched(alignment) >= optimum for alignment in alignments[:10]), "idle pairs cost", source)
    if isinstance(applied.relation, Threshold):
        return _check_threshold(source, applied, optimum, alignments)
    return _check_affine(source, applied, optimum, alignments, rng)


def one_optimum(problem: AlignmentProblem, solver: Solver = exact) -> tuple[int, Sequence[Alignment]]:
    """The optimum that a solver proves, and its alignment."""
    solution = solver(problem, SolveParams())
    require(solution.upper_bound == solution.matched, "the solver proves no optimum", problem)
    return solution.matched, [solution.mapping]


def check_amrs(pair: GraphPair) -> None:
    """Both graphs are written, and read back as the same triples, none of them twice."""
    for graph, triples in zip((pair.left, pair.right), pair.triples(), strict=True):
        again = parse_graph(write_graph(graph))
        same = (again.variables, again.concepts, again.edges) == (graph.variables, graph.concepts, graph.edges)
        require(same, "a graph is not read back as it is written; let a GraphBuilder lay it out", graph)
        require(not triples.changes, "the convention changes triples of a graph", graph)
        listed: tuple[Attribute | Relation, ...] = (*triples.attributes, *triples.relations)
        require(len({*listed}) == len(listed), "a triple is there twice", graph)


def _check_threshold(source: Any, reduction: Any, optimum: int, alignments: Sequence[NamedAlignment]) -> str:
    """The answer is yes exactly when the optimum reaches the threshold, and evidence goes both ways."""
    evidence = source.brute_force()
    least = reduction.relation.least
    says = "no" if evidence is None else "yes"
    require((says == "yes") == (optimum >= least), f"the answer is {says}, the optimum {optimum} of {least}", source)
    if evidence is None:
        for alignment in alignments:
            require(reduction.backward(alignment) is None, "there is evidence for a source without", source, alignment)
        return says
    require(source.verify(evidence), "brute force finds no evidence", source, evidence)
    forward = reduction.target.matched(reduction.forward(evidence))
    require(forward >= least, f"the evidence carried over matches {forward} of {least}", source, evidence)
    for alignment in alignments:
        found = reduction.backward(alignment)
        require(found is not None and source.verify(found), "an alignment gives no evidence", source, alignment)
    require(source.describe(evidence) is not None, "evidence cannot be described", source)
    return says


def _check_affine(
    source: Any, reduction: Any, optimum: int, alignments: Sequence[NamedAlignment], rng: random.Random
) -> str:
    """The optima correspond, and no alignment at all, good or bad, says more than it delivers."""
    best = source.brute_force()
    value = source.value(best)
    relation = reduction.relation
    require(isinstance(relation, Affine), "the relation is neither a threshold nor affine", source)
    target = relation.target_value(value)
    require(optimum == target, f"the optimum is {optimum}, that of the source {value} stands for {target}", source)
    forward = reduction.target.matched(reduction.forward(best))
    require(forward == optimum, f"the best solution carried over matches {forward} of {optimum}", source, best)
    for alignment in alignments:
        back = source.value(reduction.backward(alignment))
        require(back == value, f"an optimal alignment gives a solution worth {back}, not {value}", source, alignment)
    for _ in range(5):
        poor = random_alignment(reduction.target, rng)
        delivered = relation.target_value(source.value(reduction.backward(poor)))
        matched = reduction.target.matched(poor)
        require(delivered >= matched, f"an alignment of {matched} gives a solution for {delivered}", source, poor)
    require(source.describe(best) is not None, "a solution cannot be described", source)
    return str(value)


def with_idle_pairs(pair: GraphPair, mapping: Alignment, rng: random.Random) -> Alignment:
    """The alignment with some of its free variables aligned at random: that can only add matches."""
    free = [index for index in range(len(pair.right.variables)) if index not in mapping]
    rng.shuffle(free)
    filled = list(mapping)
    for index, partner in enumerate(mapping):
        if partner is None and free and rng.random() < 0.5:
            filled[index] = free.pop()
    return tuple(filled)


def random_alignment(pair: GraphPair, rng: random.Random) -> NamedAlignment:
    """Any alignment."""
    return pair.names(with_idle_pairs(pair, (None,) * len(pair.left.variables), rng))
