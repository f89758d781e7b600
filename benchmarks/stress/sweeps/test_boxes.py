"""Pairs built as the boxes of the tutorial say have the optimum that answers the source, and the sizes of the box."""

from itertools import combinations, permutations, product
from random import Random

import pytest

from benchmarks.stress.sweeps import box_constructions as boxes
from smatchproof.exact import exact
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.problem import recount
from smatchproof.problem.solution import SolveParams

INSTANCES = 200


def measured(pair):
    """The proved optimum of a pair, and the triples of both AMRs."""
    graphs = GraphPair(parse_graph(pair.left), parse_graph(pair.right))
    problem = graphs.problem()
    solution = exact(problem, SolveParams(proof=True))
    assert solution.matched == solution.upper_bound == recount(problem, solution.mapping)
    assert solution.matched == graphs.matched(graphs.names(solution.mapping))
    left, right = graphs.triples()
    return solution.matched, left.size, right.size


def drawn_graph(random, most, density=0.5, degree=None):
    number, edges = random.randint(0, most), set()
    for u, v in random.sample([*combinations(range(number), 2)], number * (number - 1) // 2):
        full = degree is not None and any(sum(w in edge for edge in edges) == degree for w in (u, v))
        if not full and random.random() < density:
            edges.add((u, v))
    return number, edges


def drawn_formula(random, most_variables, most_clauses, most_literals):
    variables = random.randint(0, most_variables)
    literals = [sign * i for i in range(1, variables + 1) for sign in (1, -1)]
    lengths = [random.randint(random.random() > 0.1, most_literals) for _ in range(random.randint(0, most_clauses))]
    return variables, [random.choices(literals, k=length if literals else 0) for length in lengths]


def satisfied(variables, clauses):
    """How many clauses each assignment satisfies."""
    for values in product((False, True), repeat=variables):
        yield sum(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)


def has_clique(graph, size):
    return any(graph[1].issuperset(combinations(chosen, 2)) for chosen in combinations(range(graph[0]), size))


def is_subgraph(pattern, host):
    edges = {arc for u, v in host[1] for arc in ((u, v), (v, u))}
    images = permutations(range(host[0]), pattern[0])
    return any(all((image[u], image[v]) in edges for u, v in pattern[1]) for image in images)


def subsets(number):
    return (chosen for size in range(number + 1) for chosen in combinations(range(number), size))


def fills(sizes, rooms):
    """Look whether items fill bins that have so much room left."""
    if not sizes:
        return not any(rooms)
    left = ([*rooms[:b], room - sizes[0], *rooms[b + 1 :]] for b, room in enumerate(rooms) if room >= sizes[0])
    return any(fills(sizes[1:], rooms) for rooms in left)


def sat(random):
    variables, clauses = drawn_formula(random, 3, 4, 3)
    graph, size = boxes.sat_to_clique(clauses)
    is_yes = max(satisfied(variables, clauses)) == len(clauses)
    literals = sum(map(len, clauses))
    assert has_clique(graph, size) == is_yes
    assert graph[0] == literals and len(graph[1]) <= literals**2 and size == len(clauses)
    pair = boxes.subgraph_to_smatch(*boxes.clique_to_subgraph(graph, size))
    return pair, is_yes, None


def clique(random):
    graph, size = drawn_graph(random, 6, random.choice((0, 0.5, 0.8))), random.choice((0, 1, 2, 3, 3, 4, 4, 7, 10**18))
    pattern, host = boxes.clique_to_subgraph(graph, size)
    is_yes = size <= graph[0] and has_clique(graph, size)
    assert is_subgraph(pattern, host) == is_yes
    assert pattern[0] <= graph[0] + 1 and len(pattern[1]) <= pattern[0] ** 2 and host == graph
    k = pattern[0]
    sizes = (2 * k + 2 + k * (k - 1) // 2, 2 * graph[0] + 2 + 2 * len(graph[1]))
    return boxes.subgraph_to_smatch(pattern, host), is_yes, sizes


def subgraph(random):
    pattern, host = drawn_graph(random, 4), drawn_graph(random, 6, random.choice((0, 0.4, 0.7)))
    sizes = (2 * pattern[0] + 2 + len(pattern[1]), 2 * host[0] + 2 + 2 * len(host[1]))
    return boxes.subgraph_to_smatch(pattern, host), is_subgraph(pattern, host), sizes


def max_sat(random):
    variables, clauses = drawn_formula(random, 4, 6, 3)
    literals, full = sum(map(len, clauses)), sum(map(bool, clauses))
    sizes = (2 + 2 * variables + 2 * full + literals + 2 * (len(clauses) - full), 2 + 4 * variables + 3 * literals)
    return boxes.max_sat_to_smatch(variables, clauses), max(satisfied(variables, clauses)), sizes


def max_qap(random):
    indexes, density = range(random.randint(0, 5)), random.random()
    one, other = ([[random.random() < density for _ in indexes] for _ in indexes] for _ in "ab")
    places = [(i, j) for i in indexes for j in indexes if i != j]
    best = max(sum(one[i][j] and other[p[i]][p[j]] for i, j in places) for p in permutations(indexes))
    sizes = tuple(2 * len(indexes) + 2 + sum(matrix[i][j] for i, j in places) for matrix in (one, other))
    return boxes.max_qap_to_smatch(one, other), best, sizes


def independent_set(random):
    number, edges = graph = drawn_graph(random, 6, random.choice((0, 0.4, 1)), degree=3)
    best = max(len(chosen) for chosen in subsets(number) if edges.isdisjoint(combinations(chosen, 2)))
    labels, on_left = number + 2 * len(edges), sum(min(2, sum(v in edge for edge in edges)) for v in range(number))
    # A path has an arc for each label, and a separator for each label that follows no other one in its forest.
    sizes = tuple(2 * (2 * labels - joined) + 2 for joined in (on_left, 3 * len(edges) - on_left))
    assert max(sizes) <= 4 * number + 8 * len(edges) + 2
    return boxes.independent_set_to_two_paths(graph), best, sizes


def packing(random):
    bins, capacity = random.randint(0, 3), random.randint(1, 6)
    cuts = sorted(random.randint(0, bins * capacity) for _ in range(random.randint(0, 6)))
    parts = [b - a for a, b in zip([0, *cuts], [*cuts, bins * capacity], strict=True)]
    sizes = [part + (random.random() < 0.03) for part in parts if part or random.random() < 0.03]
    pair = boxes.packing_to_spiders(sizes, bins, capacity)
    triples = None if pair == boxes.NO else (2 * bins * capacity + 2,) * 2
    is_yes = 0 not in sizes and fills(sizes, [capacity] * bins)
    return pair, is_yes, triples


def hamiltonian_cycle(random):
    number, edges = graph = drawn_graph(random, 6, random.choice((0.5, 0.7, 0.9)))
    rings = ((0, *order) for order in permutations(range(1, number)))
    is_yes = number > 2 and any(
        all((min(a, b), max(a, b)) in edges for a, b in zip(ring, (*ring[1:], 0), strict=True)) for ring in rings
    )
    pair = boxes.hamiltonian_cycle_to_ring(graph)
    return pair, is_yes, None if pair == boxes.NO else (2 * number + 1, number + 2 * len(edges) + 1)


def max_cut(random):
    number, edges = graph = drawn_graph(random, 6, random.choice((0, 0.4, 0.8)))
    best = max(sum((u in side) != (v in side) for u, v in edges) for side in subsets(number))
    return boxes.max_cut_to_smatch(graph), best, (2 + 2 * number + len(edges), 2 + 4 * number + 2 * len(edges))


@pytest.mark.parametrize(
    "draw", [sat, clique, subgraph, max_sat, max_qap, independent_set, packing, hamiltonian_cycle, max_cut]
)
def test_what_is_built_from_a_box_answers_the_source(draw):
    random, answers = Random(draw.__name__), []
    for _ in range(INSTANCES):
        pair, said, sizes = draw(random)
        optimum, *triples = measured(pair)
        found = optimum >= pair.threshold if isinstance(said, bool) else optimum - pair.threshold
        assert found == said, pair
        assert sizes is None or triples == [*sizes], pair
        answers.append(said)
    assert min(answers.count(said) for said in (0, 1)) >= 10 and len({*answers}) > 1
