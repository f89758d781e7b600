"""`score --fine-grained`: the table, JSON and rows, two candidates, several processes, and what is refused."""

import json

import pytest

from smatchproof.conventions.aspects import ASPECTS
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.problem.score import Counts
from smatchproof.scoring.pairs.aspect_sets import aspect_names, program_aspects
from smatchproof.scoring.pairs.comparison import compare
from smatchproof.scoring.pairs.fine_grained import f1_or_none, fine_grained
from smatchproof.scoring.settings import FineGrained, ScoreSettings
from tests.commands.running import printed

COMMAND = "score"
WAYS = [way.value for way in (FineGrained.OPTIMUM, FineGrained.PROJECTED)]


def computed(candidate, reference, way):
    """The counts of each pair by aspect, without the command line."""
    how, settings = FineGrained(way), ScoreSettings()
    with Corpus(candidate) as left, Corpus(reference) as right:
        _, places = check_pairing(left, right)
        pairs = [(one.parse(), other.parse()) for one, other in pair_blocks(left, right, places)]
    return [fine_grained(compare(*pair, settings), settings, how) for pair in pairs]


def summed(counts, name):
    total = Counts(0, 0, 0, 0)
    for pair in counts:
        total = total.plus(pair[name])
    return total


# ---- JSON


@pytest.mark.parametrize("way", WAYS)
def test_json(run, paths, way):
    plain = json.loads(run(*paths, "--jobs", 1, "--format", "json")[1])
    answer = json.loads(printed(run(*paths, "--jobs", 1, "--format", "json", "--fine-grained", way)))
    told = answer.pop("fine_grained")
    assert answer == plain
    assert (told["how"], list(told["aspects"])) == (way, list(ASPECTS))
    assert told["signature"] == plain["signature"].replace("|method", f"|fine:{way}|method")
    counts = computed(*paths, way)
    for name, found in told["aspects"].items():
        expected = summed(counts, name)
        assert [found[key] for key in ("matched", "left_triples", "right_triples")] == [expected[0], *expected[2:4]]
        assert found["f1"] == f1_or_none(expected)
        if way == "optimum":
            assert (found["upper_bound"], found["proved"]) == (expected.matched, 24)
        else:
            assert not {"upper_bound", "proved"} & found.keys()
    assert told["aspects"]["negation"]["f1"] > 0


# ---- refusals


def test_s2match_grades_the_aspects(run, samples, paths):
    similar = ["--metric", "graded-smatch", "--similarities", samples / "similarity.tsv"]
    told = json.loads(run(*paths, *similar, "--jobs", 1, "--format", "json", "--fine-grained")[1])["fine_grained"]
    plain = json.loads(run(*paths, "--jobs", 1, "--format", "json", "--fine-grained")[1])["fine_grained"]
    graded, equal = (answer["aspects"]["concepts"] for answer in (told, plain))
    assert graded["denominator"] == 1_000_000 and "denominator" not in equal
    assert graded["f1"] > equal["f1"] and graded["proved"] == 24
    assert told["aspects"]["wiki"]["f1"] == plain["aspects"]["wiki"]["f1"]
    assert told["signature"].startswith("graded-smatch|") and "|fine:optimum|" in told["signature"]


# ---- the aspects of other programs


@pytest.mark.parametrize("how", [FineGrained.DAMONTE, FineGrained.DAMONTE_ENHANCED])
def test_a_program_is_in_the_signature_and_the_convention_is_not(program, paths, how):
    told = []
    for rule in ("smatch", "paper"):
        asked = ("--convention", rule, "--jobs", 1, "--format", "json", "--fine-grained", how)
        code, out, _ = program("score", *paths, *asked)
        assert code == 0
        told.append(json.loads(out)["fine_grained"])
    assert told[0] == told[1]
    assert (told[0]["how"], tuple(told[0]["aspects"])) == (how, aspect_names(how))
    label = program_aspects(how).label
    assert told[0]["signature"].startswith(f"smatch|fine:{label}|method:exact|certified:24/24|v:")
    for found in told[0]["aspects"].values():
        assert found["proved"] == 24 and found["upper_bound"] == found["matched"]
