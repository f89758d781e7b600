"""`score --fine-grained`: the table, JSON and rows, two candidates, several processes, and what is refused."""

import importlib.metadata
import json
from importlib.metadata import PackageNotFoundError

import pytest

from smatchproof.base.errors import UsageError
from smatchproof.conventions import smatchpp_aspects as smatchpp
from smatchproof.conventions.aspects import ASPECTS
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.problem.score import Counts
from smatchproof.scoring.metrics.aspect_scores import format_fine_grained
from smatchproof.scoring.metrics.smatch import AlignmentMetric
from smatchproof.scoring.pairs.aspect_sets import aspect_names, program_aspects
from smatchproof.scoring.pairs.comparison import compare
from smatchproof.scoring.pairs.fine_grained import FineGrainedScore, f1_or_none, fine_grained
from smatchproof.scoring.settings import FineGrained, ScoreSettings
from tests import peers
from tests.commands.running import printed

COMMAND = "score"
WAYS = [way.value for way in (FineGrained.OPTIMUM, FineGrained.PROJECTED)]


@pytest.fixture
def small(tmp_path):
    """Two pairs: a missed negation without any named entity, and a pair that agrees."""
    candidate, reference = tmp_path / "candidate.amr", tmp_path / "reference.amr"
    candidate.write_text("# ::id p\n(g / go-02 :polarity -)\n\n# ::id q\n(b / be-01 :polarity -)\n")
    reference.write_text("# ::id p\n(g / go-02)\n\n# ::id q\n(b / be-01 :polarity -)\n")
    return candidate, reference


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


# ---- text


def test_the_table_of_optima(run, small):
    plain = run(*small, "--jobs", 1)[1]
    summary, table = printed(run(*small, "--jobs", 1, "--fine-grained")).split("\n\n")
    assert summary + "\n" == plain
    lines = table.splitlines()
    assert lines[:2] == [
        "fine-grained: each aspect by its own alignment",
        "aspect                 P       R      F1  matched  of candidate  and reference  proved",
    ]
    assert "negation          0.5000  1.0000  0.6667        1             2              1  2 of 2" in lines
    assert "named-entities         –       –       –        0             0              0  2 of 2" in lines
    assert [line.split()[0] for line in lines[2:-1]] == list(ASPECTS)
    assert lines[-1].startswith(
        "signature  smatch|conv:smatch|dup:set|top:const|fine:optimum|method:exact|certified:2/2|"
    )


def test_the_table_of_projections(run, small):
    lines = run(*small, "--jobs", 1, "--fine-grained", "projected")[1].split("\n\n")[1].splitlines()
    assert lines[:2] == [
        "fine-grained: each aspect by the alignment of the whole graphs",
        "aspect                 P       R      F1  matched  of candidate  and reference",
    ]
    assert "negation          0.5000  1.0000  0.6667        1             2              1" in lines
    assert lines[-2] == (
        "note       projections: of the optimum that the method found, without --canonical; another optimal alignment "
        "may give other numbers"
    )
    assert "|fine:projected|method:exact|certified:2/2|" in lines[-1]


def test_optima_that_are_not_proved_are_intervals():
    total, whole = FineGrainedScore(FineGrained.OPTIMUM), AlignmentMetric().total()
    total.add(dict.fromkeys(ASPECTS, Counts(1, 2, 2, 2)))
    row = format_fine_grained(total, whole).splitlines()[2]
    assert row.split(None, 1)[1].split("  ")[0] == "0.5000 to 1.0000"
    assert "1 (at most 2)" in row and row.endswith("0 of 1")


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


def test_json_where_there_is_nothing_and_where_nothing_is_proved(run, small, paths):
    told = json.loads(run(*small, "--jobs", 1, "--format", "json", "--fine-grained")[1])["fine_grained"]
    wiki = told["aspects"]["wiki"]
    assert (wiki["precision"], wiki["recall"], wiki["f1"], wiki["left_triples"]) == (None, None, None, 0)
    heuristic = [*paths, "--jobs", 1, "--method", "Base", "--format", "json", "--fine-grained"]
    told = json.loads(run(*heuristic)[1])["fine_grained"]
    concepts = told["aspects"]["concepts"]
    assert concepts["proved"] < 24 and concepts["f1"] < concepts["f1_upper"]
    assert "unproved_alignments" not in told
    answer = json.loads(run(*heuristic, "projected")[1])
    assert answer["fine_grained"]["unproved_alignments"] == 24 - answer["proved"] > 0
    assert "f1_upper" not in answer["fine_grained"]["aspects"]["concepts"]


@pytest.mark.parametrize(("way", "format"), [*zip(WAYS, ("json", "jsonl"), strict=True)])
def test_rows(run, paths, way, format):
    out = run(*paths, "--jobs", 1, "--per-pair", "--format", format, "--fine-grained", way)[1]
    rows = json.loads(out)["per_pair"] if format == "json" else [json.loads(line) for line in out.splitlines()]
    assert len(rows) == 24
    for row, counts in zip(rows, computed(*paths, way), strict=True):
        assert list(row["fine_grained"]) == list(ASPECTS)
        for name, found in row["fine_grained"].items():
            assert (found["matched"], found["f1"]) == (counts[name].matched, f1_or_none(counts[name]))
            assert ("upper_bound" in found) == (way == "optimum")


# ---- refusals


def test_an_option_before_the_files_does_not_take_one_for_its_value(run, paths):
    code, _, err = run("--fine-grained", *paths)
    assert code == 2
    assert f"found '{paths[0]}'; give one, or put --fine-grained behind the files" in err
    assert run("--fine-grained=projected", *paths, "--jobs", 1) == run(
        *paths, "--jobs", 1, "--fine-grained", "projected"
    )


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


def test_what_a_program_does_not_read_is_refused(program, tmp_path):
    file = tmp_path / "quote.amr"
    file.write_text('(n / name :op1 "a 5\\" disk")\n')
    for how, name in ((FineGrained.DAMONTE, "amr-evaluation"), (FineGrained.SMATCHPP, "smatchpp 1.8.0")):
        if how is FineGrained.SMATCHPP:
            peers.require("smatchpp", "1.8.0")
        code, out, err = program("score", file, file, "--jobs", 1, "--fine-grained", how)
        assert (code, out) == (2, "") and f"{name} takes the" in err and "leave out --fine-grained" in err


def test_without_smatchpp_one_line_says_so(monkeypatch, program, paths):
    def absent(name):
        raise PackageNotFoundError(name)

    program_aspects.cache_clear()
    monkeypatch.setattr(importlib.metadata, "version", absent)
    code, out, err = program("score", *paths, "--jobs", 1, "--fine-grained", "smatchpp")
    assert (code, out) == (2, "")
    assert err == "error: --fine-grained smatchpp: smatchpp 1.8.0 is not installed; pip install 'smatchpp==1.8.0'\n"
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "1.7.0")
    with pytest.raises(UsageError, match=r"smatchpp 1\.7\.0 is installed, 1\.8\.0 is needed; pip install"):
        smatchpp.smatchpp_aspects()
