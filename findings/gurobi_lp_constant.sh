#!/usr/bin/env bash
# Guess: a constant in the objective of an LP file is a constant for every reader of CPLEX's LP format, or is refused.
# True:  Gurobi 13.0.3 takes the number for the name of a variable: "3 x + 2 y + 10" has a third variable called 10, which
#        makes a maximum unbounded and lowers no minimum. HiGHS 1.15.1 and SCIP (PySCIPOpt 6.3.0), which writes such files
#        itself, say 13; so does DOcplex, which writes them, too. (GLPK 5.0 refuses the file.)
# Hurts: those who write a file with one program and solve it with another: no error, another problem.
. "$(dirname "$0")/common.bash"
pypi gurobipy==13.0.3 highspy==1.15.1 pyscipopt==6.3.0
printf 'maximize\n obj: 3 x + 2 y + 10\nsubject to\n r1: x + y <= 1\nbinary\n x y\nend\n' > p.lp
sed s/maximize/minimize/ p.lp > min.lp
python - <<'PY' | grep -vE '^(Running|Copyright|Includes)|academic|license' | seen 'Gurobi 13.0.3 PySCIPOpt 6.3.0
p.lp HiGHS 13.0 SCIP 13.0
Gurobi 1e+30 variables x y 10 constant 0.0
min.lp HiGHS 10.0 SCIP 10.0
Gurobi 0.0 variables x y 10 constant 0.0'
import gurobipy
import highspy
import pyscipopt

print("Gurobi", ".".join(map(str, gurobipy.gurobi.version())), "PySCIPOpt", pyscipopt.__version__)
quiet = gurobipy.Env(empty=True)
quiet.setParam("OutputFlag", 0)
quiet.start()
for file in ("p.lp", "min.lp"):
    highs = highspy.Highs()
    highs.silent()
    highs.readModel(file)
    highs.run()
    scip = pyscipopt.Model()
    scip.hideOutput()
    scip.readProblem(file)
    scip.optimize()
    model = gurobipy.read(file, quiet)
    model.optimize()
    print(file, "HiGHS", highs.getInfo().objective_function_value, "SCIP", scip.getObjVal())
    print("Gurobi", model.ObjVal, "variables", *(variable.VarName for variable in model.getVars()), "constant", abs(model.ObjCon))
PY
