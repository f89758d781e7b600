"""The state of the tree search: its bounds against brute force, its undo log, and both of its forms side by side."""

import random
from collections.abc import Iterator
from types import ModuleType

import pytest

import smatchproof.exact.search.tabu as tabu_search
import smatchproof.exact.search.tree as tree
import smatchproof.exact.search.tree_walk as tree_walk
import smatchproof.exact.search.turned as turned_module
from smatchproof.alignment import AlignmentProblem, SolveParams, recount
from smatchproof.exact.brute_force import alignments
from smatchproof.exact.core import candidates as candidates_module, tabu, tree_state
from smatchproof.exact.core.forms import plain
from smatchproof.exact.search import effort, optimum_pass
from smatchproof.exact.search.tabu import TabuSearch
from smatchproof.exact.search.turned import columns_of, mapping_of, turned
from tests.exact.test_tree import digraph_problem, random_problem

SCALE = 840
FORMS = {"compiled, if it is": (candidates_module, tree_state), "plain": (plain("candidates"), plain("tree_state"))}


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest) -> tuple[ModuleType, ModuleType]:
    """The modules of candidates and of the state, in one of their forms."""
    return FORMS[request.param]


def begun(problem: AlignmentProblem, form: tuple[ModuleType, ModuleType], incumbent: int = -1):
    """The state at the root, with all assignment problems settled."""
    rows, columns = sorted((problem.left_size, problem.right_size))
    candidates = form[0].Candidates(rows, columns, len(problem.candidates), 2 * len(problem.matches))
    if problem.left_size > problem.right_size:
        candidates.turn()
    candidates.fill(*problem.flat())
    state = form[1].TreeState(candidates, SCALE, incumbent, False)
    state.charge(0, state.halves)
    state.settle_stars(0, state.inner_waiting)
    state.begin_outer()
    state.settle()
    return state


def problems(seed: int, number: int) -> Iterator[tuple[random.Random, AlignmentProblem]]:
    """Random problems with at least one candidate, and where to draw more random numbers from."""
    rng = random.Random(seed)
    for _ in range(number):
        problem = random_problem(rng, rng.randint(1, 4), rng.randint(1, 4))
        if problem.candidates:
            yield rng, problem


def seen(state) -> tuple:
    """What an undone change must leave as it was, of both forms."""
    lines = range(state.rows + state.columns)
    alone = [state.may_stay_alone(v) for v in lines]
    return state.bound, state.columns_of_rows(), alone, state.listed_duals()


def lists(state) -> tuple:
    """All that can be undone, of the plain form."""
    alive = [set(state.items[state.items_start[v] :][: state.count[v]]) for v in range(state.nodes)]
    return [list(each) for each in (state.value, state.dual, state.match, state.count, state.need)], alive


def changed(state, rng: random.Random) -> None:
    """Do something at random that the search may do."""
    line = state.best_branching()
    if line < 0:
        return
    option = rng.choice(state.probe(line))[1]
    what = rng.randrange(4)
    if what == 0:
        state.begin_node(rng.randint(1, 20), 1.5, 5)
        state.improve(rng.randint(1, 20))
    elif what == 1:
        state.close(line, option)
    elif what == 2:
        state.descend(line, option)
    elif state.bound >= state.target():
        state.fix(False)
        while state.force_last() >= 0:
            pass
    state.settle()


def test_no_level_is_entered_that_there_is_no_room_for(form: tuple[ModuleType, ModuleType]) -> None:
    state = begun(AlignmentProblem.from_weights(1, 1, {(0, 0): 1}, {}), form)
    for _ in range(state.levels):
        state.enter()
    with pytest.raises(IndexError, match="no more nodes"):
        state.enter()


@pytest.mark.parametrize("seed", range(3))
def test_what_is_undone_is_as_it_was(form: tuple[ModuleType, ModuleType], seed: int) -> None:
    deep = 0
    for rng, problem in problems(seed, 40):
        state = begun(problem, form, incumbent=rng.randint(-1, problem.trivial_bound()))
        state.is_fixing = rng.random() < 0.5
        stack = [(state.level, seen(state), lists(state) if form is FORMS["plain"] else None)]
        for _ in range(12):
            if state.level + 3 > state.levels:  # what is changed may enter two more
                break
            state.enter()
            for _ in range(rng.randint(1, 2)):
                changed(state, rng)
            if rng.random() < 0.3:
                del stack[rng.randint(1, len(stack)) :]
                level, before, every = stack[-1]
                state.return_to(level)
                assert seen(state) == before
                assert every is None or lists(state) == every
            else:
                stack.append((state.level, seen(state), lists(state) if form is FORMS["plain"] else None))
                deep = max(deep, state.level)
        while stack:
            level, before, every = stack.pop()
            state.return_to(level)
            assert seen(state) == before
            assert every is None or lists(state) == every
    assert deep > 3


