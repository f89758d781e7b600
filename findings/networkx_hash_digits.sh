#!/usr/bin/env bash
# Guess: graphs with unlike labels of nodes have unlike Weisfeiler-Lehman hashes, if they differ within the neighbourhoods
#        that are looked at.
# True:  networkx 3.6.1 joins the label of a node and those of its neighbours without anything between them: an edge between
#        1 and 111 has the hash of one between 11 and 11, after any number of iterations. With a dot after each number the
#        hashes differ.
# Hurts: those who take equal hashes for equal graphs whose labels are numbers: sizes, ages, counts of tokens.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1
python -W ignore - <<'PY' | seen 'networkx 3.6.1
1-111 and 11-11: 1 hash, after 1, 3 and 9 iterations: 1 1 1
1.-111. and 11.-11.: 2 hashes, after 1, 3 and 9 iterations: 2 2 2'
import networkx

def graph(labels):
    made = networkx.path_graph(2)
    networkx.set_node_attributes(made, dict(enumerate(labels)), "label")
    return made

print("networkx", networkx.__version__)
for pair in (((1, 111), (11, 11)), (("1.", "111."), ("11.", "11."))):
    one, other = map(graph, pair)
    numbers = [
        len({networkx.weisfeiler_lehman_graph_hash(each, node_attr="label", iterations=n) for each in (one, other)})
        for n in (1, 3, 9)
    ]
    print(" and ".join("-".join(map(str, labels)) for labels in pair), end=": ")
    print(numbers[0], "hash" + "es" * (numbers[0] > 1) + ", after 1, 3 and 9 iterations:", *numbers)
PY
