"""The tree search against brute force, and its proofs against a checker written from the text of
smatchproof/problem/proof.py."""

import itertools
import random
import time

import pytest

import smatchproof.exact.search.lp_tree as tree
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import exact
from smatchproof.exact.brute_force import brute_force
from smatchproof.exact.core.forms import is_compiled
from smatchproof.exact.search import incumbent, lp_node
from smatchproof.generators import random_digraph_pair
from smatchproof.problem.problem import AlignmentProblem, build_problem, recount
from smatchproof.problem.proof import (
    Branch,
    Cover,
    Duals,
    Empty,
    Fix,
    Leaf,
    Proof,
    ProofOutcome,
    Symmetry,
    proof_size,
    spelled_out,
)
from smatchproof.problem.solution import SolveParams, Status


def random_problem(rng: random.Random, rows: int, columns: int) -> AlignmentProblem:
    """Weights 1-3, with any density of candidates and matches."""
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    unary_density, density = rng.random(), rng.random()
    unary = {cell: rng.randint(1, 3) for cell in cells if rng.random() < unary_density}
    matches = {
        (p, q): rng.randint(1, 3)
        for p in cells
        for q in cells
        if p < q and p[0] != q[0] and p[1] != q[1] and rng.random() < density
    }
    return AlignmentProblem.from_weights(rows, columns, unary, matches)


def digraph_problem(degree: int, labels: int, size: int, other_size: int, seed: int) -> AlignmentProblem:
    """Two random digraphs with one concept: far from what the bound proves at once."""
    rng = random.Random(seed)

    def arcs(n: int) -> list[tuple[int, int, int]]:
        cells = [(u, v) for u in range(n) for v in range(n) if u != v]
        return [(u, v, rng.randrange(labels)) for u, v in rng.sample(cells, round(degree * n / 2))]

    matches: dict[tuple[tuple[int, int], ...], int] = {}
    others = arcs(other_size)
    for source, target, label in arcs(size):
        for other_source, other_target, other_label in others:
            if label == other_label:
                couple = tuple(sorted([(source, other_source), (target, other_target)]))
                matches[couple] = matches.get(couple, 0) + 1
    unary = {(i, j): 1 for i in range(size) for j in range(other_size)}
    return AlignmentProblem.from_weights(size, other_size, unary, matches)


def solve(problem: AlignmentProblem, **settings: int | None) -> tree.TreeResult:
    params = SolveParams(proof="proof_limit" in settings, **settings)
    return tree.search(problem, [None] * problem.left_size, params)


def covered_lines(problem: AlignmentProblem) -> set[tuple[int, int]]:
    """The lines that have pairs in more lines than there are rivals for these."""
    ends, lines = problem.candidates, set()
    for side in (0, 1):
        for line in {pair[side] for pair in ends}:
            crossing = {pair[1 - side] for pair in ends if pair[side] == line}
            rivals = {pair[side] for pair in ends if pair[1 - side] in crossing} - {line}
            lines |= {(side, line)} if len(rivals) < len(crossing) else set()
    return lines


def images_of(problem: AlignmentProblem, node: Symmetry) -> dict[int, int] | None:
    """Where a permutation of rows and columns takes each candidate, or None where it changes a weight."""
    number = {pair: p for p, pair in enumerate(problem.candidates)}
    image = {p: number.get((node.rows[i], node.columns[j])) for p, (i, j) in enumerate(problem.candidates)}
    couples = {frozenset((p, q)): weight for p, q, weight in problem.matches}
    is_one = sorted(node.rows) == [*range(problem.left_size)] and sorted(node.columns) == [*range(problem.right_size)]
    if not is_one or None in image.values() or any(problem.unary[image[p]] != problem.unary[p] for p in image):
        return None
    alike = {frozenset((image[p], image[q])): weight for p, q, weight in problem.matches} == couples
    return image if alike else None


