"""What the proofs are about is what Python builds: reductions to Smatch, and the integer program that is exported.

The constructions of the proofs are extracted as a program. Its answers for random instances and those of
smatchproof/reductions and smatchproof/exact/models.py are the same, up to the names of things.
"""

import random
from collections import Counter

import pytest

from benchmarks.stress.proofs.mutants import similarities
from smatchproof.conventions.conventions import Top
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact.models import Model, tight_model
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.problem import AlignmentProblem, build_problem
from smatchproof.reductions.from_smatch.base import TripleGraphPair
from smatchproof.reductions.from_smatch.clique import CliqueFromSmatch
from smatchproof.reductions.from_smatch.dd import GraphMatchingFromSmatch
from smatchproof.reductions.from_smatch.lp import LpFromSmatch
from smatchproof.reductions.from_smatch.mps import MpsFromSmatch
from smatchproof.reductions.from_smatch.opb import OpbFromSmatch
from smatchproof.reductions.from_smatch.qap import QapFromSmatch
from smatchproof.reductions.from_smatch.wcnf import WcnfFromSmatch
from smatchproof.reductions.problems.assignment import MaxQap, QuadraticAssignment
from smatchproof.reductions.problems.graphs import SimpleGraph
from smatchproof.reductions.problems.satisfiability import MaxSat
from smatchproof.reductions.problems.vertex_sets import IndependentSet
from smatchproof.reductions.to_smatch.acyclic_subgraph import AcyclicSubgraphToSmatch
from smatchproof.reductions.to_smatch.clique import CliqueToSmatch
from smatchproof.reductions.to_smatch.common_partition import CommonPartitionToSmatch
from smatchproof.reductions.to_smatch.common_subgraph import CommonSubgraphToSmatch
from smatchproof.reductions.to_smatch.hamiltonian_cycle import HamiltonianCycleToSmatch
from smatchproof.reductions.to_smatch.independent_set import IndependentSetToSmatch
from smatchproof.reductions.to_smatch.max_cut import MaxCutToSmatch
from smatchproof.reductions.to_smatch.max_qap import MaxQapToSmatch
from smatchproof.reductions.to_smatch.max_sat import MaxSatToSmatch
from smatchproof.reductions.to_smatch.packing import PackingToSmatch, PackingToSmatchDegree3
from smatchproof.reductions.to_smatch.qap_normal import Normal, all_arcs
from smatchproof.reductions.to_smatch.qap_plan import _frames, _smallest, plan_of
from smatchproof.reductions.to_smatch.quadratic_assignment import QuadraticAssignmentToSmatch
from smatchproof.reductions.to_smatch.satisfiability import SatisfiabilityToSmatch
from smatchproof.reductions.to_smatch.subgraph_isomorphism import SubgraphIsomorphismToSmatch
from tests.exact.random_pairs import random_pair
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
    needs_coq,
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
from tests.reductions.cases_assignment import assignment
from tests.reductions.cases_logic import random_formula
from tests.reductions.cases_subgraphs import common, subgraph
from tests.reductions.cases_trees import packing, strings
from tests.reductions.cases_vertices import clique, hamiltonian_cycle, max_cut

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
    target = OpbFromSmatch.apply(problem).target
    variables = dict(enumerate(variables_of(tight_model(problem)).values(), 1))

    def negated(terms) -> frozenset:
        return frozenset((-coefficient, variables[number]) for coefficient, number in terms)

    objective = negated(target.objective) if target.objective != ((0, 1),) else frozenset()
    return Program(objective, Counter((negated(terms), -least) for terms, least in target.constraints))


