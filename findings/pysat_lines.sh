#!/usr/bin/env bash
# Guess: a clause of a CNF file ends at its 0, wherever lines end, as DIMACS has it; and the first line says how many
#        variables there are.
# True:  python-sat 1.9.dev24 wants each clause on a line of its own: a clause over two lines and two clauses on one line are
#        ValueErrors. The first line is not used: variables above the last one mentioned do not exist, so that a formula
#        over 5 variables, of which two occur, has 3 models and not 24. MiniSat reads all three; its model lacks them, too.
# Hurts: those who read collections with wrapped clauses, and those who count models.
. "$(dirname "$0")/common.bash"
debian minisat=1:2.2.1-5+b3
pypi python-sat==1.9.dev24
printf 'p cnf 3 1\n1 2\n3 0\n' > wrapped.cnf
printf 'p cnf 3 2\n1 2 0 -3 0\n' > joined.cnf
printf 'p cnf 5 1\n1 2 0\n' > unused.cnf
{
    for name in wrapped joined unused; do
        { minisat -verb=0 $name.cnf out 2>/dev/null || true; } | tail -1 | sed "s/^/$name, MiniSat: /"
        python - $name <<'PY'
import sys

from pysat.formula import CNF
from pysat.solvers import Cadical153

try:
    formula = CNF(from_file=f"{sys.argv[1]}.cnf")
except ValueError as error:
    print(f"{sys.argv[1]}, python-sat: {error}")
else:
    with Cadical153(bootstrap_with=formula) as solver:
        print(f"{sys.argv[1]}, python-sat: {formula.nv} variables, {len([*solver.enum_models()])} models")
PY
    done
    echo "unused, MiniSat's model: $(tail -1 out)"
} | seen 'wrapped, MiniSat: SATISFIABLE
wrapped, python-sat: unexpected end of input while parsing integer
joined, MiniSat: SATISFIABLE
joined, python-sat: unexpected trailing characters after clause terminator
unused, MiniSat: SATISFIABLE
unused, python-sat: 2 variables, 3 models
unused, MiniSat'"'"'s model: 1 -2 0'
