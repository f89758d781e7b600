"""Metrics that align nothing."""

from collections import Counter
from dataclasses import dataclass

from smatchproof.public import notation
from smatchproof.scoring.metrics.counting import CountingMetric, IntegerCounts


def same_size(left, right):
    """1 if two graphs have as many variables, otherwise 0."""
    return float(len(left.variables) == len(right.variables))


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


def concepts(left, right):
    """F1 of the concepts as bags, without alignments and capitals."""
    one, other = (Counter(notation.without_suffix(each).lower() for each in graph.concepts) for graph in (left, right))
    return Overlap((one & other).total(), one.total(), other.total())


class Concepts(CountingMetric):
    """The same, which also says what the score is made of."""

    name = label = "concepts"
    signature = "bag"

    def score(self, left, right, seed=0):
        return concepts(left, right)

    def count_lines(self, counts, numbers=None):
        return [("common", f"{counts.common} of {counts.left} and {counts.right}")]
