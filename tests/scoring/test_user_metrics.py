"""Metrics of users: what they say is checked, and what goes wrong is one line."""

import json
from pathlib import Path

import pytest

import smatchproof
from smatchproof.base.errors import UsageError
from smatchproof.cli import main
from smatchproof.graphs.reading import parse_graph
from smatchproof.scoring.metrics import allowed_metric, metric
from smatchproof.scoring.metrics.user_metrics import MeanScore

SAMPLES = Path(smatchproof.__file__).parent / "samples"
PAIR = str(SAMPLES / "annotator-a.amr"), str(SAMPLES / "annotator-b.amr")
CAT = parse_graph("(c / cat)")
MINE = '''
"""Metrics, good and bad."""

import numpy

from smatchproof.scoring.metrics.counting import IntegerCounts


def same(left, right):
    """Whether the roots have the same concept."""
    return float(left.concepts[:1] == right.concepts[:1])


by_numpy = lambda left, right: numpy.float64(0.25)
text = lambda left, right: "0.5"
nothing = lambda left, right: None
no_number = lambda left, right: float("nan")
endless = lambda left, right: float("-inf")
truth = lambda left, right: True
raises = lambda left, right: {}["x"]
negative = lambda left, right: -5


class Half(IntegerCounts):
    """Counts whose value is what it likes."""

    value = None

    def __init__(self, value):
        self.value = value


odd_value = lambda left, right: Half(float("nan"))
large_value = lambda left, right: Half(2)


class NoMetric:
    """Some class."""


number = 7
'''


def test_a_number_is_the_score_of_a_pair_and_their_mean_that_of_a_corpus(mine):
    asked = metric(allowed_metric(f"{mine}:same"))
    dog = parse_graph("(d / dog)")
    scores = [asked.score(CAT, CAT), asked.score(CAT, dog), asked.score(dog, CAT)]
    assert [each.value for each in scores] == [1.0, 0.0, 0.0]
    assert scores[0].plus(scores[1]).plus(scores[2]).value == pytest.approx(1 / 3)
    assert asked.name == "mine.py:same" and asked.signature.startswith("mine.py:same|v:")
    assert MeanScore(0, 0).value == 0.0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("text", "mine.py:text returned '0.5', expected a number from 0 to 1, or IntegerCounts"),
        ("nothing", "mine.py:nothing returned None, expected"),
        ("no_number", "mine.py:no_number returned nan, expected"),
        ("endless", "mine.py:endless returned -inf, expected"),
        ("truth", "mine.py:truth returned True, expected"),
        ("raises", "mine.py:raises raised KeyError: 'x'"),
        ("negative", "mine.py:negative returned -5, expected a number from 0 to 1, or IntegerCounts"),
        ("odd_value", "mine.py:odd_value returned nan, expected"),
        ("large_value", "mine.py:large_value returned 2, expected a number from 0 to 1"),
    ],
)
def test_what_is_no_score_is_refused(mine, capsys, name, message):
    with pytest.raises(UsageError) as caught:
        metric(allowed_metric(f"{mine}:{name}")).score(CAT, CAT)
    assert str(caught.value).startswith(message)
    assert main(["score", *PAIR, "--metric", f"{mine}:{name}"]) == 2
    error = capsys.readouterr().err
    assert message in error.splitlines()[-1]


def test_the_method_of_a_metric_may_be_a_users(mine):
    mine.write_text("def nothing(problem, params): return [None] * problem.left_size")
    asked = metric(allowed_metric(f"smatch@{mine}:nothing"))
    assert asked.name == "smatch@mine.py:nothing" and asked.score(CAT, CAT).matched == 0


def test_a_corpus_is_scored_in_other_processes(mine, monkeypatch, capsys):
    monkeypatch.setenv("SMATCHPROOF_START_METHOD", "spawn")
    assert main(["score", *PAIR, "--metric", f"{mine}:same", "--format", "json", "--jobs", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["pairs"] == 24 and 0 < found["value"] <= 1
    assert found["value"] == pytest.approx(found["macro"])
