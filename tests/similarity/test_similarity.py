"""Similarities of values: the rules of vectors, tables and functions, and what all similarities must keep to."""

import math
import pickle
from fractions import Fraction

import numpy
import pytest
from hypothesis import given, strategies as st

from smatchproof.base.errors import UsageError
from smatchproof.similarity.similarity import (
    CallableSimilarity,
    S2matchPySimilarity,
    TableSimilarity,
    VectorSimilarity,
    WordVectors,
    in_unit_interval,
    needed_words,
)
from tests.tables import tables

TABLES = tables(__file__)

TOY = WordVectors.of(
    {
        "boy": (1, 0, 0), "girl": (0.8, 0.6, 0), "anti": (-1, 0, 0), "run": (0, 1, 0), "jog": (0, 0.96, 0.28),
        "away": (0, 0, 1), "null": (0, 0, 0), "f-16": (0, 0, 2), "f": (1, 1, 0), "well-known": (0, 3, 0),
        "well": (1, 0, 0), "known": (0, 0, 1), "12": (1, 0, 0), "-": (0, 0, 1),
    },
    "toy",
)  # fmt: skip


# ---- vectors: the paper's formula


def test_equal_vectors_have_similarity_1_and_no_less():
    vector = (0.76, 0.0, 0.45)  # whose squares, at length 1, sum to just less than 1
    similarity = VectorSimilarity(WordVectors.of({"a": vector, "b": vector}, "twins"))
    assert similarity("a", "b") == similarity("a-01", "a-02") == 1.0


# ---- vectors: the settings of the reference program


@pytest.mark.parametrize(("left", "right", "expected"), TABLES["settings"])
def test_the_coefficient_for_senses(left, right, expected):
    toy = WordVectors.of({"boy": (5, 0, 0), "girl": (4, 3, 0)}, "exact")  # whose cosine is 0.8 to the last bit
    words = WordVectors({**TOY.vectors, **toy.vectors}, 3, "toy", "0")
    similarity = VectorSimilarity(words, 0.5)
    assert similarity(left, right) == similarity(right, left) == pytest.approx(expected, abs=1e-15)
    assert S2matchPySimilarity(words, 0.5, 0.8)("boy", "girl") == 0  # a cosine of 0.8 is not above the cutoff


@pytest.mark.parametrize("number", [-0.1, 1.1, math.nan, math.inf, "0.5"])
def test_settings_outside_of_their_range_are_refused(number):
    with pytest.raises(UsageError, match=r"^a sense coefficient of .*; choose one from 0 to 1$"):
        VectorSimilarity(TOY, sense=number)


# ---- vectors: properties

parts = st.sampled_from(["run", "jog", "f", "well", "known", "away", "anti", "null", "zebra", "12", ""])
senses = st.sampled_from(["", "-01", "-02", "-16", "-100", "-1"])
values = st.builds(lambda words, sense: "-".join(words) + sense, st.lists(parts, min_size=1, max_size=4), senses)
unit = st.floats(0, 1)
settings_of_vectors = st.tuples(st.none() | unit)
numbers = st.floats(-1e100, 1e100)
vocabularies = st.integers(1, 4).flatmap(
    lambda size: st.dictionaries(parts.filter(bool), st.tuples(*[numbers] * size), min_size=1, max_size=8)
)


@given(vocabularies, settings_of_vectors, values, values)
def test_vectors_give_symmetric_numbers_from_0_to_1(vocabulary, settings, left, right):
    similarity = VectorSimilarity(WordVectors.of(vocabulary, "any"), *settings)
    number = similarity(left, right)
    assert 0 <= number <= 1
    assert similarity(right, left) == number
    again = VectorSimilarity(WordVectors.of(vocabulary, "any"), *settings)
    assert again(right, left) == number  # whichever is asked for first


def mean_vector(value):
    """The rule for the vector of a value, written down again."""
    head, _, tail = value.rpartition("-")
    has_sense = len(tail) >= 2 and tail.isdigit() and any(character.isalpha() for character in head)
    lemma = head if has_sense else value
    for words in ([value], [lemma], lemma.split("-")):
        if known := [TOY.vectors[word] for word in words if word in TOY.vectors]:
            return numpy.mean(known, axis=0)
    return numpy.zeros(3)


