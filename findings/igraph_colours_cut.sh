#!/usr/bin/env bash
# Guess: a colour or label of a vertex or an edge that is a number counts as it is, or one with a fraction is refused, as a text is.
# True:  igraph 1.0.0 cuts it to a whole number without a word: edges of 0.2 and 0.7 are of one colour for isomorphisms and subgraphs, and
#        vertices for automorphisms, given as a list or as the name of an attribute. -0.5 and 0.5 are one colour, 0.9 and 1.1 two.
# Hurts: those who match graphs whose edges have weights, frequencies or distances.
. "$(dirname "$0")/common.bash"
pypi igraph==1.0.0
python - <<'PY' | seen 'igraph 1.0.0
0.2 and 0.7 isomorphic: True, subgraph: True
-0.5 and 0.5 isomorphic: True, subgraph: True
0.9 and 1.1 isomorphic: False, subgraph: False
0.2 and 0.7 attribute values must be numeric
triangle of 0 1 2 automorphisms: 1
triangle of 0.0 0.1 0.2 automorphisms: 6
0.1 - 0.2 and 0.3 - 0.4 isomorphic: True'
import igraph

print("igraph", igraph.__version__)
one, other = igraph.Graph([(0, 1)]), igraph.Graph([(0, 1)])
for first, second in ((0.2, 0.7), (-0.5, 0.5), (0.9, 1.1), ("0.2", "0.7")):
    one.es["weight"], other.es["weight"] = [first], [second]
    try:
        same = one.isomorphic_vf2(other, edge_color1="weight", edge_color2="weight")
        print(first, "and", second, "isomorphic:", same, end=", ")
        print("subgraph:", one.subisomorphic_vf2(other, edge_color1=[first], edge_color2=[second]))
    except (TypeError, ValueError) as error:
        print(first, "and", second, error)
triangle = igraph.Graph([(0, 1), (1, 2), (0, 2)])
for colours in ([0, 1, 2], [0.0, 0.1, 0.2]):
    print("triangle of", *colours, "automorphisms:", triangle.count_automorphisms(color=colours))
print("0.1 - 0.2 and 0.3 - 0.4 isomorphic:", one.isomorphic_bliss(other, color1=[0.1, 0.2], color2=[0.3, 0.4]))
PY
