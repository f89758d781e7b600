#!/usr/bin/env bash
# Guess: what igraph cannot do for graphs with parallel edges it refuses, as its LAD does; the canonical forms of two isomorphic graphs are
#        the same graph.
# True:  count_automorphisms, canonical_permutation and isomorphic_bliss of igraph 1.0.0 take such graphs, without a word, and see some
#        edges only: 0=1 2-3 has 8 automorphisms instead of 4, and is not isomorphic to 0-1 2=3. Of 352 random multigraphs 145 have another
#        canonical form after their vertices are numbered in another order; of 48 graphs without parallel edges none has. isomorphic() and
#        isomorphic_vf2 find all of them isomorphic, and count_isomorphisms_vf2 counts right.
# Hurts: those who look for duplicates among graphs with several relations between two nodes, or count symmetries.
. "$(dirname "$0")/common.bash"
pypi igraph==1.0.0
python - <<'PY' | seen 'igraph 1.0.0
0=1 2-3 automorphisms: 8 by VF2 4 by trying 4
0=1 1-2 automorphisms: 2 by VF2 1 by trying 1
0-1 1-2 automorphisms: 2 by VF2 2 by trying 2
0=1 2-3 and 0-1 2=3 isomorphic: True by VF2 True by bliss False
their canonical forms are equal: False
without, 48, canonical forms equal 48, isomorphic 48, isomorphic_bliss 48, isomorphic_vf2 48
with parallel edges, 352, canonical forms equal 207, isomorphic 352, isomorphic_bliss 207, isomorphic_vf2 352'
import itertools
import random
from collections import Counter

import igraph


def edges(graph, places):
    """Return the edges of a graph whose vertices get other numbers."""
    return Counter(tuple(sorted((places[end], places[other]))) for end, other in graph.get_edgelist())


def automorphisms(graph):
    """Return the number of automorphisms, by trying all permutations."""
    same = edges(graph, range(graph.vcount()))
    return sum(edges(graph, places) == same for places in itertools.permutations(range(graph.vcount())))


def canonical(graph):
    return edges(graph.permute_vertices(graph.canonical_permutation()), range(graph.vcount()))


print("igraph", igraph.__version__)
for name, pairs in (("0=1 2-3", [(0, 1), (0, 1), (2, 3)]), ("0=1 1-2", [(0, 1), (0, 1), (1, 2)]), ("0-1 1-2", [(0, 1), (1, 2)])):
    graph = igraph.Graph(pairs)
    print(name, "automorphisms:", graph.count_automorphisms(), "by VF2", graph.count_isomorphisms_vf2(), "by trying", automorphisms(graph))
one, other = igraph.Graph([(0, 1), (0, 1), (2, 3)]), igraph.Graph([(0, 1), (2, 3), (2, 3)])
print("0=1 2-3 and 0-1 2=3 isomorphic:", one.isomorphic(other), "by VF2", one.isomorphic_vf2(other), "by bliss", one.isomorphic_bliss(other))
print("their canonical forms are equal:", canonical(one) == canonical(other))
rng = random.Random(1)
counts = Counter()
for _ in range(400):
    pairs = [rng.sample(range(4), 2) for _ in range(5)]
    places = rng.sample(range(4), 4)
    graph = igraph.Graph(4, pairs)
    moved = igraph.Graph(4, [(places[end], places[other]) for end, other in pairs])
    kind = "with parallel edges" if graph.has_multiple() else "without"
    counts[kind] += 1
    for method in (graph.isomorphic, graph.isomorphic_vf2, graph.isomorphic_bliss):
        counts[kind, method.__name__] += method(moved)
    counts[kind, "canonical forms equal"] += canonical(graph) == canonical(moved)
for kind in ("without", "with parallel edges"):
    print(kind, counts[kind], *(f"{key[1]} {count}" for key, count in sorted(counts.items(), key=str) if key[0] == kind), sep=", ")
PY