@given(values, values)
def test_the_cosine_is_that_of_numpy(left, right):
    one, other = mean_vector(left), mean_vector(right)
    lengths = numpy.linalg.norm(one) * numpy.linalg.norm(other)
    expected = 1 if left == right else max(0, one @ other / lengths) if lengths else 0
    assert VectorSimilarity(TOY)(left, right) == pytest.approx(expected, abs=1e-12)


@given(st.permutations("abc"))
def test_the_order_of_parts_does_not_matter(order):
    vectors = {"a": (0.2, 0.8), "b": (0.4, 0.2), "c": (0.5, 0.7), "d": (1, 0)}  # whose plain sums depend on it
    similarity = VectorSimilarity(WordVectors.of(vectors, "rounded"))
    assert similarity("-".join(order), "d") == similarity("a-b-c", "d")


@given(st.lists(values, max_size=5), settings_of_vectors)
def test_no_word_is_needed_that_is_not_asked_for(asked, settings):
    """The similarity with the needed words only is the one with the whole vocabulary."""
    words = needed_words(asked)
    kept = {word: vector for word, vector in TOY.vectors.items() if word in words}
    whole = VectorSimilarity(TOY, *settings)
    streamed = VectorSimilarity(WordVectors(kept, 3, TOY.name, TOY.fingerprint), *settings)
    assert streamed.signature == whole.signature
    assert all(streamed(left, right) == whole(left, right) for left in asked for right in asked)


# ---- what a program holds already


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        *(({}, "no word has a vector"), ({"boy": ()}, "no word has a vector")),
        ({"boy": (1, 0), "girl": (1, 0, 0)}, "the vector of 'girl' has 3 numbers, that of 'boy' has 2"),
        *(
            ({"boy": (1, each)}, "the vector of 'boy' has a number that is not finite")
            for each in (math.nan, -math.inf)
        ),
    ],
)
def test_vectors_that_are_none_are_refused(vectors, message):
    with pytest.raises(UsageError, match=message):
        WordVectors.of(vectors, "bad")


def test_the_signature_of_vectors_is_of_their_content_and_settings():
    vectors = {"boy": (1, 0), "girl": (0.5, 2)}
    one = WordVectors.of(vectors, "a|b c")
    assert one.fingerprint == WordVectors.of(dict(reversed(vectors.items())), "two").fingerprint
    others = [{**vectors, "girl": (0.5, 3)}, {"boy": (1, 0)}, {"boy": (1, 0), "man": (0.5, 2)}]
    assert one.fingerprint not in {WordVectors.of(other, "one").fingerprint for other in others}
    assert VectorSimilarity(one).signature == f"vectors:a_b_c#{one.fingerprint}"
    assert VectorSimilarity(one, 0.1234567890123).signature.endswith(",sense:0.1234567890123")


# ---- tables


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        *(({("a", "b"): each}, f"'a' and 'b' is {each!r}; expected a number") for each in (1.01, -0.01, math.nan, "1")),
        ({("a", "A"): 0.9}, "'a' and 'A' is 0.9, but a value is 1 similar to itself"),
        ({("a", "b"): 0.9, ("A", "b"): 0.8}, "'A' and 'b' is 0.8, but was 0.9 before; leave one of them out"),
    ],
)
def test_tables_that_are_none_are_refused(pairs, symmetric, message):
    with pytest.raises(UsageError, match=f"^similarity 't' of {message}"):
        TableSimilarity(pairs, "t", symmetric)


def test_two_directions_are_two_numbers_of_a_directed_table_only():
    pairs = {("a", "b"): 0.9, ("b", "a"): 0.8}
    assert TableSimilarity(pairs, "t", symmetric=False)("b", "a") == 0.8
    with pytest.raises(UsageError, match=r"'b' and 'a' is 0\.8, but was 0\.9 before; .* or pass symmetric=False"):
        TableSimilarity(pairs, "t")


