"""Problems built in arrays are those built one couple of triples after the other."""

import pickle
import random

import pytest

from smatchproof.alignment import (
    Attribute,
    Duplicates,
    Relation,
    TripleGraph,
    build_problem,
    problem as problems,
    recount,
)
from smatchproof.alignment.number_table import NumberTable, as_array
from smatchproof.exact import exact
from tests.exact.random_pairs import random_pair


@pytest.mark.parametrize("seed", range(60))
def test_the_same_problem(seed, monkeypatch):
    left, right, rule = random_pair(random.Random(seed))
    plain = build_problem(left, right, rule)
    monkeypatch.setattr("smatchproof.alignment.large_problem.MANY_PAIRS", -1)
    large = build_problem(left, right, rule)
    assert isinstance(large.candidates, NumberTable)
    assert large == plain and plain == large and hash(large) == hash(plain)
    assert large.same_concept == plain.same_concept
    assert pickle.loads(pickle.dumps(large)) == plain
    assert large.trivial_bound() == plain.trivial_bound()
    for side in (0, 1):
        assert sorted(large.best_matches(side)) == sorted(plain.best_matches(side))
    columns = list(range(len(right.variables))) + [None] * len(left.variables)
    mapping = columns[: len(left.variables)]
    assert recount(large, mapping) == recount(plain, mapping)


def test_weights_that_64_bits_do_not_hold_are_left_to_python(monkeypatch):
    monkeypatch.setattr("smatchproof.alignment.large_problem.MANY_PAIRS", -1)
    triple = Attribute("instance", "instance", 0, "x")
    heavy = TripleGraph(("a",), (triple,), weights={triple: 10**12})
    problem = build_problem(heavy, heavy, Duplicates.PRODUCT)
    assert problem.unary == (10**24,) and not isinstance(problem.unary, NumberTable)


def test_a_table_is_a_sequence():
    problem = problems.AlignmentProblem.from_weights(2, 2, {(0, 0): 1, (1, 1): 1}, {((0, 0), (1, 1)): 1})
    table = NumberTable(as_array(problem.candidates))
    assert table == problem.candidates and problem.candidates == table and table != ((0, 0),) and table != 1
    assert table[1] == (1, 1) and table[:1] == ((0, 0),) and (1, 1) in table and repr(table) == "((0, 0), (1, 1))"


def test_relations_without_partners():
    chain = TripleGraph(("a", "b"), (), (Relation("next", 0, 1),))
    assert problems.large_parts(chain, TripleGraph(("a",), (), ()), Duplicates.SET).matches == ()


def test_weights_of_pairs_that_numpy_counts():
    np = pytest.importorskip("numpy", reason="integers of 64 bits that overflow")
    last, other = np.int64(10**5 - 1), np.int64(10**5 - 2)
    problem = problems.AlignmentProblem.from_weights(
        10**5, 10**5, {(last, last): 3}, {((last, other), (other, last)): 2}
    )
    assert problem.candidates == ((other, last), (last, other), (last, last))
    assert problem.unary == (0, 0, 3) and problem.matches == ((0, 1, 2),)


def test_weights_that_numpy_counts_do_not_overflow():
    np = pytest.importorskip("numpy", reason="integers of 8 bits that overflow")
    weight, one, other = np.int8(100), (np.int8(0), np.int8(0)), (np.int8(1), np.int8(1))
    problem = problems.AlignmentProblem.from_weights(
        np.int8(2), np.int8(2), {one: weight, other: weight}, {(one, other): weight, (other, one): weight}
    )
    assert problem.unary == (100, 100) and problem.matches == ((0, 1, 200),)
    assert {type(each) for each in (problem.left_size, *problem.unary, *problem.matches[0])} == {int}


@pytest.mark.parametrize(("pair", "weight"), [((0, 0), 0.5), ((0, 0), "1"), ((0.5, 0), 1)])
def test_what_is_no_integer_is_refused(pair, weight):
    with pytest.raises(ValueError, match="whole numbers, unlike"):
        problems.AlignmentProblem.from_weights(1, 1, {pair: weight}, {})


def test_weights_of_another_kind_are_not_searched():
    np = pytest.importorskip("numpy", reason="integers of 64 bits that overflow")
    weights = tuple(np.int64(2**62) for _ in range(3))
    problem = problems.AlignmentProblem(3, 3, ((0, 0), (1, 1), (2, 2)), weights, ())
    with pytest.raises(ValueError, match="integers of Python, unlike int64"), np.errstate(over="ignore"):
        exact(problem)
