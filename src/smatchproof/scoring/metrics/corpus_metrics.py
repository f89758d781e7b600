"""The two kinds of metrics that corpora are scored with: those that align, and those that count."""

from __future__ import annotations

from typing import Any, TypeAlias

from smatchproof.scoring.metrics.alignment_scores import AlignmentTotal, PairScore
from smatchproof.scoring.metrics.counting import CountedPair, CountingMetric, CountingTotal
from smatchproof.scoring.metrics.smatch import AlignmentMetric

CorpusMetric: TypeAlias = AlignmentMetric | CountingMetric[Any]
"""A metric that corpora are scored with."""
ScoredPair: TypeAlias = PairScore | CountedPair[Any]
"""Its result for a pair of a corpus."""
Total: TypeAlias = AlignmentTotal | CountingTotal[Any]
"""The running totals of a corpus, and their text and JSON."""
