#!/usr/bin/env bash
# Guess: a tool for annotating AMRs reads a string with a space, as PENMAN has them.
# True:  streamside 0.5 cuts lines at spaces: of :op1 "New York" the graph has the value "New, and York" is a second root without a
#        relation; the PENMAN that it writes has a quote that is never closed. A string without a space is read whole, brackets and all.
#        A node without spaces around its slash, (p/pretty-01), is refused, and with it the whole file.
# Hurts: those who bring AMRs of other sources to the tool.
. "$(dirname "$0")/common.bash"
pypi streamside==0.5 penman==1.3.1
python - <<'PY' | seen 'streamside 0.5 penman 1.3.1
(n / name :op1 "New" :op2 "York") has 3 triples in penman
  written: (c0 / name :op1 "New" :op2 "York")
(n / name :op1 "New York") has 2 triples in penman
  written: (c0 / name :op1 "New)
  written: (a2 / York")
(n / name :op1 "(York)") has 2 triples in penman
  written: (c0 / name :op1 "(York)")
(n / name :ARG1-of (p/pretty-01)) has 3 triples in penman
Line 3: invalid concept definition'
from importlib.metadata import version

import penman
from streamside.struct import penman_reader

print("streamside", version("streamside"), "penman", version("penman"))
for text in ('(n / name :op1 "New" :op2 "York")', '(n / name :op1 "New York")', '(n / name :op1 "(York)")', "(n / name :ARG1-of (p/pretty-01))"):
    with open("one.penman", "w", encoding="utf-8") as file:
        print(f"# ::id 1\n# ::snt A sentence .\n{text}\n", file=file)
    print(text, "has", len(penman.decode(text).triples), "triples in penman")
    for graph in penman_reader("one.penman") or []:
        for root in graph.penman_graphs(amr=True):
            print("  written:", " ".join(line.strip() for line in root.splitlines() if not line.startswith("#")))
PY
