"""The search of documents: its bounds and alignments against brute force, its proofs before both checkers."""

import importlib
import json
import math
import random
import time
from dataclasses import replace

import pytest

from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import brute_force, certified, exact
from smatchproof.exact.certificate import Refused, certificate, check_solution
from smatchproof.exact.checker import check
from smatchproof.exact.core import is_compiled
from smatchproof.exact.ilp import better_alignment
from smatchproof.exact.search.documents import document_node, document_search, incumbent
from smatchproof.exact.search.documents.document_node import GONE, Node, whole_of
from smatchproof.exact.search.documents.document_search import DocumentSearch
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.problem.problem import AlignmentProblem, build_problem, recount
from smatchproof.problem.proof import Branch, Leaf, in_numbers, proof_size
from smatchproof.problem.solution import SolveParams, Status
from tests.exact.forms import is_proof, places_of_duals
from tests.exact.hard_problems import branching_pairs, problem_of
from tests.exact.random_pairs import random_pair
from tests.exact.test_tree import random_problem

FORMS = pytest.mark.parametrize("scale", [840, 0], ids=["compiled where it can be", "plain"])
"""With a scale of 0 the core is plain, for numbers of any size."""


POOR = dict.fromkeys(("ROOT_ITERATIONS", "MOST_ITERATIONS", "ROUNDS", "MOST_OPEN", "FIXED_SHARE"), 1)
"""Constants with which linear programs are poor, and the tree a path."""

MINUTES = pytest.mark.skipif(not is_compiled(), reason="takes minutes where the core is not compiled")


def as_lists(duals):
    """The same, whose stars may be in an array."""
    return duals._replace(stars=[*duals.stars])


def nothing():
    """No limit."""


def searched(problem, **settings):
    """A search by linear programs alone, which does not count, and how it has ended."""
    search = DocumentSearch(problem, SolveParams(proof=True, **settings), time.perf_counter())
    search.incumbent.count = lambda: False
    return search, search.run()


def set_constants(monkeypatch, **values):
    """Set constants of the search, in each of its modules that has them."""
    for name, value in values.items():
        modules = (document_node, document_search, incumbent)
        found = [module for module in modules if hasattr(module, name)]
        assert found, name
        for module in found:
            monkeypatch.setattr(module, name, value)


@pytest.fixture
def for_all(monkeypatch):
    """Problems of any size are solved by linear programs."""
    monkeypatch.setattr(certified, "LARGE", -1)
    monkeypatch.setattr(certified, "is_compiled", lambda: True)
    monkeypatch.setattr(certified, "is_dense", lambda *_: False)


@pytest.fixture
def uncut(monkeypatch):
    """Cliques are not looked for, which would close what has to be branched."""
    set_constants(monkeypatch, CUT_ROUNDS=0)


def is_solved(problem, search, status):
    """Test whether a search has ended with the optimum and a proof of it."""
    optimum = brute_force(problem).matched
    assert status is Status.OPTIMAL
    found = search.incumbent
    assert found.best == recount(problem, found.mapping()) == optimum == search.upper_bound == search.proved_bound
    search.rest()
    assert found.best == optimum == search.upper_bound == search.proved_bound and search.has_proof
    return is_proof(problem, optimum, search.proof())


@pytest.mark.parametrize("seed", range(30))
def test_small_problems_as_brute_force_says(seed):
    rng = random.Random(seed)
    problem = random_problem(rng, rng.randint(1, 5), rng.randint(1, 5))
    assert is_solved(problem, *searched(problem))


@pytest.mark.parametrize("seed", range(20))
def test_poor_linear_programs_cost_nodes_and_no_answer(seed, monkeypatch):
    """Few iterations, nothing in the working set at first, one open node at a time, heavy weights, no rounding."""
    rng = random.Random(seed)
    set_constants(monkeypatch, BEST_OF_LINE=seed % 2, MOST_JOINING=1, SUPPORT=0.5, **POOR)
    small = random_problem(rng, rng.randint(2, 4), rng.randint(2, 4))
    heavy = replace(small, unary=[rng.randint(2**31, 2**31 + 9) for _ in small.unary])
    for problem in (small, heavy):
        assert is_solved(problem, *searched(problem, node_limit=5000))


def test_a_tree_has_the_size_of_its_proof_wherever_it_is_stopped(monkeypatch):
    """Nothing counts that was proved of a node before it had a place in the tree."""
    names = ("MOST_JOINING", "ROOT_ITERATIONS", "NODE_ITERATIONS", "MOST_ITERATIONS", "ROUNDS", "FIXED_SHARE")
    set_constants(monkeypatch, GAP_SHARE=1, **dict.fromkeys(names, 1))
    rng, trees = random.Random(4), 0
    for at in range(120):
        problem = random_problem(rng, 4, 4)
        at_least = None if at % 2 else brute_force(problem).matched
        search, _ = searched(problem, node_limit=1 + at % 7, at_least=at_least)
        for tree in search.trees:
            trees += tree.root.below is not None
            tree.prune(tree.scale * (tree.proved_bound + 1))
            assert tree.size == proof_size(tree.proof())
    assert trees > 15


