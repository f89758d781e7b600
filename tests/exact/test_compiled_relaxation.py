"""The compiled twin of the plain relaxation: the same answers, number by number."""

import random
import sys
from math import inf

import pytest

pytest.importorskip("numba", reason="nothing is compiled without numba")

from smatchproof.alignment import AlignmentProblem, SolveParams, Status
from smatchproof.exact import brute_force, certified, compile_search, exact, innards
from smatchproof.exact.innards import compiled_relaxation, plain_search, tree_node, twin_loading
from smatchproof.exact.innards.compiled_relaxation import CompiledNode
from smatchproof.exact.search.branch_and_bound import Search
from smatchproof.exact.innards.tree_node import PlainNode, root_node
from smatchproof.exact.innards.twin_loading import TWIN, Twin

pytestmark = pytest.mark.usefixtures("compiled")


def random_problem(rng: random.Random) -> AlignmentProblem:
    """A problem of up to 9 x 9: few candidates or all of them, few matches or many, weights of 1 or of up to 10^6."""
    rows, columns = rng.randint(1, 9), rng.randint(1, 9)
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    alone, together = rng.choice((0, 0.1, 0.5, 1)), rng.choice((0, 0.5, 2, 8, 16))
    heaviest = rng.choice((1, 1, 3, 10**6))
    unary = {cell: rng.randint(1, heaviest) for cell in cells if rng.random() < alone}
    couples = {}
    for _ in range(int(together * len(cells))):
        one, other = sorted((rng.choice(cells), rng.choice(cells)))
        if one[0] != other[0] and one[1] != other[1]:
            couples[one, other] = rng.randint(1, heaviest)
    return AlignmentProblem.from_weights(rows, columns, unary, couples)


def random_params(rng: random.Random, problem: AlignmentProblem) -> SolveParams:
    """With and without a proof, a limit of nodes, and something that is asked for."""
    asked = rng.randint(1, problem.total_weight + 1) if rng.random() < 0.3 else None
    limit = rng.randint(1, 6) if rng.random() < 0.2 else None
    return SolveParams(proof=rng.random() < 0.7, node_limit=limit, at_least=asked)


def told(search: Search) -> list[object]:
    """All that a search says: in words, so that the order within a proof counts."""
    status = search.run()
    found = [status, search.best, search.picks, search.root_bound, search.counted, search.nodes, search.work]
    proofs = [search.proof, list(search.open_at_root), search.proved_at_root, search.kept and search.bounding_proof()]
    return [repr(each) for each in found + proofs]


