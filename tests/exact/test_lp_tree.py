"""The tree search by linear programs against brute force, and the bounds of its nodes whatever their duals are.

Compiled and uncompiled, as far as it makes a difference.
"""

import random
from itertools import permutations, product
from math import inf, nan

import pytest

from smatchproof.conventions.triples import Duplicates
from smatchproof.exact.brute_force import brute_force
from smatchproof.exact.core import is_compiled, plain
from smatchproof.exact.core.candidates import Candidates
from smatchproof.exact.core.node_program import NodeProgram
from smatchproof.exact.search import lp_node, lp_tree
from smatchproof.exact.search.dense_block import NONE, DenseBlock
from smatchproof.exact.search.incumbent import Columns, Incumbent
from smatchproof.exact.search.known import turned
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.problem.problem import AlignmentProblem, build_problem, recount
from smatchproof.problem.solution import Status
from tests.exact.forms import is_proof
from tests.exact.test_tree import digraph_problem, random_problem, solve

SCALE = 1000


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
    """The value of the best assignment of the rows to these columns, which may be listed more than once."""
    return max(
        sum(worth.get((i, j), 0) for i, j in enumerate(choice))
        for choice in permutations([*columns, *[-1] * rows], rows)
    )


def test_a_proof_does_not_change_the_answer_and_a_yes_ends_the_search() -> None:
    problem = digraph_problem(4, 1, 14, 14, 3)
    found, proved = solve(problem), solve(problem, proof_limit=None)
    assert (proved.mapping, proved.nodes, proved.upper_bound) == (found.mapping, found.nodes, found.matched)
    asked = solve(problem, at_least=found.matched)
    assert (asked.status, asked.matched) == (Status.DECIDED, found.matched)


def dense_problem(rng: random.Random, size: int, missing: int = 0) -> AlignmentProblem:
    """All pairs are candidates, and at least half of all matches have a weight, up to 20. So many rows are missing."""
    rows = size - missing
    cells = [(i, j) for i in range(rows) for j in range(size)]
    couples = [(p, q) for p in cells for q in cells if p < q and p[0] != q[0] and p[1] != q[1]]
    density = rng.uniform(0.5, 1)
    unary = {cell: rng.randint(1, 9) for cell in cells}
    matches = {couple: rng.randint(1, 20) for couple in couples if rng.random() < density}
    return AlignmentProblem.from_weights(rows, size, unary, matches)


@pytest.mark.usefixtures("strength")
def test_dense_problems_equal_brute_force() -> None:
    rng = random.Random(5)
    dense = 0
    for number in range(30):
        problem = dense_problem(rng, 5, missing=1) if number < 6 else dense_problem(rng, rng.randint(2, 5))
        dense += DenseBlock.of(turned(problem)) is not None
        result = solve(problem)
        best = brute_force(problem).matched
        assert (result.matched, result.upper_bound, recount(problem, result.mapping)) == (best, best, best), problem
    assert dense > 12


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


@pytest.mark.usefixtures("form")
def test_children_are_of_what_is_left():
    """Of the candidates that compete with none that is forced, which earn their matches with it; or of other lines."""
    rng = random.Random(8)
    for _ in range(40):
        problem = random_problem(rng, rng.randint(1, 4), rng.randint(4, 5))
        candidates = turned(problem)
        program = lp_node.root_program(candidates, False, 1.0)
        lp_node.NodeBound(program, SCALE).mark_kept(0)
        pairs = problem.candidates
        for line in range(program.lines):
            child = program.child(NONE, line)
            left = [p for p, (i, j) in enumerate(pairs) if line not in (i, program.rows + j)]
            assert [child.root_number(p) for p in range(child.candidates)] == left
        for forced, (i, j) in enumerate(pairs):
            child = forcing(program, candidates, forced)
            left = [p for p, pair in enumerate(pairs) if pair[0] != i and pair[1] != j]
            assert [child.root_number(p) for p in range(child.candidates)] == left
            shared = {p + q - forced: weight for p, q, weight in problem.matches if forced in (p, q)}
            assert [child.earns(k) for k in range(len(left))] == [problem.unary[p] + shared.get(p, 0) for p in left]


def test_assignments_equal_brute_force_and_near_ones_have_the_least_duals_of_columns():
    """Uncompiled, where the lists can be read. The least dual of a column is what a second one like it would add."""
    rng = random.Random(6)
    module = plain("assignment")
    dearer = 0
    for _ in range(200):
        rows, columns = rng.randint(1, 4), rng.randint(1, 4)
        worth = {cell: rng.randint(0, 9) for cell in product(range(rows), range(columns)) if rng.random() < 0.7}
        duals = []
        for proposed in (None, [0], range(12), [-1, 0, 2**70]):
            solver = module.Assignments()
            solver.take_lists([], rows, columns, len(worth))
            for e, ((i, j), value) in enumerate(worth.items()):
                solver.column[e], solver.value[e] = j, value
                solver.row_end[i] = e + 1
            for i in range(rows):
                solver.row_end[i] = sum(row <= i for row, _ in worth)
                solver.row_begin[i] = solver.row_end[i] - sum(row == i for row, _ in worth)
            if proposed is None:
                best = solver.solve(0, rows, 0, columns)
            else:
                solver.column_dual[:] = [rng.choice(proposed) for _ in range(columns)]
                best = solver.solve_near(rows, columns)
            taken = {i: solver.column[solver.pick[i]] for i in range(rows) if solver.pick[i] >= 0}
            assert len({*taken.values()}) == len(taken)
            assert best == sum(worth[cell] for cell in taken.items()) == most(worth, rows, [*range(columns)])
            assert best == sum(solver.row_dual) + sum(solver.column_dual)
            assert min(solver.row_dual + solver.column_dual) >= 0
            assert all(value <= solver.row_dual[i] + solver.column_dual[j] for (i, j), value in worth.items())
            assert all(state == plain("assignment").UNREACHED for state in solver.state)
            duals.append(solver.column_dual)
        least = [most(worth, rows, [*range(columns), j]) - best for j in range(columns)]
        assert duals[1:] == [least] * 3
        dearer += duals[0] != least
    assert dearer > 5