@FORMS
@pytest.mark.parametrize("seed", range(20))
def test_every_bound_on_the_way_holds_and_is_proved(seed, scale, monkeypatch):
    """Also where hardly any candidate is in the working set, so that nearly all are priced."""
    set_constants(monkeypatch, BEST_OF_LINE=seed % 3, MOST_JOINING=seed % 2)
    rng = random.Random(seed)
    problem = random_problem(rng, rng.randint(2, 5), rng.randint(2, 5))
    whole = whole_of(problem, scale)
    node, optimum = Node.root(whole, nothing), brute_force(problem).matched
    for _ in range(4):
        bound = node.improve(5)
        assert bound.total >= whole.scale * optimum
        duals = as_lists(node.duals(bound))
        assert duals.total == bound.total
        assert is_proof(problem, bound.total // whole.scale, (Leaf(duals),))


@pytest.mark.parametrize("seed", range(15))
def test_bounds_of_nodes_hold_and_are_proved(seed):
    """Whatever is forced and forbidden: a proof that branches so far proves the worst of its leaves."""
    rng = random.Random(seed)
    problem = random_problem(rng, rng.randint(2, 5), rng.randint(2, 5))
    whole = whole_of(problem, 840)
    node, proof, totals = Node.root(whole, nothing), [], []
    while node.live and len(proof) < 8:
        candidate = rng.choice([p for p, state in enumerate(node.membership) if state != GONE])
        other = node.child(candidate, is_forced=False)
        bound = other.improve(20)
        proof.append((whole.original_number(candidate), as_lists(other.duals(bound))))
        totals.append(bound.total)
        node = node.child(candidate, is_forced=True)
    bound = node.improve(20)
    claim = max([bound.total, *totals]) // 840
    nodes = [Branch(candidate) for candidate, _ in proof]
    leaves = [as_lists(node.duals(bound)), *(duals for _, duals in reversed(proof))]
    assert is_proof(problem, claim, (*nodes, *(Leaf(duals) for duals in leaves)))
    assert claim >= brute_force(problem).matched


@pytest.mark.parametrize("seed", range(10))
def test_both_forms_compute_the_same(seed):
    rng = random.Random(seed)
    problem = random_problem(rng, rng.randint(2, 6), rng.randint(2, 6))
    found = []
    for scale in (10_000, 0):
        node = Node.root(whole_of(problem, scale), nothing)
        bounds = [node.improve(30) for _ in range(3)]
        found.append([(bound.total, bound.x, as_lists(node.duals(bound))) for bound in bounds])
    assert found[0] == found[1]


@pytest.mark.parametrize("seed", range(30))
def test_certificates_of_random_pairs_are_accepted_and_their_mutants_refused(seed, for_all):
    rng = random.Random(seed)
    left, right, rule = random_pair(rng)
    problem = build_problem(left, right, rule)
    solution = exact(problem, SolveParams(proof=True))
    assert solution.matched == solution.proved_bound == brute_force(problem).matched
    line = certificate("pair", f"conv:test|dup:{rule}|top:none", left, right, problem, solution)
    assert check(line)["matched"] == solution.matched
    record = json.loads(line)
    places = [place for node in record["proof"] if node[0] == "leaf" for place in places_of_duals(node)]
    if places:
        part, place = rng.choice(places)
        part[place] -= (solution.matched + 1) * 10_000
        with pytest.raises(Refused):
            check(json.dumps(record))


@MINUTES
@pytest.mark.parametrize("name", ["digraphs-8-1", "sat-chain"])
def test_pairs_that_have_to_branch_are_certified_in_the_same_way_again(name, for_all, uncut):
    left, right = branching_pairs()[name]
    problem = problem_of((left, right))
    solution, again = (exact(problem, SolveParams(proof=True)) for _ in range(2))
    assert solution.status is Status.OPTIMAL and solution.nodes > 1
    assert (solution.mapping, solution.nodes, solution.proof) == (again.mapping, again.nodes, again.proof)
    check_solution(left, right, Duplicates.SET, problem, solution)


@MINUTES
@pytest.mark.parametrize(
    ("limits", "status"), [({"node_limit": 3}, Status.NODE_LIMIT), ({"time_limit": 0.2}, Status.TIME_LIMIT)]
)
def test_limits_leave_a_proved_interval(limits, status, for_all, uncut):
    left, right = pair = random_digraph_pair(20, 4, 1, 1, 1, both_ways=True)
    problem = problem_of(pair)
    start = time.perf_counter()
    solution = exact(problem, SolveParams(proof=True, **limits))
    assert time.perf_counter() - start < 5
    assert solution.status is status
    assert recount(problem, solution.mapping) == solution.matched < solution.proved_bound == solution.upper_bound
    check_solution(left, right, Duplicates.SET, problem, solution)


def test_no_proof_has_more_numbers_than_its_limit():
    problem = AlignmentProblem.from_weights(1, 1, {(0, 0): 1}, {})
    size = proof_size(in_numbers(iter(searched(problem)[0].proof())))
    assert [searched(problem, proof_limit=limit)[0].has_proof for limit in (size - 1, size)] == [False, True]


@pytest.mark.parametrize("fits", [True, False])
def test_an_integer_program_or_a_tree_finds_what_is_better(fits, monkeypatch):
    problem = problem_of(random_digraph_pair(8, 3, 1, 1, 1))
    start, optimum = (None,) * problem.left_size, exact(problem).matched
    monkeypatch.setattr(importlib.import_module("smatchproof.exact.ilp"), "fits_doubles", lambda _: fits)
    assert recount(problem, incumbent.best_of_support(problem, start, 0, math.inf, 0)) == optimum


def test_an_integer_program_is_asked_for_more_than_is_known():
    problem = problem_of(random_digraph_pair(8, 3, 1, 1, 1))
    optimum, params = exact(problem).matched, SolveParams()
    assert recount(problem, better_alignment(problem, optimum - 1, params)) == optimum
    assert better_alignment(problem, optimum, params) is None


@pytest.mark.parametrize("seed", range(3))
def test_an_integer_program_looks_near_the_best_alignment(seed, monkeypatch):
    set_constants(monkeypatch, SUPPORT_A_ROW=10**6)
    problem = problem_of(random_digraph_pair(7, 3, 1, 1, seed))
    search = DocumentSearch(problem, SolveParams(), time.perf_counter())
    search.root.close()
    known, bound, optimum = search.incumbent, search.root.place.bound, exact(problem).matched
    near = search.root.place.node.near(bound)
    for columns in ([-1] * known.whole.rows, known.columns):
        # without picks nothing is decided; the best ones are not lost
        known.best, known.columns = 0, columns
        known.program(bound, near)
        assert recount(problem, known.mapping()) == known.best == optimum
    assert len({*near}) == len(near)


def test_an_integer_program_has_what_is_near_and_nothing_that_competes_with_what_is_decided(monkeypatch):
    set_constants(monkeypatch, SUPPORT_A_ROW=10**6)
    problem = problem_of(random_digraph_pair(9, 3, 1, 1, 1))
    search = DocumentSearch(problem, SolveParams(), time.perf_counter())
    search.root.close()
    known, place, asked = search.incumbent, search.root.place, []
    whole = known.whole
    near = [*range(0, whole.candidates, 2)]
    monkeypatch.setattr(incumbent, "best_of_support", lambda part, mapping, *_: asked.append(part) or mapping)
    picks = {whole.place(p): place.bound.x.get(p, 0.0) for p in known._picks(whole)}
    for decided in (0.0, 0.5, 2.0):
        set_constants(monkeypatch, DECIDED=decided)
        known.program(place.bound, near)
        fixed = {pair for pair, x in picks.items() if x >= decided}
        wanted = {whole.place(p) for p in (*near, *place.bound.x)} | picks.keys()
        is_free = {pair for pair in wanted if not any(pair[0] == i or pair[1] == j for i, j in fixed)}
        assert {*asked.pop().candidates} == is_free | fixed
    near = place.node.near(place.bound)
    set_constants(monkeypatch, NEARER=(50,))
    assert {*place.node.near(place.bound)} < {*near}


def test_the_node_of_a_document_with_the_highest_bound_is_branched_first(monkeypatch):
    few = dict.fromkeys(("GAP_SHARE", "ROUNDS", "NODE_ROUNDS"), 1)
    set_constants(monkeypatch, **few, ROOT_ITERATIONS=5, NODE_ITERATIONS=20, MOST_ITERATIONS=20)
    monkeypatch.setattr(incumbent.Incumbent, "program", lambda self, *_: self.is_enough)
    taken = []

    def branched(self, tree, place, branch=document_search.DocumentTree._branched):
        taken.append((id(tree), place.most))
        return branch(self, tree, place)

    monkeypatch.setattr(document_search.DocumentTree, "_branched", branched)
    searched(problem_of(random_digraph_pair(12, 3, 1, 1, 1)))
    of_trees = [[most for tree, most in taken if tree == each] for each in dict(taken)]
    # no node is worth more than the one above
    assert all(bounds == sorted(bounds, reverse=True) for bounds in of_trees)
    assert max(map(len, of_trees)) > 5


@MINUTES
def test_questions_are_decided(for_all):
    problem = problem_of(branching_pairs()["digraphs-7-9"])
    optimum = exact(problem).matched
    yes, no = (exact(problem, SolveParams(proof=True, at_least=k)) for k in (optimum, optimum + 1))
    assert yes.matched == optimum and no.upper_bound == no.proved_bound == optimum
    early = exact(problem, SolveParams(proof=True, at_least=1))
    assert early.status is Status.DECIDED and early.matched >= 1 and early.proved_bound == early.upper_bound >= optimum
    unproved = exact(problem, SolveParams(proof=True, at_least=optimum + 9, proof_limit=0))
    assert (unproved.status, unproved.proof) == (Status.DECIDED, None) and unproved.matched < unproved.upper_bound
