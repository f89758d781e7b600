#!/usr/bin/env bash
# Guess: 2x1 in an LP file is 2 times x1, whether or not a space is between, and so is 2e1 with a variable e1, or it is the number 20
#        and refused.
# True:  for Gurobi 13.0.3 and COPT 8.0.7 both are variables of the names 2x1 and 2e1, without a word: the row does not bind x1 or e1,
#        and the maximum is 300 instead of 60. HiGHS 1.16.0, SCIP, CPLEX 22.2.0.1 and Xpress 9.9.1 read 2x1 as a product; of 2e1 + 3e2
#        Xpress leaves a row without variables, without a word, and the other three refuse it. With a space all say 60, but CPLEX
#        refuses every e1.
# Hurts: those who write LP files by hand or by a program of their own, and call variables by events or edges: a wrong optimum.
. "$(dirname "$0")/readers.bash"
readers
number=0
for row in "2e1 + 3e2" "2 e1 + 3 e2"; do
    number=$((number + 1))
    printf 'Maximize\n obj: 2 e1 + 3 e2\nSubject To\n c: %s <= 60\n d: e1 + e2 <= 100\nEnd\n' "$row" > "$number.lp"
done
printf 'Maximize\n obj: 2 x1 + 3 x2\nSubject To\n c: 2x1 + 3x2 <= 60\n d: x1 + x2 <= 100\nEnd\n' > 3.lp
optima 1.lp 2.lp 3.lp | seen 'HiGHS 1.16.0: refused, 60, 60
SCIP 10 (PySCIPOpt 6.3.0): refused, 60, 60
Gurobi 13.0.3: 300, 60, 300
CPLEX 22.2.0.1: refused, refused, 60
COPT 8.0.7: 300, 60, 300
Xpress 9.9.1: 300, 60, 60'