def of_lines(kind, problem: AlignmentProblem) -> Program:
    """The program that an LP or MPS file states."""
    reduction = kind.apply(problem)
    variables = variables_of(reduction.model)
    assert {*reduction.target.binary} == {name for name in variables if name.startswith("x")}
    sign = reduction.target.sign
    rows = Counter((frozenset((c, variables[v]) for c, v in row.terms), row.most) for row in reduction.target.rows)
    return Program(frozenset((sign * c, variables[v]) for c, v in reduction.target.objective), rows)


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
        qap = QapFromSmatch.apply(problem).target
        weights = [(w, (i, j, -1, -1)) for i, j, w in qap.linear] + [(w, rest) for *rest, w in qap.quadratic]
        assert {(w, tuple(variable)) for w, variable in weights} == proved
        dd = GraphMatchingFromSmatch.apply(problem).target
        ends = [(each.left, each.right) for each in dd.assignments]
        costs = [(each.cost, (*end, -1, -1)) for each, end in zip(dd.assignments, ends, strict=True) if each.cost]
        costs += [(each.cost, (*ends[each.first], *ends[each.second])) for each in dd.edges]
        assert {(-cost, variable) for cost, variable in costs} == proved
        wcnf = WcnfFromSmatch.apply(problem).target
        names = [(*end, -1, -1) for end in ends] + [(*ends[p], *ends[q]) for p, q, _ in problem.matches]
        assert {(weight, names[variable - 1]) for weight, (variable,) in wcnf.soft} == proved
        hard = {frozenset((1 if x > 0 else -1, names[abs(x) - 1]) for x in clause) for clause in wcnf.hard}
        assert hard == {*read_clauses(listed)}


@needs_coq
def test_the_vertices_of_cliques_are_those_that_are_proved(extracted):
    """``clique_optimum`` in ``proofs/Exports.v``: a vertex for each unit of weight, with the pairs that it takes."""
    rng = random.Random(16)
    pairs = [random_pair(rng) for _ in range(INSTANCES)]
    found = answers(extracted, [[19, *scoring(*pair)[1:]] for pair in pairs])
    for pair, answer in zip(pairs, found, strict=True):
        vertices = CliqueFromSmatch.apply(TripleGraphPair(*pair)).target.vertices
        needs = Counter(frozenset((1, (*end, -1, -1)) for end in vertex.pairs) for vertex in vertices)
        assert needs == read_clauses(answer)


# ---- reductions


def agree(extracted: str, instances, pairs: list[GraphPair], numbers) -> None:
    """The answers for the instances are the pairs of graphs, with these numbers for their names.

    `numbers` has for each pair one numbering, or one for each of its graphs.
    """
    found = answers(extracted, instances)
    for pair, answer, number in zip(pairs, found, numbers, strict=True):
        each = number if isinstance(number, tuple) else (number, number)
        assert read_graphs(answer) == [renamed(part, one) for part, one in zip(pair.triples(), each, strict=True)]


@needs_coq
def test_max_sat(extracted):
    rng = random.Random(1)
    formulas = [random_formula(rng, 5, 8, 4) for _ in range(INSTANCES)]
    made = [MaxSatToSmatch.apply(MaxSat(formula)).target for formula in formulas]
    instances = [[1, formula.variables, *clauses(formula)] for formula in formulas]
    agree(extracted, instances, made, [formula_number] * INSTANCES)


@needs_coq
def test_sat(extracted):
    rng = random.Random(2)
    formulas = [random_formula(rng, 4, 5, 3) for _ in range(INSTANCES)]
    made = [SatisfiabilityToSmatch.apply(formula).target for formula in formulas]
    agree(extracted, [[2, *clauses(formula)] for formula in formulas], made, [star_number] * INSTANCES)


@needs_coq
def test_subgraph_and_common_subgraph(extracted):
    rng = random.Random(3)
    draw = subgraph(induced=False, directed=False)
    patterns = [draw(rng) for _ in range(INSTANCES)]
    made = [SubgraphIsomorphismToSmatch.apply(source).target for source in patterns]
    couples = [(source.pattern, source.host) for source in patterns]
    both = [common(rng) for _ in range(INSTANCES)]
    made += [CommonSubgraphToSmatch.apply(source).target for source in both]
    couples += [(source.left, source.right) for source in both]
    instances = [[3, len(one), len(other), *edges(one.edges), *edges(other.edges)] for one, other in couples]
    agree(extracted, instances, made, [star_number] * len(made))


@needs_coq
@pytest.mark.parametrize(("kind", "induced", "directed"), [(0, False, True), (1, True, True), (2, True, False)])
def test_directed_and_induced_subgraph(extracted, kind, induced, directed):
    rng = random.Random(7)
    draw = subgraph(induced=induced, directed=directed)
    sources = [draw(rng) for _ in range(INSTANCES)]
    couples = [(source.pattern, source.host) for source in sources]
    made = [SubgraphIsomorphismToSmatch.apply(source).target for source in sources]
    instances = [[8, kind, len(one), len(other), *edges(one.edges), *edges(other.edges)] for one, other in couples]
    agree(extracted, instances, made, [star_number] * INSTANCES)


