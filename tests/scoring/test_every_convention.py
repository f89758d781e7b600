"""`compare --every-convention`: all systems under all rules, and what can be said of their order."""

import json
from itertools import islice, product

import pytest

from smatchproof import score_files
from smatchproof.graphs.corpus import Corpus
from smatchproof.graphs.reading import parse_graph
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.given_graphs import GivenGraph
from smatchproof.scoring.settings import OnError, ScoreSettings
from smatchproof.scoring.systems.every_convention import RULES, _scored
from tests.commands.running import run

CONVENTIONS = {
    "smatch top:concept": {"convention": "smatch", "top": "concept"},
    "smatch top:none": {"convention": "smatch", "top": "none"},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory, samples):
    """A reference of twelve sentences, and three systems: one in another order, one with repeated triples."""
    folder = tmp_path_factory.mktemp("rules")
    for name in ("a", "b"):
        with Corpus(samples / f"annotator-{name}.amr") as corpus:
            blocks = [block.text.decode() for block in islice(corpus.blocks(), 12)]
        (folder / f"{name}.amr").write_text("\n\n".join(blocks))
    (folder / "turned.amr").write_text("\n\n".join(blocks[::-1]).replace(":ARG0 ", ":ARG9 "))
    (folder / "twice.amr").write_text("\n\n".join(blocks).replace("(a / ", "(a :polarity - :polarity - / "))
    return folder


def compared(folder, *words, code=0):
    done = run("compare", *words, "--every-convention", "--jobs", 1, cwd=folder)
    assert done.returncode == code, done.stderr
    return done.stdout if code != 2 else done.stderr


def test_scores_are_those_of_each_convention(folder):
    """Also where systems have another order of graphs, or repeat triples, which rules count in different ways."""
    names = "b", "turned", "twice", "a"
    found = json.loads(compared(folder, "b.amr", *(f"{name}.amr" for name in names), "--format", "json"))
    assert [rule["rule"] for rule in found["rules"]] == [*RULES] and len(RULES) == 9
    for rule in found["rules"]:
        settings = CONVENTIONS.get(rule["rule"], {"convention": rule["rule"]})
        values = []
        for name, row in zip(names, rule["scores"], strict=True):
            corpus = score_files(folder / f"{name}.amr", folder / "b.amr", jobs=1, **settings).corpus
            assert (row["system"], row["f1"], row["f1_upper"]) == (name, corpus.micro.f1, corpus.micro.f1)
            assert row["matched"] == corpus.counts.matched and row["certified"] == 12
            values.append(corpus.micro.f1)
        assert [row["rank"] for row in rule["scores"]] == [[1 + sum(x > y for x in values)] * 2 for y in values]


ODD = (
    "(a / x :ARG0-of a :ARG1 (b / x :mod a :domain (c / y)) :ARG2 b)",
    "(a / x :ARG1 a :ARG1-of (b / x :domain a :mod (c / y)) :ARG2 b :ARG2 b)",
    "(a / y :ARG0 (b / x :ARG0 a) :mod (c / x :domain b) :polarity - :polarity -)",
    "(a / x :domain (b / y :mod a) :ARG0 (c / x :ARG0-of b) :polarity - :quant 1)",
    "(b / X :mod-of (a / 'y' :ARG0 b) :polarity-of 1)",
)


def test_each_rule_gives_what_its_convention_alone_gives():
    """Loops, both directions, repeated triples."""
    metrics = tuple(AlignmentMetric(ScoreSettings(convention=rule)) for rule in RULES.values())
    compared, rules = 0, [metric.settings for metric in metrics]
    for one, other in product(map(parse_graph, ODD), repeat=2):
        blocks = GivenGraph(other), GivenGraph(one)
        for metric, found in zip(metrics, _scored(1, blocks, rules, OnError.STOP)[0], strict=True):
            if isinstance(found, str):  # the program does not read it
                continue
            pair = metric.pair(one, other, "1")
            assert found == [(pair.counts, True)], (metric.settings.convention, one, other)
            compared += 1
    assert compared > 150


