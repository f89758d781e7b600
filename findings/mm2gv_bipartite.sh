#!/usr/bin/env bash
# Guess: Graphviz's mm2gv makes of a square matrix in Matrix Market format the directed graph whose adjacency matrix it
#        is, and of a symmetric one an undirected graph; weights are kept.
# True:  2.43.0 makes of an unsymmetric 3x3 matrix a graph of 6 vertices (rows and columns), each edge in both
#        directions; of a symmetric one a digraph with both directions. Weights are gone.
# Hurts: those who bring adjacency matrices into DOT: size and number of edges are both wrong, and nothing is said.
. "$(dirname "$0")/common.bash"
debian graphviz=2.42.2-7+deb12u1
printf '%%%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 5\n3 1 7\n' > general.mtx
printf '%%%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 5\n3 1 7\n' > symmetric.mtx
{
    dot -V 2>&1 | grep -oE 'graphviz version [0-9.]+'
    for kind in general symmetric; do echo "$kind: $(mm2gv $kind.mtx | tr -d '\n\t')"; done
} | seen 'graphviz version 2.43.0
general: digraph G {0 -> 4;1;2 -> 3;3 -> 2;4 -> 0;5;}
symmetric: digraph G {0 -> 1;0 -> 2;1 -> 0;2 -> 0;}'
