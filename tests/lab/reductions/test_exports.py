"""One table over all formats: another field's solver finds our optimum in the text, and every answer comes back."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from smatchproof.base.errors import InputError, UsageError
from smatchproof.conventions.triples import Duplicates, TripleGraph, matched_triples
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.reductions.from_smatch.base import FalseClaim, TripleGraphPair
from smatchproof.lab.reductions.from_smatch.formats import FORMATS
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.scoring.pairs.comparison import recounted
from smatchproof.similarity.grading import Grading
from smatchproof.similarity.similarity import TableSimilarity
from tests.exact.random_pairs import random_pair
from tests.lab.reductions.checks import best_alignments
from tests.lab.reductions.foreign_solvers import SOLVERS
from tests.tables import tables

TABLES = tables(__file__)

every_format = pytest.mark.parametrize("name", FORMATS)


def couples(number, seed=0):
    """Small couples of graphs: loops, repeated triples under all rules, strangers and empty graphs."""
    for at in range(number):
        yield TripleGraphPair(*random_pair(random.Random(f"export {seed} {at}")))


def check_answer(reduction, value, answer, optimum):
    """The foreign optimum is ours, and the answer says an alignment that reaches it."""
    assert value == reduction.relation.target_value(optimum)
    read = reduction.read_solution(answer)
    assert recount(reduction.source, read.alignment) == optimum
    assert read.claim in (None, optimum)


# ---- all formats


@every_format
def test_another_solver_finds_the_optimum_and_every_answer_comes_back(name, tmp_path):
    optima = set()
    for couple in couples(30):
        reduction = FORMATS[name].of_triples(couple)
        assert FORMATS[name].of_triples(couple).text() == reduction.text(), "not deterministic"
        optimum, _ = best_alignments(couple.problem())
        optima.add(optimum)
        check_answer(reduction, *SOLVERS[name](reduction.text(), tmp_path), optimum)
    assert len(optima) > 5


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "clique"])
def test_concepts_that_match_by_similarity_have_weights(name, tmp_path):
    similar = {("c0", "c1"): 0.85, ("c0", "c3"): 0.65, ("c1", "c4"): 0.5, ("c2", "c5"): 0.7, ("c3", "c4"): 0.95}
    grading = Grading(TableSimilarity(similar, name="made"), denominator=100)
    graded = 0
    for couple in couples(30, seed=5):
        couple = replace(couple, similarities=grading.similarities(couple.left, couple.right))
        reduction = FORMATS[name].of_triples(couple)
        optimum, (best, *_) = best_alignments(couple.problem())
        check_answer(reduction, *SOLVERS[name](reduction.text(), tmp_path), optimum)
        assert optimum == recounted(couple.left, couple.right, best, couple.duplicates, couple.similarities)
        assert "100 times the largest number of matched triples" in reduction.relation_in_words
        graded += optimum % 100 != 0
    assert graded > 3


def test_weights_of_too_many_units_have_no_clique():
    few, many = (AlignmentProblem.from_weights(1, 1, {(0, 0): weight}, {}) for weight in (100_000, 100_001))
    assert len(FORMATS["clique"](few).vertices) == 100_000
    with pytest.raises(UsageError, match="choose wcnf or opb"):
        FORMATS["clique"](many)


# ---- the texts, for reading

TINY = GraphPair(parse_graph("(w / want-01 :ARG0 (b / boy))"), parse_graph("(c / boy :ARG0-of (d / want-01))"))
TEXTS = Path(__file__).with_name("tiny")
"""The file of the tiny pair in each format."""


def tiny(name):
    return FORMATS[name].of_triples(TripleGraphPair(*TINY.triples()))


@every_format
def test_the_text_of_a_tiny_pair(name):
    assert tiny(name).text(["tiny"]) == (TEXTS / f"pair.{name}").read_text()


# ---- reading what solvers write


@pytest.mark.parametrize(("name", "text", "mapping", "claim"), TABLES["good"])
def test_good_answers(name, text, mapping, claim):
    reduction = tiny(name)
    read = reduction.read_solution(text)
    mapping = tuple(None if right < 0 else right for right in mapping)
    assert (read.alignment, read.claim) == (mapping, None if claim < 0 else claim)
    assert recount(reduction.source, mapping) == sum(matched_triples(*TINY.triples(), mapping, Duplicates.SET).values())


OTHER = "give the solution of the file that was exported from this pair"


@pytest.mark.parametrize(("name", "text", "place", "message", "hint"), TABLES["bad"])
def test_answers_that_are_none(name, text, place, message, hint):
    with pytest.raises(InputError) as caught:
        tiny(name).read_solution(text, "s")
    assert caught.value.headline == f"{place}: {message}; {hint or OTHER}"


@pytest.mark.parametrize(("name", "text", "place"), TABLES["claims"])
def test_claims_that_the_alignment_does_not_keep(name, text, place):
    with pytest.raises(FalseClaim) as caught:
        tiny(name).read_solution(text, "s")
    words = "the solver claims 4 matched triples, its alignment has 3; is this the solution of another pair?"
    assert str(caught.value) == f"{place}: {words}"


@every_format
def test_graphs_that_have_nothing_in_common(name, tmp_path):
    nothing, one, other = TripleGraph(), TripleGraph(("a",)), TripleGraph(("b",))
    for pair in ((nothing, nothing), (one, nothing), (nothing, one), (one, other)):
        reduction = FORMATS[name].of_triples(TripleGraphPair(*pair))
        check_answer(reduction, *SOLVERS[name](reduction.text(), tmp_path), 0)
        if name in ("lp", "mps"):
            # glpsol 5.0 and lp_solve 5.5.2.5 refuse a program without variables or without rows
            assert reduction.binary and reduction.objective and reduction.rows
