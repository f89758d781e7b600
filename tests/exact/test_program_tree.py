"""The tree search by linear programs against brute force, and the bounds of its nodes whatever their duals are."""

import random
from itertools import permutations

import numpy as np
import pytest

import smatchproof.exact.innards.program_tree as program_tree
from smatchproof.alignment import AlignmentProblem, Status, recount
from smatchproof.exact.brute_force import brute_force
from smatchproof.exact.innards import node_bound, node_program
from smatchproof.exact.innards.arrays import Arrays
from smatchproof.exact.innards.dense_block import DenseBlock, symmetries
from smatchproof.exact.innards.node_program import NONE
from smatchproof.exact.innards.program_tree import ProgramTree
from smatchproof.exact.search import effort
from smatchproof.exact.search.limits import Clock, LimitReached
from tests.exact.test_tree import digraph_problem, is_proof, random_problem, solve

SCALE = 1000


def searched(problem: AlignmentProblem, node_limit: int | None = None) -> tuple[ProgramTree, Status]:
    """A search that begins with no alignment."""
    arrays = Arrays.of(problem)
    nothing = [None] * arrays.rows
    tree = ProgramTree(arrays, Clock(None, node_limit), SCALE, recount(problem, [None] * problem.left_size), nothing, 0)
    try:
        tree.run(SCALE * problem.trivial_bound(), lambda: None)
    except LimitReached as limit:
        return tree, limit.status
    return tree, Status.OPTIMAL


