#!/usr/bin/env bash
# Guess: SCIP writes a problem that it has read from OPB as an equal OPB problem, with the same optimum.
# True:  by PySCIPOpt 6.3.0 it writes min: 3 ~x1 +2 ~x2 as min: -3 x1 -2 x2, and the rest, 5, in a comment ("Obj.
#        offset"), as the sign of a maximum ("Obj. scale"). SCIP reads that comment again and agrees with itself.
#        clasp 3.3.5 refuses the file, which lacks its first line, and with that line finds another optimum.
# Hurts: those who normalise OPB files with SCIP and compare optima or bounds; and a comment is not always a comment.
. "$(dirname "$0")/common.bash"
debian clasp=3.3.5-4.2
pypi pyscipopt==6.3.0
cat > p.opb <<'OPB'
* #variable= 2 #constraint= 1
min: 3 ~x1 +2 ~x2 ;
1 ~x1 +1 ~x2 >= 1 ;
OPB
{
    clasp --version | sed -n 1p
    python - <<'PY'
import pyscipopt

def optimum(name):
    model = pyscipopt.Model()
    model.hideOutput()
    model.readProblem(name)
    model.optimize()
    return model, f"{model.getObjVal():g}"

print("PySCIPOpt", pyscipopt.__version__)
model, value = optimum("p.opb")
print("as given: optimum", value)
model.freeTransform()
model.writeProblem("again.opb", verbose=False)
print(*(line.strip() for line in open("again.opb") if line.strip() and (line[0] != "*" or "Obj." in line)), sep="\n")
print("as SCIP wrote it: optimum", optimum("again.opb")[1])
PY
    echo "clasp: as given: $(clasp p.opb | grep '^o' | tail -1), as SCIP wrote it: $(clasp again.opb 2>&1 | grep -o 'missing problem line')"
    (head -1 p.opb && cat again.opb) > headed.opb
    echo "clasp, with the line: $(clasp headed.opb | grep '^o' | tail -1)"
} | seen 'clasp version 3.3.5
PySCIPOpt 6.3.0
as given: optimum 2
*   Obj. scale       : 1
*   Obj. offset      : 5
min: -3 x1 -2 x2;
+1 ~x1 +1 ~x2 >= +1;
as SCIP wrote it: optimum 2
clasp: as given: o 2, as SCIP wrote it: missing problem line
clasp, with the line: o -3'
