#!/usr/bin/env bash
# Guess: the cost that a solver prints for a maximisation is the maximum.
# True:  SYMPHONY 5.6.17 prints minus the maximum of an LP file that maximises ("Solution Cost: -3"), after a line that
#        says it was reformulated as a minimisation.
# Hurts: those who compare the values of solvers.
. "$(dirname "$0")/common.bash"
debian coinor-symphony=5.6.17+dfsg-1+b1 coinor-libsymphony3=5.6.17+dfsg-1+b1 coinor-libcgl1=0.60.3+repack1-4 \
    coinor-libclp1=1.17.6-3 coinor-libosi1v5=0.108.6+repack1-2 coinor-libcoinutils3v5=2.11.4+repack1-2
cat > p.lp <<'LP'
Maximize
 obj: 3 x + 2 y
Subject To
 r: x + y <= 1
Binary
 x y
End
LP
symphony -L p.lp | grep -E '^==  Version|^Solution Cost|^[xy] ' | tr -s ' ' | seen '== Version: 5.6.17 
Solution Cost: -3.0000000000
x 1.0000000000'
