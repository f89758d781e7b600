"""Run all measurements, or the sections that are named, print their tables and put them into ``RESULTS.md``."""

from __future__ import annotations

import sys
import time

from benchmarks.common import DATA, Missing, Section, put_section
from benchmarks.methods import adversary, calibration, heuristics, inference, papers, study, suite
from benchmarks.scores import (
    aspects,
    documents,
    optima,
    pairs,
    pitfalls,
    processes,
    proofs,
    resources,
    umr,
    umr_programs,
)
from benchmarks.solver import curves, edit_distances, formulas, hard, molecules, qaplib, subgraphs
from smatchproof.base.errors import UsageError

SECTIONS: dict[str, tuple[str, Section]] = {
    "certificates": ("All pairs proved, with certificates", proofs.certificates),
    "reading": ("Whole process: exact beside reading the files", processes.exact_beside_reading),
    "peers": ("Whole process: exact beside the peers", processes.exact_beside_peers),
    "pairs": ("One pair in one process: text to certified F1, beside smatch.py", pairs.in_one_process),
    "hard": ("Hard pairs: exact beside the integer program", hard.beside_ilp),
    "reach": ("Hard pairs: what is proved within two minutes", hard.reach),
    "subgraphs": ("Subgraph isomorphism: yes or no", subgraphs.decided),
    "induced": ("Induced subgraphs: yes or no", subgraphs.decided_induced),
    "sat": ("Satisfiability: from a formula to a proved answer", formulas.answered),
    "graph-questions": ("Cliques and tours: from a graph to a proved answer", formulas.of_graphs),
    "qaplib": ("Quadratic assignment: QAPLIB", qaplib.solved),
    "molecules": ("Common subgraphs of molecules: exact beside RASCAL", molecules.beside_rascal),
    "edits": ("Graph edit distance: exact beside other exact programs", edit_distances.side_by_side),
    "documents": ("Documents", documents.documents),
    "book": ("Documents: a whole book", documents.whole_book),
    "umr-release": ("Uniform Meaning Representation: a release against itself", umr.release),
    "umr": ("Uniform Meaning Representation: sentences and documents", umr.scores),
    "umr-programs": ("Uniform Meaning Representation: other programs and the optimum", umr_programs.beside_optimum),
    "curves": ("Growth curves, and where easy turns to hard", curves.growth_curves),
    "memory": ("Memory", resources.memory),
    "start": ("Start-up", resources.start_up),
    "table2": ("Heuristics against the optimum: Table 2", heuristics.of_the_study),
    "heuristics": ("Heuristics against the optimum: corpora", heuristics.of_corpora),
    "papers": ("The cells of two papers beside ours", papers.papers),
    "adversary": ("Pairs that an adversary finds", adversary.miss_rates),
    "aspects": ("Fine-grained aspects and the programs that define others", aspects.aspects),
    "suite": ("The standard suite: twelve families of hard pairs", suite.suite),
    "pitfalls": ("What scripts do to AMRs, and by how much the score moves", pitfalls.moved),
    "optima": ("What all optima share, and numbers that are read off one of them", optima.optima),
    "orders": ("The canonical optimum under other orders of lines", optima.orders),
    "study": ("The study over the seeds of its noise", study.study),
    "calibration": ("Noise beside what people and parsers wrote", calibration.calibration),
    "inference": ("Inference: intervals and tests", inference.inference),
}


def main(names: list[str]) -> int:
    """Measure the sections of these names, or all, and put their tables into ``RESULTS.md``.

    A section whose program is missing is said, and keeps the table that it has.
    """
    if not DATA.is_dir():
        print("the measurements need the real corpora, which are not on this machine", file=sys.stderr)
        return 2
    unknown = [name for name in names if name not in SECTIONS]
    if unknown:
        print(f"unknown section {unknown[0]!r}; choose from {', '.join(SECTIONS)}", file=sys.stderr)
        return 2
    for name in names or SECTIONS:
        title, section = SECTIONS[name]
        start = time.perf_counter()
        try:
            part = f"## {title}\n\n`python -m benchmarks {name}`\n\n{section()}\n"
        except (Missing, UsageError) as reason:
            print(f"left as it was: {name}: {reason}", file=sys.stderr, flush=True)
            continue
        print(part, flush=True)
        print(f"({name}: {time.perf_counter() - start:.0f} s)", file=sys.stderr, flush=True)
        put_section(title, part, [title for title, _ in SECTIONS.values()])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
