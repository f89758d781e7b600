#!/usr/bin/env bash
# Guess: a solver of the pseudo-Boolean competitions prints the optimum on an o line, and reads negated literals.
# True:  minisat+ 1.0 prints it in a comment only ("c Optimal solution: -3", coloured by control characters; not with
#        -v0), and answers s UNKNOWN for an objective with ~x1.
# Hurts: harnesses that look for o lines, and those who export with negations.
. "$(dirname "$0")/common.bash"
debian minisat+=1.0-4
cat > p.opb <<'OPB'
* #variable= 2 #constraint= 1
min: -3 x1 -2 x2 ;
-1 x1 -1 x2 >= -1 ;
OPB
sed 's/min:.*/min: 3 ~x1 +2 ~x2 ;/' p.opb > negated.opb
{
    dpkg-deb -f minisat+_*.deb Version
    echo "plain: $(minisat+ p.opb 2> log | grep '^[osv]' | paste -sd';')"
    echo "-v0: $(minisat+ -v0 p.opb 2>&1 | paste -sd';')"
    echo "comment: $(minisat+ p.opb 2>&1 | tr -d '\033' | grep -o 'Optimal solution: .*' | tr -d '[' | sed 's/0m//')"
    echo "negated: $(minisat+ negated.opb 2> log | grep '^[osv]')"
} | seen '1.0-4
plain: s OPTIMUM FOUND;v x1 -x2
-v0: s OPTIMUM FOUND;v x1 -x2
comment: Optimal solution: -3
negated: s UNKNOWN'
