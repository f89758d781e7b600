"""Fine-grained scores: optima against every alignment, projections against a count by hand, sums, other metrics."""

import dataclasses

from hypothesis import given, strategies as st

from smatchproof.conventions.aspects import ALL_ASPECTS, aspects_of
from smatchproof.conventions.conventions import CONVENTIONS, convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.reading import parse_graph
from smatchproof.scoring.methods.registry import METHODS
from smatchproof.scoring.pairs.comparison import compare
from smatchproof.scoring.pairs.fine_grained import fine_grained
from smatchproof.scoring.settings import FineGrained, ScoreSettings
from smatchproof.similarity.grading import Grading, matched_value
from smatchproof.similarity.similarity import TableSimilarity
from tests.peers import one_to_one
from tests.strategies import graph_pairs

PETS = Grading(TableSimilarity({("x", "y"): 0.75, ("y", "z-01"): 0.6}, name="letters"))
EXACT = ScoreSettings()
OURS = (FineGrained.OPTIMUM, FineGrained.PROJECTED)


def compared(left, right, settings=EXACT):
    return compare(parse_graph(left), parse_graph(right), settings)


def both(left, right, settings=EXACT):
    """The optima of a pair and its projections."""
    comparison = compared(left, right, settings)
    return (fine_grained(comparison, settings, how) for how in OURS)


def best_by_trying(comparison, name, settings):
    """The most triples of an aspect that any alignment matches."""
    duplicates = settings.convention.duplicates
    left, right = (ALL_ASPECTS[name].select(side, duplicates) for side in (comparison.left, comparison.right))
    graded = (settings.grading.similarities(left, right),) if settings.grading else ()
    values = (
        matched_value(left, right, mapping, duplicates, *graded)
        for mapping in one_to_one(len(comparison.left.variables), len(comparison.right.variables))
    )
    return max(values, default=0)


# ---- optima and projections


@given(
    graph_pairs(3),
    st.sampled_from(sorted(CONVENTIONS)),
    st.sampled_from(Duplicates),
    st.sampled_from(["const", "concept", "none"]),
    st.sampled_from([None, PETS]),
)
def test_optima_are_optima_and_projections_are_never_above_them(pair, rule, duplicates, top, grading):
    settings = ScoreSettings(convention(rule, duplicates=duplicates, top=top), grading=grading)
    comparison = compared(*pair, settings)
    whole = comparison.counts
    optima, projections = (fine_grained(comparison, settings, how) for how in OURS)
    assert comparison.counts == whole
    assert list(optima) == list(projections) == list(aspects_of(rule))
    for name, optimum in optima.items():
        assert optimum.proved and optimum.matched == best_by_trying(comparison, name, settings), name
        assert projections[name].matched <= optimum.matched, name
        assert projections[name][2:] == optimum[2:], name
    if duplicates is not Duplicates.PRODUCT:
        assert all(counts.score.f1 <= 1 for counts in optima.values())


def test_an_aspect_alone_can_match_more():
    """Roles tell the boys apart, but concepts alone do not know which of them sleeps."""
    left = "(s / see-01 :ARG0 (a / boy :ARG0-of (r / run-02)) :ARG1 (b / girl))"
    right = "(s / see-01 :ARG0 (a / girl :ARG0-of (r / run-02)) :ARG1 (b / boy))"
    optima, projections = both(left, right)
    assert (optima["concepts"].matched, projections["concepts"].matched) == (4, 2)
    assert optima["semantic-roles"] == projections["semantic-roles"]


def test_certificates_of_whole_graphs_do_not_concern_the_aspects(monkeypatch):
    asked = []
    honest = METHODS["exact"]

    def watched(problem, params):
        asked.append(params.proof)
        return honest.solve(problem, params)

    monkeypatch.setitem(METHODS, "exact", dataclasses.replace(honest, solve=watched))
    settings = ScoreSettings(certificates=True)
    fine_grained(compared("(a / x)", "(a / x :polarity -)", settings), settings, FineGrained.OPTIMUM)
    assert asked and all(asked)  # each aspect has a proof of its own


# ---- corpora
