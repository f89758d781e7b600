"""Parameters of metrics and methods: one grammar for texts, and the spellings of earlier releases."""

import pytest

import smatchproof
from smatchproof.base.errors import UsageError
from smatchproof.scoring import parameters
from smatchproof.scoring.methods.registry import METHODS, method
from smatchproof.scoring.metrics import METRICS, allowed_metric, metric
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
SIGNATURES = {
    "sembleu-k2@530bc05": "sembleu|k:2|smooth:nist|commit:530bc05|reader:sembleu",
    "sembleu+penman": "sembleu|k:3|smooth:nist|commit:69ff2d4|reader:penman",
    "smatch@S+4R": "smatch|conv:smatch|dup:set|top:const|method:S+4R",
    "smatch@S": "smatch|conv:smatch|dup:set|top:const|method:S",
}


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "sembleu:ngram=2",
            "unknown sembleu parameter 'ngram'; choose from ngrams, commit, reader; did you mean ngrams",
        ),
        ("sembleu:ngrams=0", "ngrams of sembleu: expected a whole number from 1 to 9, found '0'"),
        ("sembleu:ngrams=", "ngrams of sembleu: expected a whole number from 1 to 9, found ''"),
        ("sembleu:ngrams=1,ngrams=2", "has a parameter twice"),
        ("smatch:restarts=2", "unknown smatch parameter 'restarts'; choose from method"),
        ("smatch:method=exact:restarts=2", "restarts is for R, S, F, not for exact; leave it out, or choose method R"),
        ("smatch:method=S:restarts=0", "restarts of S: expected a whole number from 1 to 999,999, found '0'"),
    ],
)
def test_what_is_no_parameter_is_refused(text, message):
    with pytest.raises(UsageError, match=message):
        allowed_metric(text)


@pytest.mark.parametrize(("name", "values"), [("sembleu", {"commit": "x"}), ("sembleu", {"reader": 2})])
def test_values_have_to_be_known(name, values):
    with pytest.raises(UsageError, match=f"unknown {next(iter(values))} '.'; choose from "):
        metric(name, **values)


def test_parameters_in_a_text_and_apart_are_the_same():
    assert metric("sembleu:ngrams=2", reader="penman") == metric("sembleu", ngrams=2, reader="penman")
    assert metric("smatch:method=S+4R") == metric("smatch", method="S:restarts=4") == metric("smatch", method="S+4R")
    assert ScoreSettings(method="S:restarts=4") == ScoreSettings(method="S+4R")


def test_names_of_methods_have_no_parameters_but_those_of_the_paper():
    for name in METHODS:
        assert split_name(name, METHODS) == (name, {}) and method(name).name == name


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


@pytest.mark.parametrize("old", SIGNATURES)
def test_signatures_stay(old):
    with pytest.warns(DeprecationWarning):
        assert metric(old).signature == f"{SIGNATURES[old]}|v:{smatchproof.__version__}"


@pytest.mark.parametrize(("restarts", "label"), [(7, "S+7R"), (4, "S+4R")])
def test_signatures_have_the_names_of_the_paper(restarts, label):
    assert f"|method:{label}|" in ScoreSettings(method=f"S:restarts={restarts}").signature()


@pytest.mark.parametrize("text", ["sembleu-k10", "sembleu@HEAD", "sembleu-k2+penman@530bc05", "bleu@S"])
def test_others_are_unknown(text):
    with pytest.raises(UsageError, match=f"unknown metric '{text}'".replace("+", "[+]")):
        metric(text)


# ---- Python


def test_files_are_scored_by_any_metric(samples):
    files = samples / "annotator-a.amr", samples / "annotator-b.amr"
    result = smatchproof.score_files(*files, metric="sembleu", ngrams=2)
    assert result.value == result.to_dict()["sembleu"] and len(result.rows()) == len(result.pairs) == 24
    assert "SemBleu" in str(result) and "k:2" in result.signature and result.certified
    climbed = smatchproof.score_files(*files, metric="smatch:method=S+4R")
    assert climbed.signature == smatchproof.score_files(*files, method="S", restarts=4).signature
    assert climbed.f1 <= smatchproof.score_files(*files).f1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metric": "bleu"}, "unknown metric 'bleu'; choose from smatch"),
        ({"metric": "smatch", "ngrams": 2}, "unknown smatch parameter 'ngrams'; choose from method"),
        ({"ngrams": 2}, "unknown smatch parameter 'ngrams'"),
        ({"metric": "sembleu", "top": "none"}, "--top is for smatch, graded-smatch, not for sembleu"),
        ({"metric": "sembleu", "ngrams": 0}, "expected a whole number from 1 to 9"),
        ({"restarts": 3}, "restarts is for R, S, F, not for exact"),
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


def test_what_no_metric_of_a_comparison_uses_is_refused(samples):
    """A method that one metric states is still for the other one."""
    files = samples / "annotator-a.amr", [samples / "annotator-b.amr"]
    with pytest.raises(UsageError, match="--method is not for smatch:method=S, which says it; leave it out"):
        smatchproof.compare(*files, metrics=["smatch:method=S"], method="R")
    found = smatchproof.compare(*files, metrics=["smatch:method=S", "smatch"], method="R", samples=9)
    assert [each.rpartition("|method:")[2][0] for _, each in found.table.signatures] == ["S", "R"]
