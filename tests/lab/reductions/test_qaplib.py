"""Assignment and packing: reading them, and what the table of reductions cannot ask."""

import random
from itertools import permutations

import pytest

from smatchproof.base.errors import InputError
from smatchproof.lab.reductions.problems.assignment import MaxQap, QuadraticAssignment, read_qaplib, read_zero_one
from smatchproof.lab.reductions.problems.packing import Packing, read_packing
from smatchproof.lab.reductions.problems.strings import CommonPartition
from smatchproof.lab.reductions.to_smatch.assignment import MaxQapToSmatch, QuadraticAssignmentToSmatch
from smatchproof.lab.reductions.to_smatch.packing import PackingToSmatchDegree3
from tests.lab.reductions.cases import assignment, max_qap, packing
from tests.tables import tables

TINY = "2\n0 1\n1 0\n\n0 5\n5 0\n"

# ---- reading


@pytest.mark.parametrize(
    "text", [TINY.replace("2", "2 10", 1), "# tiny\n\n2, -1\n0 1 1 0 0 5\n5 0", "2 10\n0\n1 1 0 0 5 5 0"]
)
def test_a_best_known_value_behind_the_size_is_read_over(text):
    assert read_qaplib(text, "tiny.dat") == read_qaplib(TINY, "tiny.dat")


READERS = {"QAPLIB": read_qaplib, "zeros and ones": read_zero_one, "packing": read_packing}


@pytest.mark.parametrize(("reader", "text", "line", "column", "message"), tables(__file__)["errors"])
def test_errors_say_where_and_what(reader, text, line, column, message):
    with pytest.raises(InputError) as caught:
        READERS[reader](text, "the.dat")
    place = caught.value.place
    assert (place.source, place.line, place.column) == ("the.dat", line, column)
    assert message in caught.value.message
    assert caught.value.hint
    *_, excerpt, caret = str(caught.value).splitlines()
    lines = text.splitlines() or [""]
    if len(lines[line - 1]) < 100:
        assert excerpt == "  " + lines[line - 1].replace("\t", " ")
        assert caret == "  " + " " * (column - 1) + "^"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: MaxQap(((0, 1),), ((0,),)), "matrices a and b need as many rows and columns"),
        (lambda: MaxQap(((0,),), ((0, 1), (0, 0))), "matrices a and b need as many rows and columns"),
        (lambda: QuadraticAssignment(((0, 1), (0, 0)), ()), "matrices flow and distance need as many rows"),
        (lambda: MaxQap(((0, 1), (2, 0)), ((0, 0), (0, 0))), "row 2, column 1 of matrix a is 2, expected 0 or 1"),
        (lambda: Packing((1, 1), 1, 3), "the items sum to 2, but 1 bins of 3 hold 3"),
        (lambda: Packing((0, 3), 1, 3), "item 1 is 0, expected a whole number from 1"),
        (lambda: Packing((), 1, 0), "expected a capacity from 1"),
        (lambda: CommonPartition("ab", "aa"), "'a' occurs 1 time in the left one and 2 times in the right one"),
    ],
)
def test_what_is_no_instance_is_refused(make, message):
    with pytest.raises(ValueError) as caught:
        make()
    assert message in str(caught.value)


def test_what_is_no_solution_has_no_value():
    problem = QuadraticAssignment(((0, 1), (1, 0)), ((0, 5), (5, 0)))
    for solution in ((0, 0), (0,), (1, 2), (0, 1, 2)):
        with pytest.raises(ValueError, match="no permutation of 2 indexes"):
            problem.value(solution)
    with pytest.raises(ValueError, match="different kinds"):
        CommonPartition("ab", "ab").value((1, 0))
    assert not Packing((1, 1), 1, 2).verify((0,))
    assert not Packing((1, 1), 1, 2).verify((0, 1))
    assert not Packing((1, 1, 2), 2, 2).verify((0, 1, 1))


# ---- what forward and the weights promise


@pytest.mark.parametrize(("reduction", "draw"), [(QuadraticAssignmentToSmatch, assignment), (MaxQapToSmatch, max_qap)])
def test_every_permutation_is_worth_as_much_on_the_other_side(reduction, draw):
    rng = random.Random(1)
    for _ in range(25):
        source = draw(rng)
        applied = reduction.apply(source)
        for solution in permutations(range(len(source))):
            there = applied.target.matched(applied.forward(solution))
            assert there == applied.relation.target_value(source.value(solution)), (source, solution)
            assert source.value(applied.backward(applied.forward(solution))) == source.value(solution)


def test_costs_of_one_kind_count_in_units():
    flow, distance = ((0, 10, 0), (10, 0, 20), (0, 20, 0)), ((0, 6, 9), (6, 0, 3), (9, 3, 0))
    reduction = QuadraticAssignmentToSmatch.apply(QuadraticAssignment(flow, distance))
    assert reduction.relation.unit == 2 * 10 * 3
    assert sum(reduction.size) < 50


@pytest.mark.parametrize("seed", range(8))
def test_weights_ask_what_copies_ask(seed):
    """The alignment problem is the same, weight by weight, and so are values and the relation to costs."""
    source = assignment(random.Random(seed))
    weighted, written = (QuadraticAssignmentToSmatch.apply(source, copies=copies) for copies in (False, True))
    assert weighted.target.problem() == written.target.problem()
    assert weighted.relation == written.relation
    assert len(weighted.target.left.edges) <= len(written.target.left.edges)
    for solution in permutations(range(len(source))):
        alignment = weighted.forward(solution)
        assert weighted.target.matched(alignment) == written.target.matched(alignment)
    if weighted.target.weights is not None:
        assert weighted.target.convention.signature.startswith("conv:smatch|dup:product|top:const|weights:")


def test_the_trees_of_degree_three_have_degree_three():
    rng = random.Random(4)
    for _ in range(20):
        target = PackingToSmatchDegree3.apply(packing(rng)).target
        for triples in target.triples():
            ends = [end for _, source, end in triples.relations for end in (source, end)]
            assert all(ends.count(variable) <= 3 for variable in set(ends))
            assert len(triples.relations) == len(triples.variables) - 1