def compare(seed: int, number: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Search so many random problems both ways; answers how many nodes there were."""
    rng = random.Random(seed)
    nodes = 0
    for _ in range(number):
        problem = random_problem(rng)
        params, alone = random_params(rng, problem), rng.random() < 0.5
        monkeypatch.setattr(plain_search, "_ROOT_STEPS", rng.choice((1, 3, 6, 30)))
        monkeypatch.setattr(plain_search, "_LARGEST_WORK", rng.choice((300, 20_000)))
        answers = []
        for node in (CompiledNode, None):
            monkeypatch.setattr(TWIN, "node", node)
            search = Search(problem, params, 0.0, alone)
            answers.append(told(search))
            nodes += search.nodes
        assert answers[0] == answers[1], (problem, params)
    return nodes


def test_the_twin_answers_what_plain_python_answers(monkeypatch):
    assert compare(1, 100, monkeypatch) > 250


@pytest.mark.stress
@pytest.mark.parametrize("seed", range(20))
def test_the_twin_answers_what_plain_python_answers_10_000_times(seed, monkeypatch):
    compare(100 + seed, 500, monkeypatch)


def test_weights_that_64_bits_do_not_hold_are_left_to_plain_python(monkeypatch):
    rng = random.Random(3)
    small = next(problem for problem in (random_problem(rng) for _ in range(99)) if len(problem.matches) > 20)
    weight = small.total_weight
    best = brute_force(small).matched
    for bits, kind in ((52, CompiledNode), (54, PlainNode), (80, PlainNode)):
        times = 2**bits // weight
        unary = {pair: times * each for pair, each in zip(small.candidates, small.unary, strict=True)}
        couples = {(small.candidates[p], small.candidates[q]): times * each for p, q, each in small.matches}
        problem = AlignmentProblem.from_weights(small.left_size, small.right_size, unary, couples)
        answers = []
        for node in (CompiledNode, None):
            monkeypatch.setattr(TWIN, "node", node)
            assert type(root_node(problem, lambda: None)) is (PlainNode if node is None else kind)
            search = Search(problem, SolveParams(), 0.0, alone=True)
            answers.append(told(search))
            assert search.best == times * best
        assert answers[0] == answers[1] and answers[0][0] == repr(Status.OPTIMAL)


def test_a_time_limit_ends_it(monkeypatch):
    monkeypatch.setattr(TWIN, "node", CompiledNode)
    rng = random.Random(4)
    problem = next(problem for problem in (random_problem(rng) for _ in range(99)) if len(problem.matches) > 100)
    assert exact(problem, SolveParams(time_limit=0)).status is Status.TIME_LIMIT
    assert exact(problem, SolveParams(time_limit=60)).matched == brute_force(problem).matched


def test_it_is_used_when_it_was_asked_for():
    problem = AlignmentProblem.from_weights(1, 1, {(0, 0): 1}, {})
    assert type(root_node(problem, lambda: None)) is PlainNode
    compile_search()
    assert type(root_node(problem, lambda: None)) is CompiledNode


def test_large_tables_are_left_to_plain_python(monkeypatch):
    monkeypatch.setattr(TWIN, "node", CompiledNode)
    for columns, kind in ((200, CompiledNode), (201, PlainNode)):
        problem = AlignmentProblem.from_weights(200, columns, {(0, 0): 1}, {})
        assert type(root_node(problem, lambda: None)) is kind


@pytest.fixture
def twin(monkeypatch):
    """What a process knows of the twin that has just begun."""
    new = Twin()
    for module in (twin_loading, tree_node, certified):
        monkeypatch.setattr(module, "TWIN", new)
    return new


@pytest.mark.parametrize(
    ("spent", "is_kept", "node", "due"),
    [
        (0.9, True, None, 1.0),
        (1.1, True, CompiledNode, inf),
        (1.1, False, None, 60.0),
        (61.0, False, CompiledNode, inf),
    ],
)
def test_it_is_loaded_after_as_much_plain_search_as_that_takes(twin, spent, is_kept, node, due, monkeypatch):
    twin.spent = spent
    monkeypatch.setattr(compiled_relaxation, "is_kept", lambda: is_kept)
    twin_loading.load_if_it_pays()
    assert (twin.node, twin.due) == (node, due)


def test_without_numba_it_is_not_looked_for_again(twin, monkeypatch):
    twin.spent = 99.0
    monkeypatch.setattr(twin_loading, "find_spec", lambda _: None)
    twin_loading.load_if_it_pays()
    assert (twin.node, twin.due) == (None, inf)


def test_where_it_does_not_load_it_is_not_looked_for_again(twin, monkeypatch):
    twin.spent = 99.0
    monkeypatch.delattr(innards, "compiled_relaxation")
    monkeypatch.setitem(sys.modules, compiled_relaxation.__name__, None)
    twin_loading.load_if_it_pays()
    assert (twin.node, twin.due) == (None, inf)


def test_where_numba_was_interrupted_while_it_loaded_it_is_not_looked_for_again(twin, monkeypatch):
    def fail():
        raise KeyError("duplicate registration")

    twin.spent = 99.0
    monkeypatch.setattr(compiled_relaxation, "compile_all", fail)
    twin_loading.load_if_it_pays()
    assert (twin.node, twin.due) == (None, inf)


def test_other_threads_go_on_without_it_while_it_is_loaded(twin, monkeypatch):
    problem = AlignmentProblem.from_weights(1, 1, {(0, 0): 1}, {})
    seen = []

    def compile_all():
        twin_loading.load_if_it_pays()  # as another thread: it does not load it, too
        seen.append(type(root_node(problem, lambda: None)))

    twin.spent = 99.0
    monkeypatch.setattr(compiled_relaxation, "compile_all", compile_all)
    twin_loading.load_if_it_pays()
    assert seen == [PlainNode] and type(root_node(problem, lambda: None)) is CompiledNode


def test_plain_search_is_timed_and_pairs_with_a_time_limit_load_nothing(twin):
    twin.due = 0.0
    problem = AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (0, 1): 2, (1, 1): 2}, {})
    exact(problem, SolveParams(time_limit=9))
    assert twin.node is None and twin.spent > 0
    exact(problem)
    assert twin.node is CompiledNode
