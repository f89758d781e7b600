#!/usr/bin/env bash
# Guess: the weight of a soft constraint is the number that was given, as nearly as a float is.
# True:  add_soft of Z3 5.4.0 (z3-solver 5.4.0.0) writes a float with six decimals: 1/3 is 0.333333, 0.0000014 and 0.0000006
#        are both 0.000001, and smaller ones 0. With weights of that size the model is not optimal: it violates 0.0000014
#        where twice 0.0000006 would do. Given as texts ("1/3", "0.0000014") weights are exact.
# Hurts: those who weigh by probabilities or normalised frequencies, or compare the optimum with a sum of their own.
. "$(dirname "$0")/common.bash"
pypi z3-solver==5.4.0.0
python - <<'PY' | seen 'Z3 5.4.0
1/3 as a float: value 333333/1000000; as a text: 1/3
0.1 and 0.2 as floats, both violated: value 3/10
weights 1.4e-06, 6e-07, 6e-07 as floats: violates a, 1.4e-06; as texts: violates b c, 1.2e-06'
import z3

a, b, c = z3.Bools("a b c")

def optimum(*soft, hard=()):
    solver = z3.Optimize()
    solver.add(*hard)
    for formula, weight in soft:
        value = solver.add_soft(formula, weight)
    assert solver.check() == z3.sat
    return value.value(), solver.model()

print("Z3", z3.get_version_string())
print("1/3 as a float: value", optimum((a, 1 / 3), hard=[z3.Not(a)])[0], end="; ")
print("as a text:", optimum((a, "1/3"), hard=[z3.Not(a)])[0])
print("0.1 and 0.2 as floats, both violated: value", optimum((a, 0.1), (b, 0.2), hard=[z3.Not(a), z3.Not(b)])[0])
weights = {a: 1.4e-6, b: 0.6e-6, c: 0.6e-6}
print("weights", ", ".join(map(str, weights.values())), end=" ")
for kind, make in (("floats", float), ("texts", "{:.7f}".format)):
    soft = [(formula, make(weight)) for formula, weight in weights.items()]
    _, model = optimum(*soft, hard=[z3.Or(z3.Not(a), z3.And(z3.Not(b), z3.Not(c)))])
    violated = [formula for formula in weights if z3.is_false(model.eval(formula, model_completion=True))]
    total = sum(weights[formula] for formula in violated)
    print(f"as {kind}: violates", *violated, end=f", {total:.1e}" + "; " * (kind == "floats"))
print()
PY
