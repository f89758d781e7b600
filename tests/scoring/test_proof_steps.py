"""The nodes of a proof one by one, with cliques."""

import random
from dataclasses import replace
from fractions import Fraction

from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import brute_force
from smatchproof.exact.certificate import certificate
from smatchproof.problem.problem import build_problem
from smatchproof.problem.proof import Duals, Fix, Leaf, spelled_out
from smatchproof.reports.drawings.proof_text import proof_sections
from smatchproof.scoring.pairs.proof_steps import FORBIDDEN, proof_steps
from tests.exact.hard_problems import frustrated_triangles, problem_of
from tests.exact.random_pairs import random_pair
from tests.exact.random_proofs import random_proof

ODD, EVEN = [0, 8, 1, 16, 9, 17], [0, 17, 1, 9, 8, 16]
"""The cliques of a triangle: all of its matches."""


def steps_of(pair, problem, solution, rule=Duplicates.SET):
    return [*proof_steps(certificate("p", f"conv:test|dup:{rule}|top:none", *pair, problem, solution))]


def of_triangle(pair, *nodes, bound=None):
    """The steps of this proof about a triangle."""
    best = brute_force(problem := problem_of(pair))
    bounds = {} if bound is None else {"upper_bound": bound, "proved_bound": bound}
    return steps_of(pair, problem, replace(best, proof=nodes, **bounds))


def test_cliques_pay_a_part_of_the_bound():
    pair = frustrated_triangles(1)
    [step] = of_triangle(pair, Leaf(Duals(2, [1], [], [], [[2, *ODD], [1, *EVEN], [0, 0, 0], [1, *EVEN]])))
    assert (step.bound, step.below, step.cliques) == (Fraction(5, 2), 3, [1, Fraction(1, 2), Fraction(1, 2)])
    assert {each.worth for each in step.pairs.values()} == {0}
    words = "Node 0, a leaf: the duals add up to 2.5 (3 cliques pay 2 of it), less than 3, so that no alignment of this"
    [section] = proof_sections([step], *pair)
    assert section.title == f"{words} node is worth 3."
    assert section.rows[:2] == (
        "pair   alone  paid for  worth  row  column  slack",
        "v0 v0      0         0      0  0.5       0    0.5",
    )


def test_numbers_of_random_proofs_add_up():
    rng, cliques = random.Random("steps"), 0
    for _ in range(60):
        left, right, rule = random_pair(rng)
        best = brute_force(problem := build_problem(left, right, rule))
        proof = random_proof(problem, best.matched, rng, with_cliques=True)
        solution = replace(best, proof=proof)
        for node, step in zip(proof, steps_of((left, right), problem, solution, rule), strict=True):
            if isinstance(node, Leaf | Fix):
                cliques += len(step.cliques)
                assert step.bound == Fraction(node.duals.total, node.duals.scale)
                assert step.bound == sum(step.rows.values()) + sum(step.columns.values()) + sum(step.cliques)
                assert_pairs_pay(problem, node.duals, step)
    assert cliques > 100


def assert_pairs_pay(problem, duals, step):
    """The worth of each live pair: its own matches and its payments, less the payments of cliques."""
    live = [p for p, pair in enumerate(problem.candidates) if step.pairs[pair].state != FORBIDDEN]
    paid, by_cliques = dict.fromkeys(live, 0), duals.paid_by_cliques
    for (p, _, _), dual in spelled_out(problem, duals, live).items():
        if p in paid:
            paid[p] += dual
    for p in live:
        i, j = problem.candidates[p]
        number, state = i * problem.right_size + j, step.pairs[i, j]
        assert state.paid_for == Fraction(paid[p], duals.scale) and state.alone == problem.unary[p]
        assert state.by_cliques == Fraction(by_cliques.get((number, number), 0), duals.scale)
        assert state.worth == state.alone - state.by_cliques + state.paid_for
        assert state.reduced_cost == step.rows.get(i, 0) + step.columns.get(j, 0) - state.worth >= 0
