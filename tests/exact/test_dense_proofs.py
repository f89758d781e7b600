"""Proofs of dense blocks, by RLT-1 and symmetries: what the checker accepts, against brute force."""

import json
import random
from collections import Counter

import pytest

from smatchproof.exact import exact
from smatchproof.exact.brute_force import brute_force
from smatchproof.exact.certificate import certificate
from smatchproof.exact.checker import Refused, check
from smatchproof.exact.search import lp_tree
from smatchproof.exact.search.dense_block import DenseBlock
from smatchproof.exact.search.known import turned
from smatchproof.lab.reductions.registry import SourceText, reduce
from smatchproof.problem.problem import AlignmentProblem
from smatchproof.problem.proof import Cover, Proof, ProofOutcome
from smatchproof.problem.solution import SolveParams
from tests.exact.forms import as_written, is_proof
from tests.exact.test_lp_tree import dense_problem, symmetric_problem


def with_settled(part: AlignmentProblem, rng: random.Random) -> AlignmentProblem:
    """The same problem with an additional line without pairs on each side, and two separate pairs; maybe turned."""
    rows, columns = part.left_size, part.right_size
    place = {pair: (pair[0] + 1, pair[1] + 2) for pair in part.candidates}
    unary = {place[pair]: weight for pair, weight in zip(part.candidates, part.unary, strict=True)}
    matches = {(place[part.candidates[p]], place[part.candidates[q]]): weight for p, q, weight in part.matches}
    one, two = (rows + 1, 0), (rows + 2, 1)
    some = [pair for pair in unary if rng.random() < 0.5]
    matches |= {(pair, one): rng.randint(1, 9) for pair in some} | {(pair, two): 1 for pair in unary}
    if rng.random() < 0.5:
        matches[one, two] = rng.randint(1, 3)
    unary |= {one: rng.randint(1, 3), two: 2}
    problem = AlignmentProblem.from_weights(rows + 3, columns + 2, unary, matches)
    return problem if rng.random() < 0.5 else turned_round(problem)


def turned_round(problem: AlignmentProblem) -> AlignmentProblem:
    ends = [(j, i) for i, j in problem.candidates]
    matches = {tuple(sorted((ends[p], ends[q]))): weight for p, q, weight in problem.matches}
    unary = dict(zip(ends, problem.unary, strict=True))
    return AlignmentProblem.from_weights(problem.right_size, problem.left_size, unary, matches)


def random_block(rng: random.Random, largest: int = 5) -> AlignmentProblem:
    size = rng.randint(3, largest)
    part = symmetric_problem(rng, size) if rng.random() < 0.5 else dense_problem(rng, size)
    return with_settled(part, rng) if rng.random() < 0.4 else part


def kinds_of(proof: Proof, problem: AlignmentProblem) -> Counter:
    return Counter(node[0] for node in as_written(proof, problem))


def compare_with_brute_force(number: int, rng: random.Random) -> Counter:
    """Have random blocks solved and proved; returns how many nodes of each kind there were."""
    kinds: Counter = Counter()
    for _ in range(number):
        problem = random_block(rng)
        best = brute_force(problem).matched
        result = lp_tree.search(problem, [None] * problem.left_size, SolveParams(proof=True))
        proof = result.proof
        assert lp_tree.search(problem, [None] * problem.left_size, SolveParams()).matched == best, problem
        assert (result.matched, result.proved_bound, proof[0]) == (best, best, Cover()), problem
        assert is_proof(problem, best, proof) and not is_proof(problem, best - 1, proof)
        kinds += kinds_of(proof, problem)
    return kinds


@pytest.mark.usefixtures("weak", "form")
def test_proofs_hold():
    kinds = compare_with_brute_force(25, random.Random(1))
    assert min(kinds["full"], kinds["fullfix"], kinds["branch"], kinds["symmetry"]) >= 5, kinds
    assert kinds.keys() == {"cover", "full", "fullfix", "branch", "symmetry", "empty"}


def test_proofs_hold_as_the_search_is():
    compare_with_brute_force(25, random.Random(2))


