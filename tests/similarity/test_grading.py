"""Grading: which similarities count, and what is refused."""

import copy
import pickle

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.conventions.conventions import convention
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.score import Counts
from smatchproof.similarity.grading import Graded, Grading, Label, Similarities
from smatchproof.similarity.similarity import CallableSimilarity, TableSimilarity

CAT, KITTEN = Label("instance", "instance", "cat"), Label("instance", "instance", "kitten")
PETS = TableSimilarity({("cat", "kitten"): 0.85, ("dog", "wolf"): 0.4, ("2", "3"): 0.9}, "pets")


def found(grading: Grading, left: str, right: str, rule=convention("smatch")) -> dict:
    return dict(grading.similarities(*(rule.triples(parse_graph(text)) for text in (left, right))).values)


def test_similarities_are_whole_numbers_over_the_denominator():
    assert found(Grading(PETS), "(c / cat)", "(k / kitten)") == {(CAT, KITTEN): 850_000}
    assert found(Grading(PETS, denominator=7), "(c / cat)", "(k / kitten)") == {(CAT, KITTEN): 6}


@pytest.mark.parametrize(("threshold", "worth"), [(0.0, 40), (0.4, 40), (0.41, None), (1.0, None)])
def test_what_is_below_the_threshold_counts_as_nothing(threshold, worth):
    grading = Grading(PETS, threshold=threshold, denominator=100)
    assert list(found(grading, "(d / dog)", "(w / wolf)").values()) == ([] if worth is None else [worth])


@pytest.mark.parametrize(
    ("graded", "top", "kinds"),
    [
        ("concepts", "concept", {"instance"}),
        *(("top", "concept", {"instance", "TOP"}), ("top", "const", {"instance"})),
        ("attributes", "concept", {"instance", "TOP", "attribute"}),
    ],
)
def test_which_triples_are_graded(graded, top, kinds):
    grading, rule = Grading(PETS, graded=Graded(graded)), convention("smatch", top=top)
    assert {one.kind for one, _ in found(grading, "(c / cat :quant 2)", "(k / kitten :quant 3)", rule)} == kinds


def test_the_similarity_is_asked_once_for_two_values():
    asked = []

    def similarity(left, right):
        asked.append((left, right))
        return 0.5

    grading = Grading(CallableSimilarity(similarity, "counted", symmetric=False))
    for _ in range(3):
        found(grading, "(c / cat :ARG0 (d / cat) :ARG1 (e / dog))", "(c / cat :ARG0 (d / kitten))")
    assert sorted(asked) == [("cat", "kitten"), ("dog", "cat"), ("dog", "kitten")]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        *(({"threshold": each}, "a threshold of similarities is from 0 to 1") for each in (-0.1, 1.1, float("nan"))),
        *(({"denominator": each}, "a denominator is from 1 to 1000000000") for each in (0, -1, 10**9 + 1)),
    ],
)
def test_settings_outside_of_their_range_are_refused(settings, message):
    with pytest.raises(UsageError, match=message):
        Grading(PETS, **settings)


@pytest.mark.parametrize(("one", "other", "worth"), [(CAT, CAT, 1), (CAT, KITTEN, 0), (CAT, KITTEN, 11)])
def test_similarities_keep_to_their_range(one, other, worth):
    with pytest.raises(ValueError, match="cannot match"):
        Similarities(10, {(one, other): worth})


# ---- counts in units of similarities


def test_counts_of_graded_matches_keep_their_unit():
    counts = Counts.in_units(7, 8, 3, 4, denominator=4)
    assert (counts.denominator, tuple(counts)) == (4, (7, 8, 3, 4))
    assert counts.score == pytest.approx((7 / 12, 7 / 16, 14 / 28))
    for again in (pickle.loads(pickle.dumps(counts)), copy.deepcopy(counts)):
        assert again == counts and again.denominator == 4 and hash(again) == hash(counts)
    assert counts != Counts.in_units(7, 8, 3, 4, denominator=5)
    assert counts != Counts(7, 8, 3, 4) != counts


@pytest.mark.parametrize(("one", "other"), [(1, 1), (1, 6), (4, 6), (6, 1)])
def test_counts_add_up_in_a_common_unit(one, other):
    left, right = Counts.in_units(2 * one, 3 * one, 3, 4, one), Counts.in_units(5 * other, 5 * other, 6, 6, other)
    total = left.plus(right)
    assert total == right.plus(left)
    assert (total.matched / total.denominator, total.upper_bound / total.denominator) == (7, 8)
    assert (total.left_triples, total.right_triples) == (9, 10)
    assert type(Counts(1, 1, 1, 1).plus(Counts(1, 1, 1, 1))) is Counts


def test_a_process_unpacks_a_grading_once():
    grading = Grading(PETS, threshold=0.3, graded=Graded.TOP, denominator=50)
    packed = pickle.dumps(grading)
    once, again = pickle.loads(packed), pickle.loads(packed)
    assert once is again and once == grading
    assert once.signature == grading.signature == f"sim:{PETS.signature}|tau:0.3|graded:top|den:50"
    assert found(once, "(d / dog)", "(w / wolf)") == found(grading, "(d / dog)", "(w / wolf)") != {}
