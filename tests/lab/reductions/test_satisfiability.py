"""Reading DIMACS files, and how many alignments match everything."""

import random
from itertools import product

import pytest

from smatchproof.base.errors import InputError
from smatchproof.lab.reductions.problems.satisfiability import Formula, MaxSat, read_dimacs
from smatchproof.lab.reductions.to_smatch.satisfiability import SatisfiabilityToSmatch
from tests.lab.reductions.cases import random_formula
from tests.lab.reductions.checks import best_alignments
from tests.located import shown
from tests.tables import tables

TABLES = tables(__file__)

# ---- DIMACS files that are well-formed


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        pytest.param("p cnf 3 0\n", Formula(3, ()), id="variables, but no clauses"),
        pytest.param("p cnf 0 1\n0\n", Formula(0, ((),)), id="empty clause"),
        pytest.param("c a\nc\n\np cnf 2 2\nc b\n1 -2 0\n2 0\n", Formula(2, ((1, -2), (2,))), id="comments"),
        pytest.param("p cnf 3 2\n1 2\n\nc\n3 0 -1\n0", Formula(3, ((1, 2, 3), (-1,))), id="clauses across lines"),
        pytest.param("p cnf 2 3\n1 0 0 2 -2 2 0", Formula(2, ((1,), (), (2, -2, 2))), id="several in a line"),
        pytest.param("p cnf 2 1\n 1 2 0\n%\n0\n\n", Formula(2, ((1, 2),)), id="the end of SATLIB files"),
        pytest.param("  p   cnf\t2 1\r\n1 2 0\r\n", Formula(2, ((1, 2),)), id="other white space"),
    ],
)
def test_a_formula_is_read(text, formula):
    assert read_dimacs(text, "f.cnf") == formula


# ---- DIMACS files that are not


@pytest.mark.parametrize(("text", "message", "hint"), TABLES["malformed"])
def test_a_malformed_file_is_an_error_with_its_place(text, message, hint):
    with pytest.raises(InputError) as caught:
        read_dimacs(text, "f.cnf")
    assert str(caught.value) == shown(f"f.cnf:{message}; {TABLES['hints'].get(hint, hint)}", text)


# ---- formulas


def test_an_assignment_gives_every_variable_a_value():
    formula = Formula(2, ((1, 2),))
    assert formula.verify((True, False))
    assert not formula.verify((True,))
    assert not formula.verify((True, False, False))
    assert not formula.verify((False, False))
    with pytest.raises(ValueError, match="1 values for 2 variables"):
        MaxSat(formula).value((True,))


# ---- directly


def solutions(formula: Formula) -> set[tuple[bool, ...]]:
    return {each for each in product((False, True), repeat=formula.variables) if formula.verify(each)}


def test_the_alignments_that_match_everything_are_the_satisfying_assignments():
    """One to one: clauses have no choice once variables have their values. No solver of ours is involved."""
    rng, numbers = random.Random(62), set()
    for _ in range(60):
        formula = random_formula(rng, 5, 6, 4)
        reduction, expected = SatisfiabilityToSmatch.apply(formula), solutions(formula)
        pair = reduction.target
        optimum, found = best_alignments(pair.problem())
        assert (optimum == reduction.relation.least) == bool(expected), formula
        if expected:
            assert sorted(reduction.backward(pair.names(each)) for each in found) == sorted(expected), formula
            assert all(pair.names(each) == reduction.forward(reduction.backward(pair.names(each))) for each in found)
        numbers.add(len(expected))
    assert {0, 1, 2, 4} <= numbers and max(numbers) > 8
