"""Judges of answers: each raises :class:`Wrong` with a hint. Nothing here compares with a stored text of an answer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from smatchproof.conventions.conventions import Top
from smatchproof.exact import exact
from smatchproof.exact.checker import Refused, check
from smatchproof.generators import TRAPS
from smatchproof.graphs.reading import parse_graph
from smatchproof.heuristics import named
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.solution import SolveParams
from smatchproof.reductions.problems.assignment import MaxQap
from smatchproof.reductions.problems.satisfiability import Formula
from smatchproof.reductions.to_smatch.satisfiability import SatisfiabilityToSmatch
from smatchproof.teaching.answer_forms import (
    Wrong,
    demand,
    demand_once,
    fraction,
    listed,
    one_to_one,
    pair,
    truth_values,
    two_graphs,
    whole,
)  # fmt: skip
from smatchproof.teaching.assumptions import edges_of_two, is_subgraph
from smatchproof.teaching.reduction_judge import judge

Judge = Callable[[Any], None]

BOY = GraphPair(
    parse_graph("(x / want-01 :ARG0 (y / boy) :ARG1 (z / go-01 :ARG0 y))"),
    parse_graph("(a / want-01 :ARG0 (b / boy) :ARG1 (c / football))"),
    Top.NONE,
)
"""The example of Cai & Knight (2013): the boy wants to go; the boy wants the football."""
CATS = GraphPair(
    parse_graph("(c / cat :chases (d / cat :chases (e / cat :chases (f / cat))))"),
    parse_graph("(p / cat :chases-of (q / cat :chases-of (r / cat :chases-of (s / cat))))"),
    Top.NONE,
)
"""Four cats in a row, written from the front and from the rear."""
MATRICES = ((0, 1, 1), (0, 0, 0), (0, 1, 0)), ((0, 0, 0), (1, 0, 1), (1, 0, 0))
"""Two 0-1 matrices of three rows."""


def number(value: int | Fraction, hint: str) -> Judge:
    """The judge of a number: a fraction, or what is written like one."""

    def judge(answer: Any) -> None:
        demand(fraction(answer) == value, hint)

    return judge


def cats(answer: Any) -> None:
    """An alignment of :data:`CATS` that matches 7 triples, the most there can be."""
    matched = CATS.matched(one_to_one(answer, CATS.left.variables, CATS.right.variables))
    demand(matched >= 7, f"This one matches {matched}.")


def certificate(answer: Any) -> None:
    """A certificate that no alignment of :data:`BOY` matches 5 triples."""
    try:
        record = check(answer)
    except Refused as refused:
        raise Wrong(f"The checker refuses it: {refused}.") from None
    left, right = BOY.triples()
    top = " It counts TOP; with --top none it does not." if len(record["left"]["attributes"]) > 3 else ""
    demand(record["at_most"] == 4, f"It proves at most {record['at_most']}.{top}")
    for side, graph in (("left", left), ("right", right)):
        relations = sorted(map(tuple, record[side]["relations"]))
        demand(relations == sorted(map(tuple, graph.relations)), f"Its {side} graph is another one.")
        concepts = sorted(("/", triple.variable, triple.value) for triple in graph.attributes)
        demand(sorted(map(tuple, record[side]["attributes"])) == concepts, f"Its {side} graph is another one.")


def clique_graph_size(answer: Any) -> None:
    """Vertices and edges of the graph of literals."""
    formula = Formula(3, ((1, 2), (-1, 3), (-2, -3)))
    graph = SatisfiabilityToSmatch.apply(formula).steps[0].target.graph
    vertices, edges = map(whole, pair(answer))
    demand(vertices == len(graph), "A vertex for every literal of every clause.")
    demand(edges == len(graph.edges), "Pairs of literals of different clauses that do not contradict each other.")


def contradiction(answer: Any) -> None:
    """A formula of two variables that nothing satisfies."""
    clauses = [tuple(map(whole, listed(clause))) for clause in listed(answer)]
    demand(0 < len(clauses) <= 4 and all(clauses), "One to four clauses, none of them empty.")
    demand(all(abs(literal) in (1, 2) for clause in clauses for literal in clause), "Literals are ±1 and ±2.")
    if values := Formula(2, tuple(clauses)).brute_force():
        raise Wrong(f"x1 = {values[0]}, x2 = {values[1]} satisfies it.")


def one_arc_counterexample(answer: Any) -> None:
    """A pattern that is a subgraph of the host, whose single arcs cannot all be matched."""
    pattern, host = edges_of_two(*pair(answer))
    demand(is_subgraph(pattern, host), "This pattern is no subgraph of the host, so that a no is right.")
    fits = is_subgraph(pattern, host, directed=True)
    demand(not fits, "Here all arcs can be matched, so that the yes is right.")


def missed_clause(answer: Any) -> None:
    """The assignment that misses (x1 ∨ ¬x2 ∨ x3)."""
    first, second, third = truth_values(answer, 3)
    demand(not first and second and not third, "A clause is missed when all of its literals are false.")


def permutation(answer: Any) -> None:
    """A permutation of the best value."""
    given = tuple(map(whole, listed(answer)))
    one_to_one([*enumerate(given)], range(3), range(3))
    demand(len(given) == 3, "A permutation of (0, 1, 2).")
    problem = MaxQap(*MATRICES)
    worth, best = (problem.value(each) for each in (given, problem.brute_force()))
    demand(worth == best, f"This one is worth {worth}.")


def odd_ring(answer: Any) -> None:
    """The triangle."""
    size, vertices = pair(answer)
    chosen = {*map(whole, listed(vertices))}
    even = "In which rings is every second vertex, all along, an independent half?"
    demand(whole(size) == 3, even)
    demand(len(chosen) == 1 and chosen <= {0, 1, 2}, "In a triangle all vertices are neighbours.")


def petersen_tour(answer: Any) -> None:
    """A Hamiltonian cycle of the Petersen graph without vertex 9."""
    rim = [(i, (i + 1) % 5) for i in range(5)] + [(5, 7), (7, 9), (9, 6), (6, 8), (8, 5)]
    edges = {frozenset(edge) for edge in rim + [(i, i + 5) for i in range(5)]}
    tour = [*map(whole, listed(answer))]
    if len(tour) == 10 and tour[0] == tour[-1]:  # closed, as tours are written
        tour.pop()
    demand_once(tour, "Vertex")
    demand(sorted(tour) == list(range(9)), "Each of the vertices 0 to 8 once.")
    for a, b in zip(tour, tour[1:] + tour[:1], strict=True):
        demand(frozenset((a, b)) in edges, f"There is no edge {a}-{b}.")


def packing(answer: Any) -> None:
    """Both bins are full."""
    bins = [sorted(map(whole, listed(each))) for each in listed(answer)]
    demand(sorted(size for each in bins for size in each) == [2, 2, 2, 3, 3, 4], "Each item once.")
    demand([sum(each) for each in bins] == [8, 8], f"The bins hold {', '.join(str(sum(each)) for each in bins)}.")


def cut(answer: Any) -> None:
    """Four edges of the ring of five leave the set."""
    members = listed(answer)
    if len(members) == 2 and not any(isinstance(each, str | int | float) for each in members):
        one, other = ({*map(whole, listed(side))} for side in members)  # both sides of the cut
        demand(one | other == {0, 1, 2, 3, 4} and not one & other, "Both sides together are the vertices 0 to 4.")
        members = [*one]
    chosen = {*map(whole, members)}
    demand(chosen <= {0, 1, 2, 3, 4}, "Vertices 0 to 4.")
    cut_edges = sum((at in chosen) != ((at + 1) % 5 in chosen) for at in range(5))
    demand(cut_edges == 4, f"{cut_edges} edges leave this set.")


def small_trap(answer: Any) -> None:
    """A pair on which S+4R with seed 0 finds less than the proved optimum."""
    problem = two_graphs(*pair(answer), 8).problem()
    optimum = exact(problem, SolveParams(time_limit=20))
    found = named("S+4R")(problem, SolveParams(seed=0)).matched
    demand(found < optimum.matched, f"Hill-climbing finds {found}, the optimum. What looks alike from everywhere?")


def restarts(answer: Any) -> None:
    """The least number of random starts with a risk below 1 %."""
    trap = TRAPS["bundle"].make(size=8)
    starts = whole(answer)
    demand(0 < starts <= 10_000, "How many starts does it take for the risk to be 1 %?")
    risks = [trap.failure(at) for at in (starts, max(0, starts - 1))]
    assert risks[0] is not None
    assert risks[1] is not None
    demand(risks[0] < 0.01, f"With {starts} the risk is {risks[0]:.3f}.")
    demand(risks[1] >= 0.01, f"{starts - 1} are enough, with a risk of {risks[1]:.4f}.")


def three_colouring(answer: Any) -> None:
    """A reduction from 3-colouring, tried on small graphs and large ones: no more than that."""
    demand(callable(answer), "A function is asked for.")
    judgement = judge(answer, "3-colouring", "smatch")
    demand(judgement, "; ".join(map(str.strip, str(judgement).splitlines())))
