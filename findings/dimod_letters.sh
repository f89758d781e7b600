#!/usr/bin/env bash
# Guess: a term {"x1": -1} of a polynomial is a linear term of the variable x1, as it is in a quadratic model's linear part.
# True:  BinaryPolynomial of dimod 0.12.23 takes a key that is a text for the product of its letters: "x1" is x times 1, and "girl" the
#        product of four. from_qubo takes "ab" for a times b, and refuses longer ones. ("x1",) is the variable. Of -2 x1 - 2 x2 + 3 x1
#        x2 the least value becomes -4, and is -2.
# Hurts: those who name variables by nodes or concepts: a problem over letters, in which x1 and x2 share x, is solved instead.
. "$(dirname "$0")/common.bash"
pypi dimod==0.12.23 numpy==2.4.6
python - <<'PY' | seen 'dimod 0.12.23
texts: variables 1 2 x x1 x2 least -4 where 1=1 2=1 x=1 x1=0 x2=0
tuples: variables x1 x2 least -2 where x1=0 x2=1
girl: variables g i l r least -1 where g=1 i=1 l=1 r=1
from_qubo, x1: 1 x linear 0 0 products -1
from_qubo, girl: refused'
import dimod

print("dimod", dimod.__version__)
for name, terms in (("texts", {"x1": -2, "x2": -2, ("x1", "x2"): 3}), ("tuples", {("x1",): -2, ("x2",): -2, ("x1", "x2"): 3}), ("girl", {"girl": -1})):
    polynomial = dimod.BinaryPolynomial(terms, "BINARY")
    best = dimod.ExactPolySolver().sample_poly(polynomial).first
    print(f"{name}: variables", *sorted(polynomial.variables), "least", int(best.energy), "where", *(f"{name}={best.sample[name]}" for name in sorted(best.sample)))
model = dimod.BinaryQuadraticModel.from_qubo({"x1": -1})
print("from_qubo, x1:", *sorted(model.variables), "linear", *(int(value) for value in model.linear.values()), "products", *(int(value) for value in model.quadratic.values()))
try:
    dimod.BinaryQuadraticModel.from_qubo({"girl": -1})
except ValueError:
    print("from_qubo, girl: refused")
PY
