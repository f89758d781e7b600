"""Every exact method against hand-made problems, against brute force and against what a score must satisfy."""

import random

import mip
import pytest
from hypothesis import given

import smatchproof
from smatchproof.base.errors import UsageError
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Attribute, Duplicates, Relation, TripleGraph, is_one_to_one
from smatchproof.exact import SolverDisagreement, brute_force, ilp, ilp_tight
from smatchproof.exact.ilp import write_program
from smatchproof.exact.models import paper_model, tight_model
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.problem import AlignmentProblem, build_problem, recount
from smatchproof.problem.solution import Backend, SolveParams, Status
from smatchproof.scoring.methods.registry import METHODS
from tests.strategies import problems

EXACT = [name for name in METHODS if name in ("exact", "ilp", "ilp-tight", "brute-force")]
FAST = [name for name in EXACT if name != "brute-force"]
MIP = ["ilp", "ilp-tight"]


def solved(name, problem, params=SolveParams()):
    """The solution of a method, after every check that holds for all of them: the mapping, its value and the bound."""
    solution = METHODS[name].solve(problem, params)
    assert is_one_to_one(solution.mapping, problem.left_size, problem.right_size)
    assert solution.matched == recount(problem, solution.mapping)
    assert 0 <= solution.matched <= solution.upper_bound <= problem.trivial_bound()
    assert (solution.status is Status.OPTIMAL) == (solution.matched == solution.upper_bound)
    assert solution.seconds >= 0 and solution.nodes >= 0
    return solution


def problem_of(left, right, rule):
    """The alignment problem of two graphs, in PENMAN notation or read, under a convention."""
    left, right = (parse_graph(graph) if isinstance(graph, str) else graph for graph in (left, right))
    return build_problem(rule.triples(left), rule.triples(right), rule.duplicates)


# ---- problems by hand


def weights(left_size, right_size, unary, matches=()):
    return AlignmentProblem.from_weights(left_size, right_size, dict(unary), dict(matches))


def complete(size):
    """A graph with an edge in both directions between every two nodes, everything labelled alike."""
    edges = tuple(Relation("to", a, b) for a in range(size) for b in range(size) if a != b)
    return TripleGraph(
        tuple(f"v{a}" for a in range(size)),
        tuple(Attribute("instance", "instance", a, "x") for a in range(size)),
        edges,
    )


def two_centres():
    """A problem with optimum 6.

       +-r-> y             x -r-> y      the centre fits the x by its concept (5 in all),
    x -+-r-> y             |             and the w by its edges (6)
       +-r-> y             +-s-> w -+-r-> y
                                    +-r-> y
                                    +-r-> y
    """
    left = "(a / x :r (b1 / y) :r (b2 / y) :r (b3 / y))"
    right = "(c / x :r (d0 / y) :s (e / w :r (d1 / y) :r (d2 / y) :r (d3 / y)))"
    return problem_of(left, right, convention("paper"))


@pytest.mark.parametrize(("build", "relaxed"), [(paper_model, 40), (tight_model, 16)], ids=MIP)
def test_the_relaxation_of_the_papers_model_is_loose(build, relaxed):
    """Every edge matches every edge: each v is a quarter, worth 4 + 144/4 = 40, with 16 triples in each graph."""
    problem = build_problem(complete(4), complete(4), Duplicates.SET)
    model = mip.Model(sense=mip.MAXIMIZE, solver_name=mip.HIGHS)
    model.verbose = 0
    write_program(model, build(problem))
    model.optimize(relax=True)
    assert model.objective_value == pytest.approx(relaxed)


# ---- brute force


def test_brute_force_refuses_what_it_cannot_finish():
    problem = build_problem(complete(8), complete(8), Duplicates.SET)
    message = (
        r"^method brute-force refuses a problem with 4e\+07 choices \(its limit is 2e\+06\); choose another method$"
    )
    with pytest.raises(UsageError, match=message):
        brute_force(problem)


def test_of_equal_alignments_brute_force_keeps_the_first():
    assert brute_force(weights(2, 2, dict.fromkeys([(0, 0), (0, 1), (1, 0), (1, 1)], 1))).mapping == (0, 1)


# ---- every method against brute force


@pytest.mark.parametrize(
    ("method", "backend"), [*((name, Backend.HIGHS) for name in FAST), *((name, Backend.CBC) for name in MIP)]
)
@given(problem=problems())
def test_random_problems(method, backend, problem):
    solution = solved(method, problem, SolveParams(backend=backend))
    assert (solution.matched, solution.status) == (brute_force(problem).matched, Status.OPTIMAL)


# ---- time limits


def large_problem(size, seed=0):
    """Two random graphs of that many variables, with few labels and twice as many edges."""
    rng = random.Random(seed)

    def graph():
        instances = [Attribute("instance", "instance", number, rng.choice("xyz")) for number in range(size)]
        edges = [Relation(rng.choice("rs"), rng.randrange(size), rng.randrange(size)) for _ in range(2 * size)]
        return TripleGraph(tuple(f"v{number}" for number in range(size)), tuple(instances), tuple(edges))

    return build_problem(graph(), graph(), Duplicates.MULTISET)


