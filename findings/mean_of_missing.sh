#!/usr/bin/env bash
# Guess: the mean of an attribute is over the nodes that have it, and a node that lacks it is neither equal to 3 nor unequal.
# True:  of three nodes one has the age 3. Kuzu 0.11.3 says mean 3 of 1, none unequal. grand-cypher 1.2.0 says mean 1 of 3, and
#        the two nodes without an age are unequal to 3; where nothing matches there is no row of 0, but no row. In SPARQL
#        rdflib 7.6.0 says 3 and pyoxigraph 0.5.13 nothing at all, as the standard has it (unbound values are errors).
# Hurts: those who average over sparse attributes: scores, numbers of tokens, confidences.
. "$(dirname "$0")/common.bash"
pypi grand-cypher==1.2.0 kuzu==0.11.3 networkx==3.6.1 pyoxigraph==0.5.13 rdflib==7.6.0
python - <<'PY' | seen 'grand-cypher 1.2.0 Kuzu 0.11.3 rdflib 7.6.0 pyoxigraph 0.5.13
grand-cypher: mean 1, count 3, unequal to 3: 2 nodes, count of no match: no row
Kuzu: mean 3, count 1, unequal to 3: 0 nodes, count of no match: 0
rdflib: mean 3, count 1, unequal to 3: 0 nodes, count of no match: 0
pyoxigraph: mean nothing, count 1, unequal to 3: 0 nodes, count of no match: 0'
from importlib.metadata import version

import kuzu
import networkx
import pyoxigraph
import rdflib
from grandcypher import GrandCypher

graph = networkx.DiGraph()
graph.add_node("a", age=3)
graph.add_nodes_from("bc")

connection = kuzu.Connection(kuzu.Database(":memory:"))
connection.execute("CREATE NODE TABLE Node(id STRING PRIMARY KEY, age INT64)")
for node, data in graph.nodes(data=True):
    connection.execute(f"CREATE (:Node {{id: '{node}', age: {data.get('age', 'NULL')}}})")

turtle = "@prefix : <http://example.org/> . :a a :node ; :age 3 . :b a :node . :c a :node ."
prefix = "PREFIX : <http://example.org/> "
store = pyoxigraph.Store()
store.load(turtle.encode(), format=pyoxigraph.RdfFormat.TURTLE)
triples = rdflib.Graph().parse(data=turtle, format="turtle")

def by_kuzu(query):
    rows = connection.execute(query)
    return [rows.get_next()[0] for _ in range(rows.get_num_tuples())]

def by_pyoxigraph(query):
    return [row[0] and row[0].value for row in store.query(prefix + query)]

cypher = (
    "MATCH (n) RETURN AVG(n.age)",
    "MATCH (n) RETURN COUNT(n.age)",
    "MATCH (n) WHERE n.age <> 3 RETURN n.age",
    "MATCH (n) WHERE n.age = 4 RETURN COUNT(n.age)",
)
ages = "?n a :node OPTIONAL { ?n :age ?age }"
sparql = (
    f"SELECT (AVG(?age) AS ?x) {{ {ages} }}",
    f"SELECT (COUNT(?age) AS ?x) {{ {ages} }}",
    f"SELECT ?n {{ {ages} FILTER(?age != 3) }}",
    "SELECT (COUNT(?n) AS ?x) { ?n :age 4 }",
)
print("grand-cypher", version("grand-cypher"), "Kuzu", kuzu.__version__, "rdflib", rdflib.__version__, end=" ")
print("pyoxigraph", pyoxigraph.__version__)
for name, ask, queries in (
    ("grand-cypher", lambda query: next(iter(GrandCypher(graph).run(query).values())), cypher),
    ("Kuzu", by_kuzu, cypher),
    ("rdflib", lambda query: [row[0] for row in triples.query(prefix + query)], sparql),
    ("pyoxigraph", by_pyoxigraph, sparql),
):
    (mean,), (count,), unequal, none = map(ask, queries)
    print(f"{name}: mean {'nothing' if mean is None else format(float(mean), 'g')}, count {count},", end=" ")
    print(f"unequal to 3: {len(unequal)} nodes, count of no match: {none[0] if none else 'no row'}")
PY
