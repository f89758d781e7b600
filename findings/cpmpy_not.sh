#!/usr/bin/env bash
# Guess: ~(e == 1) and e != 1 have the same solutions.
# True:  not where e has no value, an index outside of an array or a division by 0. Such a comparison is false, so its
#        negation is true: with a of three, ~(a[i] == 10) holds for i = -1 and 3, and a[i] != 10 does not. -1 is no last item
#        here, as it is in NumPy. CPMpy 1.1.1 with OR-Tools, and MiniZinc 2.6.4 with Gecode 6.2.0, agree.
# Hurts: those who negate a condition on the image of a node: nodes without an image satisfy it, or do not.
. "$(dirname "$0")/common.bash"
pypi cpmpy==1.1.1 ortools==9.15.6755
debian minizinc flatzinc
sed -i "s#/usr/bin/fzn-gecode#$folder/root/usr/bin/fzn-gecode#" root/usr/share/minizinc/solvers/gecode.msc
export MZN_STDLIB_DIR=$folder/root/usr/share/minizinc
{
    python - <<'PY'
from importlib.metadata import version

import cpmpy

a, i = cpmpy.cpm_array([10, 20, 30]), cpmpy.intvar(-1, 3, name="i")
print("CPMpy", version("cpmpy"), "OR-Tools", version("ortools"))
for text in ("a[i] != 10", "~(a[i] == 10)", "6 // i != 3", "~(6 // i == 3)"):
    found = []
    cpmpy.Model([i >= -1, eval(text)]).solveAll(display=lambda: found.append(i.value()))
    print(text, "i:", *sorted(found))
PY
    minizinc --version | sed -n 's/.*version \([0-9.]*\).*/MiniZinc \1/p'
    for text in "a[i] != 10" "not (a[i] = 10)" "6 div i != 3" "not (6 div i = 3)"; do
        echo "array [0..2] of int: a = array1d(0..2, [10, 20, 30]); var -1..3: i; constraint $text; output [\"\(i)\n\"]; solve satisfy;" > m.mzn
        echo "$text i:" $(minizinc --solver org.gecode.gecode -a m.mzn 2> warnings | grep -v '[-=]\{5\}' | sort -n)
    done
} | seen 'CPMpy 1.1.1 OR-Tools 9.15.6755
a[i] != 10 i: 1 2
~(a[i] == 10) i: -1 1 2 3
6 // i != 3 i: -1 1 3
~(6 // i == 3) i: -1 0 1 3
MiniZinc 2.6.4
a[i] != 10 i: 1 2
not (a[i] = 10) i: -1 1 2 3
6 div i != 3 i: -1 1 3
not (6 div i = 3) i: -1 0 1 3'
