#!/usr/bin/env bash
# Guess: whole numbers of an answer set program are exact, or one that is too large is refused.
# True:  clingo 5.8.3 computes with 32 bits and starts again from below, without a word: 3000000000 in a program is -1294967296,
#        100000 squared is 1410065408, and the #sum of two distances of 2000000000 is negative, so that the way that has them
#        is called optimal, before one of length 1. A #sum that is only compared is exact. The API refuses such a number.
# Hurts: those who scale weights or similarities to whole numbers, or square them: a proved optimum of other costs.
. "$(dirname "$0")/common.bash"
pypi clingo==5.8.3
python - <<'PY' | seen 'clingo 5.8.3
written(-1294967296) square(1410065408)
optimum: choose(x) at -294967296
compared: above
by the API: OverflowError'
import clingo

def models(program):
    control = clingo.Control()
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        return [(" ".join(sorted(map(str, model.symbols(shown=True)), reverse=True)), model.cost) for model in found]

print("clingo", clingo.__version__)
print(models("written(3000000000). square(X * X) :- X = 100000.")[0][0])
ways = "distance(x, 1, 2000000000). distance(x, 2, 2000000000). distance(y, 1, 1)."
choice = "total(A, S) :- A = (x; y), S = #sum { W, I : distance(A, I, W) }. 1 { choose(A) : total(A, _) } 1."
atoms, cost = models(ways + choice + "#minimize { S, A : choose(A), total(A, S) }. #show choose/1.")[-1]
print("optimum:", atoms, "at", *cost)
print("compared:", models(ways + "above :- #sum { W, I : distance(x, I, W) } > 3. #show above/0.")[0][0])
try:
    clingo.Number(3000000000)
except OverflowError as error:
    print("by the API:", type(error).__name__)
PY
