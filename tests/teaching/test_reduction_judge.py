"""The judge of reductions: honest ones pass, wrong ones are refuted by small instances, cheats are refused."""

import random
import signal
import sys
import threading
import time
from contextlib import suppress
from itertools import combinations, permutations, product

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.exact.brute_force import brute_force
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.pairs import GraphPair
from smatchproof.teaching import judge, reduction_judge
from smatchproof.teaching.plain_problems import PROBLEMS
from tests.commands.running import run_as_process
from tests.teaching.reduction_zoo import CHEATS, HONEST, WRONG


def named(zoo):
    return [pytest.param(*entry, id=f"{entry[0].__name__}-{entry[1]}-{entry[2]}") for entry in zoo]


@pytest.mark.parametrize(("function", "source", "target"), named(HONEST))
def test_an_honest_reduction_is_never_refused(function, source, target):
    judgement = judge(function, source, target)
    assert judgement, judgement
    assert judgement.tried > 100
    assert judgement.still_open == 0


@pytest.mark.parametrize(("function", "source", "target"), named(WRONG))
def test_a_wrong_reduction_is_refuted_by_a_small_instance(function, source, target):
    begun = time.process_time()
    judgement = judge(function, source, target)
    assert judgement.verdict == "refuted", judgement
    assert time.process_time() - begun < 5
    if judgement.output is not None:  # judged again: the instance is a counterexample indeed
        answers = PROBLEMS[source].solve(*judgement.instance), PROBLEMS[target].solve(*judgement.output)
        assert (answers[0] is None) != (answers[1] is None)
        assert PROBLEMS[target].taken(function(*judgement.instance)) == judgement.output
        for shown, answer in zip(judgement.shown, answers, strict=True):
            assert shown.endswith(": no" if answer is None else f": yes, {answer}")


@pytest.mark.parametrize(("function", "source", "target"), named(CHEATS))
def test_a_cheat_is_refused_with_a_word_why(function, source, target):
    judgement = judge(function, source, target)
    assert judgement.verdict == "refused", judgement
    assert len(judgement.words) > 30


def ends(vertices, edges, size):
    raise SystemExit(3)


def prints_much(vertices, edges, size):
    print("x" * 10**6)  # noqa: T201
    return vertices, edges, size


def never_ends(vertices, edges, size):
    while True:
        pass


def raises_what_cannot_be_shown(vertices, edges, size):
    class Unshown(BaseException):
        def __str__(self):
            raise ValueError

    raise Unshown


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (raises_what_cannot_be_shown, "The function raises Unshown."),
        (ends, "raises SystemExit"),
        (prints_much, "a no became a yes"),
        (never_ends, "two million steps"),
        (lambda vertices, edges: 1, "raises TypeError"),
        (lambda vertices, edges, size: None, "is a `return` missing?"),
        (lambda vertices, edges, size: size, "A list is asked for. The function returned 1."),
        (lambda vertices, edges, size: (vertices, edges), "An instance has 3 members: vertices, edges, size."),
        (lambda vertices, edges, size: (10**18, [], size), "A number of vertices is asked for"),
        (lambda vertices, edges, size: (vertices, [(0, 99)], size), "joins no vertices"),
        (lambda vertices, edges, size: (vertices, [(0, 0)], size), "is a loop"),
        (lambda vertices, edges, size: edges.clear() or (vertices, edges, size), "a no became a yes"),
    ],
)
def test_a_function_that_goes_wrong_is_told_how(function, words, capsys):
    judgement = judge(function, "clique", "independent-set")
    assert not judgement
    assert words in judgement.words
    assert len(repr(judgement)) < 400
    assert capsys.readouterr().out == ""
    assert "<pre>" in judgement._repr_html_()


def sleeps(vertices, edges, size):
    time.sleep(60)


def loops_on_one_line(vertices, edges, size):
    exec("while True: pass")


