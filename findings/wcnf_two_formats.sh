#!/usr/bin/env bash
# Guess: WCNF is one format, and MaxSAT programs read one another's files.
# True:  there are two: before 2022 "p wcnf VARIABLES CLAUSES TOP" with hard clauses of the weight TOP, since then no first
#        line and "h" for hard clauses. python-sat 1.9.dev24 reads both and writes only the new one, soft clauses before the
#        hard ones. Debian 12's clasp 3.3.5, toulbar2 1.1.1 and Z3 4.8.12 read only the old one; Z3 says "sat" of it, and
#        neither value nor model.
# Hurts: those who hand files from a modern library to an older solver, and those who collect results from several.
. "$(dirname "$0")/common.bash"
debian clasp=3.3.5-4.2 toulbar2=1.1.1+dfsg-1 z3=4.8.12-3.1
pypi python-sat==1.9.dev24
printf 'p wcnf 3 4 10\n10 1 2 0\n3 -1 0\n4 -2 0\n2 3 0\n' > old.wcnf
python - <<'PY'
from pysat.formula import WCNF

WCNF(from_file="old.wcnf").to_file("new.wcnf")
PY
{
    pip list 2>/dev/null | grep python-sat | tr -s ' '
    cat new.wcnf
    for file in old new; do
        python -c "from pysat.examples.rc2 import RC2; from pysat.formula import WCNF; s = RC2(WCNF(from_file='$file.wcnf')); s.compute(); print('$file: RC2', s.cost)"
        { clasp $file.wcnf 2>&1 || true; } | grep -E '^o|ERROR' | tail -1
        { toulbar2 $file.wcnf 2>&1 || true; } | grep -oE '^(Optimum: [0-9]+|Wrong wcnf format)'
        { z3 -wcnf $file.wcnf 2>&1 || true; } | tail -1
    done
} | seen 'python-sat 1.9.dev24
3 -1 0
4 -2 0
2 3 0
h 1 2 0
old: RC2 3
o 3
Optimum: 3
sat
new: RC2 3
*** ERROR: (clasp): parse error in line 1: positive head size expected
Wrong wcnf format
(error line 3 "unexpected char: h" )'
