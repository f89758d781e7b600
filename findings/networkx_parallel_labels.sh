#!/usr/bin/env bash
# Guess: with categorical_multiedge_match parallel edges match if they can be paired with equal labels; in a monomorphism each
#        edge of the pattern needs one of its own.
# True:  networkx 3.6.1 compares the sets of labels between two nodes: op op mod matches op mod mod. And the sets have to be
#        equal in a monomorphism, too: a pattern with ARG0 between two nodes is not in a graph with ARG0 and ARG1 there.
#        generic_multiedge_match pairs edges, and finds it if ARG0 is the first there: the pattern's edges are compared with
#        the first of the larger graph's only, and ARG1 is not found.
# Hurts: those who search AMRs for patterns, where one node has two roles of another.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1
python - <<'PY' | seen 'networkx 3.6.1
categorical_multiedge_match: op op mod is op mod mod: True, ARG0 ARG1 has ARG0: False, ARG1: False
generic_multiedge_match: op op mod is op mod mod: False, ARG0 ARG1 has ARG0: True, ARG1: False'
import networkx
from networkx.algorithms import isomorphism

def graph(roles):
    return networkx.MultiDiGraph([("w", "b", {"role": role}) for role in roles.split()])

def has(host, pattern, match):
    return isomorphism.MultiDiGraphMatcher(graph(host), graph(pattern), edge_match=match).subgraph_is_monomorphic()

print("networkx", networkx.__version__)
for match in (
    isomorphism.categorical_multiedge_match("role", None),
    isomorphism.generic_multiedge_match("role", None, str.__eq__),
):
    name = match.__qualname__.split(".")[0]
    equal = networkx.is_isomorphic(graph("op op mod"), graph("op mod mod"), edge_match=match)
    print(f"{name}: op op mod is op mod mod: {equal}, ARG0 ARG1 has ARG0: {has('ARG0 ARG1', 'ARG0', match)}, ARG1: {has('ARG0 ARG1', 'ARG1', match)}")
PY
