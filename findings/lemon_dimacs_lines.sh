#!/usr/bin/env bash
# Guess: a line that a reader of DIMACS files does not know is an error, as is a number of arcs that is not that of the first line, or a
#        fraction where whole numbers are wanted.
# True:  LEMON 1.3.1 passes over lines that begin with another letter than it expects, without a word. In a matching problem it wants a, as
#        of an arc; with e, DIMACS's letter for an edge of an undirected graph, the graph has no edge and the largest matching is 0. It
#        does not count arcs. Numbers are ints unless told otherwise: capacities of 1.5 are 1, 3000000000 is 2147483647, and two arcs of
#        2000000000 carry a flow of -294967296; with -double or -long they are as written. A supply of 2 has a flow to a demand of 1.
# Hurts: those who solve matching or flow problems of collections, or scale weights to whole numbers.
. "$(dirname "$0")/common.bash"
debian liblemon-utils=1.3.1+dfsg-6
solve() { # print a title and what is found
    printf '%s: ' "$1"
    shift
    dimacs-solver "$@" 2>&1 | grep -E '^(Max flow value|Min flow cost|Cardinality)'
}
for letter in a e; do
    printf "p mat 4 3\n$letter 1 2\n$letter 2 3\n$letter 3 4\n" > "$letter.mat"
done
printf 'p max 3 9\nn 1 s\nn 3 t\na 1 2 3\na 2 3 2\na 1 3 1\n' > nine.max
printf 'p max 3 3\nn 1 s\nn 3 t\na 1 2 3\na 2 3 2\nx 1 3 1\n' > letter.max
printf 'p max 2 2\nn 1 s\nn 2 t\na 1 2 1.5\na 1 2 1.5\n' > fractions.max
printf 'p max 2 1\nn 1 s\nn 2 t\na 1 2 3000000000\n' > large.max
printf 'p max 2 2\nn 1 s\nn 2 t\na 1 2 2000000000\na 1 2 2000000000\n' > two.max
printf 'p min 2 1\nn 1 2\nn 2 -1\na 1 2 0 5 7\n' > supply.min
{
    solve 'path of four nodes in lines a' a.mat
    solve 'path of four nodes in lines e' e.mat
    solve 'three arcs, said to be nine' nine.max
    solve 'one of three in a line x' letter.max
    solve 'two of 1.5' fractions.max
    solve 'two of 1.5, -double' -double fractions.max
    solve 'one of 3000000000' large.max
    solve 'two of 2000000000' two.max
    solve 'two of 2000000000, -long' -long two.max
    solve 'supply 2, demand 1, cost 7 each' supply.min
} | seen 'path of four nodes in lines a: Cardinality of max matching: 2
path of four nodes in lines e: Cardinality of max matching: 0
three arcs, said to be nine: Max flow value: 3
one of three in a line x: Max flow value: 2
two of 1.5: Max flow value: 2
two of 1.5, -double: Max flow value: 3
one of 3000000000: Max flow value: 2147483647
two of 2000000000: Max flow value: -294967296
two of 2000000000, -long: Max flow value: 4000000000
supply 2, demand 1, cost 7 each: Min flow cost: 7'