def graphs(folder, **systems):
    for name, text in systems.items():
        (folder / f"{name}.amr").write_text(text + "\n")


def test_the_order_that_a_rule_changes_is_named(tmp_path):
    """The root counts for the one, the repeated triple for the other: by which rule is said, with the differences."""
    graphs(
        tmp_path,
        gold="(a / apple :mod (r / red) :ARG0 (b / big))",
        one="(r / red :domain (a / apple) :ARG9 (b / bag))",
        two="(a / apple :mod (r / rot) :ARG0 (b / bag))",
    )
    found = json.loads(compared(tmp_path, "gold.amr", "one.amr", "two.amr", "--format", "json"))
    (order,) = found["orders"]
    scores = {rule["rule"]: [row["f1"] for row in rule["scores"]] for rule in found["rules"]}
    first, second = order["systems"]
    at = [{"one": 0, "two": 1}[name] for name in (first, second)]
    for kind, holds in (("before", lambda x: x > 0), ("behind", lambda x: x < 0), ("same", lambda x: x == 0)):
        assert order[kind] == [rule for rule, row in scores.items() if holds(row[at[0]] - row[at[1]])]
    assert len({kind for kind in ("before", "behind", "same") if order[kind]}) > 1
    differences = [row[at[0]] - row[at[1]] for row in scores.values()]
    assert order["difference"] == pytest.approx({"least": min(differences), "most": max(differences)})
    text = compared(tmp_path, "gold.amr", "one.amr", "two.amr")
    assert f"{first} before {second} under {len(order['before'])} of 9 rules" in text


def test_a_rule_whose_program_does_not_read_a_graph_is_left_out(tmp_path):
    odd = '(n / name :op1 "a 5\\" disk")'
    graphs(tmp_path, gold=odd, one=odd, two="(n / name)")
    text = compared(tmp_path, "gold.amr", "one.amr", "two.amr")
    assert "one before two under 4 of 4 rules" in text
    assert "Not under smatch-1.0.4: pair 1: smatch 1.0.4 takes the" in text and "Not under smatchpp-amr: pair 1" in text


def test_what_is_not_proved_leaves_the_order_open(folder):
    text = compared(folder, "b.amr", "a.amr", "turned.amr", "--method", "Base", "--require-proof", code=1)
    assert " under 0 of 9 rules, not decided under all; " in text
    assert "(1-2)" in text and "0 of 24" in text


def test_a_graph_that_counts_as_empty_is_named(tmp_path):
    graphs(tmp_path, gold="(a / x)", one="(a / x", two="(a / y)")
    done = run("compare", "gold.amr", "one.amr", "two.amr", "--every-convention", "--on-error", "empty", cwd=tmp_path)
    assert done.returncode == 0 and done.stderr.startswith("scored as empty: one.amr:1:7: the graph ends before")
    assert "|on-error:empty|" in done.stdout and "smatch              0.0000 (2)  0.5000 (1)" in done.stdout
    assert "one.amr:1:7: the graph ends" in compared(tmp_path, "gold.amr", "one.amr", "two.amr", code=2)


@pytest.mark.parametrize("rule", RULES)
def test_a_folder_can_be_written_for_each_rule(folder, tmp_path, rule):
    """As its refusal says: its scores are those of the table."""
    name, _, top = rule.partition(" top:")
    options = ["--convention", name, *(["--top", top] if top else []), "--decimals", 4, "--jobs", 1]
    done = run("compare", "b.amr", "a.amr", *options, "-o", tmp_path / "out", "--samples", 19, cwd=folder)
    assert done.returncode == 0, done.stderr
    rules = json.loads(compared(folder, "b.amr", "a.amr", "--format", "json"))["rules"]
    (scores,) = next(each["scores"] for each in rules if each["rule"] == rule)
    (row,) = json.loads((tmp_path / "out" / "table.json").read_text())["rows"]
    assert row["score"] == pytest.approx(scores["f1"], abs=1e-12)