@needs_coq
@pytest.mark.parametrize(("head", "directed"), [(2, False), (3, True)])
def test_acyclic_subgraph(extracted, head, directed):
    rng = random.Random(9)
    draw = subgraph(induced=False, directed=directed)
    sources = [draw(rng) for _ in range(INSTANCES)]
    couples = [(source.pattern, source.host) for source in sources]
    made = [AcyclicSubgraphToSmatch.apply(source).target for source in sources]
    instances = [[12, head, len(one), len(other), *edges(one.edges), *edges(other.edges)] for one, other in couples]
    numbers = [(reified_number(len(one)), reified_number(len(other))) for one, other in couples]
    agree(extracted, instances, made, numbers)


@needs_coq
@pytest.mark.parametrize("directed", [False, True])
def test_hamiltonian_cycle(extracted, directed):
    rng = random.Random(10)
    draw = hamiltonian_cycle(directed)
    sources = [draw(rng) for _ in range(INSTANCES)]
    made = [HamiltonianCycleToSmatch.apply(source).target for source in sources]
    instances = [[13, source.shortest, len(source.graph), *edges(sorted(source.graph.arcs()))] for source in sources]
    agree(extracted, instances, made, [tour_number] * INSTANCES)


@needs_coq
def test_packing(extracted):
    rng = random.Random(11)
    sources = [packing(rng) for _ in range(INSTANCES)]
    numbers = [[source.bins, source.capacity, len(source.items), *source.items] for source in sources]
    made = [PackingToSmatch.apply(source).target for source in sources]
    agree(extracted, [[14, *each] for each in numbers], made, [packing_number] * INSTANCES)
    for top in (Top.NONE, Top.CONST):
        made = [PackingToSmatchDegree3.apply(source, top).target for source in sources]
        agree(extracted, [[15, int(top is Top.CONST), *each] for each in numbers], made, [packing_number] * INSTANCES)


@needs_coq
def test_common_partition(extracted):
    rng = random.Random(12)
    sources = [strings(rng) for _ in range(INSTANCES)]
    made = [CommonPartitionToSmatch.apply(source).target for source in sources]
    instances = []
    for source in sources:
        number = {letter: index for index, letter in enumerate(dict.fromkeys(source.left))}
        sides = [[len(side), *(number[letter] for letter in side)] for side in (source.left, source.right)]
        instances.append([16, *sides[0], *sides[1]])
    agree(extracted, instances, made, [string_number] * INSTANCES)


@needs_coq
def test_clique(extracted):
    rng = random.Random(4)
    sources = [clique(rng) for _ in range(INSTANCES)]
    made = [CliqueToSmatch.apply(source).target for source in sources]
    agree(extracted, [[4, source.size, *graph(source.graph)] for source in sources], made, [star_number] * INSTANCES)


@needs_coq
def test_max_cut(extracted):
    rng = random.Random(8)
    sources = [max_cut(rng) for _ in range(INSTANCES)]
    made = [MaxCutToSmatch.apply(source).target for source in sources]
    numbers = [cut_number(source.graph.edges) for source in sources]
    agree(extracted, [[10, *graph(source.graph)] for source in sources], made, numbers)


@needs_coq
def test_independent_set(extracted):
    rng = random.Random(5)
    sources = [subcubic(rng) for _ in range(INSTANCES)]
    made = [IndependentSetToSmatch.apply(IndependentSet(source)).target for source in sources]
    numbers = [
        path_number(len(source), len(source.edges), len(pair.left.variables) - 1)
        for source, pair in zip(sources, made, strict=True)
    ]
    agree(extracted, [[5, *graph(source)] for source in sources], made, numbers)


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


