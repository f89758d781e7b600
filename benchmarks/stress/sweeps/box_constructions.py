"""The constructions of ``docs/np-completeness.ipynb``, each written from its box alone.

A formula is a list of clauses, a clause a list of literals 1, -1, 2, -2, ...; a graph is a number of vertices 0, 1, ...
and a set of edges, pairs whose smaller vertex comes first.
"""

from itertools import combinations, pairwise
from typing import NamedTuple

import penman


class Pair(NamedTuple):
    """Two AMRs in PENMAN notation, and the number k of SMATCH that the box names, for a source that asks for 0."""

    left: str
    right: str
    threshold: int


NO = Pair("(a / a)", "(a / a)", 3)
"""What stands for a source that is no at once: 2 triples match, never 3."""


def amr(root, concepts, arcs):
    """Write an AMR. `concepts` by variable, and arcs as source, label and target."""
    instances = [(variable, ":instance", concept) for variable, concept in concepts.items()]
    return penman.encode(penman.Graph(instances + [(a, f":{label}", b) for a, label, b in arcs], top=root), indent=None)


def sat_to_clique(clauses):
    vertices = [(number, literal) for number, clause in enumerate(clauses) for literal in clause]
    edges = {
        (a, b)
        for a, b in combinations(range(len(vertices)), 2)
        if vertices[a][0] != vertices[b][0] and vertices[a][1] != -vertices[b][1]
    }
    return (len(vertices), edges), len(clauses)


def clique_to_subgraph(graph, size):
    size = min(size, graph[0] + 1)
    return (size, {*combinations(range(size), 2)}), graph


def subgraph_to_smatch(pattern, host):
    def rooted(graph, arcs):
        members = [f"v{vertex}" for vertex in range(graph[0])]
        concepts = {"r": "root"} | dict.fromkeys(members, "vertex")
        return amr("r", concepts, [("r", "member", v) for v in members] + [(f"v{u}", "edge", f"v{v}") for u, v in arcs])

    both = [arc for u, v in sorted(host[1]) for arc in ((u, v), (v, u))]
    return Pair(rooted(pattern, sorted(pattern[1])), rooted(host, both), 2 * pattern[0] + 2 + len(pattern[1]))


def max_sat_to_smatch(variables, clauses):
    left, right = {"r": "root"}, {"r": "root"}
    left_arcs, right_arcs = [], []
    for i in range(1, variables + 1):
        left[f"x{i}"] = right[f"t{i}"] = right[f"f{i}"] = f"variable-{i}"
        left_arcs.append(("r", f"var{i}", f"x{i}"))
        right_arcs += [("r", f"var{i}", f"{value}{i}") for value in "tf"]
    for j, clause in enumerate(clauses):
        left[f"c{j}"] = f"clause-{j}"
        left_arcs.append(("r", f"cl{j}", f"c{j}"))
        for p, literal in enumerate(clause):
            right[f"c{j}l{p}"] = f"clause-{j}"
            left_arcs.append((f"c{j}", f"lit{j}p{p}", f"x{abs(literal)}"))
            value = f"t{literal}" if literal > 0 else f"f{-literal}"
            right_arcs += [("r", f"cl{j}", f"c{j}l{p}"), (f"c{j}l{p}", f"lit{j}p{p}", value)]
    threshold = 2 + 2 * (variables + sum(map(bool, clauses)))
    return Pair(amr("r", left, left_arcs), amr("r", right, right_arcs), threshold)


def max_qap_to_smatch(one, other):
    def rooted(matrix):
        indexes = range(len(matrix))
        arcs = [("r", "member", f"i{i}") for i in indexes]
        arcs += [(f"i{i}", "one", f"i{j}") for i in indexes for j in indexes if i != j and matrix[i][j]]
        return amr("r", {"r": "root"} | {f"i{i}": "index" for i in indexes}, arcs)

    return Pair(rooted(one), rooted(other), 2 * len(one) + 2)


def independent_set_to_two_paths(graph):
    number, edges = graph
    neighbours = [[u + v - w for u, v in sorted(edges) if w in (u, v)] for w in range(number)]
    left, right = [], []
    for v, around in enumerate(neighbours):
        near = [f"p{v}-{w}" for w in around]
        left += [[*near[:1], f"v{v}", *near[1:2]], *([point] for point in near[2:])]
        right += [[f"v{v}"]] if len(around) < 3 else []
    for u, v in sorted(edges):
        begin, end = ([f"v{a}"] if neighbours[a].index(b) == 2 else [] for a, b in ((u, v), (v, u)))
        right.append([*begin, f"p{u}-{v}", f"p{v}-{u}", *end])

    def path(forest, side):
        labels = [label for i, path in enumerate(forest) for label in (f"{side}{i}", *path)]
        concepts = {f"{side}{i}": f"{side}-{i}" for i in range(len(labels) + 1)}
        return amr(f"{side}0", concepts, [(f"{side}{i}", label, f"{side}{i + 1}") for i, label in enumerate(labels)])

    return Pair(path(left, "l"), path(right, "r"), 1 + len(edges))


def packing_to_spiders(sizes, bins, capacity):
    if capacity < 1 or min(sizes, default=1) < 1 or sum(sizes) != bins * capacity:
        return NO

    def spider(legs):
        arcs = []
        for leg, length in enumerate(legs):
            names = ["r", *(f"l{leg}-{unit}" for unit in range(length))]
            arcs += [(a, "e", b) for a, b in pairwise(names)]
        return amr("r", dict.fromkeys(["r", *(b for _, _, b in arcs)], "c"), arcs)

    return Pair(spider(sizes), spider([capacity] * bins), 2 * bins * capacity + 2 - len(sizes) + bins)


def hamiltonian_cycle_to_ring(graph):
    number, edges = graph
    reached = {0}
    for _ in range(number):
        reached |= {w for edge in edges if reached & {*edge} for w in edge}
    if number < 3 or len(reached) < number:
        return NO
    concepts = {f"v{v}": "c" for v in range(number)}
    ring = [(f"v{v}", "e", f"v{(v + 1) % number}") for v in range(number)]
    both = [(f"v{a}", "e", f"v{b}") for u, v in sorted(edges) for a, b in ((u, v), (v, u))]
    return Pair(amr("v0", concepts, ring), amr("v0", concepts, both), 2 * number + 1)


def max_cut_to_smatch(graph):
    number, edges = graph
    left, right = {"r": "root"}, {"r": "root"}
    left_arcs, right_arcs = [], []
    for i in range(number):
        left[f"v{i}"] = right[f"p{i}"] = right[f"q{i}"] = f"vertex-{i}"
        left_arcs.append(("r", f"m{i}", f"v{i}"))
        right_arcs += [("r", f"m{i}", f"{side}{i}") for side in "pq"]
    for i, j in sorted(edges):
        left_arcs.append((f"v{i}", f"e{i}-{j}", f"v{j}"))
        right_arcs += [(f"p{i}", f"e{i}-{j}", f"q{j}"), (f"q{i}", f"e{i}-{j}", f"p{j}")]
    return Pair(amr("r", left, left_arcs), amr("r", right, right_arcs), 2 + 2 * number)
