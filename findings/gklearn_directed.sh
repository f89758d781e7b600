#!/usr/bin/env bash
# Guess: graphkit-learn reads the GXL files of the IAM database as they are (edgemode, types of values), and its edit
#        distance of networkx's directed graphs is one of directed graphs.
# True:  graphkit-learn 0.2.1 reads edgemode="directed" as an undirected graph, and every value as text, the blanks around
#        it included ("C  "). GEDEnv compares directed graphs without their directions: both bounds of the distance between
#        a -> b -> c and a -> b <- c are 0, where networkx 3.6.1 says 2.
# Hurts: those who take its distances for ground truth of directed graphs, or compare numbers in labels.
. "$(dirname "$0")/common.bash"
pypi graphkit-learn==0.2.1.post20240206154638 networkx==3.6.1
cat > g.gxl <<'XML'
<?xml version="1.0"?>
<gxl><graph id="g" edgemode="directed">
<node id="a"><attr name="symbol"><string>C  </string></attr><attr name="chem"><int>1</int></attr></node>
<node id="b"><attr name="symbol"><string>O  </string></attr><attr name="chem"><int>2</int></attr></node>
<edge from="a" to="b"><attr name="valence"><int>1</int></attr></edge>
</graph></gxl>
XML
python -W ignore - <<'PY' 2>/dev/null | seen 'graphkit-learn 0.2.1.post20240206154638 networkx 3.6.1
directed False '\''C  '\'' '\''1'\'' '\''O  '\'' '\''2'\''
bounds 0 0
networkx 2.0'
from importlib.metadata import version

import networkx
from gklearn.ged.env import GEDEnv
from gklearn.utils.graph_files import load_gxl

print("graphkit-learn", version("graphkit-learn"), "networkx", networkx.__version__)
graph = load_gxl("g.gxl")[0]
print("directed", graph.is_directed(), *(repr(value) for _, data in graph.nodes(data=True) for value in data.values()))
chain, meeting = networkx.DiGraph([(0, 1), (1, 2)]), networkx.DiGraph([(0, 1), (2, 1)])
environment = GEDEnv()
environment.set_edit_cost("CONSTANT", [1] * 6)
for each in (chain, meeting):
    environment.add_nx_graph(each, "")
ids = environment.get_all_graph_ids()
environment.init(init_type="LAZY_WITHOUT_SHUFFLED_COPIES")
environment.set_method("BIPARTITE", {"threads": 1})
environment.init_method()
environment.run_method(*ids)
print("bounds", environment.get_lower_bound(*ids), environment.get_upper_bound(*ids))
print("networkx", networkx.graph_edit_distance(chain, meeting))
PY
