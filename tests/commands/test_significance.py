"""`score --interval`: what it prints."""

import json

from smatchproof import score_files
from smatchproof.scoring.systems.significance import Inference, confidence

COMMAND = "score"


def counts(paths):
    return [pair.counts for pair in score_files(*paths).pairs]


def test_an_interval(run, paths):
    sure = confidence(counts(paths))
    out = run(*paths, "--jobs", 1, "--interval")[1]
    assert f"\nF1 95% CI  {sure.interval} (jackknife over 24 pairs)\n" in out
    plain = json.loads(run(*paths, "--format", "json", "--jobs", 1)[1])
    found = json.loads(run(*paths, "--format", "json", "--jobs", 1, "--interval", "--per-pair")[1])
    ends = {"f1_low": sure.interval.low, "f1_high": sure.interval.high}
    assert found.pop("interval") == {**ends, "level": 0.95, "units": 24, "notes": []}
    assert [pair["id"] for pair in found.pop("per_pair")] == [f"sample.{number}" for number in range(1, 25)]
    assert found == plain
    *rows, summary = run(*paths, "--format", "jsonl", "--jobs", 1, "--interval")[1].splitlines()
    assert len(rows) == 24 and json.loads(summary)["summary"]["interval"]["f1_low"] == sure.interval.low


def test_sentences_of_a_document(run, paths):
    arguments = [*paths, "--interval", "--jobs", "1", "--clusters", r"^(sample\.\d)"]
    assert "(jackknife over 9 clusters; with fewer than 20 clusters intervals are a rough guide)" in run(*arguments)[1]
    found = json.loads(run(*arguments, "--format", "json")[1])["interval"]
    inference = Inference(clusters=r"^(sample\.\d)")
    labels = inference.labels([f"sample.{number}" for number in range(1, 25)])
    low, high = confidence(counts(paths), inference, clusters=labels).interval
    assert (found["units"], found["clusters"], found["f1_low"]) == (9, r"^(sample\.\d)", low) and found[
        "f1_high"
    ] == high
