"""A metric in one file, as a user may write one: the concepts that two graphs have in common, without an alignment."""

import re
from collections import Counter
from dataclasses import dataclass

from smatchproof.scoring.metrics.counting import CountingMetric, IntegerCounts
from smatchproof.scoring.metrics.entry import MetricEntry


@dataclass(frozen=True)
class Overlap(IntegerCounts):
    """Concepts in common, and those of either side."""

    common: int
    left: int
    right: int

    @property
    def value(self):
        """F1."""
        return 2 * self.common / (self.left + self.right) if self.left + self.right else 0.0


class ConceptOverlap(CountingMetric[Overlap]):
    """F1 of the concepts as bags."""

    name = "concepts"
    signature = "concepts|bag"

    def score(self, left, right, seed=0):
        """The counts of two graphs."""
        one, other = Counter(left.concepts), Counter(right.concepts)
        return Overlap((one & other).total(), one.total(), other.total())


CONCEPTS = MetricEntry(
    usage="concepts",
    summary="concepts in common",
    pattern=re.compile("concepts"),
    examples=("concepts",),
    make=lambda found, settings, grading: ConceptOverlap(),
    options=frozenset(),
)
ENTRIES = (CONCEPTS,)
