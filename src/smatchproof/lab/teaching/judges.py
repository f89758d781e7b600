"""Judges of answers: each raises :class:`Wrong` with a hint. Nothing here compares with a stored text of an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from string import ascii_lowercase
from typing import Any

from smatchproof.lab.generators import TRAPS
from smatchproof.lab.heuristics import HEURISTICS
from smatchproof.lab.reductions.problems.assignment import MaxQap
from smatchproof.lab.reductions.problems.graphs import SimpleGraph, SubgraphIsomorphism
from smatchproof.lab.reductions.problems.satisfiability import Formula
from smatchproof.lab.reductions.to_smatch.satisfiability import SatisfiabilityByClique
from smatchproof.lab.teaching.answer_forms import (
    Wrong,
    demand,
    demand_once,
    fraction,
    listed,
    one_to_one,
    pair,
    truth_values,
    whole,
)  # fmt: skip
from smatchproof.lab.teaching.reduction_judge import judge
from smatchproof.public import GraphPair, Refused, SolveParams, Top, checker, exact, parse_graph

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


def in_order(steps: Sequence[Mapping[str, str]]) -> Judge:
    """Make the judge of an order of the steps of a proof, whose letters are a, b, c, ... in the order given.

    A step has a `text`, the letters of the steps that it `uses`, or, if it does not belong, its `flaw`. Every order is
    right in which each step follows what it uses.

    >>> judge = in_order([{"text": "so n is even", "uses": "b"}, {"text": "let n be 2 m"}, {"flaw": "It is even."}])
    >>> judge("b, a")
    >>> judge("ab")
    Traceback (most recent call last):
    ...
    smatchproof.lab.teaching.answer_forms.Wrong: Step a is the first that stands too early: it uses what was not yet said.
    """  # noqa: E501
    lettered = dict(zip(ascii_lowercase, steps, strict=False))
    needed = {letter for letter, step in lettered.items() if "flaw" not in step}

    def judge(answer: Any) -> None:
        demand(isinstance(answer, str | list | tuple), "The letters of the steps are asked for, in their order.")
        letters = re.findall(r"[a-z]", "".join(map(str, answer)).lower())
        demand_once(letters, "Step")
        said: set[str] = set()
        for letter in letters:
            demand(letter in lettered, f"There is no step {letter}: the steps are a to {[*lettered][-1]}.")
            step = lettered[letter]
            flaw = f"Step {letter} is the first that is out of place: it is no part of it. {step.get('flaw')}"
            demand(letter in needed, flaw)
            early = f"Step {letter} is the first that stands too early: it uses what was not yet said."
            demand(said.issuperset(step.get("uses", "")), early)
            said.add(letter)
        demand(said == needed, f"As far as it goes, this is right; {len(needed - said)} more to come.")

    return judge


def dropped(needed: Mapping[str, str]) -> Judge:
    """Make the judge of "which assumption can be dropped?". Each that is `needed` has a counterexample in words.

    >>> dropped({"a": "0 / 0 is no number"})("(a)")
    Traceback (most recent call last):
    ...
    smatchproof.lab.teaching.answer_forms.Wrong: Without (a) the statement fails: 0 / 0 is no number.
    """

    def judge(answer: Any) -> None:
        letter = answer.strip(" ()").lower() if isinstance(answer, str) else ""
        demand(letter not in needed, f"Without ({letter}) the statement fails: {needed.get(letter)}.")
        demand(letter in [*ascii_lowercase[: len(needed) + 1]], "The letter of an assumption is asked for.")

    return judge


def cats(answer: Any) -> None:
    """An alignment of :data:`CATS` that matches 7 triples, the most there can be."""
    matched = CATS.matched(one_to_one(answer, CATS.left.variables, CATS.right.variables))
    demand(matched >= 7, f"This one matches {matched}.")


def certificate(answer: Any) -> None:
    """A certificate that no alignment of :data:`BOY` matches 5 triples."""
    try:
        record = checker.check(answer)
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
    graph = SatisfiabilityByClique.apply(formula).steps[0].target.graph
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
    graphs = [[sorted(map(whole, listed(edge))) for edge in listed(graph)] for graph in pair(answer)]
    for edges in graphs:
        good = edges and all(len(edge) == 2 and 0 <= edge[0] < edge[1] <= 6 for edge in edges)
        demand(good, "Edges between vertices 0 to 6.")

    def fits(directed: bool) -> bool:
        pattern, host = (SimpleGraph.of(7, [(a, b) for a, b in edges], directed=directed) for edges in graphs)
        return SubgraphIsomorphism(pattern, host).brute_force() is not None

    demand(fits(directed=False), "This pattern is no subgraph of the host, so that a no is right.")
    demand(not fits(directed=True), "Here all arcs can be matched, so that the yes is right.")


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
    chosen = {*map(whole, listed(answer))}
    demand(chosen <= {0, 1, 2, 3, 4}, "Vertices 0 to 4.")
    cut_edges = sum((at in chosen) != ((at + 1) % 5 in chosen) for at in range(5))
    demand(cut_edges == 4, f"{cut_edges} edges leave this set.")


def small_trap(answer: Any) -> None:
    """A pair on which S+4R with seed 0 finds less than the proved optimum."""
    left, right = map(parse_graph, pair(answer))
    demand(max(len(left.variables), len(right.variables)) <= 8, "8 variables at most.")
    problem = GraphPair(left, right).problem()
    optimum = exact(problem, SolveParams(time_limit=20))
    found = HEURISTICS["S+4R"].solve(problem, SolveParams(seed=0)).matched
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