def test_what_the_root_has_fixed_comes_behind_what_is_covered():
    rng = random.Random(4)
    for _ in range(30):
        problem = random_block(rng)
        best = brute_force(problem).matched
        solution = exact(problem, SolveParams(proof=True))
        assert (solution.matched, solution.upper_bound, solution.proved_bound) == (best, best, best)
        assert is_proof(problem, best, solution.proof)


def test_all_lines_of_blocks_that_are_not_square_cannot_be_covered():
    """Some column stays alone there."""
    rng = random.Random(5)
    for _ in range(2):
        problem = dense_problem(rng, 5, missing=1)
        result = lp_tree.search(problem, [None] * problem.left_size, SolveParams(proof=True))
        assert Cover() not in result.proof and is_proof(problem, result.matched, result.proof)


@pytest.mark.usefixtures("weak")
@pytest.mark.compiled
def test_a_quadratic_assignment_from_its_matrices_to_its_certificate():
    rng, size, kinds = random.Random(9), 7, Counter()
    for _ in range(3):
        flow = [[rng.randint(0, 9) for _ in range(size)] for _ in range(size)]
        place = [(i % 3, i // 3) for i in range(size)]
        near = [[4 - abs(x - u) - abs(y - v) for u, v in place] for x, y in place]
        rows = [" ".join(map(str, row)) for matrix in (flow, near) for row in matrix]
        pair = reduce("qap", [SourceText("qap", "\n".join([str(size), *rows]))], {}).reduction.target
        problem = pair.problem()
        solution = exact(problem, SolveParams(proof=True))
        assert solution.proved_bound == solution.matched
        line = certificate("q", pair.convention.signature, *pair.triples(), problem, solution)
        check(line)
        kinds.update(node[0] for node in json.loads(line)["proof"])
        with pytest.raises(Refused):
            check(json.dumps(json.loads(line) | {"matched": solution.matched, "at_most": solution.matched - 1}))
    assert kinds["cover"] > 1 and kinds["full"] > 3, kinds


@pytest.mark.usefixtures("weak")
def test_limits_leave_proofs_of_bounds():
    rng, outcomes = random.Random(3), Counter()
    for _ in range(60):
        problem = random_block(rng)
        best = brute_force(problem).matched
        limits = rng.choice(({"node_limit": 3}, {"node_limit": 8}, {"proof_limit": 300}, {"proof_limit": 90}))
        result = lp_tree.search(problem, [None] * problem.left_size, SolveParams(proof=True, **limits))
        outcomes[result.outcome] += 1
        if result.proof is not None:
            assert result.matched <= best <= result.upper_bound <= result.proved_bound
            assert is_proof(problem, result.proved_bound, result.proof)
    assert {*outcomes} == {ProofOutcome.COMPLETE, ProofOutcome.NODES, ProofOutcome.SIZE}, outcomes


def test_a_block_with_a_pair_less_is_not_covered():
    problem = dense_problem(random.Random(6), 5)
    matches = {
        (problem.candidates[p], problem.candidates[q]): weight for p, q, weight in problem.matches if 0 not in (p, q)
    }
    unary = dict(zip(problem.candidates[1:], problem.unary[1:], strict=True))
    problem = AlignmentProblem.from_weights(5, 5, unary, matches)
    result = lp_tree.search(problem, [None] * 5, SolveParams(proof=True))
    assert Cover() not in result.proof and is_proof(problem, brute_force(problem).matched, result.proof)


def test_symmetries_that_settled_pairs_break_are_not_used():
    """Two candidates may earn the same in all, alone and with a settled pair, and still not be images of each other."""
    rng = random.Random(8)
    for size in (4, 5):
        part = symmetric_problem(rng, size)
        unary = {pair: 1 + (pair[1] == 1) for pair in part.candidates}
        matches = {(part.candidates[p], part.candidates[q]): weight for p, q, weight in part.matches}
        matches |= {((i, j), (size, size)): 1 + (j != 1) for i, j in part.candidates}
        problem = AlignmentProblem.from_weights(size + 1, size + 1, unary | {(size, size): 1}, matches)
        block = DenseBlock.of(turned(problem))
        assert {*block.unary} == {3}
        assert {each[1] for each in block.symmetries()[1]} == {1}
        result = lp_tree.search(problem, [None] * (size + 1), SolveParams(proof=True))
        assert result.matched == brute_force(problem).matched
        assert is_proof(problem, result.matched, result.proof)
