# shellcheck shell=bash
# Sourced by findings on LP and MPS files: six programs that read them, in the versions below, and the optimum that each finds in a file.
. "$(dirname "$0")/common.bash"

readers() { # install the six programs
    pypi highspy==1.16.0 pyscipopt==6.3.0 gurobipy==13.0.3 cplex==22.2.0.1 coptpy==8.0.7 xpress==9.9.1 numpy==2.4.6
    cat > readers.py <<'PY'
import sys

import coptpy
import cplex
import gurobipy
import highspy
import pyscipopt
import xpress

REFUSED, NONE = "refused", "no solution"


def highs(path):
    program = highspy.Highs()
    program.setOptionValue("output_flag", False)
    if program.readModel(path) != highspy.HighsStatus.kOk:
        return REFUSED
    program.run()
    return program.getObjectiveValue() if program.getModelStatus() == highspy.HighsModelStatus.kOptimal else NONE


def scip(path):
    program = pyscipopt.Model()
    program.hideOutput()
    try:
        program.readProblem(path)
    except OSError:
        return REFUSED
    program.optimize()
    return program.getObjVal() if program.getStatus() == "optimal" else NONE


def gurobi(path):
    with gurobipy.Env(params={"OutputFlag": 0}) as quiet:
        try:
            program = gurobipy.read(path, quiet)
        except gurobipy.GurobiError:
            return REFUSED
        program.optimize()
        return program.ObjVal if program.Status == gurobipy.GRB.OPTIMAL else NONE


def by_cplex(path):
    program = cplex.Cplex()
    for stream in (program.set_log_stream, program.set_results_stream, program.set_error_stream, program.set_warning_stream):
        stream(None)
    try:
        program.read(path)
    except cplex.exceptions.CplexError:
        return REFUSED
    program.solve()
    return program.solution.get_objective_value() if program.solution.is_primal_feasible() else NONE


def copt(path):
    program = coptpy.Envr().createModel()
    program.setParam(coptpy.COPT.Param.Logging, 0)
    try:
        program.read(path)
    except coptpy.CoptError:
        return REFUSED
    program.solve()
    return program.objval if program.status == coptpy.COPT.OPTIMAL else NONE


def by_xpress(path):
    program = xpress.problem()
    program.controls.outputlog = 0
    try:
        program.readProb(path, "")
    except xpress.SolverError:
        return REFUSED
    program.optimize()
    return program.attributes.objval if program.attributes.solstatus == xpress.SolStatus.OPTIMAL else NONE


PROGRAMS = {"HiGHS 1.16.0": highs, "SCIP 10 (PySCIPOpt 6.3.0)": scip, "Gurobi 13.0.3": gurobi, "CPLEX 22.2.0.1": by_cplex, "COPT 8.0.7": copt, "Xpress 9.9.1": by_xpress}
with open("optima.txt", "w") as out:
    for name, program in PROGRAMS.items():
        values = [program(path) for path in sys.argv[1:]]
        print(f"{name}:", ", ".join(value if isinstance(value, str) else f"{value:g}" for value in values), file=out)
PY
}

optima() { # print the optimum of each file by each program; what they say on the way is left out
    python readers.py "$@" > talk.txt 2>&1 || { cat talk.txt >&2; return 1; }
    cat optima.txt
}