@pytest.mark.parametrize("function", [sleeps, loops_on_one_line])
def test_a_call_that_takes_too_long_by_the_clock_is_ended(function, monkeypatch):
    monkeypatch.setattr(reduction_judge, "_SECONDS", 0.2)
    judgement = judge(function, "clique", "independent-set")
    assert (judgement.verdict, judgement.instance) == ("refused", (1, [], 1))
    assert judgement.words == "this instance takes more than 0.2 seconds"
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.parametrize(("target", "verdict"), [("vertex-cover", "not refuted"), ("clique", "refuted")])
def test_who_sleeps_is_waited_for_by_the_clock(monkeypatch, target, verdict):
    def dozes(vertices, edges, size):
        time.sleep(0.02)
        return vertices, edges, vertices - size

    monkeypatch.setattr(reduction_judge, "_WAITING", 1.0, raising=False)
    begun = time.monotonic()
    assert judge(dozes, "independent-set", target).verdict == verdict
    assert time.monotonic() - begun < 10


def test_judges_in_threads_take_turns_and_leave_standard_output(capsys):
    def dozes(vertices, edges, size):
        time.sleep(0.02)
        return vertices, edges, size

    before = sys.stdout
    threads = [threading.Thread(target=judge, args=(dozes, "clique", "independent-set")) for _ in range(4)]
    for thread in threads:
        thread.start()
        time.sleep(0.03)
    for thread in threads:
        thread.join()
    assert sys.stdout is before


@pytest.mark.parametrize("is_wrong", [True, False])
def test_what_a_function_changes_of_the_process_is_put_back(is_wrong):
    def changes(vertices, edges, size):
        sys.setrecursionlimit(sys.getrecursionlimit() + 50)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
            signal.signal(number, signal.SIG_IGN)
        return vertices, edges, size if is_wrong else vertices - size

    def state():
        return sys.getrecursionlimit(), [signal.getsignal(number) for number in signal.valid_signals()]

    before = state()
    assert bool(judge(changes, "independent-set", "vertex-cover")) != is_wrong
    assert state() == before


@pytest.mark.parametrize("odd", [{"v": 1}, "x", [[1]]])
def test_what_is_no_number_is_said_to_be_no_whole_one(odd):
    judgement = judge(lambda vertices, edges, size: (odd, edges, size), "independent-set", "vertex-cover")
    assert judgement.verdict == "refuted" and "A whole number is asked for. The function returned" in str(judgement)


def test_a_function_that_forks_has_one_judge(tmp_path):
    (tmp_path / "mine.py").write_text(
        "import os\ncalls = []\n\ndef forks(vertices, edges, size):\n"
        "    calls.append(1)\n    len(calls) == 9 and os.fork()\n    return vertices, edges, vertices - size\n"
    )
    asked = ["judge", "mine.py:forks", "--from", "independent-set", "--to", "vertex-cover"]
    assert run_as_process(*asked, cwd=tmp_path).stdout.count("not refuted") == 1


def test_a_function_that_leaves_no_room_for_calls_is_survived():
    def lowest(vertices, edges, size):
        for limit in range(1, 500):
            with suppress(RecursionError):
                sys.setrecursionlimit(limit)
                break
        return vertices, edges, vertices - size

    before = sys.getrecursionlimit()
    judge(lowest, "independent-set", "vertex-cover")
    assert sys.getrecursionlimit() == before


def test_an_amr_that_cannot_be_read_refutes():
    judgement = judge(lambda vertices, edges, size: ("(a / b", "(a / b)", 2), "clique", "smatch")
    assert judgement.verdict == "refuted"
    assert "An AMR cannot be read: <string>:1:7: the graph ends" in judgement.words
    assert "\n" not in judgement.words


def writes(vertices, edges, size):
    sys.stdout.write("debug")
    return vertices, edges, vertices - size


def imports(vertices, edges, size):
    import networkx  # noqa: F401

    return vertices, edges, vertices - size


def pads_to_a_power_of_two(vertices, edges, size):
    n = 1
    while n < vertices:
        n *= 2
    assert len([1 for _ in range(n) for _ in range(n) for _ in range(n) for _ in range(n)]) == n**4
    return vertices, edges, vertices - size


@pytest.mark.parametrize("function", [writes, imports, pads_to_a_power_of_two])
def test_who_writes_imports_or_takes_a_jump_is_honest(function):
    assert judge(function, "independent-set", "vertex-cover")


