#!/usr/bin/env bash
# Guess: programs that read Cypher give a pattern the rows that Cypher gives it: two relations of a pattern are different ones,
#        and two nodes may be the same.
# True:  in grand-cypher 1.2.0 two nodes of a pattern are never the same: it finds no loop by (a)-[]->(b), and no way there
#        and back by (a)-[]->(b)-[]->(c). In Kuzu 0.11.3 two relations may be the same, too, as in SPARQL (rdflib 7.6.0): "two
#        verbs share an argument" is true of one verb and itself.
# Hurts: those who count re-entrancies or other patterns, or move a query from one program to another.
. "$(dirname "$0")/common.bash"
pypi grand-cypher==1.2.0 kuzu==0.11.3 networkx==3.6.1 rdflib==7.6.0
python - <<'PY' | seen 'grand-cypher 1.2.0 Kuzu 0.11.3 rdflib 7.6.0
two verbs, one argument: (a)-[]->(b)<-[]-(c): Cypher 2, grand-cypher 2, Kuzu 4, SPARQL 4
there and back: (a)-[]->(b)-[]->(c): Cypher 2, grand-cypher 0, Kuzu 2, SPARQL 2
a loop: (a)-[]->(b): Cypher 1, grand-cypher 0, Kuzu 1, SPARQL 1'
from importlib.metadata import version

import kuzu
import networkx
import rdflib
from grandcypher import GrandCypher

def by_cypher(edges, ends):
    """Count the rows: relations of the pattern are chosen as different edges."""
    (one, *rest), pairs = ends, [(edge,) for edge in edges]
    if rest:
        pairs = [(first, second) for first in edges for second in edges if first != second]
    def fits(chosen):
        return len({(name, node) for names, edge in zip(ends, chosen) for name, node in zip(names, edge)}) == len(set("".join(ends)))
    return sum(map(fits, pairs))

def by_grand_cypher(edges, pattern):
    return len(GrandCypher(networkx.DiGraph(edges)).run(f"MATCH {pattern} RETURN a")["a"])

def by_kuzu(edges, pattern):
    connection = kuzu.Connection(kuzu.Database(":memory:"))
    connection.execute("CREATE NODE TABLE Node(id INT64 PRIMARY KEY)")
    connection.execute("CREATE REL TABLE Edge(FROM Node TO Node)")
    for node in {node for edge in edges for node in edge}:
        connection.execute(f"CREATE (:Node {{id: {node}}})")
    for source, target in edges:
        connection.execute(f"MATCH (a:Node {{id: {source}}}), (b:Node {{id: {target}}}) CREATE (a)-[:Edge]->(b)")
    return connection.execute(f"MATCH {pattern} RETURN count(*)").get_next()[0]

def by_sparql(edges, ends):
    graph = rdflib.Graph()
    for edge in edges:
        source, target = (rdflib.URIRef(f"http://example.org/{node}") for node in edge)
        graph.add((source, rdflib.URIRef("http://example.org/edge"), target))
    where = " . ".join(f"?{names[0]} <http://example.org/edge> ?{names[1]}" for names in ends)
    return len(graph.query(f"SELECT * {{ {where} }}"))

print("grand-cypher", version("grand-cypher"), "Kuzu", kuzu.__version__, "rdflib", rdflib.__version__)
for name, edges, pattern, ends in (
    ("two verbs, one argument", [(1, 3), (2, 3)], "(a)-[]->(b)<-[]-(c)", ("ab", "cb")),
    ("there and back", [(1, 2), (2, 1)], "(a)-[]->(b)-[]->(c)", ("ab", "bc")),
    ("a loop", [(1, 1)], "(a)-[]->(b)", ("ab",)),
):
    print(f"{name}: {pattern}: Cypher {by_cypher(edges, ends)}, grand-cypher {by_grand_cypher(edges, pattern)}", end=", ")
    print(f"Kuzu {by_kuzu(edges, pattern)}, SPARQL {by_sparql(edges, ends)}")
PY
