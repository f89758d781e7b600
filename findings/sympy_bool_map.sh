#!/usr/bin/env bash
# Guess: bool_map returns False if no renaming makes its two formulas equivalent, and such a renaming otherwise; its
#        documentation says so.
# True:  bool_map of sympy 1.14.0 compares how often a variable occurs, and in what company, and tries no renaming: a hexagon
#        and two triangles, written as formulas (an "and" for each edge), get a map, and there is none; ab+cd and ac+bd, which
#        are equal up to names, get the identity, which is none.
# Hurts: those who tell functions (or graphs, or queries) apart by it, or use the map.
. "$(dirname "$0")/common.bash"
pypi sympy==1.14.0
python - <<'PY' | seen 'sympy 1.14.0
ab+bc+cd, ab+ad+cd: bool_map gives a>b b>a c>d d>c, equivalent True; renamings that are: 2 of 24
ab+cd, ac+bd: bool_map gives a>a b>b c>c d>d, equivalent False; renamings that are: 8 of 24
ab+bc+cd+de+ef+af, ab+bc+ac+de+ef+df: bool_map gives a>a b>b c>c d>d e>e f>f, equivalent False; renamings that are: 0 of 720'
from itertools import permutations, product

import sympy
from sympy.logic.boolalg import bool_map

def formula(text):
    return sympy.Or(*(sympy.And(*sympy.symbols(list(edge))) for edge in text.split("+")))

def values(text, names):
    """Return the value of the formula for all values of the variables, given in the order of the names."""
    places = [[names.index(letter) for letter in edge] for edge in text.split("+")]
    return [any(all(row[place] for place in edge) for edge in places) for row in product((0, 1), repeat=len(names))]

print("sympy", sympy.__version__)
for one, other in (("ab+bc+cd", "ab+ad+cd"), ("ab+cd", "ac+bd"), ("ab+bc+cd+de+ef+af", "ab+bc+ac+de+ef+df")):
    names = sorted(set(one) - {"+"})
    wanted = values(other, names)
    good = {order for order in permutations(names) if values(one.translate(dict(zip(map(ord, names), order))), names) == wanted}
    _, found = bool_map(formula(one), formula(other))
    renaming = {str(before): str(after) for before, after in found.items()}
    print(f"{one}, {other}: bool_map gives", *(f"{name}>{renaming[name]}" for name in names), end=", ")
    total = len(list(permutations(names)))
    print("equivalent", f"{tuple(renaming[name] for name in names) in good}; renamings that are: {len(good)} of {total}")
PY
