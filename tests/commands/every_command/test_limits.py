"""A sample of the sweep over pairs that are too large for their limits of time and memory, each as a whole process."""

import json
import os

import pytest

from benchmarks.stress.sweeps.test_limits import chain, check_memory, check_time, measured, pair, sparse, turned_chain

pytestmark = pytest.mark.skipif(not hasattr(os, "wait4"), reason="the system does not say what a process took")


@pytest.mark.parametrize(
    ("make", "size", "method"),
    [(chain, 5_000, "exact"), (turned_chain, 1_000, "exact"), (sparse, 1_000, "ilp-tight")],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_pair_ends_in_its_time(make, size, method, tmp_path):
    check_time(make, size, method, tmp_path)


@pytest.mark.parametrize("method", ["exact", "S"])
def test_a_pair_stays_within_its_memory(method, tmp_path):
    check_memory(method, tmp_path)


@pytest.mark.usefixtures("processes")
def test_the_corpus_goes_on_after_a_pair_that_is_too_large(tmp_path):
    files = pair(tmp_path, sparse, 1_000)
    for file in files:
        file.write_text(f"{file.read_text()}\n(w / want-01 :ARG0 (b / boy))\n")
    taken = measured("score", *files, "--time-limit", 1, "--format", "jsonl", "--jobs", 2)
    rows = [json.loads(line) for line in taken.output.splitlines()]
    assert [row["status"] for row in rows] == ["bounded", "certified"]
