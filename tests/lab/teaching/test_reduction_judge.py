"""The judge of reductions: honest ones pass, wrong ones are refuted by small instances."""

import json
import random
import time
from itertools import combinations, count, product

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.exact.brute_force import brute_force
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.reductions.problems.graphs import (
    Clique,
    HamiltonianCycle,
    MaxCut,
    SimpleGraph,
    SubgraphIsomorphism,
)
from smatchproof.lab.reductions.problems.satisfiability import Formula
from smatchproof.lab.teaching import judge
from smatchproof.lab.teaching.plain_problems import PROBLEMS
from smatchproof.problem.pairs import GraphPair
from tests.commands.running import run
from tests.lab.teaching.reduction_zoo import HONEST, WRONG


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


def ends(vertices, edges, size):
    raise SystemExit(3)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (ends, "raises SystemExit"),
        (lambda vertices, edges: 1, "given. It is called with vertices, edges, size."),
        (lambda vertices, edges, size: None, "is a `return` missing?"),
        (lambda vertices, edges, size: size, "A list is asked for. The function returned 1."),
        (lambda vertices, edges, size: (vertices, edges), "An instance has 3 members: vertices, edges, size."),
        (
            lambda vertices, edges, size: (vertices, [(0, 99)], size),
            "edge (0, 99) of a graph with 1 vertices, which count from 0",
        ),
        (lambda vertices, edges, size: (vertices, [(0, 0)], size), "a loop at vertex 0"),
        (lambda vertices, edges, size: (vertices, ([0, at] for at in "1x"), size), "A whole number is asked for, not"),
        (lambda vertices, edges, size: (vertices, (1 // 0 for _ in "a"), size), "raises ZeroDivisionError"),
        (lambda vertices, edges, size: edges.clear() or (vertices, edges, size), "a no became a yes"),
    ],
)
def test_a_function_that_goes_wrong_is_told_how(function, words):
    judgement = judge(function, "clique", "independent-set")
    assert not judgement
    assert words in judgement.words
    assert len(repr(judgement)) < 400
    assert "<pre>" in judgement._repr_html_()


def with_isolated_vertices(vertices, edges, size):
    return vertices + 200_000, edges, size


def with_a_clique(vertices, edges, size):
    return vertices + 500, [*edges, *combinations(range(vertices, vertices + 500), 2)], size


@pytest.mark.parametrize(
    ("function", "source", "target"),
    [
        (with_isolated_vertices, "vertex-cover", "vertex-cover"),
        (lambda vertices, edges, size: (10**18, edges, size), "clique", "clique"),
        (with_a_clique, "max-cut", "max-cut"),
        (lambda clauses: [*clauses, *([1, -1] for _ in range(100_001))], "sat", "sat"),
        (lambda clauses: [range(1, 100_002)], "sat", "sat"),
        (lambda vertices, edges, size: (50_000, edges, size), "clique", "clique"),
    ],
)
def test_an_output_that_is_too_large_refutes_nothing(function, source, target):
    judgement = judge(function, source, target)
    assert judgement.verdict == "not judged" and not judgement  # an autograder must not pass it
    assert judgement.still_open == judgement.tried > 0
    if judgement.too_large:
        assert judgement.too_large == judgement.tried
        assert f"{judgement.tried} of these were not judged" in judgement.words.replace(",", "")
        assert "at most 100,000 vertices" in judgement.words


def test_an_instance_that_is_judged_refutes_next_to_those_that_are_too_large():
    def wrong(vertices, edges, size):
        return (vertices + 200_000 * (size == 1), edges, size)

    judgement = judge(wrong, "independent-set", "vertex-cover")
    assert judgement.instance == (2, [(0, 1)], 2)
    assert judgement.too_large > 0


def test_a_trial_that_ends_early_says_so_and_where(monkeypatch):
    seconds = count()
    monkeypatch.setattr("time.process_time", lambda: next(seconds))
    judgement = judge(lambda *members: members, "clique", "clique")
    small = list(PROBLEMS["clique"].small())
    assert judgement
    assert (judgement.tried, judgement.small) == (3, len(small))
    assert judgement.stopped_at == small[2]
    assert f"3 of {len(small)} small ones were tried" in judgement.words
    assert judgement.words.endswith(f"of {len(small)}: {PROBLEMS['clique'].described(small[2])}")
    assert judgement.to_dict()["small"] == len(small)
    monkeypatch.undo()
    whole = judge(lambda *members: members, "clique", "clique")
    assert whole.tried == whole.small and whole.stopped_at is None


def write(folder, text):
    (folder / "mine.py").write_text(text)
    return "mine.py:same", "--from", "clique", "--to", "clique"


def test_what_a_function_prints_is_not_in_the_json(tmp_path):
    words = write(tmp_path, "print('loaded')\ndef same(*members):\n    print('called')\n    return members\n")
    done = run("judge", *words, "--format", "json", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["verdict"] == "not refuted"
    assert {*done.stderr.splitlines()} == {"loaded", "called"}


def test_an_interruption_says_on_which_instance(tmp_path):
    words = write(tmp_path, "def same(vertices, edges, size):\n    raise KeyboardInterrupt\n")
    done = run("judge", *words, cwd=tmp_path)
    assert done.returncode == 130
    assert done.stderr.startswith("interrupted at small instance 1 of ")
    assert done.stderr.endswith(": vertices 1, edges [], size 1\n")


def test_an_amr_that_cannot_be_read_refutes():
    judgement = judge(lambda vertices, edges, size: ("(a / b", "(a / b)", 2), "clique", "smatch")
    assert judgement.verdict == "refuted"
    assert "the output is no instance of smatch: <string>:1:7: the graph ends" in judgement.words
    assert "\n" not in judgement.words


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
        clauses = tuple(map(tuple, instance[0]))
        return Formula(max(abs(x) for clause in clauses for x in clause), clauses).brute_force() is not None
    if name == "subgraph":
        n, edges, m, host = instance
        return SubgraphIsomorphism(SimpleGraph.of(n, edges), SimpleGraph.of(m, host)).brute_force() is not None
    if name == "smatch":
        left, right, least = instance
        return brute_force(GraphPair(parse_graph(left), parse_graph(right)).problem()).matched >= least
    n, edges, *size = instance
    graph = SimpleGraph.of(n, edges)
    if name == "hamiltonian-cycle":
        return HamiltonianCycle(graph).brute_force() is not None
    if name.endswith("colouring"):
        colours = size[0] if size else 3
        return any(all(given[a] != given[b] for a, b in edges) for given in product(range(colours), repeat=n))
    if name == "max-cut":
        return (cut := MaxCut(graph)).value(cut.brute_force()) >= size[0]
    joined = {frozenset(edge) for edge in edges}
    apart = SimpleGraph.of(n, [couple for couple in combinations(range(n), 2) if frozenset(couple) not in joined])
    wanted, least = {"clique": (graph, size[0]), "vertex-cover": (apart, n - size[0])}.get(name, (apart, size[0]))
    return Clique(wanted, least).brute_force() is not None


@pytest.mark.parametrize("name", PROBLEMS)
def test_answers_are_those_of_enumeration(name):
    entry = PROBLEMS[name]
    instances = [each for each in entry.small() if not isinstance(each[0], int) or each[0] <= 5]
    for instance in random.Random(1).sample(instances, 90):
        assert (entry.solve(*instance) is not None) == brute(name, instance), instance


def test_the_usual_mistakes_about_long_clauses_are_refuted_by_short_formulas():
    """Clauses cut to three literals, one new variable for all of them, and a mistake only next to a unit clause."""

    def cut(clauses):
        return [clause[:3] for clause in clauses]

    def divided(clauses, step):
        variable, found = max(abs(each) for clause in clauses for each in clause) + 1, []
        for clause in clauses:
            while len(clause) > 3:
                found.append([*clause[:2], variable])
                clause, variable = [-variable, *clause[2:]], variable + step
            found.append(clause)
        return found

    def sometimes(clauses):
        return cut(clauses) if any(len(clause) == 1 for clause in clauses) else divided(clauses, 1)

    for wrong, most in ((cut, 7), (lambda clauses: divided(clauses, 0), 11), (sometimes, 7)):
        assert sum(map(len, judge(wrong, "sat", "3-sat").instance[0])) <= most
    assert judge(lambda clauses: divided(clauses, 1), "sat", "3-sat").instance is None
