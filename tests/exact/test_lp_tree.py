"""The tree search by linear programs against brute force, and the bounds of its nodes whatever their duals are.

Compiled and uncompiled, as far as it makes a difference.
"""

import random
from itertools import permutations
from math import inf, nan

import pytest

from smatchproof.exact.brute_force import brute_force
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.forms import plain
from smatchproof.exact.core.node_program import NodeProgram
from smatchproof.exact.search import lp_node, lp_tree
from smatchproof.exact.search.dense_block import DenseBlock
from smatchproof.exact.search.incumbent import Asked
from smatchproof.exact.search.limits import Clock, LimitReached
from smatchproof.exact.search.lp_tree import ProgramTree
from smatchproof.exact.search.parts import mapping_of, turned
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.problem.solution import Status
from tests.exact.test_tree import digraph_problem, random_problem, solve

SCALE = 1000


PLAIN = {
    "parts": {"Candidates": "candidates"},
    "dense_block": {"Candidates": "candidates", "LpProof": "lp_proof"},
    "incumbent": {"Tabu": "tabu"},
    "lp_node": {"NodeBound": "lp_cover", "root_program": "node_program", "LpProof": "lp_proof"},
}
"""What the searches use of the core: module, name, and where it comes from."""


@pytest.fixture(params=["as built", "plain"])
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The core as it was built, compiled where it could be, and as it stands there."""
    if request.param == "plain":
        for module, names in PLAIN.items():
            for name, source in names.items():
                monkeypatch.setattr(f"smatchproof.exact.search.{module}.{name}", getattr(plain(source), name))
    return request.param


def searched(problem: AlignmentProblem, node_limit: int | None = None) -> tuple[ProgramTree, Status]:
    """A search that begins with no alignment."""
    candidates = turned(problem)
    nothing = [None] * candidates.rows
    least = recount(problem, [None] * problem.left_size)
    most = SCALE * problem.trivial_bound()
    asked = Asked(SCALE, 0, least, most, problem.trivial_bound() + 1)
    tree = ProgramTree(candidates, Clock(inf, node_limit), asked, nothing)
    try:
        tree.begin()
        tree.grow()
    except LimitReached as limit:
        return tree, limit.status
    return tree, Status.OPTIMAL


@pytest.fixture
def weak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few iterations and no heuristic, so that small problems need a tree."""
    for name in ("ROOT_ITERATIONS", "ROOT_ROUNDS", "NODE_ROUNDS", "BLOCK_ROUNDS"):
        monkeypatch.setattr(lp_node, name, 1)
    for name in ("PATIENCE", "BLOCK_PATIENCE"):
        monkeypatch.setattr(lp_node, name, lp_node.Patience(1, 8, 3))


@pytest.mark.usefixtures("weak", "form")
@pytest.mark.parametrize("rows", [1, 4])
@pytest.mark.parametrize("columns", [1, 4, 5])
def test_equals_brute_force(rows: int, columns: int) -> None:
    rng = random.Random(10 * rows + columns)
    for _ in range(6):
        problem = random_problem(rng, rows, columns)
        tree, status = searched(problem)
        best = brute_force(problem).matched
        assert (status, tree.incumbent.value) == (Status.OPTIMAL, best), problem
        assert recount(problem, mapping_of(tree.problem, tree.incumbent.columns)) == best


