"""Trees whose subtrees other processes search: against brute force, and the tree that one process searches."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pickle import dumps, loads
from typing import Any

import pytest

from smatchproof.exact import exact
from smatchproof.exact.brute_force import brute_force
from smatchproof.exact.checker import Tree, follow
from smatchproof.exact.core.forms import is_compiled
from smatchproof.exact.search.limits import LimitReached
from smatchproof.exact.search.sharing import shared_by
from smatchproof.exact.search.tree import incumbent, node_bounding, program_tree, shared_tree, tree_search
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.proof import ProofOutcome, proof_size
from smatchproof.problem.solution import SolveParams, Status
from smatchproof.scoring.workers import in_order, open_workers
from tests.exact.test_dense_proofs import random_block
from tests.exact.test_full_duals import as_question, as_written
from tests.exact.test_program_tree import form, weak
from tests.exact.test_tree import digraph_problem, is_proof, random_problem

__all__ = ["form", "weak"]  # fixtures


class Others:
    """Others that take what is pickled, one after another; `taken` counts the subtrees."""

    def __init__(self) -> None:
        self.taken = 0

    def __call__(self, function: Callable[..., Any], tasks: Iterable[Any], *settings: Any) -> Iterator[Any]:
        for task in tasks:
            self.taken += 1
            again, *asked = loads(dumps((task, *settings)))
            yield loads(dumps(function(again, *asked)))


@pytest.fixture
def weaker(weak: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weak, and without a good alignment at the root: then many nodes are open, and others find better ones."""
    monkeypatch.setattr(program_tree, "WORTHWHILE", 0)
    for name in ("FIRST_TABU", "FRUITLESS", "MOST_STARTS"):
        monkeypatch.setattr(incumbent, name, 0)


def shared(problem: AlignmentProblem, params: SolveParams, others: Callable[..., Any]) -> tree_search.TreeResult:
    with shared_by(others):
        return tree_search.search(problem, [None] * problem.left_size, params)


@pytest.mark.usefixtures("weaker", "form")
@pytest.mark.parametrize("subtrees", [1, 2])
def test_equals_brute_force_and_proves_it(subtrees: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_tree, "SUBTREES", subtrees)
    rng, others, kinds = random.Random(subtrees), Others(), Counter[str]()
    for number in range(60):
        problem = random_block(rng) if number % 2 else random_problem(rng, rng.randint(3, 5), rng.randint(3, 5))
        best = brute_force(problem).matched
        result = shared(problem, SolveParams(proof=True), others)
        assert (result.status, result.matched, result.upper_bound) == (Status.OPTIMAL, best, best), problem
        assert (recount(problem, result.mapping), result.outcome) == (best, ProofOutcome.COMPLETE)
        assert is_proof(problem, best, result.proof)
        assert not is_proof(problem, best - 1, result.proof)
        follow(as_written(result.proof, problem), Tree(as_question(problem), best, 1))
        kinds += Counter(node[0] for node in as_written(result.proof, problem))
        without = shared(problem, SolveParams(), others)
        assert (without.matched, without.upper_bound) == (best, best)
    assert others.taken > 10
    assert min(kinds["full"], kinds["branch"], kinds["symmetry"]) > 5


@pytest.mark.usefixtures("weaker")
def test_limits_leave_intervals_and_their_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others that have no time from some moment on, or whose proofs are too long."""
    monkeypatch.setattr(program_tree, "SUBTREES", 2)
    rng, outcomes = random.Random(1), Counter[ProofOutcome]()
    for number in range(90):
        problem = random_block(rng) if number % 2 else random_problem(rng, 5, 5)
        best = brute_force(problem).matched
        late = rng.randint(0, 8)

        def check(self: Any) -> float:
            nonlocal late
            late -= 1
            if late < 0:
                raise LimitReached(Status.TIME_LIMIT)
            return 0.0

        limit = rng.choice((90, 300)) if number % 3 == 0 else None
        with monkeypatch.context() as patch:
            if limit is None:
                patch.setattr(shared_tree.Clock, "check", check)
            result = shared(problem, SolveParams(proof=True, proof_limit=limit), Others())
        outcomes[result.outcome] += 1
        assert recount(problem, result.mapping) == result.matched <= best <= result.upper_bound
        if result.proof is None:
            assert limit is not None  # the root alone is longer than that
            continue
        assert result.upper_bound <= result.proved_bound
        assert is_proof(problem, result.proved_bound, result.proof)
        assert not is_proof(problem, best - 1, result.proof)
        assert (result.outcome is ProofOutcome.COMPLETE) == (result.proved_bound == result.matched)
    assert {*outcomes} == {ProofOutcome.COMPLETE, ProofOutcome.TIME, ProofOutcome.SIZE}, outcomes


@pytest.mark.usefixtures("weaker")
def test_proofs_that_are_too_long_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a part or of the whole, at every length: what is left is the root, which proves its bound."""
    monkeypatch.setattr(program_tree, "SUBTREES", 2)
    monkeypatch.setattr(shared_tree, "WAVES", (1, 2, 1_000_000))
    rng, outcomes = random.Random(3), Counter[ProofOutcome]()
    for number in range(60):
        problem = random_block(rng) if number % 2 else random_problem(rng, 5, 5)
        best = brute_force(problem).matched
        whole = proof_size([*shared(problem, SolveParams(proof=True), Others()).proof])
        for limit in {rng.randint(1, whole) for _ in range(5)}:
            result = shared(problem, SolveParams(proof=True, proof_limit=limit), Others())
            outcomes[result.outcome] += 1
            assert (result.matched, result.upper_bound) == (best, best)
            if result.proof is not None:
                assert is_proof(problem, result.proved_bound, result.proof)
                assert proof_size([*result.proof]) <= limit
    assert outcomes[ProofOutcome.SIZE] > 100


