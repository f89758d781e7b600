#!/usr/bin/env bash
# Guess: the second file name of a SAT solver is that of a DRAT proof, in text or binary, as for CaDiCaL.
# True:  CryptoMiniSat 5.11.4 writes FRAT, in text: each step has an id, original clauses are in the file (o), steps may have
#        hints (l), and at the end all clauses are listed (f). Its help has no option for DRAT. A checker of DRAT reads
#        none of it.
# Hurts: those who compare proof sizes of solvers, or hand all proofs to one checker.
. "$(dirname "$0")/common.bash"
debian cryptominisat=5.11.4+dfsg1-2+b1 cadical=1.5.3-2
printf 'p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n' > u.cnf
{
    { cryptominisat5 --version || true; } | grep -oE 'version [0-9.]+' | sed -n 1p
    cryptominisat5 --verb 0 u.cnf u.frat || true
    cut -c1 u.frat | sort | uniq -c | tr -s ' ' | tr '\n' ';'
    echo
    head -2 u.frat
    echo "options that name DRAT: $(cryptominisat5 --hhelp 2>/dev/null | grep -ci drat || true)"
    echo "cadical $(cadical --version):"
    cadical -q --no-binary u.cnf u.drat || true
    cat u.drat
} | seen 'version 5.11.4
s UNSATISFIABLE
 3 a; 7 f; 4 o;
o 1 1 2 0
o 2 -1 2 0
options that name DRAT: 0
cadical sc2021:
s UNSATISFIABLE
-2 0
1 0
0'
