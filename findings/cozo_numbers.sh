#!/usr/bin/env bash
# Guess: what == calls equal is joined, and a sum of whole numbers that is too large is an error.
# True:  in CozoDB 0.7.6 1 == 1.0 is true, but rules that join by a variable do not find it, and "not" keeps the 1. The largest whole
#        number plus 1 is the least. The sum of whole numbers is a fraction (3.0), and the mean of nothing is nan.
# Hurts: those who match graphs by rules, with numbers of two sources.
. "$(dirname "$0")/common.bash"
pypi pycozo==0.7.6 cozo-embedded==0.7.6
python - <<'PY' | seen 'cozo-embedded 0.7.6
1 == 1.0: [[True]]
both: []
both, by ==: [[1, 1.0]]
not: [[1], [2]]
largest + 1: [[-9223372036854775808]]
sum: [[3.0]]
mean of nothing: [[nan]]'
from importlib.metadata import version

from pycozo.client import Client

print("cozo-embedded", version("cozo-embedded"))
client = Client(dataframe=False)
for name, script in (
    ("1 == 1.0", "?[x] <- [[1 == 1.0]]"),
    ("both", "a[x] <- [[1], [2]] b[x] <- [[1.0]] ?[x] := a[x], b[x]"),
    ("both, by ==", "a[x] <- [[1], [2]] b[x] <- [[1.0]] ?[x, y] := a[x], b[y], x == y"),
    ("not", "a[x] <- [[1], [2]] b[x] <- [[1.0]] ?[x] := a[x], not b[x]"),
    ("largest + 1", "?[x] <- [[9223372036854775807 + 1]]"),
    ("sum", "a[x] <- [[1], [2]] ?[sum(x)] := a[x]"),
    ("mean of nothing", "a[x] <- [[1], [2]] ?[mean(x)] := a[x], x > 2"),
):
    print(f"{name}:", client.run(script)["rows"])
PY
