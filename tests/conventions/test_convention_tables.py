"""The behaviour of the real programs, row by row, against our conventions on the same graphs.

Each row of the tables is a test of the real program, of our convention of the same name (the same numbers, proved; of
``smatchpp`` the true optimum) and of the convention ``smatch`` (what was meant).
"""

from typing import NamedTuple

import pytest

from smatchproof.conventions.conventions import convention
from smatchproof.graphs.reading import parse_graph
from smatchproof.scoring.metrics.smatch import score_pair
from smatchproof.scoring.settings import ScoreSettings
from tests import peers


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


# fmt: off
SMATCH = [
    #   why, left, right,                                                real, it says,    meant
    Row("duplicate relations count n x m",
        "(a / x :ARG0 (b / y) :ARG0 b)", "(a / x :ARG0 (b / y) :ARG0 b)", (7, 5, 5), "F 1.40", (4, 4, 4)),
    Row("duplicates on one side only",
        "(a / x :ARG0 (b / y) :ARG0 b)", "(a / x :ARG0 (b / y))", (5, 5, 4), "P 1.00 R 1.25", (4, 4, 4)),
    Row("duplicate attributes too",
        "(a / x :polarity - :polarity - :polarity -)", "(a / x :polarity -)", (5, 5, 3), "R 1.67", (3, 3, 3)),
    Row("duplicates made by inversion",
        "(p / person :ARG1-of (s / settle-03 :ARG1 p))", "(p / person :ARG1-of (s / settle-03))",
        (5, 5, 4), "F 1.11", (4, 4, 4)),
    Row("quotes ignored",
        '(a / x :quant "5")', "(a / x :quant 5)", (3, 3, 3), "F 1.00", (3, 3, 3)),
    Row("strings cut at the first space",  # meant: two cities
        '(n / name :op1 "New York")', '(n / name :op1 "New Jersey")', (3, 3, 3), "F 1.00", (2, 3, 3)),
    Row("a quoted value equal to a variable stays a constant",
        '(a / x :op1 "b" :ARG0 (b / y))', '(a / x :op1 "c" :ARG0 (c / y))', (4, 5, 5), "F 0.80", (4, 5, 5)),
    Row("an unquoted value equal to a variable is an edge",
        "(a / x :value b :ARG0 (b / y))", "(a / x :value c :ARG0 (c / y))", (5, 5, 5), "F 1.00", (5, 5, 5)),
    Row("mod of a constant vanishes",  # meant: it is kept, so the graphs differ
        "(a / x :mod expressive)", "(a / x)", (2, 2, 2), "F 1.00", (2, 3, 2)),
    Row("inverse role of a constant vanishes",
        "(a / x :ARG0-of 1)", "(a / x)", (2, 2, 2), "F 1.00", (2, 3, 2)),
    Row("mod equals domain-of",
        "(a / x :mod (b / y))", "(a / x :domain-of (b / y))", (4, 4, 4), "F 1.00", (4, 4, 4)),
    Row("mod-of is not domain",  # meant: one relation, whichever way it is written
        "(a / x :domain (b / y))", "(a / x :mod-of (b / y))", (3, 4, 4), "F 0.75", (4, 4, 4)),
    Row("Mod in capitals is not converted",
        "(a / x :Mod (b / y))", "(a / x :mod (b / y))", (3, 4, 4), "F 0.75", (4, 4, 4)),
    Row("OF in capitals is not inverted",
        "(a / x :ARG0-OF (b / y))", "(a / x :ARG0-of (b / y))", (3, 4, 4), "F 0.75", (4, 4, 4)),
    Row("only one -of is taken off",
        "(a / x :ARG0-of-of (b / y))", "(a / x :ARG0 (b / y))", (3, 4, 4), "F 0.75", (4, 4, 4)),
    Row("TOP ignores the concept",
        "(c / cat)", "(d / dog)", (1, 2, 2), "F 0.50", (1, 2, 2)),
    Row("a user's :top top matches TOP",  # meant: TOP matches TOP alone
        "(a / q :top top)", "(c / z :ARG9 (d / w))", (2, 3, 4), "F 0.57", (1, 3, 4)),
    Row("alignment suffixes are kept",
        "(a / x~e.1 :ARG0~e.2 (b / y~e.3))", "(a / x :ARG0 (b / y))", (1, 4, 4), "F 0.25", (4, 4, 4)),
    Row("case and trailing underscores are ignored",  # meant: case only, boy_ is another concept
        "(a / Boy_ :ARG0 1)", "(a / boy :arg0 1)", (3, 3, 3), "F 1.00", (2, 3, 3)),
    Row("consist-of is no inverse",
        "(a / x :consist-of (b / y))", "(b / y :consist (a / x))", (2, 4, 4), "F 0.50", (2, 4, 4)),
    Row("a loop matches loops only",
        "(a / x :ARG0 a)", "(a / x :ARG0 (b / x))", (2, 3, 4), "F 0.57", (2, 3, 4)),
]
# fmt: on
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