def is_proof(problem: AlignmentProblem, claim: int, proof: Proof) -> bool:
    """Whether this proves that no alignment is worth more than the claim."""
    nodes = iter(proof)
    stack: list[tuple[set[int], set[int], set[tuple[int, int]]]] = [(set(), set(), set())]
    while stack:
        forced, forbidden, required = stack.pop()
        node = next(nodes, None)
        ends = problem.candidates
        present = [
            p
            for p in range(len(ends))
            if p not in forbidden
            and all(p == f or (ends[p][0] != ends[f][0] and ends[p][1] != ends[f][1]) for f in forced)
        ]
        needs = required | {(side, ends[f][side]) for f in forced for side in (0, 1)}
        if isinstance(node, Empty):
            covered = {(side, ends[p][side]) for p in present for side in (0, 1)}
            if forced <= set(present) and needs <= covered:
                return False
        elif isinstance(node, Branch):
            stack.append((forced, forbidden | {node.candidate}, required))
            stack.append((forced | {node.candidate}, forbidden, required))
        elif isinstance(node, Cover):
            if node is not next(iter(proof)):
                return False
            stack.append((forced, forbidden, required | covered_lines(problem)))
        elif isinstance(node, Symmetry):
            image = images_of(problem, node)
            if image is None or {image[p] for p in forced} != forced:
                return False
            stack.append((forced, forbidden | {image[p] for p in forbidden}, required))
        elif isinstance(node, Leaf | Fix):
            slacks = (full_slacks if node.in_full else valid_slacks)(problem, present, needs, node.duals)
            if slacks is None:
                return False
            spare = node.duals.total - node.duals.scale * (claim + 1)
            if isinstance(node, Leaf) and spare >= 0:
                return False
            if isinstance(node, Fix):
                lines = [((0, i), dual) for i, dual in enumerate(node.duals.rows)]
                lines += [((1, j), dual) for j, dual in enumerate(node.duals.columns)]
                killed = {p for p, slack in slacks.items() if slack > spare}
                stack.append((forced, forbidden | killed, required | {line for line, dual in lines if dual > spare}))
        else:
            return False
    return next(nodes, None) is None


def valid_slacks(
    problem: AlignmentProblem, present: list[int], needs: set[tuple[int, int]], duals: Duals
) -> dict[int, int] | None:
    """The slack of each candidate, or None when the duals are not valid."""
    rows, columns = dict(enumerate(duals.rows)), dict(enumerate(duals.columns))
    stars = spelled_out(problem, duals, present)
    signs = [(0, i) in needs or dual >= 0 for i, dual in rows.items()]
    signs += [(1, j) in needs or dual >= 0 for j, dual in columns.items()]
    if duals.scale < 1 or not all(signs) or min(stars.values(), default=0) < 0:
        return None
    inside, paid = set(present), paid_by_cliques(problem, duals)
    if paid is None:
        return None
    for p, q, weight in problem.matches:
        if p in inside and q in inside:
            keys = [(a, side, problem.candidates[b][side]) for a, b in ((p, q), (q, p)) for side in (0, 1)]
            if sum(stars.get(key, 0) for key in keys) < duals.scale * weight - paid.get(frozenset((p, q)), 0):
                return None
    spent = {p: -paid.get(frozenset((p,)), 0) for p in range(len(problem.candidates))}
    for (p, _, _), dual in stars.items():
        spent[p] += dual
    slacks = {}
    for p in present:
        i, j = problem.candidates[p]
        slacks[p] = rows.get(i, 0) + columns.get(j, 0) - duals.scale * problem.unary[p] - spent[p]
    return slacks if min(slacks.values(), default=0) >= 0 else None


