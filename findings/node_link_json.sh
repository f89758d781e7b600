#!/usr/bin/env bash
# Guess: node-link JSON, which networkx and rustworkx both write and read, goes from one to the other.
# True:  networkx 3.6.1 calls the list of edges "edges", rustworkx 0.18.1 "links": each refuses the other's file.
#        networkx takes edges="links" for both directions.
# Hurts: those who hand graphs from one library to the other, and files written by older releases of networkx ("links").
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1 rustworkx==0.18.1
python - <<'PY' | seen 'networkx 3.6.1 rustworkx 0.18.1
rustworkx writes attrs directed links multigraph nodes - networkx writes directed edges graph multigraph nodes
networkx: KeyError '\''edges'\''
rustworkx: JSONDeserializationError JSON Deserialization Error missing field `links`
with edges=links: 2'
import json

import networkx
import rustworkx

print("networkx", networkx.__version__, "rustworkx", rustworkx.__version__)
theirs = json.loads(rustworkx.node_link_json(rustworkx.generators.path_graph(3)))
ours = networkx.node_link_data(networkx.path_graph(3))
print("rustworkx writes", *sorted(theirs), "- networkx writes", *sorted(ours))
try:
    networkx.node_link_graph(theirs)
except KeyError as error:
    print("networkx: KeyError", error)
try:
    rustworkx.parse_node_link_json(json.dumps(ours))
except Exception as error:
    print("rustworkx:", type(error).__name__, str(error).split(" at ")[0])
print("with edges=links:", networkx.node_link_graph(theirs, edges="links").number_of_edges())
PY
