"""Yes or no, and a proof of either: the whole command that answers formulas, next to SAT solvers, cliques and tours."""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

import networkx

from benchmarks.common import Run, as_installed, run, table
from benchmarks.library.sources import formula_question

SIZES = {(8, 34): 10, (20, 91): 20, (20, 120): 20, (50, 218): 10, (75, 325): 3, (100, 430): 3}
"""How many formulas there are of so many variables and clauses."""
LIMIT = 60
CHAIN = {(8, 34): 3}
"""How many of them the chain by way of cliques is asked, too: it is quadratic, and most are open at the limit."""

QUESTIONS = [
    ("clique", 60, 0.5, ("--size", "10")),
    ("clique", 60, 0.5, ("--size", "8")),
    ("clique", 100, 0.5, ("--size", "11")),
    ("clique-subgraph", 60, 0.5, ("--size", "10")),
    ("hamiltonian-cycle", 40, 0.15, ()),
    ("hamiltonian-cycle", 40, 0.2, ()),
]
"""Questions about random graphs: the reduction, vertices, the share of edges, and options."""
GRAPHS, GRAPH_LIMIT = 10, 20
"""How many graphs there are of each kind, and seconds of search."""


def answered() -> str:
    """`reduce sat --solve` on random formulas of three literals a clause, and by way of cliques."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _run(folder, "reduce", "sat", _formula(folder, 3, 5, 0), "--solve")  # which compiles
        for (variables, clauses), number in SIZES.items():
            files = [_formula(folder, variables, clauses, seed) for seed in range(number)]
            rows.append(_row("sat", folder, files))
            if asked := CHAIN.get((variables, clauses)):
                rows.append(_row("sat-clique", folder, files[:asked]))
    header = ["formulas", "reduction", "yes", "no", "open", "median s", "most", "MB", "triples"]
    header += [f"{solver} median s" for solver in _solvers()]
    told = (
        f"Whole commands, `reduce SOURCE FILE --solve`, of at most {LIMIT} s of search. Each yes is an assignment\n"
        "that is checked, each no has a proof that the checker has accepted, and others answer the same. Of megabytes\n"
        "the most is told; they are at least those of the process that measures, from which all fork (a command\n"
        "started from a shell takes 30 to 35)."
    )
    return f"{told}\n\n{table(header, rows)}"


def of_graphs() -> str:
    """`reduce clique` and `reduce hamiltonian-cycle` with `--solve` on random graphs."""
    rows: list[list[object]] = []
    with tempfile.TemporaryDirectory() as name:
        for source, vertices, density, options in QUESTIONS:
            runs = []
            for seed in range(GRAPHS):
                graph = networkx.gnp_random_graph(vertices, density, seed=seed)
                file = Path(name, "graph.txt")
                file.write_text("".join(f"{a} {b}\n" for a, b in graph.edges), encoding="utf-8")
                limits = "--solve", "--time-limit", str(GRAPH_LIMIT)
                runs.append(_run(Path(name), "reduce", source, str(file), *options, *limits))
            said = ["open" if run.code else "no" if " no " in run.said else "yes" for run in runs]
            seconds = [run.seconds for run in runs]
            what = f"{source} {' '.join(options)}".strip()
            kind = f"{vertices} vertices, {density:.0%} of edges"
            counts = [said.count(each) for each in ("yes", "no", "open")]
            rows.append([f"`{what}`", kind, *counts, statistics.median(seconds), max(seconds)])
    told = (
        f"Whole commands, `reduce SOURCE FILE --solve`, {GRAPHS} random graphs each, of at most {GRAPH_LIMIT} s\n"
        "of search. Each yes is a clique or a tour that is checked, each no has a proof that the checker has accepted."
    )
    return f"{told}\n\n{table(['question', 'graphs', 'yes', 'no', 'open', 'median s', 'most'], rows)}"


def _formula(folder: Path, variables: int, clauses: int, seed: int) -> Path:
    path = folder / f"{variables} variables, {clauses} clauses, {seed}.cnf"
    path.write_text(formula_question(variables, clauses, seed) + "\n", encoding="utf-8")
    return path


def _row(source: str, folder: Path, files: list[Path]) -> list[object]:
    runs = [_run(folder, "reduce", source, file, "--solve", "--time-limit", LIMIT) for file in files]
    answers = [None if run.code else run.said.startswith("satisfiable") for run in runs]
    pair = folder / "left.amr", folder / "right.amr"
    sizes = []
    for file in files:
        _run(folder, "reduce", source, file, "-o", *pair)
        left, right = json.loads((folder / "left.map.json").read_text(encoding="utf-8"))["triples"]
        sizes.append(f"{left:,} and {right:,}")
    others = [_of_others(solver, files, answers) for solver in _solvers()]
    counts = [sum(each is told for each in answers) for told in (True, False, None)]
    seconds = [run.seconds for run in runs]
    figures = [statistics.median(seconds), max(seconds), max(run.megabytes for run in runs)]
    what = f"{len(files)} of {files[0].stem.rpartition(',')[0]}"
    return [what, f"`{source}`", *counts, *figures, max(sizes), *others]


def _of_others(solver: str, files: list[Path], answers: list[bool | None]) -> float:
    """The median seconds of a SAT solver. Raises ``AssertionError`` where it answers otherwise."""
    seconds = []
    for file, is_yes in zip(files, answers, strict=True):
        ended = run([solver, file], codes=(0, 10, 20))
        if is_yes is not None and ended.code != (10 if is_yes else 20):
            raise AssertionError(f"{solver} ends with {ended.code}, but we say {is_yes}: {file.name}")
        seconds.append(ended.seconds)
    return statistics.median(seconds)


def _solvers() -> list[str]:
    return [name for name in ("cadical", "minisat") if shutil.which(name)]


def _run(folder: Path, *words: object) -> Run:
    return run([sys.executable, "-m", "smatchproof", *words], as_installed(folder), codes=(0, 1))