@pytest.mark.usefixtures("weak")
def test_the_bound_of_a_limited_search_holds() -> None:
    rng = random.Random(7)
    limited = 0
    for _ in range(40):
        problem = random_problem(rng, 4, 4)
        tree, status = searched(problem, node_limit=rng.randrange(8))
        best = brute_force(problem).matched
        assert tree.bound is not None
        assert tree.incumbent.value <= best <= max(tree.incumbent.value, tree.bound // SCALE)
        limited += status is Status.NODE_LIMIT
    assert limited > 5


STEPS = [0.01, 1.0, 100.0, 1e200, 1e-200, inf, nan]
"""Primal weights: most of them lead the iterations where no solution is."""
NOISE = {
    "none": [0.0],
    "random": [-3.0, -0.3, 0.0, 0.1, 1.0, 2.5],
    "huge": [1e300, -1e300],
    "no numbers": [nan, inf, -inf],
}


def standing_anywhere(rng: random.Random, candidates: Candidates, is_full: bool, form: str, noise: str):
    """A program of all candidates that stands where few iterations, or none, would lead it."""
    program = lp_node.root_program(candidates, is_full, rng.choice(STEPS))
    disturb(rng, program, form, noise)
    return program


def disturb(rng: random.Random, program, form: str, noise: str) -> None:
    """Iterate a little; and where its lists can be written, put noise there."""
    program.iterate(rng.randrange(5))
    if hasattr(program, "slot_dual") and noise != "none":
        for k in range(1, program.size):
            program.slot_dual[k] = rng.choice(NOISE[noise])
        for line in range(program.lines):
            program.line_dual[line] = rng.choice(NOISE[noise])


@pytest.mark.parametrize("noise", NOISE)
def test_bounds_hold_whatever_the_duals_are(noise: str, form: str) -> None:
    rng = random.Random(3)
    for _ in range(40):
        candidates = turned(random_problem(rng, rng.randint(1, 4), rng.randint(1, 4)))
        rows, columns = candidates.rows, candidates.columns
        program = standing_anywhere(rng, candidates, False, form, noise)
        proved = lp_node.NodeBound(program, SCALE)
        for choice in {*permutations([*range(columns), *[None] * rows], rows)}:
            value = SCALE * candidates.value_of(choice)
            assert value <= proved.bound
            aligned = {(i, j) for i, j in enumerate(choice) if (i, j) in candidates.pairs()}
            lines = {line for i, j in aligned for line in (i, rows + j)}
            assert all(value <= proved.without(line) for line in range(rows + columns) if line not in lines)
            proved.mark_kept(value)
            for i, j in aligned:
                assert candidates.pairs().index((i, j)) in {p for _, p in proved.options(i)}


@pytest.mark.parametrize("noise", NOISE)
def test_bounds_of_dense_problems_hold_whatever_the_duals_are(noise: str, form: str) -> None:
    """At the root and below: of all alignments that cover each line and consist of what is left and what is forced."""
    rng = random.Random(4)
    for _ in range(10):
        block = DenseBlock.of(turned(dense_problem(rng, rng.randint(4, 5))))
        assert block is not None
        candidates, forced, constant = block.candidates(), set[int](), 0
        program = standing_anywhere(rng, candidates, True, form, noise)
        for _ in range(3):
            proved = lp_node.NodeBound(program, SCALE)
            left = {program.root_number(p): p for p in range(program.candidates)}
            for choice in permutations(range(block.size)):
                chosen = {i * block.size + j for i, j in enumerate(choice)}
                if forced <= chosen and chosen - forced <= {*left}:
                    value = SCALE * (candidates.value_of(choice) - constant)
                    assert value <= proved.bound
                    proved.mark_kept(value)
                    assert all(left[p] in {q for _, q in proved.options(p // block.size)} for p in chosen - forced)
            if not left:
                break
            proved.mark_kept(proved.bound - rng.randrange(1, 20 * SCALE))
            option = rng.randrange(program.candidates)
            forced.add(program.root_number(option))
            constant += program.earns(option)
            program = forcing(program, candidates, option)
            disturb(rng, program, form, noise)


def forcing(program: NodeProgram, problem: Candidates, option: int) -> NodeProgram:
    """The child of a program in which this candidate is forced."""
    child = program.child(*program.lines_of(option))
    child.earn_beside(problem, program.root_number(option))
    return child


def most(worth: dict[tuple[int, int], int], rows: int, columns: list[int]) -> int:
    """What the best assignment of the rows to these columns is worth; they may be listed more than once."""
    return max(
        sum(worth.get((i, j), 0) for i, j in enumerate(choice))
        for choice in permutations([*columns, *[-1] * rows], rows)
    )


def test_the_answer_depends_on_no_threads_nor_on_a_proof_and_limits_leave_an_interval(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = digraph_problem(3, 1, 14, 14, 1)
    found = solve(problem)
    monkeypatch.setattr(lp_tree, "_threads", lambda: 1)
    alone = solve(problem)
    assert (alone.mapping, alone.nodes, alone.upper_bound) == (found.mapping, found.nodes, found.matched)
    with_proof = solve(problem, proof_limit=None)
    assert (with_proof.mapping, with_proof.nodes) == (found.mapping, found.nodes)
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
        dense += DenseBlock.of(turned(problem)) is not None
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
        block = DenseBlock.of(turned(problem))
        assert block is not None
        of_rows, of_columns = block.symmetries()
        assert {*of_rows} >= {(*range(size),), (1, 0, *range(2, size))}
        assert len({*of_columns}) == (6 if size == 3 else 8 if size == 4 else 2 * size)
        best = brute_force(problem).matched
        with_symmetries = solve(problem)
        with monkeypatch.context() as patch:
            patch.setattr(DenseBlock, "symmetries", lambda _: ())
            without = solve(problem)
        assert with_symmetries.matched == without.matched == best, problem
        saved += without.nodes - with_symmetries.nodes
    assert saved > 20
