#!/usr/bin/env bash
# Guess: in the output of a pseudo-Boolean solver the last o line before a v line has its value, and s comes before v
#        (RC2 and the rules of the competition).
# True:  clasp 3.3.5 prints v before s; with -q0 each model has its o line behind its v line, so the o line before a
#        model is that of the model before it.
# Hurts: those who pair models and values by reading from the top.
. "$(dirname "$0")/common.bash"
debian clasp=3.3.5-4.2
cat > p.opb <<'OPB'
* #variable= 2 #constraint= 1
min: -3 x1 -2 x2 ;
-1 x1 -1 x2 >= -1 ;
OPB
{
    clasp --version | sed -n 1p
    { clasp p.opb || true; } | grep '^[ovs] ' | tail -2
    echo "with -q0:"
    { clasp -q0 p.opb || true; } | grep '^[ovs] '
} | seen 'clasp version 3.3.5
v x1 -x2
s OPTIMUM FOUND
with -q0:
v -x1 -x2
o 0
v -x1 x2
o -2
v x1 -x2
o -3
s OPTIMUM FOUND'