@pytest.mark.usefixtures("weaker", "form")
def test_subtrees_that_are_bounded_worse_than_their_nodes_were(monkeypatch: pytest.MonkeyPatch) -> None:
    """The duals that a node had may be the only ones that close it, once a better alignment is known."""
    monkeypatch.setattr(shared_tree, "WAVES", (1, 2, 1_000_000))
    worse = 0

    class Noted(program_tree.ProofTree):
        def graft(self, place: Any, subtree: Any, size: int) -> None:
            nonlocal worse
            worse += subtree.below is not None and subtree.total > place.total
            super().graft(place, subtree, size)

    def bounds(number: int, rounds: int) -> None:
        monkeypatch.setattr(node_bounding, "ROOT_ITERATIONS", number)
        for name in ("ROOT_ROUNDS", "NODE_ROUNDS", "BLOCK_ROUNDS"):
            monkeypatch.setattr(node_bounding, name, rounds)
        for name in ("PATIENCE", "BLOCK_PATIENCE"):
            monkeypatch.setattr(node_bounding, name, node_bounding.Patience(number, 8, 3))

    def others(function: Callable[..., Any], tasks: Iterable[Any], *settings: Any) -> Iterator[Any]:
        for task in tasks:
            bounds(1, 1)
            found = function(*loads(dumps((task, *settings))))
            bounds(10, 3)
            yield loads(dumps(found))

    monkeypatch.setattr(program_tree, "ProofTree", Noted)
    for seed in range(60):
        monkeypatch.setattr(program_tree, "SUBTREES", 1 + seed % 3)
        problem = digraph_problem(4 + seed % 3, 1, 5 + seed % 2, 6, seed)
        bounds(10, 3)
        result = shared(problem, SolveParams(proof=True), others)
        assert (result.matched, result.outcome) == (brute_force(problem).matched, ProofOutcome.COMPLETE)
        assert is_proof(problem, result.matched, result.proof)
    assert worse > 5


@pytest.mark.usefixtures("weaker")
def test_a_question_for_so_much_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_tree, "SUBTREES", 2)
    rng, others, statuses = random.Random(2), Others(), Counter[Status]()
    for _ in range(60):
        problem = random_block(rng)
        best = brute_force(problem).matched
        asked = best + rng.randint(-1, 1)
        result = shared(problem, SolveParams(at_least=asked), others)
        statuses[result.status] += 1
        assert (result.matched >= asked) == (asked <= best)
        assert (result.upper_bound < asked) == (asked > best)
    assert others.taken > 20
    assert len(statuses) == 2


def test_a_limit_of_nodes_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_tree, "SUBTREES", 2)
    monkeypatch.setattr(program_tree, "WORTHWHILE", 0)
    others = Others()
    result = shared(digraph_problem(4, 1, 20, 20, 1), SolveParams(node_limit=50), others)
    assert (result.status, result.nodes, others.taken) == (Status.NODE_LIMIT, 50, 0)


@pytest.mark.skipif(not is_compiled(), reason="takes a minute uncompiled")
def test_processes_give_the_same_whatever_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_tree, "SUBTREES", 4)
    monkeypatch.setattr(program_tree, "WORTHWHILE", 0)
    problem = digraph_problem(4, 1, 20, 20, 1)
    alone, others = exact(problem), Others()
    with shared_by(others):
        expected = exact(problem, SolveParams(proof=True))
    assert (expected.matched, expected.upper_bound) == (alone.matched, alone.matched)
    assert others.taken > 7
    for jobs in (1, 3):
        with open_workers(jobs) as workers, shared_by(lambda *asked, to=workers: in_order(to, *asked)):
            found = exact(problem, SolveParams(proof=True))
        assert (found.mapping, found.nodes) == (expected.mapping, expected.nodes)
        assert [*found.proof] == [*expected.proof]


def test_what_is_sent_of_a_deep_proof_has_no_depth() -> None:
    from smatchproof.exact.search.proof_tree import Evidence, Place
    from smatchproof.exact.search.store import Store
    from smatchproof.exact.search.tree.subtree import Searched, flat
    from smatchproof.problem.proof import Branch, Duals, Leaf

    evidence = Evidence.of(Duals(1, [3], [], [1, 2, 3, 4, 5, 6]), Store())
    root = place = Place(9, evidence, 9)
    for number in range(3_000):
        under, place.rest = Place(number, evidence, 8), Place(7, evidence, 7) if number % 2 else None
        place.below, place = ((Branch(number), under),), under
    found = loads(dumps(Searched(None, 0, Status.OPTIMAL, 0, flat(root), 0, False))).place(Store())
    for number in range(3_000):
        ((node, under),), rest = found.below, found.rest
        assert (node, under.total, under.most, rest is not None) == (Branch(number), number, 8, number % 2 == 1)
        assert under.evidence.node(Leaf).read() == Leaf(Duals(1, [3], [], [1, 2, 3, 4, 5, 6]))
        found = under
    assert (found.below, found.rest) == (None, None)
