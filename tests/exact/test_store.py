"""The evidence of long searches on disk, and proofs without what a better alignment has made needless."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from smatchproof.exact.brute_force import brute_force
from smatchproof.exact.checker import Tree, follow
from smatchproof.exact.search import lp_node, lp_tree
from smatchproof.exact.search.lp_tree import search
from smatchproof.exact.search.proof_tree import Evidence, Place, ProofTree, Store, Stored
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Branch, Duals, Fix, Leaf, WrittenNode, in_numbers, proof_size
from smatchproof.problem.solution import Solution, SolveParams, Status
from tests.exact.forms import as_question, as_written
from tests.exact.test_dense_proofs import random_block
from tests.exact.test_tree import digraph_problem


def test_bytes_are_read_as_they_were_put() -> None:
    rng, store = random.Random(1), Store(in_memory=500)
    contents = [rng.randbytes(rng.randrange(200)) for _ in range(1_000)]
    with ThreadPoolExecutor(4) as pool:
        stored = [*pool.map(store.put, contents)]
    assert 0 < sum(isinstance(each, bytes) for each in stored) < 20
    wrong = [at for at, (each, content) in enumerate(zip(stored, contents, strict=True)) if bytes(each) != content]
    assert not wrong  # numbers: of two lists of bytes a report would look for all likenesses, which takes minutes
    duals = Duals(3, [1, 2], [4], [7, 8, 9])
    evidence = Evidence.of(duals, store)
    assert isinstance(evidence.text, Stored)
    assert evidence.node(Leaf) == WrittenNode(Leaf, False, evidence.text, 4)
    assert evidence.node(Fix).read() == Fix(duals)


def _searched(
    problem: AlignmentProblem, monkeypatch: pytest.MonkeyPatch, in_memory: int, node_limit: int | None = None
) -> tuple[ProofTree, Solution]:
    """The last tree of a search and its answer. No tabu search helps: it meets better alignments on its way."""
    trees = list[ProofTree]()

    class Noted(ProofTree):
        def __init__(self, *given: Any) -> None:
            trees.append(self)
            super().__init__(*given)

    monkeypatch.setattr(lp_tree, "ProofTree", Noted)
    monkeypatch.setattr(lp_node, "Store", lambda: Store(in_memory))
    found = search(problem, [None] * problem.left_size, SolveParams(proof=True, node_limit=node_limit))
    return trees[-1], found


@pytest.mark.usefixtures("weaker", "form")
@pytest.mark.parametrize("kind", ["digraph", "block"])
def test_a_proof_has_the_size_that_its_tree_counts(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    pruned, prune = 0, ProofTree.prune

    def counting(tree: ProofTree, *given: Any) -> None:
        nonlocal pruned
        before = tree.size
        prune(tree, *given)
        pruned += tree.size < before

    monkeypatch.setattr(ProofTree, "prune", counting)
    for seed in range(6):
        problem = digraph_problem(3, 1, 6, 7, seed) if kind == "digraph" else random_block(random.Random(seed), 5)
        tree, found = _searched(problem, monkeypatch, in_memory=100 * (seed % 2))
        assert (found.status, found.matched) == (Status.OPTIMAL, brute_force(problem).matched)
        assert tree.size == proof_size(tree.proof())
        follow(as_written(found.proof, problem), Tree(as_question(problem), found.matched, 1))
        _, again = _searched(problem, monkeypatch, in_memory=1 << 40)
        assert again == found
        limited, answer = _searched(problem, monkeypatch, in_memory=0, node_limit=5)
        follow(as_written(answer.proof, problem), Tree(as_question(problem), answer.proved_bound, 1))
        assert limited.size == proof_size(limited.proof())
        tree, _ = _searched(problem, monkeypatch, in_memory=0)
        evidence = [each for place in tree.leaves() for each in (place.evidence, *place.fixed)]
        assert all(isinstance(each.text, Stored) for each in evidence)
    assert pruned or kind == "block"  # a block this small meets its optimum first


@pytest.mark.parametrize("is_branched", [False, True])
def test_a_fix_that_proves_enough_is_the_leaf_of_its_place(is_branched: bool) -> None:
    """As it may after a better alignment: what comes after it, and is below, is needless."""
    high, low, last = (Evidence.of(Duals(1, [total], [], []), Store()) for total in (60, 40, 50))
    tree = ProofTree(Place(50, last, 50, [high, low, last]), 30, 1, 1000)
    if is_branched:
        under = Place(48, last, 48, [high])
        tree.branch(tree.root, [(Branch(0), under)], Place(45, last, 45))
    assert tree.size == proof_size(tree.proof())
    tree.prune(41)
    assert [(type(node), node.duals.total) for node in in_numbers(tree.proof())] == [(Fix, 60), (Leaf, 40)]
    assert (tree.size, tree.root.most) == (proof_size(tree.proof()), 40)
