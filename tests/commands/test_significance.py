"""`score --interval` and `score --versus`: what they print, what they refuse, and what an interrupt leaves."""

import json
import re

import pytest

from smatchproof import score_files
from smatchproof.graphs.corpus import Corpus
from smatchproof.scoring.systems.significance import Inference, confidence, significance
from smatchproof.scoring.systems.systems import outcomes
from tests.commands.running import printed

COMMAND = "score"
THREE = "# ::id p\n(a / alpha)\n\n# ::id q\n(b / beta)\n\n# ::id r\n(c / gamma)\n"
SETTINGS = Inference(samples=200, seed=5)
ASKED = ["--interval", "--samples", "200", "--seed", "5", "--jobs", "1"]
ALONE = ["--interval", "--seed", "5", "--jobs", "1"]


@pytest.fixture
def paths(samples, tmp_path):
    """The sample annotators, as candidate and reference, and a worse candidate in another order."""
    candidate, reference = samples / "annotator-a.amr", samples / "annotator-b.amr"
    with Corpus(candidate) as corpus:
        blocks = [block.text.decode() for block in corpus.blocks()]
    worse = [re.sub(r":ARG1\b", ":ARG9", text) for text in blocks[::-1]]
    other = tmp_path / "other.amr"
    other.write_text("\n".join(worse))
    return candidate, reference, other


def counts(candidate, reference):
    """The counts of each pair, by id."""
    return {pair.id: pair.counts for pair in score_files(candidate, reference).pairs}


def expected(candidate, reference, other):
    return significance(*in_order(candidate, reference, other), SETTINGS)


def how_sure(candidate, reference, other):
    return [confidence(counts, SETTINGS) for counts in in_order(candidate, reference, other)]


def in_order(candidate, reference, other):
    """The counts of the pairs of both candidates."""
    one, two = counts(candidate, reference), counts(other, reference)
    return list(one.values()), [two[id] for id in one]


def test_json(run, paths):
    candidate, reference, other = paths
    result = expected(*paths)
    plain = [json.loads(run(path, reference, "--format", "json", "--jobs", 1)[1]) for path in (candidate, other)]
    arguments = [candidate, reference, "--versus", other, *ASKED, "--format", "json"]
    out = printed(run(*arguments))
    answer = json.loads(out)
    basis = {"level": 0.95, "units": 24, "notes": []}
    difference, versus = answer.pop("difference"), answer.pop("versus")
    assert versus.pop("file") == str(other)
    for found, without, sure in zip((answer, versus), plain, how_sure(*paths), strict=True):
        assert found.pop("interval") == {"f1_low": sure.interval.low, "f1_high": sure.interval.high, **basis}
        assert found == without
    assert difference == {
        "f1": result.difference,
        "p": result.p,
        **dict(zip(("wins", "ties", "losses"), outcomes(*in_order(*paths))[:3], strict=True)),
        "samples": 200,
        "seed": 5,
        "interval": {"f1_low": result.interval.low, "f1_high": result.interval.high, **basis},
    }
    with_rows = json.loads(run(*arguments, "--per-pair")[1])
    ids = [pair["id"] for pair in with_rows.pop("per_pair")]
    assert ids == [f"sample.{number}" for number in range(1, 25)]
    assert [pair["id"] for pair in with_rows["versus"].pop("per_pair")] == ids[::-1]
    assert with_rows == json.loads(out)


def test_an_interval_alone(run, paths):
    candidate, reference, _ = paths
    sure = confidence(list(counts(candidate, reference).values()))
    out = run(candidate, reference, "--jobs", 1, "--interval")[1]
    assert f"\nF1 95% CI  {sure.interval} (jackknife over 24 pairs)\n" in out
    assert "versus" not in out and "p-value" not in out
    assert "4,999 exchanges" in run(candidate, reference, "--versus", candidate, "--jobs", 1)[1]
    versus = ["--versus", candidate, "--jobs", 1, "--samples", 50]
    assert "; 50 exchanges" in run(candidate, reference, *versus)[1]


def test_sentences_of_a_document(run, paths):
    candidate, reference, _ = paths
    arguments = [candidate, reference, *ALONE, "--clusters", r"^(sample\.\d)"]
    assert "(jackknife over 9 clusters; with fewer than 20 clusters intervals are a rough guide)" in run(*arguments)[1]
    found = json.loads(run(*arguments, "--format", "json")[1])["interval"]
    assert (found["units"], found["clusters"]) == (9, r"^(sample\.\d)")


@pytest.mark.usefixtures("processes")
def test_the_seed_and_nothing_else_decides(run, paths):
    candidate, reference, other = paths
    first = run(candidate, reference, "--versus", other, *ASKED)
    assert run(candidate, reference, "--versus", other, *ASKED, "--jobs", 2) == first
    assert run(candidate, reference, "--versus", other, *ASKED, "--seed", 6) != first


def test_several_others(run, paths, tmp_path):
    """Each has its own score and difference; p-values are corrected for their number."""
    candidate, reference, other = paths
    files = [candidate, reference, "--versus", other, "--versus", candidate]
    alone = [json.loads(run(*files[:2], "--versus", each, *ASKED, "--format", "json")[1]) for each in files[3::2]]
    whole = json.loads(run(*files, *ASKED, "--format", "json", "--per-pair")[1])
    assert [each["file"] for each in whole["versus"]] == [str(other), str(candidate)]
    for found, expected in zip(whole["versus"], alone, strict=True):
        assert len(found.pop("per_pair")) == 24
        difference = found.pop("difference")
        assert difference.pop("tests") == 2
        assert difference.pop("p_holm") == min(1, (2 if found["file"] == str(other) else 1) * difference["p"])
        assert (difference, found) == (expected["difference"], expected["versus"])
    text = run(*files, *ASKED)[1].split("\n\n")
    assert [part.splitlines()[0] for part in text[3:]] == [f"versus     {other}", f"versus     {candidate}"]
    assert text[4].count("Holm       1.0000, for 2 comparisons") == 1


# ---- bad input


def left_right_other(folder, other):
    for name, text in (("left.amr", THREE), ("right.amr", THREE), ("other.amr", other)):
        (folder / name).write_text(text)
    return ["left.amr", "right.amr", "--versus", "other.amr"]


@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_other_file_leaves_no_half_answer(run, tmp_path, monkeypatch, jobs, form):
    monkeypatch.chdir(tmp_path)
    files = left_right_other(tmp_path, THREE.replace("(c / gamma)", "(c / gamma :r )"))
    code, out, err = run(*files, "--jobs", jobs, "--format", form, "--per-pair", "--certificates", "c.jsonl")
    assert (code, out) == (2, "") and err.startswith("error: other.amr:8:12: role :r has no target (id r); ")
    assert not (tmp_path / "c.jsonl").exists()
