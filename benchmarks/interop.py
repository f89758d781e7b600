"""Exports beside the programs of other fields: what reads them, finds the optimum and writes a solution that we read.

``python -m benchmarks.interop FOLDER`` writes the solutions of one pair, from which the tests are made.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.common import Missing, table
from smatchproof.base.errors import CheckFailedError, InputError
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.lab.reductions.from_smatch.base import FromSmatch, TripleGraphPair
from smatchproof.lab.reductions.from_smatch.formats import FORMATS
from smatchproof.public import Grading, SolveParams, TripleGraph, exact, recount
from smatchproof.similarity.similarity import TableSimilarity
from tests.exact.random_pairs import random_pair
from tests.lab.reductions.test_solutions import amr_pair

_NOTES = """\
12 pairs: 8 of digraphs with 4 to 7 nodes, one of them with long names; 2 whose concepts match by similarity, in
millionths of a triple; one of AMRs; and one without candidates. "Read": the program ended without an error and `--back`
read what it wrote. "Optimum": that solution is worth what `exact` finds, and the file states no other value. "Back":
its alignment, recounted, is an optimum, too. Cliques have no weights, and so 10 pairs. A program that is not there is
not in the table. What a "no" means is in docs/reductions.md.

"""


class Program(NamedTuple):
    """A program that solves exported files.

    In `command` {model} is the exported file and {answer} that of the solution, to which standard output goes where
    `command` does not name it. `version` is a command that prints the version, or a package of Python.
    """

    name: str
    format: str
    command: str
    version: str
    suffix: str = "sol"

    def found_version(self) -> str | None:
        """The version that is on this machine; ``None`` where there is none."""
        if " " not in self.version:
            try:
                return version(self.version)
            except PackageNotFoundError:
                return None
        command = self.version.split()
        if shutil.which(command[0]) is None:
            return None
        run = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        found = re.search(r"(?i)version *:? *(\d[\w.]*)|(?:Solver|Sat[+]) [A-Z/ ]*(\d[\w.]*)", run.stdout + run.stderr)
        return (found[1] or found[2]) if found else "not stated"

    def solve(self, model: Path, answer: Path) -> bool:
        """Run the program; returns whether it ended without an error and wrote a file."""
        words = [word.format(model=model, answer=answer) for word in self.command.split()]
        if words[0] == "python":
            code = words[1:] if words[1] == "-m" else ["-c", _CODE[words[1]], *words[2:]]
            words = [sys.executable, *code]
        try:
            run = subprocess.run(words, capture_output=True, text=True, check=False, timeout=20, cwd=model.parent)
        except subprocess.TimeoutExpired:
            return False
        if "{answer}" not in self.command:
            answer.write_text(run.stdout, encoding="utf-8")
        # clasp ends with 10, 20 or 30, as solvers do in competitions
        return run.returncode in (0, 10, 30) and answer.is_file()


_CODE = {
    "highspy": """if True:
        import sys, highspy
        solver = highspy.Highs()
        solver.silent()
        assert solver.readModel(sys.argv[1]) == highspy.HighsStatus.kOk
        solver.setOptionValue("time_limit", float(sys.argv[4]))
        solver.setOptionValue("presolve", sys.argv[5])
        solver.run()
        solver.writeSolution(sys.argv[2], int(sys.argv[3]))
    """,
    "scip": """if True:
        import sys, pyscipopt
        model = pyscipopt.Model()
        model.hideOutput()
        model.readProblem(sys.argv[1])
        model.optimize()
        model.writeBestSol(sys.argv[2])
    """,
    "gurobi": """if True:
        import sys, gurobipy
        model = gurobipy.read(sys.argv[1])
        model.Params.SolutionLimit = int(sys.argv[3])
        model.optimize()
        model.write(sys.argv[2])
    """,
    "cplex": """if True:
        import sys, cplex
        model = cplex.Cplex(sys.argv[1])
        model.parameters.mip.limits.solutions.set(int(sys.argv[3]))
        model.solve()
        model.solution.write(sys.argv[2])
    """,
}


def programs() -> Iterator[Program]:
    """All programs that we know how to run, each with each of its formats."""
    cbc, glpsol = "cbc -quit", "glpsol --version"
    for format in ("lp", "mps"):
        yield Program("HiGHS", format, "highs --solution_file {answer} {model}", "highs --version")
        for style, name in enumerate(("raw", "pretty", "as glpsol -w", "as glpsol -o", "sparse")):
            yield Program(
                f"highspy, {name}", format, f"python highspy {{model}} {{answer}} {style} 60 choose", "highspy"
            )
        yield Program("CBC", format, "cbc {model} -solve -solu {answer}", cbc)
        reading = "--lp" if format == "lp" else "--freemps"
        yield Program("glpsol -o", format, f"glpsol {reading} {{model}} -o {{answer}}", glpsol, "txt")
        yield Program("glpsol -w", format, f"glpsol {reading} {{model}} -w {{answer}}", glpsol, "txt")
        reading = "-L" if format == "lp" else "-F"
        yield Program("SYMPHONY", format, f"symphony {reading} {{model}}", "symphony -F /dev/null", "txt")
        yield Program("PySCIPOpt", format, "python scip {model} {answer}", "PySCIPOpt")
        yield Program("Gurobi .sol", format, "python gurobi {model} {answer} 100000", "gurobipy")
        yield Program("Gurobi .json", format, "python gurobi {model} {answer} 100000", "gurobipy", "json")
        yield Program("CPLEX", format, "python cplex {model} {answer} 100000", "cplex")
    yield Program("lp_solve", "mps", "lp_solve -fmps {model}", "lp_solve -p", "txt")
    yield Program("lp_solve -S4", "mps", "lp_solve -S4 -fmps {model}", "lp_solve -p", "txt")
    yield Program("clasp", "opb", "clasp {model}", "clasp --version", "txt")
    yield Program("minisat+", "opb", "minisat+ {model}", "minisat+ -h", "txt")
    yield Program("toulbar2", "opb", "toulbar2 {model} -w={answer}", "toulbar2 --help", "txt")
    yield Program("toulbar2 -w=3", "opb", "toulbar2 {model} -w=3 -w={answer}", "toulbar2 --help", "txt")
    yield Program("PySCIPOpt", "opb", "python scip {model} {answer}", "PySCIPOpt")
    yield Program("RC2", "wcnf", "python -m pysat.examples.rc2 -vv {model}", "python-sat", "txt")
    yield Program("clasp", "wcnf", "clasp {model}", "clasp --version", "txt")
    yield Program("toulbar2", "wcnf", "toulbar2 {model} -w={answer}", "toulbar2 --help", "txt")
    yield Program("RC2 --vnew", "wcnf", "python -m pysat.examples.rc2 -vv --vnew {model}", "python-sat", "txt")
    yield Program("cliquer", "clique", "cliquer -qq {model}", "cliquer -h", "txt")
    # what is not optimal, for the tests
    yield Program("highspy stopped", "lp", "python highspy {model} {answer} 0 0 off", "highspy")
    yield Program("highspy stopped pretty", "lp", "python highspy {model} {answer} 1 0 off", "highspy")
    yield Program("CBC stopped", "lp", "cbc {model} -maxSol 1 -solve -solu {answer}", cbc)
    yield Program("glpsol stopped", "lp", "glpsol --tmlim 0 --lp {model} -o {answer}", glpsol, "txt")
    yield Program("Gurobi stopped", "lp", "python gurobi {model} {answer} 1", "gurobipy", "json")
    yield Program("CPLEX stopped", "lp", "python cplex {model} {answer} 1", "cplex")
    yield Program("clasp stopped", "opb", "clasp -n 1 {model}", "clasp --version", "txt")
    yield Program("minisat+ stopped", "opb", "minisat+ -first {model}", "minisat+ -h", "txt")


def pairs() -> list[TripleGraphPair]:
    """The pairs of the table."""
    made = [TripleGraphPair(*random_digraph_pair(4 + seed // 2, 3, 1, 1, seed)) for seed in range(7)]
    sides = random_digraph_pair(4, 3, 1, 1, 7)
    left, right = (replace(side, variables=tuple(name.ljust(16, "x") for name in side.variables)) for side in sides)
    made.append(TripleGraphPair(left, right))
    graded = Grading(TableSimilarity({("c0", "c1"): 0.85, ("c1", "c2"): 0.5}, symmetric=True, name="made"))
    rng = random.Random("interop")
    while len(made) < 10:
        left, right, rule = random_pair(rng)
        similarities = graded.similarities(left, right)
        if similarities.values and min(len(left.variables), len(right.variables)) > 2:
            made.append(TripleGraphPair(left, right, rule, similarities))
    return [*made, amr_pair(), TripleGraphPair(TripleGraph(("a",)), TripleGraph(("b",)))]


def read_and_back() -> str:
    """The table: each format with each program that is there."""
    optima = [(pair, exact(pair.problem(), SolveParams()).matched) for pair in pairs()]
    rows: list[list[object]] = []
    absent = []
    for program in programs():
        if "stopped" in program.name:
            continue
        found = program.found_version()
        if found is None:
            absent.append(f"{program.name} ({program.format})")
            continue
        outcomes = [_outcome(program, pair, optimum) for pair, optimum in optima if _has_weights(program, pair)]
        counts = [sum(column) for column in zip(*outcomes, strict=True)]
        cells = [f"yes, {count}" if count == len(outcomes) else f"no, {count} of {len(outcomes)}" for count in counts]
        rows.append([program.format, program.name, found, *cells])
    if not rows:
        raise Missing("none of the programs is on PATH, nor a package of Python")
    named = f"\n\nNot there: {', '.join(absent)}." if absent else ""
    return _NOTES + table(["format", "program", "version", "read", "optimum", "back"], rows) + named


def _has_weights(program: Program, pair: TripleGraphPair) -> bool:
    return program.format != "clique" or pair.similarities is None


def _outcome(program: Program, pair: TripleGraphPair, optimum: int) -> tuple[bool, bool, bool]:
    """Whether a program reads a pair, finds the optimum, and its solution is read back."""
    with tempfile.TemporaryDirectory() as folder:
        reduction, answer = _written(program, pair, Path(folder))
        if not program.solve(_model(program, Path(folder)), answer):
            return False, False, False
        try:
            read = reduction.read_solution(answer.read_text(encoding="utf-8"), str(answer))
            found = reduction.relation.source_value(reduction.target.value(read.solution))
            states_other = read.claim is not None and abs(read.claim.matched - optimum) > read.claim.slack
            back = recount(pair.problem(), reduction.alignment(read))
        except (InputError, CheckFailedError, ValueError):
            return False, False, False
        return True, found == optimum and not states_other, back == optimum


def _model(program: Program, folder: Path) -> Path:
    return folder / f"pair{FORMATS[program.format].suffix}"


def _written(program: Program, pair: TripleGraphPair, folder: Path) -> tuple[FromSmatch[Any, Any], Path]:
    """Write a pair for a program; returns the reduction, and where the answer goes."""
    reduction = FORMATS[program.format].of_triples(pair)
    _model(program, folder).write_text(reduction.text(), encoding="utf-8")
    return reduction, folder / f"answer.{program.suffix}"


def write_fixtures(folder: Path) -> None:
    """Write the solutions of one pair by each program that is there: FORMAT.PROGRAM-VERSION.SUFFIX."""
    for program in programs():
        found = program.found_version()
        in_both = program.format == "mps" and "lp_solve" not in program.name and program.name != "glpsol -w"
        if found is None or in_both:  # what the tests have of lp already
            continue
        with tempfile.TemporaryDirectory() as work:
            _, answer = _written(program, amr_pair(), Path(work))
            if not program.solve(_model(program, Path(work)), answer):
                print(f"no solution by {program.name} of {program.format}", file=sys.stderr)
                continue
            name = re.sub(r"[^A-Za-z0-9+=]+", "-", program.name).lower()
            path = folder / f"{program.format}.{name}-{found}.{program.suffix}"
            path.write_text(answer.read_text(encoding="utf-8").replace(work, "."), encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Write the fixtures of the tests."""
    (folder,) = arguments
    write_fixtures(Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
