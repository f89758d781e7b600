"""Parameters of metrics and methods: one grammar for texts, and the spellings of earlier releases."""

import numpy
import pytest

import smatchproof
from smatchproof.base.errors import UsageError
from smatchproof.scoring import parameters
from smatchproof.scoring.methods.registry import method
from smatchproof.scoring.metrics import METRICS, metric
from smatchproof.scoring.parameters import spelled, split_name
from smatchproof.scoring.settings import ScoreSettings

OLD_METRICS = {
    "sembleu-k2": "sembleu:ngrams=2",
    "sembleu@530bc05": "sembleu:commit=530bc05",
    "sembleu+penman": "sembleu:reader=penman",
    "sembleu-k9@530bc05+penman": "sembleu:ngrams=9,commit=530bc05,reader=penman",
    "smatch@S+4R": "smatch:method=S+4R",
    "bamboo-smatchpp@exact": "bamboo-smatchpp:method=exact",
    "s2match@mine.py:greedy": "s2match:method=mine.py:greedy",
}
OLD_METHODS = {"3R": "R:restarts=3", "1R": "R", "S+7R": "S:restarts=7", "F+4R": "F:restarts=4"}


@pytest.fixture(autouse=True)
def nothing_told_yet():
    parameters._as_spelled_now.cache_clear()


# ---- the grammar


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("smatch", "smatch", {}),
        ("sembleu:ngrams=2,reader=penman", "sembleu", {"ngrams": "2", "reader": "penman"}),
        ("smatch:method=mine.py:greedy", "smatch", {"method": "mine.py:greedy"}),
        ("smatch:method=S:restarts=7", "smatch", {"method": "S:restarts=7"}),
        ("mine.py:greedy", "mine.py:greedy", {}),
        ("a=b/mine.py:greedy", "a=b/mine.py:greedy", {}),
        ("cmd:greedy", "cmd:greedy", {}),
        ("cmd:./a=b", "cmd:./a=b", {}),
    ],
)
def test_a_text_is_a_name_and_its_parameters(text, name, values):
    assert split_name(text, METRICS) == (name, values)
    assert spelled(name, values) == text


def test_parameters_in_a_text_and_apart_are_the_same():
    assert metric("sembleu:ngrams=2", reader="penman") == metric("sembleu", ngrams=2, reader="penman")
    assert metric("smatch:method=S+4R") == metric("smatch", method="S:restarts=4") == metric("smatch", method="S+4R")
    assert ScoreSettings(method="S:restarts=4") == ScoreSettings(method="S+4R")


# ---- earlier spellings


@pytest.mark.parametrize("old", OLD_METRICS)
def test_a_metric_of_an_earlier_spelling_is_that_of_today(old):
    with pytest.warns(DeprecationWarning, match="is an old spelling; write ") as told:
        name, values = split_name(old, METRICS)
    assert spelled(name, values) == OLD_METRICS[old]
    assert str(told[0].message) == f"{old} is an old spelling; write {OLD_METRICS[old]}"
    assert split_name(old, METRICS) == (name, values)  # the warning is given once


def test_a_warning_is_about_the_line_of_the_caller():
    parameters._as_spelled_now.cache_clear()
    with pytest.warns(DeprecationWarning) as told:
        smatchproof.score_strings("(a / b)", "(a / b)", method="S+7R")
    assert told[0].filename == __file__


@pytest.mark.parametrize("old", OLD_METHODS)
def test_a_method_of_an_earlier_spelling_is_that_of_today(old):
    with pytest.warns(DeprecationWarning, match="is an old spelling; write "):
        assert method(old).name == OLD_METHODS[old]


@pytest.mark.parametrize(("restarts", "label"), [(7, "S+7R"), (4, "S+4R")])
def test_signatures_have_the_names_of_the_paper(restarts, label):
    assert f"|method:{label}|" in ScoreSettings(method=f"S:restarts={restarts}").signature()


# ---- Python


def test_files_are_scored_by_any_metric(paths):
    result = smatchproof.score_files(*paths, metric="sembleu", ngrams=2)
    assert result.value == result.to_dict()["sembleu"] and len(result.rows()) == len(result.pairs) == 24
    assert "SemBleu" in str(result) and "k:2" in result.signature and result.certified
    climbed = smatchproof.score_files(*paths, metric="smatch:method=S+4R")
    assert climbed.signature == smatchproof.score_files(*paths, method="S", restarts=4).signature
    assert climbed.f1 <= smatchproof.score_files(*paths).f1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ngrams": 2}, "unknown smatch parameter 'ngrams'"),
        ({"metric": "sembleu", "top": "none"}, "--top is for smatch, graded-smatch, not for sembleu"),
        ({"metric": "smatch:method=S", "time_limit": 1, "certificates": "c"}, "leaves no certificates"),
    ],
)
def test_what_a_metric_does_not_take_is_refused_before_files_are_read(options, message):
    with pytest.raises(UsageError, match=message):
        smatchproof.score_files("absent.amr", "absent.amr", **options)


@pytest.mark.parametrize("restarts", ["7", 7.0, 7.5, True])
def test_a_number_is_an_integer(restarts):
    """The text of an option is read; a value of Python or of a file is not converted."""
    with pytest.raises(
        UsageError, match=f"^restarts of S: expected a whole number from 1 to 999,999, found '?{restarts}"
    ):
        method("S", restarts=restarts)


def test_an_integer_of_numpy_is_one():
    assert method("S", restarts=numpy.int64(7)).name == method("S", restarts=7).name
    with pytest.raises(UsageError, match=r"found numpy\.int64\(0\)|found np\.int64\(0\)"):
        method("S", restarts=numpy.int64(0))
    for odd in (numpy.array([3]), int):
        with pytest.raises(UsageError, match="expected a whole number"):
            method("S", restarts=odd)


def test_a_method_that_one_metric_states_is_for_the_other(samples):
    files = samples / "annotator-a.amr", [samples / "annotator-b.amr"]
    found = smatchproof.compare(*files, metrics=["smatch:method=S", "smatch"], method="R", samples=9)
    assert [each.rpartition("|method:")[2][0] for _, each in found.table.signatures] == ["S", "R"]
