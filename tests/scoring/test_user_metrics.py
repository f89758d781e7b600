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
WRONG = {
    "'0.5'": "mine.py:wrong returned '0.5', expected a number from 0 to 1, or IntegerCounts",
    "None": "mine.py:wrong returned None, expected",
    "float('nan')": "mine.py:wrong returned nan, expected",
    "float('-inf')": "mine.py:wrong returned -inf, expected",
    "True": "mine.py:wrong returned True, expected",
    "{}['x']": "mine.py:wrong raised KeyError: 'x'",
    "-5": "mine.py:wrong returned -5, expected a number from 0 to 1, or IntegerCounts",
}
MINE = "same = lambda left, right: float(left.concepts[:1] == right.concepts[:1])\n"


def test_a_number_is_the_score_of_a_pair_and_their_mean_that_of_a_corpus(mine):
    asked = metric(allowed_metric(f"{mine}:same"))
    dog = parse_graph("(d / dog)")
    scores = [asked.score(CAT, CAT), asked.score(CAT, dog), asked.score(dog, CAT)]
    assert [each.value for each in scores] == [1.0, 0.0, 0.0]
    assert scores[0].plus(scores[1]).plus(scores[2]).value == pytest.approx(1 / 3)
    assert asked.name == "mine.py:same" and asked.signature.startswith("mine.py:same|v:")
    assert MeanScore(0, 0).value == 0.0


@pytest.mark.parametrize(("answer", "message"), WRONG.items())
def test_what_is_no_score_is_refused(mine, capsys, answer, message):
    mine.write_text(f"wrong = lambda left, right: {answer}")
    with pytest.raises(UsageError) as caught:
        metric(allowed_metric(f"{mine}:wrong")).score(CAT, CAT)
    assert str(caught.value).startswith(message)
    assert main(["score", *PAIR, "--metric", f"{mine}:wrong"]) == 2
    assert message in capsys.readouterr().err.splitlines()[-1]


def test_the_method_of_a_metric_may_be_a_users(mine):
    mine.write_text("def nothing(problem, params): return [None] * problem.left_size")
    asked = metric(allowed_metric(f"smatch:method={mine}:nothing"))
    assert asked.name == "smatch:method=mine.py:nothing" and asked.score(CAT, CAT).matched == 0


def test_a_corpus_is_scored_in_other_processes(mine, monkeypatch, capsys):
    monkeypatch.setenv("SMATCHPROOF_START_METHOD", "spawn")
    assert main(["score", *PAIR, "--metric", f"{mine}:same", "--format", "json", "--jobs", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["pairs"] == 24 and 0 < found["value"] <= 1
    assert found["value"] == pytest.approx(found["macro"])
