"""Every metric of the table, and one that a test adds in one file, answers every command that it can answer."""

import json
import pickle
import re
from pathlib import Path

import pytest

from examples.overlap import Concepts
from smatchproof.conventions.conventions import Top
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.pairs import GraphPair
from smatchproof.reductions.maps import FORMAT, question_sha256
from smatchproof.scoring.metrics import METRICS, entries, metric, metric_entry, usage
from smatchproof.scoring.metrics.entry import CHOICE_OPTIONS, METRIC_OPTIONS, SIMILARITY_OPTIONS, MetricEntry
from smatchproof.scoring.metrics.metric import corpus_value
from smatchproof.similarity.grading import Grading
from smatchproof.similarity.similarity import TableSimilarity
from tests.commands.running import printed

CONCEPTS = MetricEntry(
    usage="concepts",
    summary="concepts in common",
    pattern=re.compile("concepts"),
    examples=("concepts",),
    make=lambda found, settings, grading: Concepts(),
    options=frozenset(),
)
ENTRIES = (CONCEPTS,)
NAMES = [*(name for entry in entries() for name in entry.examples), *CONCEPTS.examples]
OFFLINE = Grading(TableSimilarity({("boy", "girl"): 0.7}, name="people"))
CAT, DOG = parse_graph("(s / see-01 :ARG1 (c / cat))"), parse_graph("(s / see-01 :ARG1 (d / dog :mod (b / big)))")
every_metric = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(autouse=True)
def concepts(monkeypatch):
    """The table with the metric of the example."""
    import smatchproof.scoring.metrics

    monkeypatch.setattr(smatchproof.scoring.metrics, "METRICS", [*METRICS, __name__])


@pytest.fixture
def files(samples):
    return samples / "annotator-a.amr", samples / "annotator-b.amr"


@pytest.fixture
def arguments(samples):
    """What a metric needs on the command line beside its name."""

    def of(name):
        similar = ["--similarities", samples / "similarity.tsv"] if metric_entry(name).is_graded else []
        return ["--metric", name, *similar]

    return of


def pairs_of(files):
    with Corpus(files[0]) as left, Corpus(files[1]) as right:
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
def test_score_in_every_format(program, files, arguments, name):
    chosen = metric(name, grading=OFFLINE)
    out = printed(program("score", *files, *arguments(name), "--jobs", 1, "--per-pair"))
    answer = json.loads(program("score", *files, *arguments(name), "--format", "json", "--per-pair")[1])
    rows = [
        json.loads(line) for line in program("score", *files, *arguments(name), "--format", "jsonl")[1].splitlines()
    ]
    assert answer["pairs"] == len(rows) == len(answer["per_pair"]) == 24
    assert [row[chosen.key] for row in rows] == [row[chosen.key] for row in answer["per_pair"]]
    assert f"\n{chosen.label:<10} {answer[chosen.key]:.4f}" in out
    assert out.startswith("sample.1  ") and f"\nsignature  {answer['signature']}\n" in out
    if not metric_entry(name).is_graded:
        expected = corpus_value([chosen.score(*pair) for pair in pairs_of(files)])
        assert answer[chosen.key] == pytest.approx(expected, abs=1e-12)


@every_metric
def test_score_resampled_and_compared(program, files, arguments, name):
    chosen = metric(name, grading=OFFLINE)
    asked = [*files, *arguments(name), "--samples", 50, "--versus", files[1], "--seed", 7]
    answer = json.loads(program("score", *asked, "--format", "json")[1])
    sure, difference = answer["interval"], answer["difference"]
    if answer.get("proved", 24) == 24:
        assert sure[f"{chosen.key}_low"] <= answer[chosen.key] <= sure[f"{chosen.key}_high"]
        assert difference["p"] < 0.05
    else:
        assert sure[f"{chosen.key}_low"] is difference["p"] is None
    assert (difference["samples"], difference["seed"]) == (50, 7)
    assert answer["versus"][chosen.key] == pytest.approx(1)
    assert answer["difference"][chosen.key] == pytest.approx(answer[chosen.key] - 1)
    out = program("score", *asked)[1]
    assert f"\n{chosen.label} 95% CI" in out and f"\ndifference {answer[chosen.key] - 1:+.4f} {chosen.label}" in out


@every_metric
def test_score_of_what_cannot_be_read(program, files, arguments, tmp_path, name):
    broken = tmp_path / "broken.amr"
    broken.write_text(files[0].read_text().replace("(", "((", 1))
    assert program("score", broken, files[1], *arguments(name))[0] == 2
    code, out, err = program(
        "score", broken, files[1], *arguments(name), "--on-error", "empty", "--jobs", 1, "--format", "json"
    )
    answer = json.loads(out)
    assert code == 0 and err.startswith("scored as empty: ")
    assert len(answer["errors"]) == 1 and "|on-error:empty" in answer["signature"]