# fmt: off
SMATCHPP = [
    #       why, left, right,                           prints: generic, amr; optimum: generic, amr; smatch
    PlusRow("loops count twice in the objective",  # r to r (instance, TOP), a to c (instance, m, n): 5 of 8 and 10
            "(r / r :op3 (a / x :m 1 :n 2 :ARG0 a :ARG1 a))",
            "(r / r :op1 (b / q :ARG0 b :ARG1 b) :op2 (c / x :m 1 :n 2))", 44.44, 44.44, 55.56, 55.56, 55.56),
    PlusRow("duplicates count n x m in the objective",  # r to r, a to c (instance, m): 4 of 8 and 8; a set: of 6 and 8
            "(r / r :op3 (a / x :polarity - :polarity - :polarity - :m 1))",
            "(r / r :op1 (b / q :polarity -) :op2 (c / x :m 1))", 37.5, 57.14, 50.0, 57.14, 57.14),
    PlusRow("lower-casing merges variables",
            "(A / x :ARG0 (a / y))", "(b / x :ARG0 (c / y))", 50.0, 25.0, 50.0, 25.0, 100.0),
    PlusRow("a string equal to a variable becomes an edge",  # meant: two strings
            '(a / x :op1 "b" :ARG0 (b / y))', '(a / x :op1 "c" :ARG0 (c / y))', 100.0, 100.0, 100.0, 100.0, 80.0),
    PlusRow("strings are whole, without apostrophes",  # meant: an apostrophe is a letter
            '(n / name :op1 "New York" :op2 "it\'s")', '(n / name :op1 "New Jersey" :op2 its)',
            75.0, 75.0, 75.0, 75.0, 50.0),
    PlusRow("the root carries its concept in amr",
            "(c / cat)", "(d / dog)", 50.0, 0.0, 50.0, 0.0, 50.0, default=50.0),
    PlusRow("every -of is inverted, consist-of too",  # in generic and amr all but the root matches
            "(a / x :consist-of (b / y))", "(b / y :consist (a / x))", 75.0, 75.0, 75.0, 75.0, 50.0, default=50.0),
    PlusRow("domain is mod-of in amr",
            "(a / x :domain (b / y))", "(a / x :mod-of (b / y))", 75.0, 100.0, 75.0, 100.0, 100.0),
    PlusRow("reified relations are collapsed in amr",
            "(a / x :ARG1-of (l / be-located-at-91 :ARG2 (b / y)))", "(a / x :location (b / y))",
            60.0, 100.0, 60.0, 100.0, 60.0),
    PlusRow("by default -of is not inverted, in the command and in the class",
            "(b / boy :ARG0-of (r / run-02))", "(r / run-02 :ARG0 (b / boy))",
            75.0, 75.0, 75.0, 75.0, 75.0, default=50.0),
    PlusRow("by default several -of are not inverted",
            "(a / x :ARG0-of (b / y) :ARG1-of b)", "(a / x :ARG0-of (b / y :ARG1 a))",
            100.0, 100.0, 100.0, 100.0, 100.0, default=80.0),
]
# fmt: on
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
