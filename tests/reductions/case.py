"""The table's row type, and what is demanded of every reduction to Smatch.

Brute force decides on both sides: the source's own, and here an enumeration of alignments that knows no solver.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from smatchproof.alignment import AlignmentProblem, GraphPair, SolveParams, parse_graph, recount, write_graph
from smatchproof.exact import ilp_tight
from smatchproof.reductions.reduction import Affine, Reduction, Threshold


@dataclass(frozen=True)
class Case:
    """A reduction and how to draw small random sources for it; `options` go to ``apply``.

    `enumerable`: whether the targets are small enough to list all their optimal alignments. Sources should be drawn
    so that both answers occur often (no-instances!), with the degenerate ones (empty, single) among them.
    """

    id: str
    reduction: type[Reduction]
    draw: Callable[[random.Random], Any]
    options: dict[str, Any] = field(default_factory=dict)
    enumerable: bool = True


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
    place = {row: at for at, row in enumerate(order)}

    def hope(p: int) -> int:
        """The most that p can add when its row is reached: its own weight, and one match with each earlier row."""
        best: dict[int, int] = {}
        for q, weight in joined[p].items():
            row = problem.candidates[q][0]
            if place[row] < place[problem.candidates[p][0]]:
                best[row] = max(best.get(row, 0), weight)
        return problem.unary[p] + sum(best.values())

    hopes = [max(hope(p) for p in rows[row]) for row in order]
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


def check_amrs(pair: GraphPair) -> None:
    """Both graphs are written, and read back as the same triples, none of them twice."""
    for graph, triples in zip((pair.left, pair.right), pair.triples(), strict=True):
        again = parse_graph(write_graph(graph))
        assert (again.variables, again.concepts, again.edges) == (graph.variables, graph.concepts, graph.edges)
        assert not triples.changes
        assert len({*triples.attributes, *triples.relations}) == triples.size


def check_case(case: Case, rng: random.Random) -> str:
    """Everything the table demands of one random instance; returns the answer that it had."""
    source = case.draw(rng)
    reduction = case.reduction.apply(source, **case.options)
    assert case.reduction.apply(source, **case.options) == reduction, "not deterministic"
    pair = reduction.target
    check_amrs(pair)
    assert reduction.size == tuple(triples.size for triples in pair.triples())
    variables = {f"left {name}" for name in pair.left.variables} | {f"right {name}" for name in pair.right.variables}
    assert reduction.gadgets.keys() == variables
    problem = pair.problem()
    if case.enumerable:
        optimum, mappings = best_alignments(problem)
    else:
        solution = ilp_tight(problem, SolveParams())
        optimum, mappings = solution.matched, [solution.mapping]
        assert solution.upper_bound == optimum
    assert all(recount(problem, mapping) == optimum for mapping in mappings)
    alignments = [pair.names(with_idle_pairs(pair, mapping, rng)) for mapping in mappings for _ in range(2)]
    assert all(pair.matched(alignment) >= optimum for alignment in alignments[:10])
    if isinstance(reduction.relation, Threshold):
        return check_threshold(source, reduction, optimum, alignments)
    return check_affine(source, reduction, optimum, alignments, rng)


def check_threshold(source: Any, reduction: Any, optimum: int, alignments: list[dict[str, str]]) -> str:
    """The answer is yes exactly when the optimum reaches the threshold, and evidence goes both ways."""
    evidence = source.brute_force()
    assert (evidence is not None) == (optimum >= reduction.relation.least)
    if evidence is None:
        assert all(reduction.backward(alignment) is None for alignment in alignments)
        return "no"
    assert source.verify(evidence)
    assert reduction.target.matched(reduction.forward(evidence)) >= reduction.relation.least
    assert all(source.verify(reduction.backward(alignment)) for alignment in alignments)
    assert source.describe(evidence) is not None
    return "yes"


def check_affine(
    source: Any, reduction: Any, optimum: int, alignments: list[dict[str, str]], rng: random.Random
) -> str:
    """The optima correspond, and no alignment at all, good or bad, says more than it delivers."""
    best = source.brute_force()
    value = source.value(best)
    assert isinstance(reduction.relation, Affine)
    assert optimum == reduction.relation.target_value(value)
    assert reduction.target.matched(reduction.forward(best)) == optimum
    assert all(source.value(reduction.backward(alignment)) == value for alignment in alignments)
    for _ in range(5):
        poor = random_alignment(reduction.target, rng)
        delivered = reduction.relation.target_value(source.value(reduction.backward(poor)))
        assert delivered >= reduction.target.matched(poor)
    assert source.describe(best) is not None
    return str(value)


def with_idle_pairs(pair: GraphPair, mapping: tuple[int | None, ...], rng: random.Random) -> tuple[int | None, ...]:
    """The alignment with some of its free variables aligned at random: that can only add matches."""
    free = [index for index in range(len(pair.right.variables)) if index not in mapping]
    rng.shuffle(free)
    filled = list(mapping)
    for index, partner in enumerate(mapping):
        if partner is None and free and rng.random() < 0.5:
            filled[index] = free.pop()
    return tuple(filled)


def random_alignment(pair: GraphPair, rng: random.Random) -> dict[str, str]:
    """Any alignment."""
    return pair.names(with_idle_pairs(pair, (None,) * len(pair.left.variables), rng))


def draws(case: Case, number: int, seed: int = 0) -> Iterator[str]:
    """The answers of that many random instances, each checked."""
    for at in range(number):
        yield check_case(case, random.Random(f"{case.id} {seed} {at}"))