@every_metric
def test_explain(program, files, arguments, name):
    out = printed(program("explain", *files, *arguments(name), "--id", "sample.2"))
    value = metric(name, grading=OFFLINE).score(*pairs_of(files)[1]).value
    assert metric_entry(name).is_graded or f"{value:.4f}" in out
    assert "The boy who found the brass key" in out


def test_help_lists_the_added_metric(program):
    for command in ("score", "explain"):
        assert "concepts: concepts in common" in " ".join(program(command, "--help")[1].split())
    assert "concepts" in program("audit", "--help")[1]


def test_the_page_of_metrics_has_each():
    text = (Path(__file__).parents[3] / "docs" / "metrics.md").read_text(encoding="utf-8")
    assert [name for name in usage().split(", ") if f"`{name}`" not in text] == []


# ---- options: each is of use, or refused

FLAGS = "require_proof", "accept_search", "no_check", "proof", "every_optimum", "canonical", "asymmetric"
LIMITS = "time_limit", "memory_limit", "node_limit", "proof_limit"
GIVEN = {
    **{name: [] for name in FLAGS},
    **{name: ["1000"] for name in LIMITS},
    **{"convention": ["paper"], "top": ["concept"], "duplicates": ["multiset"], "map": ["map.json"]},
    **{"method": ["exact"], "solver": ["cbc"], "seed": ["5"], "certificates": ["proofs.jsonl"], "at_least": ["2"]},
    **{"html": ["page.html"], "fine_grained": ["projected"], "evidence": ["words"], "evidence_as": ["filter"]},
    **{"vectors": ["vectors.txt"], "similarities": ["table.tsv"], "threshold": ["0.25"], "sense": ["0.75"]},
    **{"graded": ["attributes"], "denominator": ["10"]},
}
"""A value of each option that is not the default where another is possible."""


def plain_map(left, right):
    """A map of two graphs that says no more than that there is no TOP triple."""
    pair = GraphPair(parse_graph(left), parse_graph(right), Top.NONE)
    said = {"format": FORMAT, "source": "mine", "options": {}, "top": "none", "optimum": {}, "triples": None}
    return json.dumps({**said, "sha256": question_sha256(pair), "gadgets": {}, "files": []})


def test_all_options_of_metrics_are_tried():
    assert set(GIVEN) == set(METRIC_OPTIONS)


@pytest.mark.parametrize("option", METRIC_OPTIONS)
@every_metric
def test_an_option_is_used_or_refused(program, tmp_path, monkeypatch, name, option):
    monkeypatch.chdir(tmp_path)
    one = "(b / boy :ARG1 5 :ARG1 5 :ARG2 (r / run-01))"
    other = "(g / girl :ARG1 6 :ARG1 6 :ARG3 (r / run-02))"
    for file, text in (("a.amr", one), ("b.amr", other), ("table.tsv", "boy\tgirl\t0.33\n5\t6\t0.33\n")):
        (tmp_path / file).write_text(text)
    (tmp_path / "vectors.txt").write_text("boy 1 0\ngirl 0.3 0.95\n")
    (tmp_path / "map.json").write_text(plain_map(one, other))
    entry = metric_entry(name)
    files = ["a.amr", "b.amr"]
    cosines = option == "sense" or (option == "threshold" and entry.is_preset)
    needed = ["--vectors", "vectors.txt"] if cosines else ["--similarities", "table.tsv"]
    needed = needed if entry.is_graded and option not in ("vectors", "similarities") else []
    flag = [f"--{option.replace('_', '-')}", *GIVEN[option]]
    command = {"html": "explain", "proof": "explain", "at_least": "decide"}.get(option, "score")
    code, out, err = program(command, *files, "--metric", name, *needed, *flag)
    if option not in entry.options:
        assert (code, out) == (2, "") and err.startswith(f"error: {flag[0]} is ") and err.count("\n") == 1
    elif code == 2:  # the metric uses it, but not with this method
        refusals = {"certificates": "leaves no certificates", "proof": "error: --proof: nothing is proved of this pair"}
        refusals |= dict.fromkeys(("every_optimum", "canonical"), "leaves no proofs")
        limits = ("node_limit", "memory_limit", "proof_limit", "solver", "method", "accept_search", "at_least")
        assert (
            option in (*limits, *CHOICE_OPTIONS, *refusals)
            and refusals.get(option, f"error: {flag[0]} is not for ") in err
        )
    elif option in ("convention", "top", "duplicates", "map", *SIMILARITY_OPTIONS):
        plain = program(command, *files, "--metric", name, *needed)[1]
        assert code == 0 and out != plain
    else:
        assert code in (0, 1)


def test_a_seed_is_of_use_where_scores_are_resampled(program, files):
    asked = [*files, "--metric", "concepts", "--versus", files[1], "--samples", 50, "--jobs", 1, "--seed"]
    assert program("score", *asked, 1) != program("score", *asked, 2)
    assert program("score", *files, "--method", "primal", "--versus", files[1], "--seed", 1)[0] == 0
