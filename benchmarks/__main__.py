"""Run all measurements, or the sections that are named, print their tables and put them into ``RESULTS.md``."""

from __future__ import annotations

import sys
import time
from pkgutil import resolve_name

from benchmarks.common import DATA, Missing, put_section
from smatchproof.base.errors import UsageError

SECTIONS = {
    "certificates": ("All pairs proved, with certificates", "scores.proofs:certificates"),
    "reading": ("Whole process: exact beside reading the files", "scores.processes:exact_beside_reading"),
    "peers": ("Whole process: exact beside the peers", "scores.processes:exact_beside_peers"),
    "pairs": ("One pair in one process: text to certified F1, beside smatch.py", "scores.pairs:in_one_process"),
    "hard": ("Hard pairs: exact beside the integer program", "solver.hard:beside_ilp"),
    "reach": ("Hard pairs: what is proved within two minutes", "solver.hard:reach"),
    "subgraphs": ("Subgraph isomorphism: yes or no", "solver.subgraphs:decided"),
    "sat": ("Satisfiability: from a formula to a proved answer", "solver.formulas:answered"),
    "graph-questions": ("Cliques and tours: from a graph to a proved answer", "solver.formulas:of_graphs"),
    "qaplib": ("Quadratic assignment: QAPLIB", "solver.qaplib:solved"),
    "molecules": ("Common subgraphs of molecules: exact beside RASCAL", "solver.molecules:beside_rascal"),
    "edits": ("Graph edit distance: exact beside other exact programs", "solver.edit_distances:side_by_side"),
    "documents": ("Documents", "scores.documents:documents"),
    "book": ("Documents: a whole book", "scores.documents:whole_book"),
    "umr-release": ("Uniform Meaning Representation: a release against itself", "scores.umr:release"),
    "umr": ("Uniform Meaning Representation: sentences and documents", "scores.umr:scores"),
    "umr-programs": (
        "Uniform Meaning Representation: other programs and the optimum",
        "scores.umr_programs:beside_optimum",
    ),
    "curves": ("Growth curves, and where easy turns to hard", "solver.curves:growth_curves"),
    "memory": ("Memory", "scores.processes:memory"),
    "start": ("Start-up", "scores.processes:start_up"),
    "heuristics": ("Heuristics against the optimum: corpora", "methods.heuristics:of_corpora"),
    "papers": ("The cells of two papers beside ours", "methods.papers:papers"),
    "adversary": ("Pairs that an adversary finds", "methods.adversary:miss_rates"),
    "aspects": ("Fine-grained aspects and the programs that define others", "scores.aspects:aspects"),
    "suite": ("The standard suite: twelve families of hard pairs", "methods.suite:suite"),
    "pitfalls": ("What scripts do to AMRs, and by how much the score moves", "scores.pitfalls:moved"),
    "optima": ("What all optima share, and numbers that are read off one of them", "scores.optima:optima"),
    "study": ("The study over the seeds of its noise", "methods.study:study"),
    "calibration": ("Noise beside what people and parsers wrote", "methods.calibration:calibration"),
    "inference": ("Inference: intervals and tests", "methods.inference:inference"),
}
"""The title of each section, and the function in this folder that measures it and returns its text."""


def main(names: list[str]) -> int:
    """Measure the sections of these names, or all, and put their tables into ``RESULTS.md``.

    A section whose program is missing is said, and keeps the table that it has.
    """
    if unknown := [name for name in names if name not in SECTIONS]:
        print(f"unknown section {unknown[0]!r}; choose from {', '.join(SECTIONS)}", file=sys.stderr)
        return 2
    if not DATA.is_dir():
        print("the measurements need the real corpora; let SMATCHPROOF_CORPORA name their folder", file=sys.stderr)
        return 2
    for name in names or SECTIONS:
        title, place = SECTIONS[name]
        start = time.perf_counter()
        try:
            part = f"## {title}\n\n`python -m benchmarks {name}`\n\n{resolve_name(f'benchmarks.{place}')()}\n"
        except (Missing, UsageError) as reason:
            print(f"left as it was: {name}: {reason}", file=sys.stderr, flush=True)
            continue
        print(part, flush=True)
        print(f"({name}: {time.perf_counter() - start:.0f} s)", file=sys.stderr, flush=True)
        put_section(title, part, [title for title, _ in SECTIONS.values()])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
