"""All real corpora proved, certified and checked, with the totals of the integer program."""

from __future__ import annotations

import statistics
import time

from benchmarks.common import corpora, sentences, table
from smatchproof.exact import ilp_tight
from smatchproof.public import (
    SolveParams,
    build_problem,
    certificate,
    check_text,
    convention,
    exact,
)


def certificates() -> str:
    """Totals, sizes of certificates and seconds to check them."""
    rows: list[list[object]] = []
    rule = convention("smatch")
    every_check: list[float] = []
    every_size: list[int] = []
    sums = [0] * 5
    for pair in corpora():
        matched = by_ilp = proved = accepted = 0
        checks, sizes = [], []
        for left, right in sentences(pair):
            graphs = rule.triples(left), rule.triples(right)
            problem = build_problem(*graphs, rule.duplicates)
            solution = exact(problem, SolveParams(proof=True))
            matched += solution.matched
            proved += solution.matched == solution.upper_bound
            by_ilp += ilp_tight(problem).matched
            line = str(certificate(left.id or "", rule.signature, *graphs, problem, solution))
            start = time.perf_counter()
            accepted += check_text(line)["matched"] == solution.matched
            checks.append(1000 * (time.perf_counter() - start))
            sizes.append(len(line))
        name = pair[0]
        assert matched == by_ilp, f"{name}: exact {matched}, ilp-tight {by_ilp}"
        every_check += checks
        every_size += sizes
        medians = statistics.median(checks), round(statistics.median(sizes)), max(sizes)
        counts = [len(sizes), proved, matched, by_ilp, accepted]
        sums = [a + b for a, b in zip(sums, counts, strict=True)]
        rows.append([name, *counts, *medians])
    medians = statistics.median(every_check), round(statistics.median(every_size)), max(every_size)
    rows.append(["all", *sums, *medians])
    header = ["corpus", "pairs", "proved", "matched", "ilp-tight", "accepted", "median check ms", "median bytes", "max"]
    return table(header, rows)
