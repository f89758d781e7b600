#!/usr/bin/env bash
# Guess: #maximize { 1 : match(X) } is the number of matches, as a sum over all terms is elsewhere.
# True:  in clingo 5.8.3 the terms are a set of tuples: two with the same weight and no tuple behind it are one, so that the value is
#        1 however many hold. "1,X : match(X)" counts them. And the cost of a maximum is printed as its negative.
# Hurts: those who write an alignment as an answer set program with one term for each triple.
. "$(dirname "$0")/common.bash"
pypi clingo==5.8.3
python - <<'PY' | seen 'clingo 5.8.3
1 : match(X) - cost -1 matches 1
1,X : match(X) - cost -3 matches 3'
import clingo

print("clingo", clingo.__version__)
for terms in ("1 : match(X)", "1,X : match(X)"):
    control = clingo.Control()
    control.add("base", [], "{ match(1..3) }. #maximize { " + terms + " }.")
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        last = [(model.cost, len(model.symbols(atoms=True))) for model in models][-1]
    print(terms, "- cost", *last[0], "matches", last[1])
PY
