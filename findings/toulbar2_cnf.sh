#!/usr/bin/env bash
# Guess: a program that reads "p cnf" files answers whether the formula is satisfiable.
# True:  toulbar2 1.1.1 takes each clause for a soft one of weight 1 (Max-SAT): an unsatisfiable formula has "Optimum: 1",
#        and no word says that it is unsatisfiable.
# Hurts: harnesses that hand one CNF file to solvers of several kinds and look for an answer.
. "$(dirname "$0")/common.bash"
debian toulbar2=1.1.1+dfsg-1 minisat=1:2.2.1-5+b3
printf 'p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n' > u.cnf
{
    { toulbar2 u.cnf || true; } | grep -oE '^(c .*version : [0-9.]+|Optimum: [0-9]+|No solution.*)' | sed 's/.*version/version/'
    { minisat -verb=0 u.cnf 2>/dev/null || true; } | tail -1
} | seen 'version : 1.1.1
Optimum: 1
UNSATISFIABLE'
