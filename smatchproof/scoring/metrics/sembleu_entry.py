"""SemBleu in the table of metrics; what computes it is loaded when it is asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from smatchproof.scoring.metrics.entry import METHOD_OPTIONS, PROOF_OPTIONS, MetricEntry
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import Grading

if TYPE_CHECKING:
    from smatchproof.scoring.metrics.sembleu_metric import SemBleuMetric


def _made(found: re.Match[str], settings: ScoreSettings, grading: Grading | None) -> SemBleuMetric:
    from smatchproof.scoring.metrics.sembleu_graph import DEFAULT_N, Commit, Reader, commit_named
    from smatchproof.scoring.metrics.sembleu_metric import SemBleuMetric

    commit = commit_named(found["commit"] or Commit.HEAD)
    return SemBleuMetric(int(found["n"] or DEFAULT_N), commit, Reader.SEMBLEU if found["reader"] else Reader.PENMAN)


_SEARCHES_NOTHING = "it searches nothing, so there is nothing to prove"
_COUNTS_PATHS = "it counts paths, not triples"

SEMBLEU = MetricEntry(
    usage="sembleu, sembleu-kN",
    summary="paths of up to 3, or N, nodes (@530bc05: as at that commit of the authors' program; @HEAD+reader: graphs "
    "as that program reads them)",
    pattern=re.compile(r"sembleu(?:-k(?P<n>[1-9]))?(?:@(?P<commit>[^+@]+)(?P<reader>\+reader)?)?"),
    examples=("sembleu", "sembleu-k2", "sembleu@530bc05", "sembleu@69ff2d4+reader"),
    make=_made,
    options=frozenset(),
    references=("song-gildea-2019-sembleu",),
    reasons={
        **dict.fromkeys(METHOD_OPTIONS, "it searches nothing"),
        **dict.fromkeys(PROOF_OPTIONS, _SEARCHES_NOTHING),
        "html": "it aligns nothing that a page could draw",
        "fine_grained": "it aligns nothing",
        "convention": _COUNTS_PATHS,
        "top": "it has no TOP triple",
        "duplicates": _COUNTS_PATHS,
    },
)
"""The entry of :data:`~smatchproof.scoring.metrics.METRICS`."""
