"""Cliques in the search of documents: what is found competes, and closes what the star relaxation leaves open."""

import itertools
import random
import time

import pytest
from hypothesis import given, strategies as st

from smatchproof.exact import brute_force
from smatchproof.exact.search.documents.cliques import EXCEEDED, exceeded
from smatchproof.exact.search.documents.document_node import Node, whole_of
from smatchproof.exact.search.documents.document_search import DocumentSearch
from smatchproof.problem.proof import Leaf
from smatchproof.problem.solution import SolveParams
from tests.exact.clique_proofs import BY_HAND
from tests.exact.forms import accepts, is_proof
from tests.exact.hard_problems import frustrated_triangles, problem_of
from tests.exact.test_dense_proofs import turned_round
from tests.exact.test_documents import is_solved, set_constants

FORMS = pytest.mark.parametrize("scale", [840, 0], ids=["compiled where it can be", "plain"])


def triangles(number, rng=None):
    return problem_of(frustrated_triangles(number, rng))


def searched(problem, **settings):
    search = DocumentSearch(problem, SolveParams(proof=True, **settings), time.perf_counter())
    return search, search.run()


@given(st.randoms(use_true_random=False), st.integers(2, 6), st.integers(2, 6))
def test_what_is_found_competes_and_is_exceeded(rng, rows, columns):
    places = [(i, j) for i in range(rows) for j in range(columns) if rng.random() < 0.7]
    couples = [
        (p, q)
        for p, q in itertools.combinations(range(len(places)), 2)
        if places[p][0] != places[q][0] and places[p][1] != places[q][1]
    ]
    matches = [couple for couple in couples if rng.random() < 0.3]
    x, y = [rng.random() for _ in places], [rng.random() for _ in matches]
    values = {(p, p): each for p, each in enumerate(x)} | dict(zip(matches, y, strict=True))
    for clique in exceeded(places, matches, x, y, int):
        assert sum(values[couple] for couple in clique) > 1 + EXCEEDED
        for one, other in itertools.combinations(clique, 2):
            pairs = {places[p] for p in (*one, *other)}
            # two couples that one alignment contains have no line in common, except those of a common pair
            assert len({i for i, _ in pairs}) < len(pairs) or len({j for _, j in pairs}) < len(pairs)


@pytest.mark.parametrize(("problem", "proof", "bound", "holds"), BY_HAND)
def test_proofs_by_hand_are_accepted_if_they_hold(problem, proof, bound, holds):
    assert accepts(problem, proof, bound) is holds


@pytest.mark.parametrize("number", [1, 2, 3])
def test_they_close_the_root_where_three_variables_cannot_all_agree(number, monkeypatch):
    problem = triangles(number)
    search, status = searched(problem)
    assert is_solved(problem, search, status)
    [leaf] = search.proof()
    assert search.clock.nodes == 1 and len(leaf.duals.cliques) >= number
    set_constants(monkeypatch, CUT_ROUNDS=0)
    without, status = searched(problem)
    assert without.clock.nodes > 1 and is_solved(problem, without, status)


@pytest.mark.parametrize("seed", range(25))
def test_problems_with_cliques_as_brute_force_says(seed, monkeypatch):
    """With few iterations, so that the root stays open and children have cliques, too; turned and with any weights."""
    rng = random.Random(seed)
    set_constants(monkeypatch, SETTLING=0, CUT_SHARE=10**6, CUT_ITERATIONS=rng.choice((5, 50, 500)))
    problem = triangles(2, rng)
    problem = turned_round(problem) if seed % 2 else problem
    optimum = brute_force(problem).matched
    search, status = searched(problem)
    assert is_solved(problem, search, status)
    again, _ = searched(problem)
    assert [*again.proof()] == [*search.proof()]
    stopped, _ = searched(problem, node_limit=1)
    assert stopped.upper_bound >= optimum and is_proof(problem, stopped.proved_bound, [*stopped.proof()])


@FORMS
@pytest.mark.parametrize("number", [1, 3])
def test_every_bound_with_cliques_holds_and_is_proved(scale, number):
    problem = triangles(number)
    whole, optimum = whole_of(problem, scale), brute_force(problem).matched
    node = Node.root(whole, int)
    node.improve(50)
    whole.enter(node.membership, ())
    part, members = whole.part(), whole.members()
    x, y = [0.5] * part.candidates, [0.5] * len(list(part.matches()))
    matches = [(p, q) for p, q, _ in part.matches()]
    node.cliques = [
        tuple((members[p], members[q]) for p, q in clique) for clique in exceeded(part.pairs(), matches, x, y, int)
    ]
    assert node.cliques
    node.is_changed, paid = True, 0
    for _ in range(6):
        bound = node.improve(20)
        duals = node.duals(bound)
        duals = duals._replace(stars=[*duals.stars])
        paid += sum(dual for dual, *_ in duals.cliques)
        assert bound.total == duals.total >= whole.scale * optimum
        assert is_proof(problem, bound.total // whole.scale, (Leaf(duals),))
    assert paid > 0
