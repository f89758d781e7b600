#!/usr/bin/env bash
# Guess: literals are equal as RDF 1.1 has it: "a" and "a"^^xsd:string are one, and 1 and 01 two, as they are written apart.
# True:  in rdflib 7.6.0 it is the other way round. "a" and "a"^^xsd:string are two objects of a graph, so that graphs that
#        differ in nothing else are not isomorphic; Hextuples, which have only one of the two, do not bring a graph back. And 01
#        is read as 1: the text is lost. Yet 1.0 and 1.00 stay two. Literal.eq compares values.
# Hurts: those who compare graphs written by different programs, and those whose values are texts of digits.
. "$(dirname "$0")/common.bash"
pypi rdflib==7.6.0
python - <<'PY' | seen 'rdflib 7.6.0
"a"                    "a"^^xsd:string        isomorphic False objects 2 eq True
"01"^^xsd:integer      1                      isomorphic True  objects 1 eq True
1.0                    1.00                   isomorphic False objects 2 eq True
01 is written as "1"^^<http://www.w3.org/2001/XMLSchema#integer>
read back from hext: False'
import rdflib
from rdflib.compare import isomorphic

def graph(objects):
    prefixes = "@prefix : <http://example.org/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . "
    return rdflib.Graph().parse(data=f"{prefixes} :n :value {objects} .", format="turtle")

print("rdflib", rdflib.__version__)
for one, other in (('"a"', '"a"^^xsd:string'), ('"01"^^xsd:integer', "1"), ("1.0", "1.00")):
    same, both = isomorphic(graph(one), graph(other)), graph(f"{one}, {other}")
    values = [next(graph(each).objects()) for each in (one, other)]
    print(f"{one:22} {other:22} isomorphic {same!s:5} objects {len(both)} eq {values[0].eq(values[1])}")
print("01 is written as", *(each.n3() for each in graph('"01"^^xsd:integer').objects()))
plain = graph('"a"')
print("read back from hext:", isomorphic(plain, rdflib.Graph().parse(data=plain.serialize(format="hext"), format="hext")))
PY