def asks_late(vertices, edges, size):
    yield vertices
    yield edges
    yield vertices if PROBLEMS["independent-set"].solve(vertices, edges, size) else -1


def asks_and_catches(vertices, edges, size):
    with suppress(Exception):
        PROBLEMS["independent-set"].solve(vertices, edges, size)
    return vertices, edges, vertices - size


@pytest.mark.parametrize("function", [asks_late, asks_and_catches])
def test_a_solver_is_noticed_late_and_where_errors_are_caught(function):
    assert "asks a solver" in judge(function, "independent-set", "vertex-cover").words


def test_what_fails_while_it_is_read_or_shown_refutes():
    class Unshown(list):
        def __repr__(self):
            raise RuntimeError

    def late(vertices, edges, size):
        yield 1 // (vertices - 2)

    for function, words in ((late, "raises ZeroDivisionError"), (lambda *_: Unshown([1]), "cannot be shown"),
                            (lambda v, e, k: (v, e, 10**5000), "fewer digits")):  # fmt: skip
        judgement = judge(function, "independent-set", "vertex-cover")
        assert judgement.verdict == "refuted" and (words in judgement.words or "3 members" in judgement.words)


def test_edges_may_be_a_generator():
    assert judge(lambda vertices, edges, size: (vertices, (edge for edge in edges), vertices - size),
                 "independent-set", "vertex-cover")  # fmt: skip


def test_an_unknown_problem_is_an_error_of_usage():
    with pytest.raises(UsageError, match="did you mean clique"):
        judge(ends, "cliqe", "sat")


def test_small_instances_come_smallest_first_with_both_answers():
    for entry in PROBLEMS.values():
        instances = list(entry.small())
        assert len(instances) > 100
        assert {entry.solve(*instance) is None for instance in instances[:80]} == {True, False}
        assert instances == [entry.read(*instance) for instance in instances], entry.name


def brute(name, instance):
    """The answer by enumeration, straight from the definition."""
    if name.endswith("sat"):
        [clauses] = instance
        variables = sorted({abs(literal) for clause in clauses for literal in clause})
        rows = (dict(zip(variables, row, strict=True)) for row in product((True, False), repeat=len(variables)))
        return any(all(any(row[abs(x)] == (x > 0) for x in clause) for clause in clauses) for row in rows)
    if name == "subgraph":
        n, edges, m, host = instance
        there = {frozenset(edge) for edge in host}
        return any(all(frozenset((to[a], to[b])) in there for a, b in edges) for to in permutations(range(m), n))
    if name == "smatch":
        left, right, least = instance
        return brute_force(GraphPair(parse_graph(left), parse_graph(right)).problem()).matched >= least
    n, edges, *size = instance
    joined = {frozenset(edge) for edge in edges}
    if name == "hamiltonian-cycle":
        tours = (tour for tour in permutations(range(n)) if n > 2)
        return any(all(frozenset(step) in joined for step in zip(tour, tour[1:] + tour[:1])) for tour in tours)  # noqa: B905
    if name.endswith("colouring"):
        colours = size[0] if size else 3
        return any(all(given[a] != given[b] for a, b in edges) for given in product(range(colours), repeat=n))
    sets = [set(chosen) for number in range(n + 1) for chosen in combinations(range(n), number)]
    if name == "max-cut":
        return any(sum((a in one) != (b in one) for a, b in edges) >= size[0] for one in sets)
    if name == "vertex-cover":
        return any(len(one) <= size[0] and all(one & {a, b} for a, b in edges) for one in sets)
    wanted = name == "clique"
    return any(
        len(one) == size[0] and all((frozenset(two) in joined) == wanted for two in combinations(one, 2))
        for one in sets
    )


@pytest.mark.parametrize("name", PROBLEMS)
def test_answers_are_those_of_enumeration(name):
    entry = PROBLEMS[name]
    instances = [each for each in entry.small() if not isinstance(each[0], int) or each[0] <= 5]
    for instance in random.Random(1).sample(instances, 90):
        assert (entry.solve(*instance) is not None) == brute(name, instance), instance
