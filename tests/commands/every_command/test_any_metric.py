"""Every metric of the table, and one that a test adds in one file, answers every command that it can answer."""

import json
import pickle
from inspect import signature
from pathlib import Path

import pytest

from examples.overlap import Concepts
from smatchproof import score_files
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.graphs.reading import parse_graph
from smatchproof.scoring.metrics import METRICS, entries, metric, metric_entry
from smatchproof.scoring.metrics.entry import METRIC_OPTIONS, SETTING_OPTIONS, MetricEntry
from smatchproof.scoring.metrics.protocol import corpus_value
from smatchproof.similarity.grading import Grading
from smatchproof.similarity.similarity import TableSimilarity
from tests.commands.running import printed

CONCEPTS = MetricEntry("concepts", "concepts in common", lambda settings, grading: Concepts(), frozenset())
ENTRIES = (CONCEPTS,)
WITH_PARAMETERS = ["smatch:method=S+4R", "sembleu:ngrams=2", "sembleu:commit=530bc05", "sembleu:reader=penman"]
NAMES = [*(entry.name for entry in (*entries(), CONCEPTS)), *WITH_PARAMETERS, "graded-smatch:method=S+4R"]
OFFLINE = Grading(TableSimilarity({("boy", "girl"): 0.7}, name="people"))
CAT, DOG = parse_graph("(s / see-01 :ARG1 (c / cat))"), parse_graph("(s / see-01 :ARG1 (d / dog :mod (b / big)))")
every_metric = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(autouse=True)
def concepts(monkeypatch):
    """The table with the metric of the example."""
    import smatchproof.scoring.metrics

    monkeypatch.setattr(smatchproof.scoring.metrics, "METRICS", METRICS | {"concepts": __name__})


@pytest.fixture
def arguments(samples):
    """The options that a metric needs on the command line."""

    def of(name):
        similar = ["--similarities", samples / "similarity.tsv"] if metric_entry(name).is_graded else []
        return ["--metric", name, *similar]

    return of


def pairs_of(paths):
    with Corpus(paths[0]) as left, Corpus(paths[1]) as right:
        _, places = check_pairing(left, right)
        return [(one.parse(), other.parse()) for one, other in pair_blocks(left, right, places)]


# ---- what all metrics have in common


@every_metric
def test_a_metric_keeps_its_protocol(name):
    chosen = metric(name, grading=OFFLINE)
    assert chosen.name == name
    one, again = chosen.score(CAT, DOG, 3), pickle.loads(pickle.dumps(chosen)).score(CAT, DOG, 3)
    assert one == again
    assert 0 <= one.value <= 1 and chosen.score(CAT, CAT).value == 1
    assert one.plus(chosen.score(DOG, DOG)).value == corpus_value([one, chosen.score(DOG, DOG)])
    pair = chosen.pair(CAT, DOG, "p")
    assert (pair.id, pair.errors, pair.certificate) == ("p", (), None)
    assert pair.counts.value == pytest.approx(chosen.score(CAT, DOG).value)
    total = chosen.total()
    total.add(pair)
    assert total.pairs == 1 and [line for line, _ in total.lines()].count(chosen.label) == 1
    assert total.as_object({})[chosen.key] == pair.counts.value
    assert chosen.signature.split("|")[0] == total.signature.split("|")[0]


@pytest.mark.parametrize("entry", [*entries()], ids=lambda entry: entry.name)
def test_its_parameters_are_options_and_arguments(entry):
    """One that is forgotten in a list would be ignored without a word."""
    parameters = {*entry.parameters}
    assert parameters <= entry.options | {"method"}
    assert parameters - {"method"} <= {*METRIC_OPTIONS} - {*SETTING_OPTIONS}
    assert parameters - {"method"} <= signature(score_files).parameters.keys()


@every_metric
def test_sums_of_rows_score_as_sums_of_counts(name):
    chosen = metric(name, grading=OFFLINE)
    counts = [chosen.score(CAT, DOG), chosen.score(DOG, DOG), chosen.score(DOG, CAT)]
    table = chosen.sum_table(counts)
    assert len(table.rows) == 3
    found = bound = table.score(table.rows[[0, 1, 1]].sum(axis=0))
    assert found.item() == pytest.approx(corpus_value([counts[0], counts[1], counts[1]]), abs=1e-12)
    assert bound.item() >= found.item()


# ---- commands


@every_metric
def test_score_in_every_format(program, paths, arguments, name):
    chosen = metric(name, grading=OFFLINE)
    out = printed(program("score", *paths, *arguments(name), "--jobs", 1, "--per-pair"))
    answer = json.loads(program("score", *paths, *arguments(name), "--format", "json", "--per-pair")[1])
    lines = program("score", *paths, *arguments(name), "--format", "jsonl")[1].splitlines()
    rows = [*map(json.loads, lines)]
    assert answer["pairs"] == len(rows) == len(answer["per_pair"]) == 24
    assert [row[chosen.key] for row in rows] == [row[chosen.key] for row in answer["per_pair"]]
    assert f"\n{chosen.label:<10} {answer[chosen.key]:.4f}" in out
    assert out.startswith("sample.1  ") and f"\nsignature  {answer['signature']}\n" in out
    if not metric_entry(name).is_graded:
        expected = corpus_value([chosen.score(*pair) for pair in pairs_of(paths)])
        assert answer[chosen.key] == pytest.approx(expected, abs=1e-12)


@every_metric
def test_compare_with_intervals_and_tests(program, paths, arguments, name):
    chosen = metric(name, grading=OFFLINE)
    asked = ["compare", paths[1], *paths, *arguments(name), "--samples", 50, "--seed", 7, "--baseline", paths[1]]
    answer = json.loads(program(*asked, "--format", "json")[1])
    found, same = answer["rows"]
    if found["certified"] in (24, None):
        assert found["interval"]["low"] <= found["score"] <= found["interval"]["high"]
        assert found["p"] < 0.05
    else:
        assert found["interval"]["low"] is found["p"] is None
    assert (answer["samples"], answer["seed"], same["score"]) == (50, 7, pytest.approx(1))
    assert found["difference"]["found"] == pytest.approx(found["score"] - 1)
    sure = json.loads(program("score", *paths, *arguments(name), "--interval", "--format", "json")[1])
    assert sure["interval"][f"{chosen.key}_low"] == found["interval"]["low"]
    assert f"\n{chosen.label} 95% CI" in program("score", *paths, *arguments(name), "--interval")[1]


@every_metric
def test_explain(program, paths, arguments, name):
    out = printed(program("explain", *paths, *arguments(name), "--id", "sample.2"))
    value = metric(name, grading=OFFLINE).score(*pairs_of(paths)[1]).value
    assert metric_entry(name).is_graded or f"{value:.4f}" in out
    assert "The boy who found the brass key" in out


def test_the_page_of_metrics_has_each():
    text = (Path(__file__).parents[3] / "docs" / "metrics.md").read_text(encoding="utf-8")
    assert [name for name in METRICS if f"`{name}`" not in text] == []
