#!/usr/bin/env bash
# Guess: graph_diff matches blank nodes as well as it can, and what it leaves over is what differs.
# True:  rdflib 7.6.0 gives each blank node a name made of all that is around it. One other concept, and all blank nodes that
#        are linked with it have other names: of five triples one is in both, where a map of the nodes matches four. Graphs
#        that are isomorphic are found to be so.
# Hurts: those who measure by it how far two meaning graphs are apart: a distance near the maximum for any small change.
. "$(dirname "$0")/common.bash"
pypi rdflib==7.6.0
python - <<'PY' | seen 'rdflib 7.6.0
big, big: in both 5, only in the first 0, only in the second 0; a map matches 5
big, small: in both 1, only in the first 4, only in the second 4; a map matches 4'
from itertools import permutations

import rdflib
from rdflib.compare import graph_diff

def graph(size):
    text = f":w a :want-01 ; :ARG0 [ a :dog ; :mod [ a :{size} ] ] ."
    return rdflib.Graph().parse(data="@prefix : <http://example.org/> . " + text, format="turtle")

def blank_nodes(graph):
    return sorted(node for node in graph.all_nodes() if isinstance(node, rdflib.BNode))

def most_matched(one, other):
    maps = [dict(zip(blank_nodes(one), order)) for order in permutations(blank_nodes(other))]
    return max(sum(tuple(to.get(term, term) for term in triple) in other for triple in one) for to in maps)

print("rdflib", rdflib.__version__)
for sizes in (("big", "big"), ("big", "small")):
    pair = [graph(size) for size in sizes]
    both, first, second = map(len, graph_diff(*pair))
    print(f"{', '.join(sizes)}: in both {both}, only in the first {first}, only in the second {second};", end=" ")
    print("a map matches", most_matched(*pair))
PY
