"""Probing a metric: its scores on probes, each of which tests one property (see ``smatchproof.audits.probes``).

The properties are some of those of Opitz, Parcalabescu & Frank ("AMR Similarity Metrics from Principles", TACL 2020).
The results are numbers: an exponent, a share, the scores themselves. Scores that differ by no more than 1e-12 are
counted as equal, since some metrics are computed in floats.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import linear_regression

from smatchproof.audits.correlation import ROUNDING
from smatchproof.audits.probes import (
    IDENTITY_PROBES,
    SYMMETRY_PROBES,
    Expectation,
    Position,
    error_pair,
    graded_probes,
)
from smatchproof.base.errors import UsageError
from smatchproof.graphs.graph import Graph
from smatchproof.problem.pairs import GraphPair
from smatchproof.scoring.metrics.metric import Metric
from smatchproof.scoring.metrics.sembleu import SemBleuMetric
from smatchproof.scoring.metrics.smatch import AlignmentMetric

DEGREES = (2, 3, 4, 5, 6, 7, 8)
"""Degrees of the trees in which errors are placed: the largest tree has 4,681 variables at a depth of 4."""
DEPTH = 4
"""Depth of these trees: the least at which all positions are different."""


def _equal(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=0, abs_tol=ROUNDING)


def _both_ways(metric: Metric, pair: GraphPair, seed: int) -> tuple[float, float]:
    return metric.score(pair.left, pair.right, seed).value, metric.score(pair.right, pair.left, seed).value


# ---- bias: the place of an error


@dataclass(frozen=True, slots=True)
class PositionBias:
    """The cost of an error at one position, in trees of growing degree.

    * `penalties`: for each degree. `ratios`: over the penalty of the same error at a leaf of the same tree, ``None``
      where that one costs nothing.
    * `exponent`: alpha of the power law ratio ~ degree ** alpha that fits best; ``None`` unless all ratios are above
      0. For a k-gram metric the ratio is about a polynomial, whose lower powers keep alpha below the order.
    * `order`: to what alpha tends as the degree grows, where theory gives it (:func:`stated_order`).
    """

    position: Position
    penalties: tuple[float, ...]
    ratios: tuple[float | None, ...]
    exponent: float | None
    order: int | None

    @property
    def last_ratio(self) -> float | None:
        """The ratio at the largest degree: how many errors at leaves one error here is worth."""
        return self.ratios[-1]


@dataclass(frozen=True, slots=True)
class ErrorBias:
    """The penalties of a wrong concept by its position in trees; the positions come in the order of the levels."""

    metric: str
    depth: int
    degrees: tuple[int, ...]
    positions: tuple[PositionBias, ...]

    def at(self, position: Position) -> PositionBias:
        """The measurement at a position."""
        return next(bias for bias in self.positions if bias.position is position)


def error_bias(metric: Metric, degrees: Sequence[int] = DEGREES, depth: int = DEPTH, seed: int = 0) -> ErrorBias:
    """Measure the cost of one error near the root of a tree over its cost at a leaf, in trees of growing degree.

    The trees are complete (:func:`~smatchproof.audits.probes.error_pair`); the graph with the error is the left one.
    The penalty of a similarity is -log(score). SemBleu is a geometric mean, so this penalty is the mean of the losses
    for each length of k-grams, and the penalties of an error in small and in large trees can be compared. A small
    penalty is nearly 1 - score for any metric.

    The exponent is the slope of a least-squares line through the logarithms of degrees and ratios. Scores four pairs
    for each degree, of about degree ** depth variables. Raises :class:`UsageError` for fewer than two different
    degrees, a degree below 1, a depth below 4 and a metric that scores one of the pairs 0 or less.

    >>> bias = error_bias(SemBleuMetric(), degrees=(4, 8))
    >>> [(str(at.position), at.order, round(at.exponent, 2), round(at.last_ratio, 1)) for at in bias.positions]
    [('root', 2, 1.77, 24.5), ('inner', 2, 1.59, 27.9), ('above-leaves', 1, 0.78, 6.3), ('leaf', 0, 0.0, 1.0)]
    """
    degrees = sorted(set(degrees))
    if len(degrees) < 2:
        raise UsageError("one degree shows no growth; choose at least two different ones, such as 2 and 8")
    measured: dict[Position, list[float]] = {position: [] for position in Position}
    for degree in degrees:
        for position, penalties in measured.items():
            pair = error_pair(position, degree, depth)
            penalties.append(_penalty(metric, pair.left, pair.right, seed))
    at_leaves = measured[Position.LEAF]
    positions = []
    for position, penalties in measured.items():
        ratios = [here / leaf if leaf else None for here, leaf in zip(penalties, at_leaves, strict=True)]
        order = stated_order(metric, position, depth)
        positions.append(PositionBias(position, tuple(penalties), tuple(ratios), _exponent(degrees, ratios), order))
    return ErrorBias(metric.name, depth, tuple(degrees), tuple(positions))


def _penalty(metric: Metric, left: Graph, right: Graph, seed: int) -> float:
    score = metric.score(left, right, seed).value
    if not score > 0:
        size = len(left.variables)
        raise UsageError(
            f"{metric.name} scores {score:g} for one error in a tree of {size:,} variables, which leaves nothing to "
            "compare; choose larger degrees, or a metric that scores it above 0"
        )
    return 0.0 - math.log(score)  # not -0.0 for a score of 1


def _exponent(degrees: Sequence[int], ratios: Sequence[float | None]) -> float | None:
    """The slope of the line through the logarithms, if there are any."""
    logarithms = [math.log(ratio) for ratio in ratios if ratio is not None and ratio > 0]
    if len(logarithms) < len(degrees):
        return None
    return linear_regression([math.log(degree) for degree in degrees], logarithms).slope


def stated_order(metric: Metric, position: Position, depth: int) -> int | None:
    """The exponent to which theory says that the ratio of penalties tends as the degree grows; ``None`` if unknown.

    *Smatch* counts triples, of which an error spoils one (two at the root where TOP repeats its concept): order 0
    everywhere. *K-grams* up to n nodes: the concept of a variable is in the paths through it, and degree ** j of them
    lead j levels down, as far as n - 1 and the leaves allow; a shorter upper part adds lower powers. So for n = 3 in
    a tree of degree d the root spoils 1 + d + d^2 paths (of one, two and three nodes), a variable in the middle
    1 + (1 + d) + (1 + d + d^2), a parent of leaves 1 + (1 + d) + (1 + d), and a leaf 3. (With n > depth the root is in
    all of the longest paths. SemBleu's smoothing then makes the penalty greater than this by the logarithm of the
    tree's size.)

    >>> [stated_order(SemBleuMetric(), position, 4) for position in Position]
    [2, 2, 1, 0]
    """
    if isinstance(metric, AlignmentMetric):
        return 0
    if not isinstance(metric, SemBleuMetric):
        return None
    return min(metric.n - 1, depth - position.level(depth))


# ---- identity of indiscernibles, and symmetry


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The scores of an identity probe in both directions. It holds if both, or neither, are those of equal graphs.

    What is expected of equal graphs is that both are; of different ones, that neither is.
    """

    name: str
    expectation: Expectation
    value: float
    backward: float
    holds: bool
    why: str


def identity_probes(metric: Metric, seed: int = 0) -> tuple[ProbeResult, ...]:
    """Test whether a metric gives the best score to graphs that are the same, and to no others.

    The best score is 1. Scores some dozen pairs of small graphs twice.

    >>> [probe.name for probe in identity_probes(SemBleuMetric()) if not probe.holds]
    ['namesakes', 'focus', 'focus-on-cycle']
    """
    results = []
    for probe in IDENTITY_PROBES:
        scores = _both_ways(metric, probe.pair, seed)
        same = probe.expectation is Expectation.SAME
        holds = all(_equal(score, 1.0) is same for score in scores)
        results.append(ProbeResult(probe.name, probe.expectation, *scores, holds, probe.why))
    return tuple(results)


@dataclass(frozen=True, slots=True)
class SymmetryResult:
    """The scores of a pair in both directions; it holds if they are equal."""

    name: str
    forward: float
    backward: float
    holds: bool
    why: str


def symmetry_probes(metric: Metric, seed: int = 0) -> tuple[SymmetryResult, ...]:
    """Test whether the two directions of some small pairs get the same score.

    >>> [(probe.name, round(probe.forward, 3), round(probe.backward, 3)) for probe in symmetry_probes(SemBleuMetric())]
    [('place-lost', 0.513, 0.577), ('conjunct-lost', 0.763, 0.801), ('other-shape', 0.707, 0.63)]
    """
    results = []
    for probe in SYMMETRY_PROBES:
        forward, backward = _both_ways(metric, probe.pair, seed)
        results.append(SymmetryResult(probe.name, forward, backward, _equal(forward, backward), probe.why))
    return tuple(results)


# ---- graded matches


@dataclass(frozen=True, slots=True)
class GradedShare:
    """Numbers of graded probes that a metric ranks right (the similar word strictly nearer), wrong, or not at all."""

    right: int
    tied: int
    wrong: int

    @property
    def total(self) -> int:
        """The number of probes."""
        return self.right + self.tied + self.wrong

    @property
    def share(self) -> float | None:
        """The share of the probes ranked right; ``None`` if there are none."""
        return self.right / self.total if self.total else None


def graded_share(metric: Metric, seed: int = 0) -> GradedShare:
    """Count how often a metric finds a graph with a similar word nearer than the same graph with another word.

    Scores two pairs for each of :func:`~smatchproof.audits.probes.graded_probes`.

    >>> graded_share(SemBleuMetric())
    GradedShare(right=0, tied=24, wrong=0)
    """
    right = tied = wrong = 0
    for probe in graded_probes():
        similar = metric.score(probe.graph, probe.similar, seed).value
        dissimilar = metric.score(probe.graph, probe.dissimilar, seed).value
        if _equal(similar, dissimilar):
            tied += 1
        elif similar > dissimilar:
            right += 1
        else:
            wrong += 1
    return GradedShare(right, tied, wrong)
