#!/usr/bin/env bash
# Guess: a label of a blank node holds within its document: _:d of one file and _:d of another are two nodes, when both files
#        are read into one graph.
# True:  rdflib 7.6.0 renames them in Turtle, N-Triples and RDF/XML. In JSON-LD and Hextuples the label stays their identity: two
#        sentences, each with a variable d, come to have one node that is a dog and a cat. So it is, too, in the sum of two
#        graphs that were read apart.
# Hurts: those who store each meaning graph in a file, with its variables as blank nodes, and query all of them.
. "$(dirname "$0")/common.bash"
pypi rdflib==7.6.0
python -W ignore - <<'PY' | seen 'rdflib 7.6.0, nodes of two documents:
turtle read into one 2 added 2
nt read into one 2 added 2
xml read into one 2 added 2
json-ld read into one 1 added 1
hext read into one 1 added 1'
import rdflib

TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
DOCUMENTS = {
    "turtle": "_:d a <http://example.org/%s> .",
    "nt": f"_:d <{TYPE}> <http://example.org/%s> .",
    "xml": f"""<rdf:RDF xmlns:rdf="{TYPE[:-4]}"><rdf:Description rdf:nodeID="d">
        <rdf:type rdf:resource="http://example.org/%s"/></rdf:Description></rdf:RDF>""",
    "json-ld": '{"@id": "_:d", "@type": "http://example.org/%s"}',
    "hext": f'["_:d", "{TYPE}", "http://example.org/%s", "globalId", "", ""]',
}

def read(kind, *concepts):
    graph = rdflib.Graph()
    for concept in concepts:
        graph.parse(data=DOCUMENTS[kind] % concept, format=kind)
    return graph

print("rdflib", rdflib.__version__ + ", nodes of two documents:")
for kind in DOCUMENTS:
    together, apart = read(kind, "dog", "cat"), read(kind, "dog") + read(kind, "cat")
    assert len(together) == len(apart) == 2
    print(kind, "read into one", len({*together.subjects()}), "added", len({*apart.subjects()}))
PY