def paid_by_cliques(problem: AlignmentProblem, duals: Duals) -> dict[frozenset[int], int] | None:
    """What cliques pay for candidates and matches, or None where two couples of one can be in one alignment."""
    number = {i * problem.right_size + j: p for p, (i, j) in enumerate(problem.candidates)}
    paid: dict[frozenset[int], int] = {}
    for dual, *pairs in duals.cliques:
        couples = [{*pairs[k : k + 2]} for k in range(0, len(pairs), 2)]
        for one, other in itertools.combinations(couples, 2):
            both = one | other
            rows, columns = {p // problem.right_size for p in both}, {p % problem.right_size for p in both}
            # pairs that are in one alignment have as many rows and as many columns
            if len(rows) == len(columns) == len(both):
                return None
        if dual < 0 or not all(couple <= number.keys() for couple in couples):
            return None
        for couple in couples:
            key = frozenset(number[pair] for pair in couple)
            paid[key] = paid.get(key, 0) + dual
    return paid


def full_slacks(
    problem: AlignmentProblem, present: list[int], needs: set[tuple[int, int]], duals: Duals
) -> dict[int, int] | None:
    """The same of duals in full."""
    height, width, ends = problem.left_size, problem.right_size, problem.candidates
    stars: dict[tuple[int, int, int, int], int] = {}
    every = 1 + height + width
    if {*duals.stars[::every]} - {*range(height * width)}:
        return None
    for place, dual in enumerate(duals.stars):
        pair, line = duals.stars[place - place % every], place % every - 1
        if line < 0:
            continue
        key = (*divmod(pair, width), *((0, line) if line < height else (1, line - height)))
        if key in stars or (dual < 0 and (key[2:] not in needs or key[key[2]] == key[3])):
            return None
        stars[key] = dual
    couples = {(p, q): weight for p, q, weight in problem.matches}
    signs = [(0, i) in needs or dual >= 0 for i, dual in enumerate(duals.rows)]
    signs += [(1, j) in needs or dual >= 0 for j, dual in enumerate(duals.columns)]
    for p in present:
        for q in present:
            (i, j), (k, other) = ends[p], ends[q]
            if p < q and i != k and j != other:
                paid = [(i, j, 0, k), (i, j, 1, other), (k, other, 0, i), (k, other, 1, j)]
                signs.append(sum(stars.get(key, 0) for key in paid) >= duals.scale * couples.get((p, q), 0))
    rows, columns = dict(enumerate(duals.rows)), dict(enumerate(duals.columns))
    slacks = {p: rows.get(ends[p][0], 0) + columns.get(ends[p][1], 0) - duals.scale * problem.unary[p] for p in present}
    for (i, j, _, _), dual in stars.items():
        for p in present:
            slacks[p] -= dual if ends[p] == (i, j) else 0
    return slacks if duals.scale > 0 and all(signs) and min(slacks.values(), default=0) >= 0 else None


@pytest.fixture(params=["as it is", "weak"])
def strength(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve also with almost no heuristic and few iterations, so that small problems need a tree."""
    if request.param == "weak":
        monkeypatch.setattr(incumbent, "MOST_STARTS", 1)
        for name in ("ROOT_ITERATIONS", "ROOT_ROUNDS", "NODE_ROUNDS", "BLOCK_ROUNDS"):
            monkeypatch.setattr(lp_node, name, 1)
        for name in ("PATIENCE", "BLOCK_PATIENCE"):
            monkeypatch.setattr(lp_node, name, lp_node.Patience(1, 8, 3))
        monkeypatch.setattr(incumbent, "FIRST_TABU", 0)


@pytest.mark.usefixtures("strength")
@pytest.mark.parametrize("rows", [1, 3, 4, 5])
@pytest.mark.parametrize("columns", [1, 3, 4, 5])
def test_equals_brute_force_and_proves_it(rows: int, columns: int) -> None:
    rng = random.Random(100 * rows + columns)
    for _ in range(12):
        problem = random_problem(rng, rows, columns)
        best = brute_force(problem).matched
        result = solve(problem, proof_limit=1_000_000)
        assert (result.status, result.matched, result.upper_bound) == (Status.OPTIMAL, best, best), problem
        assert recount(problem, result.mapping) == best
        proof = result.proof
        assert proof is not None, problem
        assert is_proof(problem, best, proof), problem
        assert not is_proof(problem, best - 1, proof), problem


def test_an_empty_problem() -> None:
    for size in [(0, 0), (0, 3), (3, 0), (2, 3)]:
        problem = AlignmentProblem.from_weights(*size, {}, {})
        result = solve(problem, proof_limit=10)
        assert (result.matched, result.upper_bound) == (0, 0)
        assert result.proof is not None
        assert is_proof(problem, 0, result.proof)


@pytest.mark.parametrize(("size", "other_size"), [(14, 14), (13, 15), (15, 13)])
def test_hard_pairs_branch_and_are_proved(size: int, other_size: int) -> None:
    nodes = 0
    for seed in range(3):
        problem = digraph_problem(4, 1, size, other_size, seed)
        result = solve(problem, proof_limit=10_000_000)
        assert result.status is Status.OPTIMAL
        nodes += result.nodes
        assert result.proof is not None
        assert is_proof(problem, result.matched, result.proof)
        assert not is_proof(problem, result.matched - 1, result.proof)
    assert nodes > 10


def test_limits_leave_a_valid_interval() -> None:
    problem = digraph_problem(4, 1, 16, 17, 2)
    full = solve(problem)
    assert full.nodes > 5
    for limit in (*range(4), *range(4, full.nodes, 4)):
        result = solve(problem, node_limit=limit, proof_limit=1_000_000)
        assert (result.status, result.nodes) == (Status.NODE_LIMIT, limit)
        assert (result.proof is None) == (limit == 0)
        assert result.proof is None or is_proof(problem, result.proved_bound, result.proof)
        assert recount(problem, result.mapping) == result.matched <= full.matched <= result.upper_bound
        assert result.upper_bound <= problem.trivial_bound()
    assert solve(problem, node_limit=full.nodes).status is Status.OPTIMAL


@pytest.mark.compiled  # a step of the plain one takes seconds
def test_time_limit() -> None:
    problem = digraph_problem(6, 1, 40, 40, 0)
    start = time.perf_counter()
    result = solve(problem, time_limit=1)
    assert time.perf_counter() - start < 2
    assert result.status is Status.TIME_LIMIT
    assert recount(problem, result.mapping) == result.matched < result.upper_bound


def test_a_proof_over_its_limit_is_not_given() -> None:
    problem = digraph_problem(4, 1, 14, 14, 0)
    without = solve(problem, proof_limit=100)
    assert (without.status, without.outcome, without.proof) == (Status.OPTIMAL, ProofOutcome.SIZE, None)
    whole = solve(problem, proof_limit=1_000_000)
    assert whole.proof is not None
    result = solve(problem, proof_limit=proof_size(whole.proof) - 1)
    assert (result.status, result.outcome) == (Status.OPTIMAL, ProofOutcome.SIZE)
    assert result.proof is not None and sum(isinstance(node, Leaf) for node in result.proof) == 1  # the root alone
    assert result.proved_bound > result.matched and is_proof(problem, result.proved_bound, result.proof)


def test_starts_from_the_given_alignment() -> None:
    problem = digraph_problem(4, 1, 12, 13, 1)
    best = solve(problem)
    result = tree.search(problem, best.mapping, SolveParams(node_limit=0))
    assert result.matched == best.matched


def test_what_is_no_alignment_is_refused() -> None:
    problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1}, {})
    with pytest.raises(ValueError, match="not an alignment"):
        tree.search(problem, [0, 0], SolveParams())


def test_the_checker_of_these_tests_refuses_cut_and_changed_proofs() -> None:
    problem = digraph_problem(4, 1, 14, 14, 0)
    result = solve(problem, proof_limit=1_000_000)
    assert result.proof is not None
    assert not is_proof(problem, result.matched, result.proof[:-1])
    assert not is_proof(problem, result.matched, (*result.proof, Empty()))
    for place, node in enumerate(result.proof):
        if isinstance(node, Leaf):
            worse = Duals(node.duals.scale, [0], [0], node.duals.stars)
            changed = (*result.proof[:place], Leaf(worse), *result.proof[place + 1 :])
            assert not is_proof(problem, result.matched, changed)
            return


@pytest.mark.skipif(not is_compiled(), reason="takes a minute where nothing is compiled")
def test_open_nodes_find_better_alignments_while_that_pays() -> None:
    """The outer solutions of nodes alone give alignments too low to exclude enough: 625 nodes of this digraph."""
    problem = build_problem(*random_digraph_pair(40, 2, 1, 1, 3), Duplicates.SET)
    solution = exact(problem, SolveParams(node_limit=400))
    assert solution.status is Status.OPTIMAL
    assert recount(problem, solution.mapping) == solution.matched == solution.upper_bound