def test_bounds_and_reduced_costs_hold(form: tuple[ModuleType, ModuleType]) -> None:
    """Of all alignments, those with a candidate, and those that leave a row or column alone; and so they do below."""
    for rng, problem in problems(7, 60):
        state = begun(problem, form)
        state.begin_node(10, 1.5, 5)
        state.improve(rng.randint(1, 10))
        bound = state.settle()
        best = max(value for value, _ in alignments(problem))
        assert SCALE * best <= bound
        line = state.best_branching()
        bounds = {option: least for least, option in state.probe(line)}
        for value, mapping in alignments(problem):
            assert SCALE * value <= bounds[chosen(state, problem, mapping, line)], problem
        assert state.settle() == bound


def chosen(state, problem: AlignmentProblem, mapping: tuple[int | None, ...], line: int) -> int:
    """The candidate that an alignment has in a row or column, as the state numbers it; -1 where there is none."""
    for p in range(state.candidates):
        left, right = pair = problem.candidates[state.original(p)]
        row, column = reversed(pair) if problem.left_size > problem.right_size else pair
        if mapping[left] == right and line in (row, state.rows + column):
            return p
    return -1


def use_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tree search use the plain form of the core, where that has no other parts."""
    monkeypatch.setattr(tree_walk, "TreeState", plain("tree_state").TreeState)
    monkeypatch.setattr(turned_module, "Candidates", plain("candidates").Candidates)
    monkeypatch.setattr(tabu_search, "Tabu", plain("tabu").Tabu)


def small_pairs() -> list[AlignmentProblem]:
    """Random problems, and some digraphs that have to be branched on."""
    rng = random.Random(3)
    hard = [digraph_problem(4, 1, size, other, seed) for size, other, seed in ((9, 9, 2), (8, 10, 4), (10, 8, 3))]
    return [random_problem(rng, rng.randint(1, 5), rng.randint(1, 5)) for _ in range(25)] + hard


def test_both_forms_search_the_same_tree_and_write_the_same_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimum_pass, "has_small_table", lambda _: False)
    for name, least in (("ROOT_ITERATIONS", 20), ("NODE_ITERATIONS", 5)):
        monkeypatch.setattr(effort, name, least)
    monkeypatch.setattr(effort, "SLICE_SECONDS", 0)  # slices of one iteration, so that results do not depend on time
    monkeypatch.setattr(effort, "SHORT_TABU", (10, 2, 10_000))
    monkeypatch.setattr(effort, "LONG_TABU", (10, 2, 10_000))
    params = SolveParams(proof=True, proof_limit=10**6)
    compiled = [tree.search(problem, [None] * problem.left_size, params) for problem in small_pairs()]
    use_plain(monkeypatch)
    assert [tree.search(problem, [None] * problem.left_size, params) for problem in small_pairs()] == compiled
    assert sum(result.nodes for result in compiled) > 40


def test_tabu_search_finds_the_optimum_of_small_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    for use in (lambda _: None, use_plain):
        use(monkeypatch)
        for _, problem in problems(11, 30):
            best = max(value for value, _ in alignments(problem))
            candidates = turned(problem)
            columns = TabuSearch(candidates).run(
                [None] * candidates.rows, iterations=200, restarts=5, goal=best, seed=3
            )
            assert recount(problem, mapping_of(candidates, columns)) == best


@pytest.mark.parametrize("sizes", [(9, 9), (7, 11), (11, 7)])
def test_tabu_search_keeps_its_value_and_draws_the_same_numbers_in_both_forms(sizes: tuple[int, int]) -> None:
    found = []
    problem = digraph_problem(4, 1, *sizes, 5)
    for module, state in ((candidates_module, tabu), (plain("candidates"), plain("tabu"))):
        rows, columns = sorted(sizes)
        candidates = module.Candidates(rows, columns, len(problem.candidates), 2 * len(problem.matches))
        if sizes[0] > sizes[1]:
            candidates.turn()
        candidates.fill(*problem.flat())
        search = state.Tabu(candidates)
        search.begin([None] * rows, 2**63 - 1)
        for _ in range(20):
            search.restart()
            search.run(5, 10**6)
            found.append((search.value, search.best_value, search.best_columns()))
            assert recount(problem, mapping_of(candidates, search.best_columns())) == search.best_value >= search.value
    assert found[:20] == found[20:]


def test_columns_of_rows_and_mappings_are_each_other_s_inverse() -> None:
    problem = digraph_problem(4, 1, 5, 3, 0)
    candidates = turned(problem)
    assert (candidates.rows, candidates.columns, candidates.is_turned) == (3, 5, True)
    assert columns_of(candidates, (2, None, 0, None, None)) == [2, None, 0]
    assert mapping_of(candidates, [2, None, 0]) == (2, None, 0, None, None)
