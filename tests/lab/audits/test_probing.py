"""Probing: SemBleu and Smatch on the probes, against counts by hand; and metrics that are wrong on purpose."""

import math
from dataclasses import dataclass, field

import pytest

from smatchproof.conventions.conventions import Top, convention
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.audits.probes import (
    TEMPLATES,
    WORDS,
    GradedShare,
    Position,
    error_bias,
    error_pair,
    graded_share,
    identity_probes,
    symmetry_probes,
)
from smatchproof.scoring.metrics import metric
from smatchproof.scoring.metrics.sembleu import SemBleuMetric
from smatchproof.scoring.metrics.sembleu_graph import Commit
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.similarity.grading import Grading
from smatchproof.similarity.similarity import TableSimilarity

SMATCH = AlignmentMetric(ScoreSettings())
SEMBLEU = SemBleuMetric()


@dataclass(frozen=True)
class Number:
    value: float
    proved: bool = True

    def plus(self, other):
        return Number(self.value + other.value)


@dataclass(frozen=True)
class MetricOf:
    """A metric that is any function of the two texts."""

    function: object
    name: str = "mine"
    signature: str = "mine"
    seeds: list = field(default_factory=list)

    def score(self, left, right, seed=0):
        self.seeds.append(seed)
        return Number(self.function(write_graph(left), write_graph(right)))


# ---- bias: the place of an error


@pytest.mark.parametrize("n", [1, 2])
def test_the_bias_of_sembleu_is_that_of_its_theory(n):
    """The concept of a variable is in the paths of up to n nodes through it, down to the leaves: to the power of n - 1
    of the degree, or of the levels below.
    """
    for position, each in error_bias(SemBleuMetric(n), (5, 6)).positions.items():
        assert round(each.exponent) == min(n - 1, 4 - position.level)


def test_smatch_has_no_bias():
    bias = error_bias(SMATCH, (2, 3, 6))
    for each in bias.positions.values():
        assert each.exponent == 0
        assert set(each.ratios) == {1.0}
    sizes = [sum(degree**level for level in range(5)) for degree in (2, 3, 6)]
    assert bias.positions[Position.INNER].penalties == pytest.approx([-math.log(1 - 1 / (2 * size)) for size in sizes])


def test_a_power_law_is_found():
    """Of the penalty 0.001 at leaves, and degree ** 1.5 times as much at the root."""
    root = {write_graph(error_pair(Position.ROOT, degree).left): degree for degree in (2, 3, 5)}
    mine = MetricOf(lambda left, _: math.exp(-0.001 * root.get(left, 1) ** 1.5))
    bias = error_bias(mine, (2, 3, 5))
    assert bias.degrees == (2, 3, 5)
    assert bias.positions[Position.ROOT].exponent == pytest.approx(1.5)
    assert bias.positions[Position.ROOT].ratios[-1] == pytest.approx(5**1.5)
    assert bias.positions[Position.INNER].exponent == pytest.approx(0)


# ---- identity of indiscernibles


def failing(probed):
    return [probe.name for probe in identity_probes(probed) if not probe.holds]


def smatch_with(**settings):
    return AlignmentMetric(ScoreSettings(convention("smatch", **settings)))


def test_exact_smatch_tells_the_probes_apart():
    """Except for two copies of a triple, which are one in the usual convention, and the focus without TOP."""
    assert failing(smatch_with(duplicates="multiset")) == []
    assert failing(smatch_with()) == ["attribute-twice"]
    assert failing(smatch_with(top=Top.NONE, duplicates="multiset")) == ["focus", "focus-on-cycle"]
    values = {probe.name: (probe.value, probe.backward) for probe in identity_probes(SMATCH)}
    assert values["itself"] == (1.0, 1.0)
    assert values["namesakes"] == (16 / 18, 16 / 18)  # 8 of 9 triples
    assert values["negation"] == (12 / 13, 12 / 13)  # 6 of 7 triples, of 6


def test_sembleu_does_not():
    """Paths do not tell namesakes apart, nor which variable is the root; at 530bc05 inverted roles, too."""
    assert failing(SEMBLEU) == ["namesakes", "focus", "focus-on-cycle"]
    kept = SemBleuMetric(commit=Commit.NOTHING_TURNED)
    assert failing(kept) == ["namesakes", "focus-on-cycle", "inverted"]


# ---- symmetry


def test_sembleu_depends_on_the_direction():
    place, conjunct, shape = symmetry_probes(SEMBLEU)
    assert (place.name, conjunct.name, shape.name) == ("place-lost", "conjunct-lost", "other-shape")
    assert not (place.holds or conjunct.holds or shape.holds)
    # All matched, but the left graph has 3 nodes and edges of 5; and the other way 2 of 3 nodes, 1 of 2 edges.
    assert place.value == pytest.approx(math.exp(1 - 5 / 3))
    assert place.backward == pytest.approx(math.sqrt(2 / 3 * 1 / 2))
    assert conjunct.value == pytest.approx((5 / 6 * 4 / 5 * 2 / 3) ** (1 / 3))
    assert conjunct.backward == pytest.approx(math.exp(1 - 11 / 9))
    # Equally long. Only the chain has a path of three nodes, and no such path is matched: 1 of 1 smoothed to 1/2.
    assert shape.value == pytest.approx(math.sqrt(1 / 2))
    assert shape.backward == pytest.approx((1 / 2 * 1 / 2) ** (1 / 3))


def test_exact_smatch_does_not():
    assert [(probe.value, probe.holds) for probe in symmetry_probes(SMATCH)] == [
        (8 / 10, True),  # all 4 triples, of 6
        (20 / 22, True),  # all 10 triples, of 12
        (10 / 12, True),  # 5 of 6
    ]


# ---- graded matches

BUILT_IN = len(WORDS) * len(TEMPLATES)


def s2match(pairs, **settings):
    return metric("graded-smatch", grading=Grading(TableSimilarity(pairs, "mine"), **settings))


def test_s2match_ranks_by_its_similarities():
    similar = {(word, near): 0.7 for word, near, _ in WORDS}
    wrong = {(word, far): 0.7 for word, _, far in WORDS}
    assert graded_share(s2match(similar)) == GradedShare(BUILT_IN, 0, 0)
    assert graded_share(s2match(wrong)) == GradedShare(0, 0, BUILT_IN)
    assert graded_share(s2match(similar | dict.fromkeys(wrong, 0.6))) == GradedShare(BUILT_IN, 0, 0)
    assert graded_share(s2match(similar, threshold=0.8)) == GradedShare(0, BUILT_IN, 0)
    some = graded_share(s2match(dict([*similar.items()][:2])))
    assert some == GradedShare(2 * len(TEMPLATES), BUILT_IN - 2 * len(TEMPLATES), 0)
