#!/usr/bin/env bash
# Guess: formulas that are equal have equal hashes, so that a set has one of them.
# True:  in NLTK 3.10.4 == is up to the names of bound variables, and the hash is that of the text: exists x.P(x) and
#        exists y.P(y) are equal, and two in a set; `in` finds one in a list and misses it in a set.
# Hurts: those who count distinct formulas, or score predicted formulas by the intersection of sets.
. "$(dirname "$0")/common.bash"
pypi nltk==3.10.4
python - <<'PY' | seen 'NLTK 3.10.4
exists x.P(x), exists y.P(y): equal True, in a set 2, found in a list True, found in a set False
\x.walk(x), \y.walk(y): equal True, in a set 2, found in a list True, found in a set False
P(x) & Q(x), P(x) & Q(x): equal True, in a set 1, found in a list True, found in a set True
F1 of equal formulas by sets: 0'
import nltk
from nltk.metrics import f_measure
from nltk.sem.logic import Expression

print("NLTK", nltk.__version__)
for texts in (("exists x.P(x)", "exists y.P(y)"), (r"\x.walk(x)", r"\y.walk(y)"), ("P(x) & Q(x)", "P(x) & Q(x)")):
    one, other = map(Expression.fromstring, texts)
    print(f"{', '.join(texts)}: equal {one == other}, in a set {len({one, other})}, found in a list {one in [other]},", end=" ")
    print("found in a set", one in {other})
one, other = (Expression.fromstring(f"exists {name}.walk({name})") for name in "xy")
print("F1 of equal formulas by sets:", f_measure({one}, {other}))
PY
