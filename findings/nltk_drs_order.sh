#!/usr/bin/env bash
# Guess: == of two DRSs is equality up to the names of referents and the order of conditions, which are a set.
# True:  in NLTK 3.10.4 names do not matter and the order does: of conditions, and of referents. equiv() would ask a prover
#        that has to be installed apart.
# Hurts: those who count a DRS as right if it equals the reference; parsers write conditions in their own order.
. "$(dirname "$0")/common.bash"
pypi nltk==3.10.4
python - <<'PY' 2>/dev/null | seen 'NLTK 3.10.4
other names True
other conditions False
other referents False'
import nltk
from nltk.sem.drt import DrtExpression

print("NLTK", nltk.__version__)
first = DrtExpression.fromstring("([x,y],[boy(x), run(x), see(x,y)])")
for name, text in (
    ("names", "([u,v],[boy(u), run(u), see(u,v)])"),
    ("conditions", "([x,y],[run(x), boy(x), see(x,y)])"),
    ("referents", "([y,x],[boy(x), run(x), see(x,y)])"),
):
    print("other", name, first == DrtExpression.fromstring(text))
PY
