#!/usr/bin/env bash
# Guess: P -> Q -> R is P -> (Q -> R), as in textbooks of logic, and "or" and "exclusive or" bind as in Python: ^ before |.
# True:  dd 0.6.0 and NLTK 3.10.4 read (P -> Q) -> R, which is another function: false where P and R are false. pyeda 0.29.0
#        reads it as the textbooks do. dd reads x ^ y | z as x ^ (y | z), pyeda as Python does. A quantifier of NLTK ends at
#        the implication: in all x.P(x) -> Q(x) the second x is free; that of dd reaches to the end.
# Hurts: those who take formulas from one program to another, or from a book.
. "$(dirname "$0")/common.bash"
pypi dd==0.6.0 nltk==3.10.4 pyeda==0.29.0
python - <<'PY' | seen 'dd 0.6.0 NLTK 3.10.4 pyeda 0.29.0
dd: x => y => z is (x => y) => z
NLTK: x -> y -> z is (x -> y) -> z
pyeda: x => y => z is x => (y => z)
dd: x ^ y | z is x ^ (y | z)
pyeda: x ^ y | z is (x ^ y) | z
dd: \A x: x => y is \A x: (x => y)
NLTK: all x.P(x) -> Q(x) is (all x.P(x)) -> Q(x), free: x'
from importlib.metadata import version

from dd.autoref import BDD
from nltk.sem.logic import Expression
from pyeda.inter import expr

diagrams = BDD()
diagrams.declare("x", "y", "z")
read = {
    "dd": diagrams.add_expr,
    "NLTK": Expression.fromstring,
    "pyeda": lambda text: expr(text, simplify=False),
}

def same(name, one, other):
    first, second = read[name](one), read[name](other)
    return first.equivalent(second) if name == "pyeda" else first == second

print("dd", version("dd"), "NLTK", version("nltk"), "pyeda", version("pyeda"))
for name, text, *candidates in (
    ("dd", "x => y => z", "(x => y) => z", "x => (y => z)"),
    ("NLTK", "x -> y -> z", "(x -> y) -> z", "x -> (y -> z)"),
    ("pyeda", "x => y => z", "(x => y) => z", "x => (y => z)"),
    ("dd", "x ^ y | z", "(x ^ y) | z", "x ^ (y | z)"),
    ("pyeda", "x ^ y | z", "(x ^ y) | z", "x ^ (y | z)"),
    ("dd", r"\A x: x => y", r"\A x: (x => y)", r"(\A x: x) => y"),
    ("NLTK", "all x.P(x) -> Q(x)", "all x.(P(x) -> Q(x))", "(all x.P(x)) -> Q(x)"),
):
    found = [candidate for candidate in candidates if same(name, text, candidate)]
    free = ""
    if "P" in text:
        free = ", free: " + " ".join(sorted(str(one) for one in read[name](text).free() if str(one).islower()))
    print(f"{name}: {text} is {' or '.join(found)}{free}")
PY
