"""QAPLIB, solved by way of Smatch: the published optima, and solutions in both directions."""

import pytest

from benchmarks.stress.sweeps.qaplib_solutions import QaplibSolution, read_qaplib_solution
from smatchproof.exact import exact
from smatchproof.lab.reductions.problems.qaplib import read_qaplib
from smatchproof.lab.reductions.to_smatch.quadratic_assignment import QuadraticAssignmentToSmatch
from smatchproof.problem.solution import SolveParams, Status
from smatchproof.scoring.pairs.comparison import ClaimStatus, claim
from smatchproof.scoring.settings import ScoreSettings
from tests.lab.reductions.case import check_amrs

SOLVED = (
    *("chr12a", "esc16f", "esc16j", "scr12", "tai10b"),
    *("esc16a", "esc16b", "esc16c", "esc16e", "esc16g", "esc16h", "esc16i", "had12", "had14", "had16", "had18"),
    *("chr12b", "chr15a", "els19", "lipa20a", "nug12", "nug14", "nug15", "nug16b", "scr15", "tai10a", "tai15b"),
)
INTERVALS = ("bur26a", "esc32e")


OPTIMA = {"tai10a": 135028, "tai10b": 1183760}
"""Published optima of instances without a published solution beside them."""


def published(folder, name):
    """The published optimum of an instance, and a solution where there is one."""
    path = folder / f"{name}.sln"
    if not path.exists():
        return OPTIMA[name], None
    solution = read_qaplib_solution(path.read_text())
    return solution.value, solution


@pytest.mark.parametrize("name", SOLVED)
def test_qaplib_is_solved_by_way_of_smatch(shared_data, name):
    folder = shared_data / "qaplib"
    source = read_qaplib((folder / f"{name}.dat").read_text(), f"{name}.dat")
    optimum, solution = published(folder, name)
    reduction = QuadraticAssignmentToSmatch.apply(source)
    relation, target = reduction.relation, reduction.target
    assert reduction.size == tuple(triples.size for triples in target.triples())
    if solution is not None:
        assert source.value(solution.of(source)) == optimum
        assert target.matched(reduction.forward(solution.of(source))) == relation.target_value(optimum)
    answer = exact(target.problem(), SolveParams(time_limit=300))
    found = source.value(reduction.backward(target.names(answer.mapping)))
    assert relation.source_value(answer.upper_bound) <= optimum <= found <= relation.source_value(answer.matched)
    assert answer.status is Status.OPTIMAL
    assert found == optimum


def test_every_instance_is_tried_here(shared_data):
    assert {path.stem for path in (shared_data / "qaplib").glob("*.dat")} == {*SOLVED, *INTERVALS}


def test_qaplib_lists_the_location_of_each_facility(shared_data):
    """All solutions here do; the other convention is understood as well, and what fits neither is refused."""
    for path in sorted((shared_data / "qaplib").glob("*.sln")):
        solution = read_qaplib_solution(path.read_text())
        source = read_qaplib(path.with_suffix(".dat").read_text(), path.name)
        assert source.value(solution.permutation) == solution.value
        inverse = tuple(solution.permutation.index(i) for i in range(solution.size))
        other = QaplibSolution(solution.size, solution.value, inverse)
        assert source.value(other.of(source)) == solution.value
        with pytest.raises(ValueError, match="neither the permutation nor its inverse has the value"):
            QaplibSolution(solution.size, solution.value - 1, solution.permutation).of(source)


def test_an_amr_pair_of_qaplib_can_be_written_and_read(shared_data):
    source = read_qaplib((shared_data / "qaplib" / "esc16b.dat").read_text(), "esc16b.dat")
    check_amrs(QuadraticAssignmentToSmatch.apply(source).target)


# ---- QAPLIB


@pytest.mark.parametrize("name", INTERVALS)
def test_what_is_too_hard_gets_an_interval_that_is_certified(shared_data, name):
    folder = shared_data / "qaplib"
    reduction = QuadraticAssignmentToSmatch.apply(read_qaplib((folder / f"{name}.dat").read_text(), f"{name}.dat"))
    relation, target = reduction.relation, reduction.target
    settings = ScoreSettings(target.convention, params=SolveParams(time_limit=40), certificates=True)
    claimed = claim(target.left, target.right, settings, name)
    assert claimed.comparison.status in (ClaimStatus.BOUNDED, ClaimStatus.CERTIFIED)
    counts = claimed.comparison.counts
    optimum, _ = published(folder, name)
    assert relation.source_value(counts.upper_bound) <= optimum <= relation.source_value(counts.matched)
