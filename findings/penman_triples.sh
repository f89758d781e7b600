#!/usr/bin/env bash
# Guess: parse_triples reads what format_triples writes: the two are the halves of one notation, instance(b, bark) ^ ....
# True:  penman 1.3.1 writes strings, as in :op1 "New York", and reads neither these nor other strings; a numeral or a symbol
#        is read. And the top is the first triple's source, which need not be the graph's.
# Hurts: those who store AMRs as conjunctions of triples: one named entity, and the file cannot be read.
. "$(dirname "$0")/common.bash"
pypi penman==1.3.1
python - <<'PY' | seen 'penman 1.3.1
instance(t, temperature) ^ quant(t, 5)
True
instance(n, name) ^ op1(n, "York")
DecodeError: Expected: RPAREN
instance(n, name) ^ op1(n, "New York")
DecodeError: Expected: RPAREN'
from importlib.metadata import version

import penman

print("penman", version("penman"))
for text in ("(t / temperature :quant 5)", '(n / name :op1 "York")', '(n / name :op1 "New York")'):
    graph = penman.decode(text)
    written = penman.format_triples(graph.triples)
    print(" ".join(written.split("\n")))
    try:
        print(penman.parse_triples(written) == graph.triples)
    except penman.DecodeError as error:
        print("DecodeError:", error.message)
PY
