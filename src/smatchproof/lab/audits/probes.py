"""Probes: small pairs of graphs, each made to test one property of a metric.

Opitz, Parcalabescu & Frank ("AMR Similarity Metrics from Principles", TACL 2020) ask what a metric on meaning graphs
should do. Here are graphs that put some of these questions:

* *Bias*: does it matter where in a tree an error is? (:func:`error_pair`)
* *Identity of indiscernibles*: do equal graphs, and no others, get the best score? (:data:`IDENTITY_PROBES`)
* *Symmetry*: do both directions of a pair get the same score? (:data:`SYMMETRY_PROBES`)
* *Graded matches*: is a similar word better than one that is not? (:func:`graded_probes`)

All graphs were made for this project; none is an example of the paper. They are in ``probes.toml``. The results are
numbers: an exponent, a share, the scores themselves. Scores that differ by no more than 1e-12 are counted as equal.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from importlib import resources
from statistics import linear_regression

from smatchproof.base.errors import UsageError
from smatchproof.base.record import Record
from smatchproof.lab.audits.correlation import ROUNDING
from smatchproof.public import Graph, GraphBuilder, GraphPair, Metric, parse_graph


def _equal(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=0, abs_tol=ROUNDING)


# ---- bias: the place of an error


DEPTH = 4
"""The number of edges from the root of a tree to its leaves: the least at which all positions are different."""


class Position(StrEnum):
    """A place of an error in a tree."""

    ROOT = "root"
    INNER = "inner"
    """Half-way down: at least two levels below the root and two above the leaves."""
    ABOVE_LEAVES = "above-leaves"
    LEAF = "leaf"

    @property
    def level(self) -> int:
        """The number of edges between the root and this position.

        >>> [position.level for position in Position]
        [0, 2, 3, 4]
        """
        return {"root": 0, "inner": 2, "above-leaves": 3, "leaf": DEPTH}[self]


POSITION_WORDS = {
    Position.ROOT: "the root",
    Position.INNER: "an inner node",
    Position.ABOVE_LEAVES: "a parent of leaves",
    Position.LEAF: "a leaf",
}


def error_pair(position: Position, degree: int) -> GraphPair:
    """A complete tree with one error (left, the candidate) and without it (right, the reference).

    Every variable above the leaves has `degree` children, 1 or more. All concepts are different and so are all roles,
    so that every path occurs once and no other alignment can make up for the error: a concept that the tree does not
    have, at the first variable of its level.

    The left graph loses one triple, wherever the error is. Time and memory grow with the number of variables, about
    degree ** :data:`DEPTH`.

    >>> from smatchproof.public import write_graph
    >>> print(write_graph(error_pair(Position.INNER, degree=1).left))
    (n0 / c0
      :op1 (n1 / c1
        :op2 (n2 / c5
          :op3 (n3 / c3
            :op4 (n4 / c4)))))
    """
    wrong = 0
    for _ in range(position.level):
        wrong = degree * wrong + 1
    size = sum(degree**level for level in range(DEPTH + 1))
    names = list(range(size))
    altered = [size if number == wrong else number for number in names]
    return GraphPair(tree(degree, altered), tree(degree, names))


def tree(degree: int, concepts: list[int]) -> Graph:
    """A tree numbered level by level, with the numbers of the concepts."""
    builder = GraphBuilder()
    for number, concept in enumerate(concepts):
        builder.variable(f"n{number}", f"c{concept}")
        if number:
            builder.relation(f"op{number}", f"n{(number - 1) // degree}", f"n{number}")
    return builder.build()


class PositionBias(Record):
    """The cost of an error at one position, in trees of growing degree.

    * `penalties`: for each degree. `ratios`: over the penalty of the same error at a leaf of the same tree, ``None``
      where that one costs nothing.
    * `exponent`: alpha of the power law ratio ~ degree ** alpha that fits best; ``None`` unless all ratios are above
      0. For a k-gram metric the ratio is about a polynomial, whose lower powers keep alpha below the order.
    """

    penalties: tuple[float, ...]
    ratios: tuple[float | None, ...]
    exponent: float | None


class ErrorBias(Record):
    """The cost of a wrong concept in trees of some `degrees`, by its position from the root to the leaves."""

    degrees: tuple[int, ...]
    positions: dict[Position, PositionBias]


def error_bias(metric: Metric, degrees: Sequence[int], seed: int = 0) -> ErrorBias:
    """Measure the cost of one error near the root of a tree over its cost at a leaf, in trees of growing degree.

    The trees are complete (:func:`error_pair`); the graph with the error is the left one.
    The penalty of a similarity is -log(score). SemBleu is a geometric mean, so this penalty is the mean of the losses
    for each length of k-grams, and the penalties of an error in small and in large trees can be compared. A small
    penalty is nearly 1 - score for any metric.

    The exponent is the slope of a least-squares line through the logarithms of degrees and ratios. Scores four pairs
    for each degree, of which there are two or more. Raises :class:`UsageError` for a metric that scores one of them 0
    or less.

    >>> from smatchproof.scoring.metrics.sembleu import SemBleuMetric
    >>> bias = error_bias(SemBleuMetric(), degrees=(4, 8))
    >>> [(str(at), round(each.exponent, 2), round(each.ratios[-1], 1)) for at, each in bias.positions.items()]
    [('root', 1.77, 24.5), ('inner', 1.59, 27.9), ('above-leaves', 0.78, 6.3), ('leaf', 0.0, 1.0)]
    """
    measured = {
        position: tuple(_penalty(metric, error_pair(position, degree), seed) for degree in degrees)
        for position in Position
    }
    positions = {}
    for position, penalties in measured.items():
        both = zip(penalties, measured[Position.LEAF], strict=True)
        ratios = tuple(here / leaf if leaf else None for here, leaf in both)
        positions[position] = PositionBias(penalties, ratios, _exponent(degrees, ratios))
    return ErrorBias(tuple(degrees), positions)


def _penalty(metric: Metric, pair: GraphPair, seed: int) -> float:
    score = metric.score(pair.left, pair.right, seed).value
    if not score > 0:
        size = len(pair.left.variables)
        what = f"{metric.name} scores {score:g} for one error in a tree of {size:,} variables"
        raise UsageError(f"{what}, which leaves nothing to compare; use --no-bias")
    return 0.0 - math.log(score)  # not -0.0 for a score of 1


def _exponent(degrees: Sequence[int], ratios: Sequence[float | None]) -> float | None:
    """The slope of the line through the logarithms, if there are any."""
    logarithms = [math.log(ratio) for ratio in ratios if ratio is not None and ratio > 0]
    if len(logarithms) < len(degrees):
        return None
    return linear_regression([math.log(degree) for degree in degrees], logarithms).slope


# ---- identity of indiscernibles, and symmetry


class Expectation(StrEnum):
    """The relation of two graphs: the same up to the names of variables and the order of the text, or different."""

    SAME = "same"
    DIFFERENT = "different"


class Probe(Record):
    """Two graphs, what is expected of them, and `why` a metric may get it wrong."""

    name: str
    pair: GraphPair
    expectation: Expectation
    why: str


_DATA = tomllib.loads(resources.files("smatchproof.lab.audits").joinpath("probes.toml").read_text(encoding="utf-8"))


def _probe(read: dict[str, str]) -> Probe:
    pair = GraphPair(parse_graph(read["left"]), parse_graph(read["right"]))
    return Probe(read["name"], pair, Expectation(read.get("expectation", "same")), read["why"])


IDENTITY_PROBES = tuple(map(_probe, _DATA["identity"]))
"""Pairs of graphs that are the same or not, where it is easy to be wrong about it."""
SYMMETRY_PROBES = tuple(map(_probe, _DATA["symmetry"]))
"""Pairs whose directions differ for a metric that compares bags of paths by their precision. For a metric that aligns
variables and takes F1 the directions are the same."""


class ProbeResult(Record):
    """The scores of a probe in both directions, and whether they are what is expected."""

    name: str
    expectation: Expectation
    value: float
    backward: float
    holds: bool
    why: str


def identity_probes(metric: Metric, seed: int = 0) -> list[ProbeResult]:
    """Test whether a metric gives the best score, 1, to graphs that are the same, in both directions, and to no others
    in any. Scores some dozen pairs of small graphs twice.

    >>> from smatchproof.scoring.metrics.sembleu import SemBleuMetric
    >>> [probe.name for probe in identity_probes(SemBleuMetric()) if not probe.holds]
    ['namesakes', 'focus', 'focus-on-cycle']
    """

    def holds(probe: Probe, scores: tuple[float, float]) -> bool:
        return all(_equal(score, 1.0) is (probe.expectation is Expectation.SAME) for score in scores)

    return _probed(metric, IDENTITY_PROBES, holds, seed)


def symmetry_probes(metric: Metric, seed: int = 0) -> list[ProbeResult]:
    """Test whether the two directions of some small pairs get the same score.

    >>> from smatchproof.scoring.metrics.sembleu import SemBleuMetric
    >>> [(probe.name, round(probe.value, 3), round(probe.backward, 3)) for probe in symmetry_probes(SemBleuMetric())]
    [('place-lost', 0.513, 0.577), ('conjunct-lost', 0.763, 0.801), ('other-shape', 0.707, 0.63)]
    """
    return _probed(metric, SYMMETRY_PROBES, lambda _, scores: _equal(*scores), seed)


def _probed(
    metric: Metric, probes: Sequence[Probe], holds: Callable[[Probe, tuple[float, float]], bool], seed: int
) -> list[ProbeResult]:
    results = []
    for probe in probes:
        left, right = probe.pair.left, probe.pair.right
        scores = metric.score(left, right, seed).value, metric.score(right, left, seed).value
        results.append(ProbeResult(probe.name, probe.expectation, *scores, holds(probe, scores), probe.why))
    return results


# ---- graded matches


class GradedProbe(Record):
    """Three graphs that differ in one concept: a graded metric puts `similar` nearer to `graph` than `dissimilar`."""

    graph: Graph
    similar: Graph
    dissimilar: Graph


WORDS: list[list[str]] = _DATA["graded"]["words"]
"""Words, each with one that is similar to it and one that is not, beyond dispute."""
TEMPLATES: dict[str, str] = _DATA["graded"]["templates"]
"""Graphs with a place for a word."""


def graded_probes() -> list[GradedProbe]:
    """The :data:`WORDS` in each of the :data:`TEMPLATES`.

    >>> from smatchproof.public import write_graph
    >>> write_graph(graded_probes()[0].similar), len(graded_probes())
    ('(x / kitten)', 24)
    """
    return [
        GradedProbe(*(parse_graph(template.format(word)) for word in words))
        for words in WORDS
        for template in TEMPLATES.values()
    ]


class GradedShare(Record):
    """Numbers of graded probes that a metric ranks right (the similar word strictly nearer), wrong, or not at all."""

    right: int
    tied: int
    wrong: int


def graded_share(metric: Metric, seed: int = 0) -> GradedShare:
    """Count how often a metric finds a graph with a similar word nearer than the same graph with another word.

    Scores two pairs for each of :func:`graded_probes`.

    >>> from smatchproof.scoring.metrics.sembleu import SemBleuMetric
    >>> graded_share(SemBleuMetric())
    GradedShare(right=0, tied=24, wrong=0)
    """
    found = Counter[int]()
    for probe in graded_probes():
        similar, other = (metric.score(probe.graph, each, seed).value for each in (probe.similar, probe.dissimilar))
        found[0 if _equal(similar, other) else 1 if similar > other else -1] += 1
    return GradedShare(right=found[1], tied=found[0], wrong=found[-1])
