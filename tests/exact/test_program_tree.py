"""The tree search by linear programs against brute force, and the bounds of its nodes whatever their duals are."""

import random
from itertools import permutations

import numpy as np
import pytest

import smatchproof.exact.innards.program_tree as program_tree
from smatchproof.alignment import AlignmentProblem, Status, recount
from smatchproof.exact.brute_force import brute_force
from smatchproof.exact.innards import effort, node_program
from smatchproof.exact.innards.arrays import Arrays
from smatchproof.exact.innards.node_program import NONE
from smatchproof.exact.innards.program_tree import ProgramTree
from smatchproof.exact.innards.tree_walk import Clock, LimitReached
from tests.exact.test_tree import digraph_problem, random_problem, solve

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
    assert limited > 10


@pytest.mark.parametrize("damage", ["none", "random", "huge", "no numbers"])
def test_bounds_hold_whatever_the_duals_are(damage: str) -> None:
    rng = random.Random(3)
    noise = np.random.default_rng(3)
    for _ in range(40):
        problem = random_problem(rng, rng.randint(1, 4), rng.randint(1, 4))
        arrays = Arrays.of(problem)
        program = node_program.root_program(arrays, 1.0)
        for duals in (program.slot_duals, program.line_duals):
            duals[:] = {
                "none": np.zeros(len(duals)),
                "random": noise.uniform(-3, 3, len(duals)),
                "huge": noise.choice([1e300, -1e300], len(duals)),
                "no numbers": noise.choice([np.nan, np.inf, -np.inf], len(duals)),
            }[damage]
        proved = node_program.evaluate(program, arrays.rows, SCALE)
        for choice in permutations([*range(arrays.columns), *[NONE] * arrays.rows], arrays.rows):
            chosen = np.array(choice)[arrays.row] == arrays.column
            value = int(arrays.unary[chosen].sum())
            value += int(arrays.weight[chosen[arrays.source] & chosen[arrays.target]].sum()) // 2
            alone = [i for i in range(arrays.rows) if not chosen[arrays.row == i].any()]
            alone += [arrays.rows + j for j in range(arrays.columns) if not chosen[arrays.column == j].any()]
            costs = [*proved.slack[chosen], *proved.lines[alone]]
            assert SCALE * value <= proved.bound - max(costs, default=0), problem


def test_a_hard_search_changes_over_and_answers_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = digraph_problem(3, 1, 14, 14, 1)
    before = solve(problem)
    monkeypatch.setattr(effort, "FIRST_NODES", 1)
    after = solve(problem)
    assert after.matched == before.matched == after.upper_bound == recount(problem, after.mapping)
    monkeypatch.setattr(program_tree, "_threads", lambda: 1)
    alone = solve(problem)
    assert (alone.mapping, alone.nodes) == (after.mapping, after.nodes)
    limited = solve(problem, node_limit=3)
    assert limited.matched <= before.matched <= limited.upper_bound
    asked = solve(problem, goal=before.matched)
    assert (asked.status, asked.matched >= before.matched) == (Status.DECIDED, True)
