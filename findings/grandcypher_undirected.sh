#!/usr/bin/env bash
# Guess: (a)-[]-(b) matches a relation in either direction, as in Cypher.
# True:  grand-cypher 1.2.0 wants relations in both directions for it: in a directed graph without opposite edges nothing is
#        found, and nothing is said. Kuzu 0.11.3 lists each relation from both ends.
# Hurts: those who ask for neighbours whatever the direction: inverse roles, children and parents.
. "$(dirname "$0")/common.bash"
pypi grand-cypher==1.2.0 kuzu==0.11.3 networkx==3.6.1
python - <<'PY' | seen 'grand-cypher 1.2.0 Kuzu 0.11.3
want > boy, want > sleep, sleep > boy: grand-cypher nothing; Kuzu boy-sleep boy-want sleep-boy sleep-want want-boy want-sleep
want > boy, boy > want: grand-cypher boy-want want-boy; Kuzu boy-want boy-want want-boy want-boy'
from importlib.metadata import version

import kuzu
import networkx
from grandcypher import GrandCypher

print("grand-cypher", version("grand-cypher"), "Kuzu", kuzu.__version__)
for edges in ([("want", "boy"), ("want", "sleep"), ("sleep", "boy")], [("want", "boy"), ("boy", "want")]):
    graph = networkx.DiGraph(edges)
    found = GrandCypher(graph).run("MATCH (a)-[]-(b) RETURN ID(a), ID(b)")
    connection = kuzu.Connection(kuzu.Database(":memory:"))
    connection.execute("CREATE NODE TABLE Node(id STRING PRIMARY KEY)")
    connection.execute("CREATE REL TABLE Edge(FROM Node TO Node)")
    for node in graph:
        connection.execute(f"CREATE (:Node {{id: '{node}'}})")
    for source, target in edges:
        connection.execute(f"MATCH (a:Node {{id: '{source}'}}), (b:Node {{id: '{target}'}}) CREATE (a)-[:Edge]->(b)")
    rows = connection.execute("MATCH (a)-[]-(b) RETURN a.id, b.id")
    listed = [rows.get_next() for _ in range(rows.get_num_tuples())]
    print(", ".join(map(" > ".join, edges)), end=": grand-cypher ")
    print(" ".join(sorted(map("-".join, zip(*found.values())))) or "nothing", end="; Kuzu ")
    print(" ".join(sorted(map("-".join, listed))))
PY
