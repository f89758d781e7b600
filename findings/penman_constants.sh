#!/usr/bin/env bash
# Guess: evaluate of penman.constant gives the text between the quotes of a string, and quote puts it into quotes again: what was in the
#        graph is in the graph.
# True:  penman 1.3.1 takes a string for one of JSON. "C:\new" has a line break for its \n, and "AC\DC", where JSON knows no \D, is
#        returned with its quotes and called a string. quote writes é as \u00e9, another text, so that the name from a graph and the name
#        that went through both differ; None becomes "", and the number 3 the string "3". encode writes a text without quotes as it is:
#        New York, which decode then refuses.
# Hurts: those who change names of AMRs through Python's values: triples that were equal are not.
. "$(dirname "$0")/common.bash"
pypi penman==1.3.1
python - <<'PY' | seen 'penman 1.3.1
"New York" evaluate: New York quote: "New York" same
"AC\DC" evaluate: "AC\DC" quote: "\"AC\\DC\"" another
"C:\new" evaluate: C:<line break>ew quote: "C:\new" same
"café" evaluate: café quote: "caf\u00e9" another
3 evaluate: 3 quote: "3" another
None quote: ""
encoded (c / city :op1 New York), refused by decode'
from importlib.metadata import version

import penman
from penman import constant

print("penman", version("penman"))
for text in ('"New York"', r'"AC\DC"', r'"C:\new"', '"café"', "3"):
    value = penman.decode(f"(c / city :op1 {text})").attributes()[0].target
    assert value == text
    again = constant.quote(constant.evaluate(value))
    print(text, "evaluate:", str(constant.evaluate(value)).replace("\n", "<line break>"), "quote:", again, "same" if again == text else "another")
print(None, "quote:", constant.quote(None))
encoded = penman.encode(penman.Graph([("c", ":instance", "city"), ("c", ":op1", "New York")]), indent=None)
try:
    penman.decode(encoded)
except penman.DecodeError:
    print(f"encoded {encoded}, refused by decode")
PY
