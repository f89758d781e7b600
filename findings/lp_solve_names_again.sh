#!/usr/bin/env bash
# Guess: lp_solve -S4 names each variable once, with its value.
# True:  5.5.2.5 names them three times: with their values, with the limits of the objective and with their dual values,
#        in the same form of a name and numbers.
# Hurts: those who take every line of a name and a number for a value.
. "$(dirname "$0")/common.bash"
debian lp-solve=5.5.2.5-2
cat > p.mps <<'MPS'
NAME P
ROWS
 N obj
 L r
COLUMNS
 x obj -3 r 1
 y obj -2 r 1
RHS
 rhs r 1
BOUNDS
 BV b x
 BV b y
ENDATA
MPS
lp_solve -S4 -fmps p.mps | grep -E '^(Actual|Objective|Dual|x |y )' | sed -E 's/ +/ /g' | seen 'Actual values of the variables:
x 1
y 0
Actual values of the constraints:
Objective function limits:
x -1e+30 -2 -1e+30
y -3 1e+30 -1e+30
Dual values with from - till limits:
x -1 0 1
y 0 -1e+30 1e+30'
