"""Exact, proved Smatch for meaning-representation graphs.

Score two strings, two graphs or two files in one call each:

>>> import smatchproof
>>> result = smatchproof.score_strings(
...     "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))",
...     "(w / want-01 :ARG0 (b / boy) :ARG1 (f / football))",
...     convention="paper",
... )
>>> result.counts.matched, result.counts.proved, round(result.counts.score.f1, 2)
(4, True, 0.73)
>>> result.alignment
(('w', 'w'), ('b', 'b'), ('g', 'f'))
"""

from smatchproof.api import (
    CorpusResult,
    Graph,
    PairScore,
    SmatchproofError,
    __version__,
    parse_graph,
    score_files,
    score_graphs,
    score_strings,
)

__all__ = [
    "CorpusResult",
    "Graph",
    "PairScore",
    "SmatchproofError",
    "__version__",
    "parse_graph",
    "score_files",
    "score_graphs",
    "score_strings",
]