RECORDED = {(3, 1, 12, 12, 1): (23, 1), (4, 1, 12, 13, 2): (28, 8), (4, 1, 14, 14, 3): (31, 10)}
"""Digraphs (degree, labels, sizes, seed): optimum and nodes."""
RECORDED_BLOCKS = {5: (193, 1), 6: (389, 2), 7: (415, 2), 8: (780, 8)}
"""Symmetric blocks of these sizes, one after the other with one seed."""


def test_the_numbers_of_nodes_are_as_recorded(form):
    """The same in both forms, since the iterations and bounds are the same to the last bit; the last take long."""
    rng, rest = random.Random(2), slice(None, -1 if form == "plain" else None)
    problems = [(digraph_problem(*parameters), expected) for parameters, expected in RECORDED.items()][rest]
    problems += [(symmetric_problem(rng, size), expected) for size, expected in RECORDED_BLOCKS.items()][rest]
    for problem, expected in problems:
        result = solve(problem)
        assert (result.matched, result.nodes) == expected, problem


def without_tabu_search(monkeypatch):
    """Let nodes alone find alignments."""
    monkeypatch.setattr(Incumbent, "_climbed", lambda _, columns, *__, **___: columns)
    monkeypatch.setattr(Incumbent, "from_many_starts", lambda *_: ())


@pytest.mark.parametrize("seed", [423, 1137, *range(20)])
def test_a_node_is_closed_where_a_better_alignment_makes_a_leaf_of_its_fix(seed, monkeypatch):
    """Its own bound may be higher than that of the program before its fix: of the first two it was branched then."""
    without_tabu_search(monkeypatch)
    monkeypatch.setattr(lp_node, "PATIENCE", lp_node.Patience(1, 10**6, 10**6))
    monkeypatch.setattr(lp_node, "ROOT_ITERATIONS", 3)
    problem = digraph_problem(4, 1, 8, 8, seed)
    found = solve(problem, proof_limit=None)
    assert found.proof is not None and recount(problem, found.mapping) == found.matched == found.proved_bound
    assert is_proof(problem, found.matched, tuple(found.proof))


@pytest.mark.parametrize("seed", [1, 3])
def test_the_answer_depends_on_no_threads_where_nodes_find_the_optimum(seed, monkeypatch):
    """Without tabu search: then the alignments of nodes are better, while other nodes of the batch wait."""
    without_tabu_search(monkeypatch)
    taken = []
    take = Incumbent.accept

    def taking(incumbent: Incumbent, columns: Columns) -> bool:
        taken.append(take(incumbent, columns))
        return taken[-1]

    monkeypatch.setattr(Incumbent, "accept", taking)
    problem, answers = digraph_problem(4, 1, 18, 18, seed), []
    for threads in (1, 2, 4):
        monkeypatch.setattr(lp_tree, "_threads", lambda number=threads: number)
        found = solve(problem, proof_limit=None)
        answers.append((found.mapping, found.nodes, found.matched, [*found.proof]))
    assert sum(taken) > 6  # more often than at the root
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.skipif(not is_compiled(), reason="uncompiled, bounds of graphs of 150 variables take too long")
def test_a_tree_of_few_nodes_does_not_wait_for_long_searches(monkeypatch):
    """Of 150 variables those take five seconds, and this tree a tenth of one; of 40 variables they pay."""
    asked = []
    monkeypatch.setattr(Incumbent, "from_many_starts", lambda *_: asked.append(True) or ())
    problem = build_problem(*random_digraph_pair(150, 1, 2, 30, 1), Duplicates.SET)
    found = solve(problem, proof_limit=None)
    assert not asked and 1 < found.nodes < 50
    assert recount(problem, found.mapping) == found.matched == found.proved_bound == 134
    assert is_proof(problem, found.matched, tuple(found.proof))
    solve(digraph_problem(3, 1, 40, 40, 3), node_limit=1)
    assert asked


def test_the_nodes_with_the_highest_bounds_are_branched_first(monkeypatch):
    """A finished tree has the same nodes in any order; one that a limit ends then has the lowest bound."""
    taken = []

    def grow_below(self, nodes, branching, grow=lp_tree.ProgramTree._grow_below):
        taken.append((min(node.bound for node in nodes), max((node.bound for node in self.open), default=0)))
        grow(self, nodes, branching)

    monkeypatch.setattr(lp_tree, "AT_ONCE", 2)
    monkeypatch.setattr(lp_tree.ProgramTree, "_grow_below", grow_below)
    assert solve(digraph_problem(5, 1, 16, 17, 1)).status is Status.OPTIMAL
    assert all(lowest_taken >= highest_left for lowest_taken, highest_left in taken)
    assert sum(highest_left > 0 for _, highest_left in taken) > 1


def test_the_last_node_is_branched_first_where_memory_is_full(monkeypatch):
    taken = []

    def grow_below(self, nodes, branching, grow=lp_tree.ProgramTree._grow_below):
        taken.append(self._next())
        grow(self, nodes, branching)

    problem = digraph_problem(5, 1, 16, 17, 1)
    optimum = solve(problem).matched
    monkeypatch.setattr(lp_tree, "MOST_MATCHES", -1)
    monkeypatch.setattr(lp_tree.ProgramTree, "_grow_below", grow_below)
    assert solve(problem).matched == optimum
    assert {*taken} == {-1}
