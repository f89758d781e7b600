#!/usr/bin/env bash
# Guess: a path that is asked for as ACYCLIC has no node twice, as one that is asked for as TRAIL has no relation twice.
# True:  in Kuzu 0.11.3 and Ladybug 0.22.0, which goes on from it, ACYCLIC lists paths with nodes twice, relations twice and loops. On
#        a circle it comes back to its start; without direction it turns round on the relation that it came by. TRAIL does what it says, and
#        WHERE is_acyclic(p) after the pattern leaves the paths that were asked for.
# Hurts: those who list or count ways between two concepts, or look for the longest one.
. "$(dirname "$0")/common.bash"
pypi kuzu==0.11.3 ladybug==0.22.0
cat > ways.py <<'PY'
import importlib
import sys

engine = importlib.import_module(sys.argv[1])
for relations in ("ab bc ca", "ab bb bc", "ab ba bc"):
    connection = engine.Connection(engine.Database(":memory:"))
    connection.execute("CREATE NODE TABLE N(id STRING PRIMARY KEY)")
    connection.execute("CREATE REL TABLE R(FROM N TO N)")
    for name in "abc":
        connection.execute(f"CREATE (:N {{id: '{name}'}})")
    for start, end in relations.split():
        connection.execute(f"MATCH (x:N {{id: '{start}'}}), (y:N {{id: '{end}'}}) CREATE (x)-[:R]->(y)")
    for kind, arrow, condition in (("TRAIL", "->", ""), ("ACYCLIC", "->", ""), ("ACYCLIC", "->", " WHERE is_acyclic(p)"), ("ACYCLIC", "-", "")):
        query = f"MATCH p = (:N {{id: 'a'}})-[* {kind} 1..3]{arrow}(:N){condition} RETURN list_transform(nodes(p), n -> n.id)"
        answer = connection.execute(query)
        ways = []
        while answer.has_next():
            ways.append("".join(answer.get_next()[0]))
        print(f"  {relations}, {kind} {arrow}{condition}:", *sorted(ways, key=lambda way: (len(way), way)))
PY
for engine in kuzu ladybug; do
    python ways.py $engine | seen '  ab bc ca, TRAIL ->: ab abc abca
  ab bc ca, ACYCLIC ->: ab abc abca
  ab bc ca, ACYCLIC -> WHERE is_acyclic(p): ab abc
  ab bc ca, ACYCLIC -: ab ac aba abc aca acb abab abac abca abcb acab acac acba acbc
  ab bb bc, TRAIL ->: ab abb abc abbc
  ab bb bc, ACYCLIC ->: ab abb abc abbb abbc
  ab bb bc, ACYCLIC -> WHERE is_acyclic(p): ab abc
  ab bb bc, ACYCLIC -: ab aba abb abb abc abab abba abba abbb abbb abbb abbb abbc abbc abcb
  ab ba bc, TRAIL ->: ab aba abc
  ab ba bc, ACYCLIC ->: ab aba abc abab
  ab ba bc, ACYCLIC -> WHERE is_acyclic(p): ab abc
  ab ba bc, ACYCLIC -: ab ab aba aba aba aba abc abc abab abab abab abab abab abab abab abab abcb abcb'
done