@pytest.mark.parametrize("backend", Backend)
@pytest.mark.parametrize("method", FAST)
@pytest.mark.parametrize("limit", [1e-9, 0.001, 0.05])
def test_a_time_limit_leaves_an_interval(method, backend, limit):
    problem = large_problem(15)
    solution = solved(method, problem, SolveParams(time_limit=limit, backend=backend))
    assert solution.status is (Status.OPTIMAL if solution.matched == solution.upper_bound else Status.TIME_LIMIT)
    if method in MIP:
        assert solution.matched < solution.upper_bound


@pytest.mark.parametrize("method", FAST)
def test_intervals_hold_the_optimum(method):
    for seed in range(10):
        problem = large_problem(6, seed)
        optimum = ilp_tight(problem).matched
        for limit in (0.002, 0.01):
            solution = solved(method, problem, SolveParams(time_limit=limit))
            assert solution.matched <= optimum <= solution.upper_bound


# ---- a solver that lies is found out


OUTCOME = mip.OptimizationStatus
REFUTED = "does not withstand a recount: an alignment worth 6 refutes the bound "
NOT_OPTIMAL = "calls optimal an alignment worth {}, with the bound {}"
NO_ANSWER = "answers {} to a problem that has alignments"
LIES = [
    # what is false, the outcome, how the value of each x[p] and how the bound is changed, the error
    ("a bound below the answer", OUTCOME.OPTIMAL, None, lambda bound: bound - 1, REFUTED + "5"),
    ("the same after a time-out", OUTCOME.FEASIBLE, None, lambda bound: bound - 1, REFUTED + "5"),
    ("a bound far below", OUTCOME.FEASIBLE, None, lambda bound: -1e300, REFUTED + "-"),
    ("optimal, but below the bound", OUTCOME.OPTIMAL, None, lambda bound: bound + 1, NOT_OPTIMAL.format(6, 7)),
    ("optimal without a bound", OUTCOME.OPTIMAL, None, lambda bound: None, NOT_OPTIMAL.format(6, 7)),
    ("optimal, infinite bound", OUTCOME.OPTIMAL, None, lambda bound: float("inf"), NOT_OPTIMAL.format(6, 7)),
    ("optimal, bound is no number", OUTCOME.OPTIMAL, None, lambda bound: float("nan"), NOT_OPTIMAL.format(6, 7)),
    ("optimal, but nothing is aligned", OUTCOME.OPTIMAL, lambda x: 0.0, None, NOT_OPTIMAL.format(0, 6)),
    ("optimal, but halves", OUTCOME.OPTIMAL, lambda x: x / 2, None, NOT_OPTIMAL.format(0, 6)),
    ("all is aligned", OUTCOME.OPTIMAL, lambda x: 1.0, None, "a recount: not an alignment of 4 x 6 variables"),
    ("no alignment exists", OUTCOME.INFEASIBLE, None, None, NO_ANSWER.format("INFEASIBLE")),
    ("no bound exists", OUTCOME.UNBOUNDED, None, None, NO_ANSWER.format("UNBOUNDED")),
    ("the solver broke down", OUTCOME.ERROR, None, None, NO_ANSWER.format("ERROR")),
]


@pytest.fixture
def answers(monkeypatch):
    """A function that makes python-mip answer falsely from now on."""
    optimize, x, objective_bound = mip.Model.optimize, mip.Var.x.fget, mip.Model.objective_bound.fget

    def lie(outcome, value, bound):
        def answer(model, **settings):
            optimize(model, **settings)
            if value:
                monkeypatch.setattr(mip.Var, "x", property(lambda variable: value(x(variable))))
            if bound:
                monkeypatch.setattr(mip.Model, "objective_bound", property(lambda model: bound(objective_bound(model))))
            return outcome

        monkeypatch.setattr(mip.Model, "optimize", answer)

    return lie


@pytest.mark.parametrize(("backend", "solve"), [*zip(Backend, [ilp, ilp_tight], strict=True)])
@pytest.mark.parametrize(
    ("outcome", "value", "bound", "message"), [row[1:] for row in LIES], ids=[row[0] for row in LIES]
)
def test_a_false_answer_is_an_error(answers, solve, backend, outcome, value, bound, message):
    answers(outcome, value, bound)
    with pytest.raises(SolverDisagreement, match=f"{backend} .*{message}"):
        solve(two_centres(), SolveParams(backend=backend))


def test_the_program_of_a_pair_that_has_nothing_in_common():
    model = smatchproof.integer_program("(a / b)", "(c / d)", convention="paper")
    model.optimize()
    assert smatchproof.solution_of(model) == ((), 0)
    with pytest.raises(UsageError, match="unknown solver 'nope'; choose from highs, cbc"):
        smatchproof.integer_program("(a / b)", "(c / d)", solver="nope")
