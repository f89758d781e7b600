#!/usr/bin/env bash
# Guess: networkx reads the GEXF files that it writes, and attributes come back, as from GraphML.
# True:  networkx 3.6.1 takes the kind of an attribute from the first node that has it. If that is a whole number and a later one a
#        fraction, a word or a truth value, the file is written and then refused; the other way round it is read. From GraphML all
#        come back as they were. An edge's attribute "type" is left out, a node without a label has its name as one, and edges get an id.
# Hurts: those who store scores, of which the first happens to be whole.
. "$(dirname "$0")/common.bash"
pypi networkx==3.6.1
python - <<'PY' | seen "networkx 3.6.1
GEXF (1, 2.5): not read: invalid literal for int() with base 10: '2.5'
GraphML (1, 2.5): [1, 2.5]
GEXF (2.5, 1): [2.5, 1.0]
GraphML (2.5, 1): [2.5, 1]
GEXF (1, 'many'): not read: invalid literal for int() with base 10: 'many'
GraphML (1, 'many'): [1, 'many']
GEXF ('many', 1): ['many', '1']
GraphML ('many', 1): ['many', 1]
GEXF (1, True): not read: invalid literal for int() with base 10: 'true'
GraphML (1, True): [1, True]
edge {'kind': 'core', 'id': '0'} node {'label': 'a'}"
import io

import networkx

print("networkx", networkx.__version__)


def back(graph, write, read):
    """Return what is read of the file that is written."""
    file = io.BytesIO()
    try:
        write(graph, file)
        file.seek(0)
        result = read(file)
    except (ValueError, networkx.NetworkXError) as error:
        return f"{'not read' if file.getbuffer().nbytes else 'not written'}: {error}"
    return result


for values in ((1, 2.5), (2.5, 1), (1, "many"), ("many", 1), (1, True)):
    graph = networkx.Graph()
    for node, value in enumerate(values):
        graph.add_node(node, score=value)
    for name, write, read in (("GEXF", networkx.write_gexf, networkx.read_gexf), ("GraphML", networkx.write_graphml, networkx.read_graphml)):
        result = back(graph, write, read)
        print(f"{name} {values}:", result if isinstance(result, str) else [value for _, value in result.nodes(data="score")])
graph = networkx.DiGraph([("a", "b", {"type": "ARG0", "kind": "core"})])
result = back(graph, networkx.write_gexf, networkx.read_gexf)
print("edge", result.edges["a", "b"], "node", result.nodes["a"])
PY
