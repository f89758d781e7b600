"""Tests that every reduction to Smatch passes.

Brute force decides the source, and enumeration the pair of graphs, or an integer program where there are too many
alignments.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from smatchproof.conventions.conventions import Top
from smatchproof.conventions.triples import Alignment, Attribute, Relation
from smatchproof.exact import ilp_tight
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.reductions.reduction import Affine, Threshold, ToSmatch
from smatchproof.problem.pairs import GraphPair, NamedAlignment
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.solution import SolveParams
from tests.lab.reductions.sizes import SIZES


@dataclass(frozen=True)
class Case:
    """A row of the table of reductions: a reduction and how to draw small random sources; `options` go to ``apply``.

    `enumerable`: whether the targets are small enough to list all their optimal alignments. Sources should be drawn
    so that both answers occur often (no-instances!), with the degenerate ones (empty, single) among them.
    """

    id: str
    reduction: type[ToSmatch[Any, Any]]
    draw: Callable[[random.Random], Any]
    options: dict[str, Any] = field(default_factory=dict)
    enumerable: bool = True


def draws(case: Case, number: int, seed: int = 0) -> Iterator[str]:
    """The answers of that many random instances, each checked."""
    for at in range(number):
        rng = random.Random(f"{case.id} {seed} {at}")
        yield check_instance(case, case.draw(rng), rng)


def check_instance(case: Case, source: Any, rng: random.Random) -> str:
    """Check a reduction on a source; returns the answer that it had.

    The graphs have to be written and read back; their size and gadgets have to be as claimed; both sides have to have
    the same answer; solutions go there and back, and no alignment, good or bad, may promise more than it delivers.
    """
    reduction, optima = case.reduction, best_alignments if case.enumerable else one_optimum
    applied = reduction.apply(source, **case.options)
    assert reduction.apply(source, **case.options) == applied, (f"{reduction.name} is not deterministic", source)
    pair = applied.target
    check_amrs(pair)
    if reduction.name in SIZES:
        options = {name: value for name, value in case.options.items() if name != "top"}
        claimed = SIZES[reduction.name](source, 1 + (case.options["top"] is not Top.NONE), **options)
        differ = [sizes for sizes in zip(applied.size, claimed, strict=True) if sizes[1] not in (None, sizes[0])]
        assert not differ, (f"{reduction.name} has {applied.size} triples where the theorem says {claimed}", source)
    variables = {f"left {name}" for name in pair.left.variables} | {f"right {name}" for name in pair.right.variables}
    others = applied.gadgets.keys() ^ variables
    named = ", ".join(sorted(map(str, others))[:5])
    assert not others, (f"the gadgets of {reduction.name} and the variables of its graphs differ in {named}", source)
    problem = pair.problem()
    optimum, mappings = optima(problem)
    assert all(recount(problem, mapping) == optimum for mapping in mappings), ("the optimum is none", source)
    alignments = [pair.names(with_idle_pairs(pair, mapping, rng)) for mapping in mappings for _ in range(2)]
    assert all(pair.matched(alignment) >= optimum for alignment in alignments[:10]), ("idle pairs cost", source)
    if isinstance(applied.relation, Threshold):
        return _check_threshold(source, applied, optimum, alignments)
    return _check_affine(source, applied, optimum, alignments, rng)


def one_optimum(problem: AlignmentProblem) -> tuple[int, Sequence[Alignment]]:
    """The optimum that the integer program proves, and its alignment."""
    solution = ilp_tight(problem, SolveParams())
    assert solution.upper_bound == solution.matched, ("the solver proves no optimum", problem)
    return solution.matched, [solution.mapping]


def check_amrs(pair: GraphPair) -> None:
    """Both graphs are written, and read back as the same triples, none of them twice."""
    for graph, triples in zip((pair.left, pair.right), pair.triples(), strict=True):
        again = parse_graph(write_graph(graph))
        same = (again.variables, again.concepts, again.edges) == (graph.variables, graph.concepts, graph.edges)
        assert same, ("a graph is not read back as it is written; let a GraphBuilder lay it out", graph)
        assert not triples.changes, ("the convention changes triples of a graph", graph)
        listed: tuple[Attribute | Relation, ...] = (*triples.attributes, *triples.relations)
        assert len({*listed}) == len(listed), ("a triple is there twice", graph)


def _check_threshold(source: Any, reduction: Any, optimum: int, alignments: Sequence[NamedAlignment]) -> str:
    """The answer is yes exactly when the optimum reaches the threshold, and evidence goes both ways."""
    evidence = source.brute_force()
    least = reduction.relation.least
    says = "no" if evidence is None else "yes"
    assert (says == "yes") == (optimum >= least), (f"the answer is {says}, the optimum {optimum} of {least}", source)
    if evidence is None:
        for alignment in alignments:
            assert reduction.backward(alignment) is None, ("there is evidence for a source without", source, alignment)
        return says
    assert source.verify(evidence), ("brute force finds no evidence", source, evidence)
    forward = reduction.target.matched(reduction.forward(evidence))
    assert forward >= least, (f"the evidence carried over matches {forward} of {least}", source, evidence)
    for alignment in alignments:
        found = reduction.backward(alignment)
        assert found is not None and source.verify(found), ("an alignment gives no evidence", source, alignment)
    assert source.describe(evidence) is not None, ("evidence cannot be described", source)
    return says


def _check_affine(
    source: Any, reduction: Any, optimum: int, alignments: Sequence[NamedAlignment], rng: random.Random
) -> str:
    """The optima correspond, and no alignment at all, good or bad, says more than it delivers."""
    best = source.brute_force()
    value = source.value(best)
    relation = reduction.relation
    assert isinstance(relation, Affine), ("the relation is neither a threshold nor affine", source)
    target = relation.target_value(value)
    assert optimum == target, (f"the optimum is {optimum}, that of the source {value} stands for {target}", source)
    forward = reduction.target.matched(reduction.forward(best))
    assert forward == optimum, (f"the best solution carried over matches {forward} of {optimum}", source, best)
    for alignment in alignments:
        back = source.value(reduction.backward(alignment))
        assert back == value, (f"an optimal alignment gives a solution worth {back}, not {value}", source, alignment)
    for _ in range(5):
        poor = random_alignment(reduction.target, rng)
        delivered = relation.target_value(source.value(reduction.backward(poor)))
        matched = reduction.target.matched(poor)
        assert delivered >= matched, (f"an alignment of {matched} gives a solution for {delivered}", source, poor)
    assert source.describe(best) is not None, ("a solution cannot be described", source)
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


def best_alignments(problem: AlignmentProblem, limit: int = 500) -> tuple[int, list[tuple[int | None, ...]]]:
    """The optimum, and alignments of candidate pairs that reach it (all of them up to `limit`).

    Depth first over the left variables; a branch is left when even the best pairs of the rest cannot reach the best
    value so far. No solver of ours is involved.
    """
    rows: list[list[int]] = [[] for _ in range(problem.left_size)]
    for p, (row, _) in enumerate(problem.candidates):
        rows[row].append(p)
    joined: list[dict[int, int]] = [{} for _ in problem.candidates]
    for p, q, weight in problem.matches:
        joined[p][q] = joined[q][p] = weight
    order = sorted((row for row in range(problem.left_size) if rows[row]), key=lambda row: len(rows[row]))
    hopes = _hopes(problem, rows, joined, order)
    rest = [sum(hopes[at:]) for at in range(len(order) + 1)]
    found: list[tuple[int, ...]] = []
    best = -1

    def search(at: int, value: int, chosen: tuple[int, ...], used: frozenset[int]) -> None:
        nonlocal best
        if value + rest[at] < best or (value + rest[at] == best and len(found) >= limit):
            return
        if at == len(order):
            if value > best:
                best = value
                found.clear()
            found.append(chosen)
            return
        for p in rows[order[at]]:
            column = problem.candidates[p][1]
            if column not in used:
                gain = problem.unary[p] + sum(joined[p].get(q, 0) for q in chosen)
                search(at + 1, value + gain, (*chosen, p), used | {column})
        search(at + 1, value, chosen, used)

    search(0, 0, (), frozenset())
    mappings = []
    for chosen in found:
        partner = dict(problem.candidates[p] for p in chosen)
        mappings.append(tuple(partner.get(row) for row in range(problem.left_size)))
    return best, mappings


def _hopes(
    problem: AlignmentProblem, rows: list[list[int]], joined: list[dict[int, int]], order: list[int]
) -> list[int]:
    """The most that each row can add when it is reached: a pair's weight, and one match with each earlier row."""
    place = {row: at for at, row in enumerate(order)}

    def hope(p: int) -> int:
        best: dict[int, int] = {}
        for q, weight in joined[p].items():
            row = problem.candidates[q][0]
            if place[row] < place[problem.candidates[p][0]]:
                best[row] = max(best.get(row, 0), weight)
        return problem.unary[p] + sum(best.values())

    return [max(hope(p) for p in rows[row]) for row in order]
