"""The behaviour of the real programs, row by row, against our conventions on the same graphs.

Each row of the tables is a test of our convention of the name of a program (its numbers, proved; of ``smatchpp`` the
true optimum) and of the convention ``smatch`` (what was meant); `make stress` runs the programs themselves.
"""

from typing import NamedTuple

import pytest

from smatchproof.conventions.conventions import convention
from smatchproof.graphs.reading import parse_graph
from smatchproof.scoring.metrics.smatch import score_pair
from smatchproof.scoring.settings import ScoreSettings
from tests import peers
from tests.tables import tables

TABLES = tables(__file__)


def ours(left: str, right: str, name: str, method: str = "ilp-tight") -> tuple[int, int, int]:
    """(matched, left triples, right triples), proved."""
    settings = ScoreSettings(convention(name), method)
    counts = score_pair(parse_graph(left), parse_graph(right), settings).counts
    assert counts.proved
    return counts.matched, counts.left_triples, counts.right_triples


# ---- smatch 1.0.4


class Row(NamedTuple):
    """`real` is (matched, left triples, right triples) of the program, `meant` of our convention ``smatch``."""

    why: str
    left: str
    right: str
    real: tuple[int, int, int]
    says: str
    meant: tuple[int, int, int]


SMATCH = [
    Row(why, left, right, tuple(real), says, tuple(meant)) for why, left, right, real, says, meant in TABLES["smatch"]
]
each_smatch_row = pytest.mark.parametrize("row", SMATCH, ids=lambda row: row.why)


@each_smatch_row
def test_our_smatch_1_0_4_says_the_same(row: Row) -> None:
    assert ours(row.left, row.right, "smatch-1.0.4") == row.real


@each_smatch_row
def test_our_smatch_says_what_was_meant(row: Row) -> None:
    assert ours(row.left, row.right, "smatch") == row.meant


# ---- smatchpp 1.8.0: F1 as it prints it


class PlusRow(NamedTuple):
    """F1 in per cent: what the program prints by graph type, the true optimum of the same triples, and ``smatch``."""

    why: str
    left: str
    right: str
    generic: float
    amr: float
    generic_optimum: float
    amr_optimum: float
    smatch: float
    default: float | None = None  # without a graph type


SMATCHPP = [PlusRow(*row) for row in TABLES["smatchpp"]]
each_smatchpp_row = pytest.mark.parametrize("row", SMATCHPP, ids=lambda row: row.why)


@each_smatchpp_row
def test_ours_is_the_true_optimum_of_the_same_triples(row: PlusRow) -> None:
    assert f1(row, "smatchpp-generic") == row.generic_optimum
    assert f1(row, "smatchpp-amr") == row.amr_optimum
    assert row.default in (None, f1(row, "smatchpp-plain"))
    assert f1(row, "smatch") == row.smatch


def f1(row: PlusRow, name: str) -> float:
    matched, left, right = ours(row.left, row.right, name)
    return round(100 * 2 * matched / (left + right), 2)


@each_smatchpp_row
@pytest.mark.parametrize("name", peers.GRAPH_TYPES)
def test_the_true_optimum_is_what_its_own_scorer_gives_the_best_alignment(row: PlusRow, name: str) -> None:
    theirs = peers.smatchpp_optimum(row.left, row.right, peers.GRAPH_TYPES[name])
    assert ours(row.left, row.right, name) == theirs
