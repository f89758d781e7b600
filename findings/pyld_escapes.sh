#!/usr/bin/env bash
# Guess: the canonical form of RDF (RDFC-1.0, first called URDNA2015) is one text, whichever library makes it and whichever of its ways
#        N-Quads takes to write a letter: that is what it is for.
# True:  PyLD 3.3.0 reads the escapes \t, \n, \r, \" and \\ and no other: caf\u00E9, as programs that write ASCII have it, is another text than
#        the café of the next file, in the canonical form with a second backslash, and in JSON-LD as the letters u00E9. For pyoxigraph
#        0.5.13 both are one. It writes language tags in small letters and PyLD as they are, so that the forms of "boy"@EN differ, too.
# Hurts: those who compare or sign graphs by the hash of this form, or look for equal graphs in files of several programs.
. "$(dirname "$0")/common.bash"
pypi PyLD==3.3.0 pyoxigraph==0.5.13
python - <<'PY' | seen 'PyLD 3.3.0 pyoxigraph 0.5.13
"café" PyLD: "café", pyoxigraph: "café"
"caf\u00E9" PyLD: "caf\\u00E9", pyoxigraph: "café"
"a\tb" PyLD: "a\tb", pyoxigraph: "a\tb"
"a\u0009b" PyLD: "a\\u0009b", pyoxigraph: "a\tb"
"a\bb" PyLD: "a\\bb", pyoxigraph: "a\bb"
<http://example.org/\u00E9> PyLD: <http://example.org/\u00E9>, pyoxigraph: <http://example.org/é>
"boy"@en PyLD: "boy"@en, pyoxigraph: "boy"@en
"boy"@EN PyLD: "boy"@EN, pyoxigraph: "boy"@en
café as JSON-LD has 4 letters
caf\u00E9 as JSON-LD has 9 letters'
from importlib.metadata import version

import pyoxigraph
from pyld import jsonld

START, END = "_:c14n0 <http://example.org/name> ", " .\n"


def by_pyld(text):
    return jsonld.normalize(text, {"algorithm": "URDNA2015", "inputFormat": "application/n-quads", "format": "application/n-quads"})


def by_oxigraph(text):
    data = pyoxigraph.Dataset(pyoxigraph.parse(text, format=pyoxigraph.RdfFormat.N_QUADS))
    data.canonicalize(pyoxigraph.CanonicalizationAlgorithm.RDFC_1_0)
    return "".join(f"{quad}{END}" for quad in data)


print("PyLD", version("pyld"), "pyoxigraph", version("pyoxigraph"))
for value in ('"café"', r'"caf\u00E9"', r'"a\tb"', r'"a\u0009b"', r'"a\bb"', r"<http://example.org/\u00E9>", '"boy"@en', '"boy"@EN'):
    line = f"_:x <http://example.org/name> {value}{END}"
    print(value, "PyLD:", by_pyld(line).removeprefix(START).removesuffix(END), end=", ")
    print("pyoxigraph:", by_oxigraph(line).removeprefix(START).removesuffix(END))
for value in ("café", r"caf\u00E9"):
    (node,) = jsonld.from_rdf(f'_:x <http://example.org/name> "{value}"{END}', {"format": "application/n-quads"})
    (name,) = node["http://example.org/name"]
    print(value, "as JSON-LD has", len(name["@value"]), "letters")
PY