@pytest.fixture
def weak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few iterations and no heuristic, so that small problems need a tree."""
    for name in ("ROOT_ITERATIONS", "NODE_ITERATIONS", "ROOT_ROUNDS", "NODE_ROUNDS"):
        monkeypatch.setattr(program_tree, name, 1)
    monkeypatch.setattr(program_tree, "TABU_ITERATIONS", 0)


@pytest.mark.usefixtures("weak")
@pytest.mark.parametrize("rows", [1, 3, 4])
@pytest.mark.parametrize("columns", [1, 4, 5])
def test_equals_brute_force(rows: int, columns: int) -> None:
    rng = random.Random(10 * rows + columns)
    for _ in range(20):
        problem = random_problem(rng, rows, columns)
        tree, status = searched(problem)
        best = brute_force(problem).matched
        assert (status, tree.incumbent) == (Status.OPTIMAL, best), problem
        assert recount(problem, tree.arrays.mapping_of(tree.columns)) == best


@pytest.mark.usefixtures("weak")
def test_the_bound_of_a_limited_search_holds() -> None:
    rng = random.Random(7)
    limited = 0
    for _ in range(40):
        problem = random_problem(rng, 4, 4)
        tree, status = searched(problem, node_limit=rng.randrange(8))
        best = brute_force(problem).matched
        assert tree.bound is not None
        assert tree.incumbent <= best <= max(tree.incumbent, tree.bound // SCALE)
        limited += status is Status.NODE_LIMIT
    assert limited > 5


def damaged(program: node_program.NodeProgram, damage: str, noise: np.random.Generator) -> None:
    """Let a program stand where no iteration would lead it."""
    for duals in (program.slot_duals, program.line_duals):
        duals[:] = {
            "none": np.zeros(len(duals)),
            "random": noise.uniform(-3, 3, len(duals)),
            "huge": noise.choice([1e300, -1e300], len(duals)),
            "no numbers": noise.choice([np.nan, np.inf, -np.inf], len(duals)),
        }[damage]


DAMAGES = ["none", "random", "huge", "no numbers"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_bounds_hold_whatever_the_duals_are(damage: str) -> None:
    rng = random.Random(3)
    noise = np.random.default_rng(3)
    for _ in range(40):
        problem = random_problem(rng, rng.randint(1, 4), rng.randint(1, 4))
        arrays = Arrays.of(problem)
        program = node_program.root_program(arrays)
        damaged(program, damage, noise)
        proved = node_bound.evaluate(program, arrays.rows, SCALE)
        for choice in permutations([*range(arrays.columns), *[NONE] * arrays.rows], arrays.rows):
            chosen = np.array(choice)[arrays.row] == arrays.column
            value = worth(arrays, chosen)
            alone = [i for i in range(arrays.rows) if not chosen[arrays.row == i].any()]
            alone += [arrays.rows + j for j in range(arrays.columns) if not chosen[arrays.column == j].any()]
            costs = [*proved.slack[chosen], *proved.lines[alone]]
            assert SCALE * value <= proved.bound - max(costs, default=0), problem


@pytest.mark.parametrize("damage", DAMAGES)
def test_bounds_of_dense_problems_hold_whatever_the_duals_are(damage: str) -> None:
    """At the root and below: of all alignments that cover each line and consist of what is left and what is forced."""
    rng = random.Random(4)
    noise = np.random.default_rng(4)
    for _ in range(15):
        block = DenseBlock.of(Arrays.of(dense_problem(rng, rng.randint(4, 5))))
        assert block is not None
        arrays, forced, constant = block.arrays, set[int](), 0
        program = node_program.root_program(arrays, -np.inf)
        for _ in range(3):
            damaged(program, damage, noise)
            proved = node_bound.evaluate(program, arrays.rows, SCALE)
            left = {*program.number.tolist()}
            slack = dict(zip(program.number.tolist(), proved.slack.tolist(), strict=True))
            for choice in permutations(range(arrays.columns)):
                chosen = np.array(choice)[arrays.row] == arrays.column
                rest = {*np.flatnonzero(chosen).tolist()} - forced
                if forced <= {*np.flatnonzero(chosen).tolist()} and rest <= left:
                    cost = max([slack[p] for p in rest], default=0)
                    assert SCALE * (worth(arrays, chosen) - constant) <= proved.bound - cost
            if not left:
                break
            option = rng.randrange(len(left))
            forced.add(int(program.number[option]))
            constant += int(program.unary[option])
            program = node_program.restricted(program, noise.random(len(left)) < 0.9, option, 1.0)


def worth(arrays: Arrays, chosen: np.ndarray) -> int:
    """What the chosen candidates are worth together."""
    both = chosen[arrays.source] & chosen[arrays.target]
    return int(arrays.unary[chosen].sum()) + int(arrays.weight[both].sum()) // 2


def test_a_search_with_a_proof_changes_over_and_answers_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = digraph_problem(3, 1, 12, 12, 1)
    before = solve(problem, proof_limit=1_000_000)
    monkeypatch.setattr(effort, "FIRST_NODES", 1)
    after = solve(problem, proof_limit=1_000_000)
    assert after.matched == before.matched == after.upper_bound == recount(problem, after.mapping)
    assert after.proof is not None and is_proof(problem, after.matched, after.proof)


def test_the_answer_depends_on_no_threads_and_limits_leave_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = digraph_problem(3, 1, 14, 14, 1)
    found = solve(problem)
    monkeypatch.setattr(program_tree, "_threads", lambda: 1)
    alone = solve(problem)
    assert (alone.mapping, alone.nodes, alone.upper_bound) == (found.mapping, found.nodes, found.matched)
    limited = solve(problem, node_limit=3)
    assert limited.matched <= found.matched <= limited.upper_bound
    asked = solve(problem, at_least=found.matched)
    assert (asked.status, asked.matched >= found.matched) == (Status.DECIDED, True)


def dense_problem(rng: random.Random, size: int, missing: int = 0) -> AlignmentProblem:
    """All pairs are candidates, and at least half of all matches have a weight, up to 20. So many rows are missing."""
    rows = size - missing
    cells = [(i, j) for i in range(rows) for j in range(size)]
    couples = [(p, q) for p in cells for q in cells if p < q and p[0] != q[0] and p[1] != q[1]]
    density = rng.uniform(0.5, 1)
    unary = {cell: rng.randint(1, 9) for cell in cells}
    matches = {couple: rng.randint(1, 20) for couple in couples if rng.random() < density}
    return AlignmentProblem.from_weights(rows, size, unary, matches)


@pytest.mark.parametrize("strength", ["weak", "as it is"])
def test_dense_problems_equal_brute_force(strength: str, request: pytest.FixtureRequest) -> None:
    if strength == "weak":
        request.getfixturevalue("weak")
    rng = random.Random(5)
    dense = 0
    for number in range(30):
        problem = dense_problem(rng, 5, missing=1) if number < 8 else dense_problem(rng, rng.randint(2, 5))
        dense += DenseBlock.of(Arrays.of(problem)) is not None
        result = solve(problem)
        best = brute_force(problem).matched
        assert (result.matched, result.upper_bound, recount(problem, result.mapping)) == (best, best, best), problem
    assert dense > 20


def symmetric_problem(rng: random.Random, size: int) -> AlignmentProblem:
    """Flows between facilities, of which two can be exchanged, times how near places on a circle are."""
    flow = [[rng.randint(1, 4) for _ in range(size)] for _ in range(size)]
    for k in range(2, size):
        flow[1][k], flow[k][1] = flow[0][k], flow[k][0]
    flow[0][1] = flow[1][0]
    cells = [(i, j) for i in range(size) for j in range(size)]
    matches = {
        (p, q): (flow[p[0]][q[0]] + flow[q[0]][p[0]]) * (size - min(abs(p[1] - q[1]), size - abs(p[1] - q[1])))
        for p in cells
        for q in cells
        if p[0] < q[0] and p[1] != q[1]
    }
    return AlignmentProblem.from_weights(size, size, dict.fromkeys(cells, 1), matches)


@pytest.mark.usefixtures("weak")
def test_symmetric_children_are_left_out_and_the_answer_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(2)
    saved = 0
    for size in (3, 4, 5, 5, 6):
        problem = symmetric_problem(rng, size)
        block = DenseBlock.of(Arrays.of(problem))
        assert block is not None
        of_rows, of_columns = symmetries(block.arrays)
        assert {tuple(each) for each in of_rows.tolist()} >= {(*range(size),), (1, 0, *range(2, size))}
        assert len({tuple(each) for each in of_columns.tolist()}) == (6 if size == 3 else 8 if size == 4 else 2 * size)
        best = brute_force(problem).matched
        monkeypatch.setattr(program_tree, "symmetries", symmetries)
        with_symmetries = solve(problem)
        monkeypatch.setattr(program_tree, "symmetries", lambda _: ())
        without = solve(problem)
        assert with_symmetries.matched == without.matched == best, problem
        saved += without.nodes - with_symmetries.nodes
    assert saved > 20


def test_settled_pairs_beside_a_dense_block_are_taken() -> None:
    rng = random.Random(9)
    for _ in range(20):
        part = dense_problem(rng, 4)
        unary = {(i + 1, j + 2): weight for (i, j), weight in zip(part.candidates, part.unary, strict=True)}
        unary[5, 0], unary[6, 1] = rng.randint(0, 3), rng.randint(0, 3)
        matches = {
            tuple((part.candidates[p][0] + 1, part.candidates[p][1] + 2) for p in (one, other)): weight
            for one, other, weight in part.matches
        }
        matches |= {((i, j), (5, 0)): rng.randint(1, 9) for i, j in unary if i != 5 and rng.random() < 0.5}
        matches |= {((i, j), (6, 1)): rng.randint(1, 9) for i, j in unary if i < 5 and rng.random() < 0.5}
        problem = AlignmentProblem.from_weights(7, 6, unary, matches)
        result = solve(problem)
        best = brute_force(problem).matched
        assert (result.matched, result.upper_bound, recount(problem, result.mapping)) == (best, best, best), problem