tables = st.dictionaries(st.tuples(st.sampled_from("abc"), st.sampled_from("def")), unit, min_size=1)


@given(tables, st.booleans(), st.data())
def test_tables_give_numbers_from_0_to_1_whatever_their_order(pairs, symmetric, data):
    shuffled = dict(data.draw(st.permutations(list(pairs.items()))))
    similarity, other = (TableSimilarity(table, "t", symmetric) for table in (pairs, shuffled))
    assert similarity == other
    assert similarity.signature == other.signature
    for left in "abcdef":
        for right in "abcdef":
            assert 0 <= similarity(left, right) <= 1
            assert not symmetric or similarity(left, right) == similarity(right, left)
    assert all(similarity(*pair) == number for pair, number in pairs.items())


def test_signatures_of_tables():
    """The signature changes with every setting that can change a number, and with no other."""
    pairs = {("a", "b"): 0.5, ("c", "d"): 0.25}
    signature = TableSimilarity(pairs, "my table").signature
    assert signature.startswith("table:my_table#")
    turned = {("D", "c"): 0.25, ("b", "a"): 0.5, ("a", "a"): 1}
    assert TableSimilarity(turned, "my table").signature == signature
    assert TableSimilarity({**pairs, ("a", "b"): 0.6}, "my table").signature != signature
    assert TableSimilarity({("a", "b"): 0.5}, "my table").signature != signature
    assert TableSimilarity(pairs, "my table", symmetric=False).signature.endswith(",directed")


# ---- functions


@pytest.mark.parametrize("number", [0, 1, True, 0.5, Fraction(1, 2), numpy.float32(0.5), numpy.int64(1)])
def test_every_kind_of_real_number_is_taken(number):
    answer = CallableSimilarity(lambda left, right: number, "f")("a", "b")
    assert type(answer) is float and answer == number


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize(
    "number", [1.0000001, -1, math.nan, math.inf, None, "0.5", 1j, 10**400, Fraction(10**40 + 1, 10**40)]
)
def test_other_answers_are_refused(number, symmetric):
    with pytest.raises(UsageError, match=r"^similarity 'f' of 'boy' and 'girl' is .*; expected a number from 0 to 1$"):
        CallableSimilarity(lambda left, right: number, "f", symmetric)("boy", "girl")
    assert not in_unit_interval(number)


def directed(left, right):
    return 0.25 if left < right else 0.75


def test_a_directed_function_is_refused_unless_it_is_said_to_be_one():
    with pytest.raises(UsageError, match=r"is 0\.25, but of 'girl' and 'boy' it is 0\.75; .* or pass symmetric=False"):
        CallableSimilarity(directed, "f")("boy", "girl")
    similarity = CallableSimilarity(directed, "f", symmetric=False)
    assert (similarity("boy", "girl"), similarity("girl", "boy")) == (0.25, 0.75)
    assert similarity.signature == "callable:f,directed"


def test_a_function_needs_a_name():
    with pytest.raises(UsageError, match=r"^a similarity without a name; name it, so that"):
        CallableSimilarity(directed, " ")


# ---- all of them


@pytest.mark.parametrize(
    "similarity",
    [
        VectorSimilarity(TOY, sense=0.5),
        S2matchPySimilarity(TOY, sense=0.5, cutoff=0.25),
        TableSimilarity({("boy", "girl"): 0.7}, "t"),
        TableSimilarity({("boy", "girl"): 0.7}, "t", symmetric=False),
        CallableSimilarity(directed, "f", symmetric=False),
    ],
    ids=lambda similarity: similarity.signature,
)
def test_a_similarity_can_be_sent_to_another_process(similarity):
    size, before = len(pickle.dumps(similarity)), similarity("boy", "girl")
    packed = pickle.dumps(similarity)
    copy = pickle.loads(packed)
    assert copy == similarity and copy.signature == similarity.signature
    assert copy("boy", "girl") == before > 0
    assert len(packed) == size, "what has been computed is not sent"