@needs_coq
def test_max_qap(extracted):
    rng = random.Random(6)

    def drawn(diagonal: bool) -> MaxQap:
        size = rng.randrange(6)
        a, b = (
            tuple(tuple(int(rng.random() < 0.5 and (diagonal or i != k)) for k in range(size)) for i in range(size))
            for _ in range(2)
        )
        return MaxQap(a, b, diagonal)

    sources = [drawn(diagonal=False) for _ in range(INSTANCES)]
    matrices = [[len(source), *ones(source.a), *ones(source.b)] for source in sources]
    made = [MaxQapToSmatch.apply(source).target for source in sources]
    agree(extracted, [[6, *numbers] for numbers in matrices], made, [matrix_number] * INSTANCES)
    for top in (Top.NONE, Top.CONST):
        made = [MaxQapToSmatch.apply(source, top, lean=True).target for source in sources]
        instances = [[7, int(top is Top.CONST), *numbers] for numbers in matrices]
        agree(extracted, instances, made, [matrix_number] * INSTANCES)
    sources = [drawn(diagonal=True) for _ in range(INSTANCES)]
    made = [MaxQapToSmatch.apply(source).target for source in sources]
    instances = [[8, 0, len(source), len(source), *ones(source.a), *ones(source.b)] for source in sources]
    agree(extracted, instances, made, [matrix_number] * INSTANCES)


@needs_coq
def test_qap(extracted):
    """The weighted triples are those of the proof, for the products of weights that the plan of an instance has."""
    rng = random.Random(8)
    sources = [assignment(rng) for _ in range(INSTANCES)]
    for top in (Top.NONE, Top.CONST):
        instances, made = [], []
        for source in sources:
            plan = plan_of(source)
            layers = [each for each in plan.layers if each.first and each.second]
            sides = [things(each.first for each in layers), things(each.second for each in layers)]
            pair = QuadraticAssignmentToSmatch.apply(source, top).target
            instances.append([11, int(top is Top.CONST), len(source), *sides[plan.mirrored], *sides[not plan.mirrored]])
            made.append([weighted(part, n, [each.role for each in layers]) for n, part in enumerate(pair.triples())])
        found = [read_weighted_graphs(answer) for answer in answers(extracted, instances)]
        assert found == made
        assert any(weight > 1 for graphs in found for graph in graphs for weight in graph.values())


def plan_instance(source: QuadraticAssignment) -> list[int] | None:
    """The numbers of proofs/QapPlan.v for the choices that the program makes; ``None`` where twins lose arcs."""
    normal = Normal.of(source)
    frame, base, offsets = _smallest(_frames(normal))
    n, arcs = len(source), all_arcs(len(source))
    up = [(i, k) for i, k in arcs if i < k]
    kinds = {0: (arcs, arcs), 1: (up, arcs), 2: (arcs, up)}
    modes = [0] if not normal.symmetric else [1, 2]
    mode = next((mode for mode in modes if kinds[mode] == (frame.x_arcs, frame.y_arcs)), None)
    if mode is None:
        return None
    own = [*reversed(normal.own)] if frame.mirrored else [*normal.own]
    x, y = (
        [diagonal[i] if i == k else matrix[i][k] for i in range(n) for k in range(n)]
        for matrix, diagonal in zip((frame.x, frame.y), own, strict=True)
    )
    ends = [
        end(values, default=0)
        for values in ([frame.y[i][k] for i, k in frame.y_arcs], frame.sums(), own[1])
        for end in (min, max)
    ]
    parts = [x, y, offsets, ends]
    numbers = [[len(part), *(word for entry in part for word in (int(entry < 0), abs(entry)))] for part in parts]
    return [18, mode, n, *numbers[0], *numbers[1], *numbers[2], int(base < 0), abs(base), *numbers[3]]


@needs_coq
def test_the_plan_of_qap(extracted):
    """``plan_gain`` and ``couple_gain`` in ``proofs/QapPlan.v``: weights and constants, where no twins lose arcs."""
    rng = random.Random(15)
    cases = [(source, plan_instance(source)) for source in (assignment(rng) for _ in range(2 * INSTANCES))]
    kept = [(source, instance) for source, instance in cases if instance]
    assert len(kept) >= INSTANCES
    assert {instance[1] for _, instance in kept} == {0, 1, 2}
    for (source, _), numbers in zip(kept, answers(extracted, [instance for _, instance in kept]), strict=True):
        plan = plan_of(source)
        assert next(numbers) == plan.constant
        made: list[dict[tuple[int, ...], int]] = [{}, {}]
        for number, layers in enumerate(plan.layers):
            for built, side in zip(made, (layers.first, layers.second), strict=True):
                for thing, weight in side.items():
                    ends = [end + 1 for end in thing]
                    built[(2, 4 + number, *ends) if len(ends) > 1 else (1, 1 + number, *ends, 0)] = weight
        assert read_weighted_graphs(numbers) == made
