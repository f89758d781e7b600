#!/usr/bin/env bash
# Guess: two solvers that come as wheels can be imported by one program.
# True:  highspy 1.15.1 and OR-Tools 9.15 each bring a HiGHS of their own; the second import fails with an undefined
#        symbol, in either order. PuLP 3.3.1 imports highspy where it is installed, so "import pulp" has the same effect.
# Hurts: comparisons of solvers in one process; the order of imports decides which solver is "not installed".
. "$(dirname "$0")/common.bash"
pypi highspy==1.15.1 ortools==9.15.6755 pulp==3.3.1
try() { python -c "$1" 2>&1 | grep -oE '^ImportError|undefined symbol|fine' | paste -sd' ' || true; }
{
    pip list 2>/dev/null | grep -E '^(highspy|ortools|PuLP) ' | tr -s ' '
    echo "highspy alone: $(try 'import highspy; print("fine")')"
    echo "OR-Tools alone: $(try 'from ortools.sat.python import cp_model; print("fine")')"
    echo "highspy, OR-Tools: $(try 'import highspy; from ortools.sat.python import cp_model; print("fine")')"
    echo "OR-Tools, highspy: $(try 'from ortools.sat.python import cp_model; import highspy; print("fine")')"
    echo "PuLP, OR-Tools: $(try 'import pulp; from ortools.sat.python import cp_model; print("fine")')"
} | seen 'highspy 1.15.1
ortools 9.15.6755
PuLP 3.3.1
highspy alone: fine
OR-Tools alone: fine
highspy, OR-Tools: ImportError undefined symbol
OR-Tools, highspy: ImportError undefined symbol
PuLP, OR-Tools: ImportError undefined symbol'
