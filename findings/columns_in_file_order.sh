#!/usr/bin/env bash
# Guess: a solution file names its variables, or at least lists them in one order for one problem.
# True:  glpsol 5.0 (-w) and HiGHS 1.15.1 (style 2, made after glpsol) write values by position, and the position of a
#        variable is that of its first mention in the file: one problem in LP and MPS gives two orders.
# Hurts: those who solve one file and read the values by another.
. "$(dirname "$0")/common.bash"
debian glpk-utils=5.0-1 libglpk40=5.0-1
pypi highspy==1.15.1
cat > p.lp <<'LP'
Maximize
 obj: 2 last + first
Subject To
 r: first + last <= 1
Binary
 first last
End
LP
cat > p.mps <<'MPS'
NAME P
ROWS
 N obj
 L r
COLUMNS
 first obj -1 r 1
 last obj -2 r 1
RHS
 rhs r 1
BOUNDS
 BV b first
 BV b last
ENDATA
MPS
{
    glpsol --version | sed -n 1p
    glpsol --lp p.lp -w s.txt > log
    echo "glpsol, LP: $(grep '^j' s.txt | paste -sd,)"
    glpsol --freemps p.mps -w s.txt > log
    echo "glpsol, MPS: $(grep '^j' s.txt | paste -sd,)"
    python - <<'PY'
import highspy
for name in ("p.lp", "p.mps"):
    highs = highspy.Highs()
    highs.silent()
    highs.readModel(name)
    highs.run()
    highs.writeSolution("s.txt", 2)
    print(f"HiGHS {highs.version()} {name}:", ",".join(line.strip() for line in open("s.txt") if line[0] == "j"))
PY
} | seen 'GLPSOL--GLPK LP/MIP Solver 5.0
glpsol, LP: j 1 1,j 2 0
glpsol, MPS: j 1 0,j 2 1
HiGHS 1.15.1 p.lp: j 1 1,j 2 0
HiGHS 1.15.1 p.mps: j 1 0,j 2 1'
