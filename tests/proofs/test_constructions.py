"""The proofs are about the objects that Python builds: reductions to Smatch, and the exported integer program.

The constructions of the proofs are extracted as a program. Its answers for random instances and those of
src/smatchproof/lab/reductions and src/smatchproof/exact/models.py are the same, up to the names of things.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from benchmarks.stress.proofs.mutants import similarities
from smatchproof.conventions.conventions import Top
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact.models import Model, tight_model
from smatchproof.lab.reductions.from_smatch.boolean import OpbFromSmatch, WcnfFromSmatch
from smatchproof.lab.reductions.from_smatch.integer_program import NOTHING, LpFromSmatch, MpsFromSmatch
from smatchproof.lab.reductions.from_smatch.matching import CliqueFromSmatch, GraphMatchingFromSmatch, QapFromSmatch
from smatchproof.lab.reductions.problems.assignment import MaxQap, QuadraticAssignment
from smatchproof.lab.reductions.problems.graphs import IndependentSet, SimpleGraph
from smatchproof.lab.reductions.problems.packing import Packing
from smatchproof.lab.reductions.problems.satisfiability import MaxSat
from smatchproof.lab.reductions.problems.strings import CommonPartition
from smatchproof.lab.reductions.to_smatch.assignment import (
    MaxQapToSmatch,
    Normal,
    QuadraticAssignmentToSmatch,
    all_arcs,
    plan_of,
)
from smatchproof.lab.reductions.to_smatch.common_partition import CommonPartitionToSmatch
from smatchproof.lab.reductions.to_smatch.hamiltonian_cycle import HamiltonianCycleToSmatch
from smatchproof.lab.reductions.to_smatch.independent_set import IndependentSetToSmatch
from smatchproof.lab.reductions.to_smatch.max_cut import MaxCutToSmatch
from smatchproof.lab.reductions.to_smatch.packing import PackingToSmatch, PackingToSmatchDegree3
from smatchproof.lab.reductions.to_smatch.satisfiability import (
    MaxSatToSmatch,
    SatisfiabilityByClique,
    SatisfiabilityToSmatch,
)
from smatchproof.lab.reductions.to_smatch.subgraphs import (
    AcyclicSubgraphToSmatch,
    CliqueBySubgraph,
    CliqueToSmatch,
    CommonSubgraphToSmatch,
    SubgraphIsomorphismToSmatch,
)
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.problem import AlignmentProblem, build_problem
from tests.exact.random_pairs import random_pair
from tests.lab.reductions.cases import (
    assignment,
    clique,
    common,
    hamiltonian_cycle,
    max_cut,
    packing,
    random_formula,
    strings,
    subgraph,
)
from tests.proofs.constructions import (
    Program,
    answers,
    clauses,
    cut_number,
    edges,
    formula_number,
    graded_scoring,
    graph,
    matrix_number,
    ones,
    packing_number,
    path_number,
    read_clauses,
    read_graphs,
    read_program,
    read_weighted_graphs,
    reified_number,
    renamed,
    scoring,
    star_number,
    string_number,
    things,
    tour_number,
    variables_of,
    weighted,
)
from tests.proofs.in_coq import needs_coq

PAIRS, INSTANCES = 1_000, 200


# ---- the integer program


def of_model(model: Model) -> Program:
    variables = variables_of(model)
    assert len(set(variables.values())) == len(variables)
    rows = Counter((frozenset((c, variables[v]) for c, v in row.terms), row.most) for row in model.rows)
    assert all(len({v for _, v in row.terms}) == len(row.terms) for row in model.rows)
    return Program(frozenset((c, variables[v]) for c, v in model.objective), rows)


def of_opb(problem: AlignmentProblem) -> Program:
    """The program that an OPB file states, everything negated back."""
    target = OpbFromSmatch(problem)
    variables = dict(enumerate(variables_of(tight_model(problem)).values(), 1))

    def negated(terms) -> frozenset:
        return frozenset((-coefficient, variables[number]) for coefficient, number in terms)

    objective = negated(target.objective) if target.objective != ((0, 1),) else frozenset()
    return Program(objective, Counter((negated(terms), -least) for terms, least in target.constraints))


def of_lines(kind, problem: AlignmentProblem) -> Program:
    """The program that an LP or MPS file states."""
    reduction, variables = kind(problem), variables_of(tight_model(problem))
    if not variables:  # the files of an empty program hold a variable and a row that mean nothing
        assert {v for row in reduction.rows for _, v in row.terms} == {*reduction.binary} == {NOTHING}
        return Program(frozenset(), Counter())
    assert {*reduction.binary} == {name for name in variables if name.startswith("x")}
    sign = reduction.relation.factor
    rows = Counter((frozenset((c, variables[v]) for c, v in row.terms), row.most) for row in reduction.rows)
    return Program(frozenset((sign * c, variables[v]) for c, v in reduction.objective), rows)


@needs_coq
def test_the_integer_program_is_the_one_that_is_proved(extracted):
    """``program_optimum`` and ``opb_optimum`` in ``proofs/IntegerProgram.v``."""
    rng = random.Random(12)
    pairs = [random_pair(rng) for _ in range(PAIRS)]
    assert {rule for *_, rule in pairs} == {*Duplicates}
    rows = 0
    for pair, numbers in zip(pairs, answers(extracted, [scoring(*pair) for pair in pairs]), strict=True):
        proved, problem = read_program(numbers), build_problem(*pair)
        assert of_model(tight_model(problem)) == proved
        assert of_opb(problem) == proved
        assert of_lines(LpFromSmatch, problem) == of_lines(MpsFromSmatch, problem) == proved
        rows += sum(proved.rows.values())
    assert rows > 5 * PAIRS


@needs_coq
def test_the_integer_program_with_similarities_is_the_one_that_is_proved(extracted):
    """``graded_program`` in ``proofs/IntegerProgram.v``."""
    rng = random.Random(13)
    pairs = [random_pair(rng) for _ in range(PAIRS)]
    grades = [similarities(left, right, rng) for left, right, _ in pairs]
    questions = [graded_scoring(*pair, similar) for pair, similar in zip(pairs, grades, strict=True)]
    differ = 0
    for pair, similar, numbers in zip(pairs, grades, answers(extracted, questions), strict=True):
        proved, problem = read_program(numbers), build_problem(*pair, similar)
        assert of_model(tight_model(problem)) == of_opb(problem) == proved
        differ += len(problem.candidates) > len(build_problem(*pair).candidates)
    assert differ > PAIRS // 5


@needs_coq
def test_other_exports_are_those_that_are_proved(extracted):
    """``wcnf_optimum``, ``dd_optimum`` and ``lawler_optimum`` in ``proofs/Exports.v``: weights, costs and clauses."""
    rng = random.Random(14)
    pairs = [random_pair(rng) for _ in range(INSTANCES)]
    programs = answers(extracted, [scoring(*pair) for pair in pairs])
    clauses_proved = answers(extracted, [[17, *scoring(*pair)[1:]] for pair in pairs])
    for pair, program, listed in zip(pairs, programs, clauses_proved, strict=True):
        proved, problem = read_program(program).objective, build_problem(*pair)
        qap = QapFromSmatch(problem)
        weights = [(w, (i, j, 0, 0)) for i, j, w in qap.linear] + [(w, tuple(rest)) for *rest, w in qap.quadratic]
        assert {(w, tuple(index - 1 for index in variable)) for w, variable in weights} == proved
        rows = [line.split() for line in GraphMatchingFromSmatch(problem).body()]
        ends = [(int(i), int(j)) for kind, _, i, j, *_ in rows[1:] if kind == "a"]
        costs = [(int(row[4]), (*end, -1, -1)) for row, end in zip(rows[1:], ends, strict=False) if int(row[4])]
        costs += [(int(row[3]), (*ends[int(row[1])], *ends[int(row[2])])) for row in rows if row[0] == "e"]
        assert {(-cost, variable) for cost, variable in costs} == proved
        wcnf = WcnfFromSmatch(problem)
        names = [(*end, -1, -1) for end in ends] + [(*ends[p], *ends[q]) for p, q, _ in problem.matches]
        assert {(weight, names[variable - 1]) for weight, variable in wcnf.soft} == proved
        hard = {frozenset((1 if x > 0 else -1, names[abs(x) - 1]) for x in clause) for clause in wcnf.hard}
        assert hard == {*read_clauses(listed)}


@needs_coq
def test_the_vertices_of_cliques_are_those_that_are_proved(extracted):
    """``clique_optimum`` in ``proofs/Exports.v``: a vertex for each unit of weight, with the pairs that it takes."""
    rng = random.Random(16)
    pairs = [random_pair(rng) for _ in range(INSTANCES)]
    found = answers(extracted, [[19, *scoring(*pair)[1:]] for pair in pairs])
    for pair, answer in zip(pairs, found, strict=True):
        vertices = CliqueFromSmatch(build_problem(*pair)).vertices
        needs = Counter(frozenset((1, (*end, -1, -1)) for end in vertex) for vertex in vertices)
        assert needs == read_clauses(answer)


# ---- reductions


def subcubic(rng: random.Random) -> SimpleGraph:
    """A random graph of degree 3 at most; some have only vertices of that degree, some none."""
    size = rng.randrange(9)
    free = [3] * size
    kept = []
    couples = [(a, b) for a in range(size) for b in range(a + 1, size)]
    for a, b in rng.sample(couples, rng.randrange(len(couples) + 1)):
        if free[a] and free[b]:
            kept.append((a, b))
            free[a] -= 1
            free[b] -= 1
    return SimpleGraph.of(size, kept)


def max_qap(diagonal: bool) -> Callable[[random.Random], MaxQap]:
    """Two random matrices of zeros and ones; only some have ones on their diagonals."""

    def drawn(rng: random.Random) -> MaxQap:
        size = range(rng.randrange(6))
        a, b = (
            tuple(tuple(int(rng.random() < 0.5 and (diagonal or i != k)) for k in size) for i in size) for _ in "ab"
        )
        return MaxQap(a, b)

    return drawn


class Case(NamedTuple):
    """The instance drawn, its reduction, its numbers for Coq, and those of names: one or one for each graph."""

    draw: Callable
    made: Callable
    numbers: Callable
    names: Callable


def case(draw: Callable, reduction: type, numbers: Callable, name: Callable, *more: object, **settings: object) -> Case:
    """A case in which names have the same numbers in both graphs of every pair."""
    return Case(draw, lambda source: reduction.apply(source, *more, **settings).target, numbers, lambda *_: name)


def couple(one: SimpleGraph, other: SimpleGraph) -> list[int]:
    return [len(one), len(other), *edges(one.edges), *edges(other.edges)]


def of_patterns(reduction: type, *kind: int, induced: bool = False, directed: bool = False) -> Case:
    draw = subgraph(induced=induced, directed=directed)
    return case(draw, reduction, lambda source: [*kind, *couple(source.pattern, source.host)], star_number)


def items(source: Packing) -> list[int]:
    return [source.bins, source.capacity, len(source.items), *source.items]


def letters(source: CommonPartition) -> list[int]:
    number = {letter: index for index, letter in enumerate(dict.fromkeys(source.left))}
    return [n for side in (source.left, source.right) for n in (len(side), *(number[letter] for letter in side))]


def both_ones(source: MaxQap) -> list[int]:
    return [len(source), *ones(source.a), *ones(source.b)]


def path_names(source: IndependentSet, pair: GraphPair) -> Callable[[str, str], int]:
    return path_number(len(source.graph), len(source.graph.edges), len(pair.left.variables) - 1)


CASES = {
    "max-sat": case(
        lambda rng: MaxSat(random_formula(rng, 5, 8, 4)), MaxSatToSmatch,
        lambda source: [1, source.formula.variables, *clauses(source.formula)], formula_number,
    ),
    "sat": case(
        lambda rng: random_formula(rng, 5, 8, 4), SatisfiabilityToSmatch,
        lambda f: [20, f.variables, *clauses(f)], formula_number,
    ),
    "sat-clique": case(
        lambda rng: random_formula(rng, 4, 5, 3), SatisfiabilityByClique, lambda f: [2, *clauses(f)], star_number
    ),
    "common subgraph": case(common, CommonSubgraphToSmatch, lambda s: [3, *couple(s.left, s.right)], star_number),
    "subgraph": of_patterns(SubgraphIsomorphismToSmatch, 3),
    "directed subgraph": of_patterns(SubgraphIsomorphismToSmatch, 8, 0, directed=True),
    "induced directed subgraph": of_patterns(SubgraphIsomorphismToSmatch, 8, 1, induced=True, directed=True),
    "induced subgraph": of_patterns(SubgraphIsomorphismToSmatch, 8, 2, induced=True),
    **{
        f"acyclic subgraph, head {head}": of_patterns(AcyclicSubgraphToSmatch, 12, head, directed=head == 3)._replace(
            names=lambda source, _: (reified_number(len(source.pattern)), reified_number(len(source.host)))
        )
        for head in (2, 3)
    },
    **{
        f"hamiltonian cycle, directed {directed}": case(
            hamiltonian_cycle(directed), HamiltonianCycleToSmatch,
            lambda s: [13, s.shortest, len(s.graph), *edges(sorted(s.graph.arcs()))], tour_number,
        )
        for directed in (False, True)
    },
    "packing": case(packing, PackingToSmatch, lambda source: [14, *items(source)], packing_number),
    "packing of degree 3": case(
        packing, PackingToSmatchDegree3, lambda s: [15, 0, *items(s)], packing_number, Top.NONE
    ),
    "packing of degree 3 with TOP": case(
        packing, PackingToSmatchDegree3, lambda s: [15, 1, *items(s)], packing_number, Top.CONST
    ),
    "common partition": case(strings, CommonPartitionToSmatch, lambda source: [16, *letters(source)], string_number),
    "clique": case(clique, CliqueToSmatch, lambda source: [27, source.size, *graph(source.graph)], star_number),
    "clique by subgraph": case(
        clique, CliqueBySubgraph, lambda source: [4, source.size, *graph(source.graph)], star_number
    ),
    "max-cut": case(max_cut, MaxCutToSmatch, lambda source: [10, *graph(source.graph)], star_number)._replace(
        names=lambda source, _: cut_number(source.graph.edges)
    ),
    "independent set": Case(
        lambda rng: IndependentSet(subcubic(rng)), lambda source: IndependentSetToSmatch.apply(source).target,
        lambda source: [5, *graph(source.graph)], path_names,
    ),
    "max-qap": case(max_qap(False), MaxQapToSmatch, lambda source: [6, *both_ones(source)], matrix_number),
    "lean max-qap": case(
        max_qap(False), MaxQapToSmatch, lambda s: [7, 0, *both_ones(s)], matrix_number, Top.NONE, lean=True
    ),
    "lean max-qap with TOP": case(
        max_qap(False), MaxQapToSmatch, lambda s: [7, 1, *both_ones(s)], matrix_number, Top.CONST, lean=True
    ),
    "max-qap with diagonals": case(
        max_qap(True), MaxQapToSmatch, lambda s: [8, 0, len(s), *both_ones(s)], matrix_number
    ),
}  # fmt: skip


def agree(extracted: str, sources: Sequence, case: Case) -> None:
    """The answers for the sources are the pairs of graphs, with the numbers of their names."""
    for source, answer in zip(sources, answers(extracted, map(case.numbers, sources)), strict=True):
        pair = case.made(source)
        names = case.names(source, pair)
        each = names if isinstance(names, tuple) else (names, names)
        assert read_graphs(answer) == [renamed(part, one) for part, one in zip(pair.triples(), each, strict=True)]


@needs_coq
@pytest.mark.parametrize("name", CASES)
def test_a_reduction_builds_what_is_proved(extracted, name):
    rng = random.Random(name)
    agree(extracted, [CASES[name].draw(rng) for _ in range(INSTANCES)], CASES[name])


@needs_coq
def test_qap(extracted):
    """The weighted triples are those of the proof, for the products of weights that the plan of an instance has."""
    rng = random.Random(8)
    sources = [assignment(rng) for _ in range(INSTANCES)]
    for top in (Top.NONE, Top.CONST):
        instances, made = [], []
        for source in sources:
            plan = plan_of(source)
            layers = [each for each in plan.layers if each.left and each.right]
            sides = things(each.left for each in layers), things(each.right for each in layers)
            pair = QuadraticAssignmentToSmatch.apply(source, top).target
            instances.append([11, int(top is Top.CONST), len(source), *sides[0], *sides[1]])
            made.append([weighted(part, n, [each.role for each in layers]) for n, part in enumerate(pair.triples())])
        found = [read_weighted_graphs(answer) for answer in answers(extracted, instances)]
        assert found == made
        assert any(weight > 1 for graphs in found for graph in graphs for weight in graph.values())


def plan_instance(source: QuadraticAssignment) -> list[int]:
    """The numbers of proofs/QapPlan.v for the choices that the program makes."""
    normal, plan = Normal.of(source), plan_of(source)
    n, arcs = len(source), all_arcs(len(source))
    matrices, own = [normal.flow, normal.distance], [*normal.own]
    if plan.mirrored:
        matrices.reverse()
        own.reverse()
    if normal.symmetric:
        arcs = [(i, k) for i, k in arcs if i < k]
    x, y = (
        [diagonal[i] if i == k else matrix[i][k] for i in range(n) for k in range(n)]
        for matrix, diagonal in zip(matrices, own, strict=True)
    )
    values = [matrices[1][i][k] for i, k in arcs]
    sums = [sum(matrices[1][i][k] for i, k in arcs if j in (i, k)) for j in range(n)]
    ends = [end(part, default=0) for part in (values, sums, own[1]) for end in (min, max)]
    parts = [x, y, plan.offsets, ends]
    numbers = [[len(part), *(word for entry in part for word in (int(entry < 0), abs(entry)))] for part in parts]
    base = [int(plan.base < 0), abs(plan.base)]
    return [18, int(normal.symmetric), n, *numbers[0], *numbers[1], *numbers[2], *base, *numbers[3]]


@needs_coq
def test_the_plan_of_qap(extracted):
    """``plan_gain`` and ``couple_gain`` in ``proofs/QapPlan.v``: weights and constants.

    Of the six layers there the second, fourth and sixth are for weights below 0, which the program avoids.
    """
    rng = random.Random(15)
    sources = [assignment(rng) for _ in range(INSTANCES)]
    instances = [*map(plan_instance, sources)]
    assert {instance[1] for instance in instances} == {0, 1}
    for source, numbers in zip(sources, answers(extracted, instances), strict=True):
        plan = plan_of(source)
        assert next(numbers) == plan.constant
        made: list[dict[tuple[int, ...], int]] = [{}, {}]
        for number, layers in enumerate(plan.layers):
            sides = layers.left, layers.right
            for built, side in zip(made, sides[::-1] if plan.mirrored else sides, strict=True):
                for thing, weight in side.items():
                    ends = [end + 1 for end in thing]
                    built[(2, 4 + 2 * number, *ends) if len(ends) > 1 else (1, 1 + 2 * number, *ends, 0)] = weight
        reduced, met = read_weighted_graphs(numbers)
        assert reduced == made[0]
        assert {
            thing: weight for thing, weight in met.items() if (thing[1] - (4 if thing[0] == 2 else 1)) % 2 == 0
        } == made[1]
