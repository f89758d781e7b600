#!/usr/bin/env bash
# Guess: cutoff of all_simple_paths is the greatest number of edges, as it is in networkx, and min_depth the least.
# True:  rustworkx 0.18.1 counts nodes in both: on a cycle of four, the path of three edges needs cutoff=4 and is there with
#        min_depth=4. networkx 3.6.1 has it with cutoff=3. So code that is moved to rustworkx loses its longest paths.
# Hurts: those who compare graphs by paths of bounded length, or enumerate paths between aligned nodes.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1 rustworkx==0.18.1
python - <<'PY' | seen 'networkx 3.6.1 rustworkx 0.18.1
cutoff 1 networkx [[0, 3]] rustworkx [[0, 3]]
cutoff 2 networkx [[0, 3]] rustworkx [[0, 3]]
cutoff 3 networkx [[0, 1, 2, 3], [0, 3]] rustworkx [[0, 3]]
cutoff 4 networkx [[0, 1, 2, 3], [0, 3]] rustworkx [[0, 1, 2, 3], [0, 3]]
min_depth 4 rustworkx [[0, 1, 2, 3]]'
import networkx
import rustworkx

print("networkx", networkx.__version__, "rustworkx", rustworkx.__version__)
theirs, cycle = networkx.cycle_graph(4), rustworkx.generators.cycle_graph(4)
for cutoff in (1, 2, 3, 4):
    paths = sorted(networkx.all_simple_paths(theirs, 0, 3, cutoff=cutoff))
    print("cutoff", cutoff, "networkx", paths, "rustworkx", sorted(rustworkx.all_simple_paths(cycle, 0, 3, cutoff=cutoff)))
print("min_depth 4 rustworkx", rustworkx.all_simple_paths(cycle, 0, 3, min_depth=4))
PY
