"""Pairs that are too large for their limits of time and memory, each as a whole process: what it takes, and its answer.

Seconds are those of the processors, so that other processes do not count.
"""

import json
import os
import random
import subprocess
import sys
from typing import NamedTuple

import pytest

from smatchproof.graphs.building import GraphBuilder
from smatchproof.graphs.writing import write_graph

pytestmark = pytest.mark.skipif(not hasattr(os, "wait4"), reason="the system does not say what a process took")
MEASURE = """
import json, os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
output = process.stdout.read()
_, status, used = os.wait4(process.pid, 0)
print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss, os.waitstatus_to_exitcode(status), output]))
"""
"""Run by a small process: what is reported of a process is no less than what the one took that has started it."""


class Taken(NamedTuple):
    """The resources of a process, and its output."""

    seconds: float
    megabytes: float
    rows: list[dict]


def measured(*words):
    """Run the program."""
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "smatchproof", "score", "--format", "jsonl"]
    said = subprocess.run([*command, *map(str, words)], check=True, capture_output=True, text=True).stdout
    seconds, memory, code, output = json.loads(said)
    assert code == 0, output
    return Taken(
        seconds, memory / (2**20 if sys.platform == "darwin" else 2**10), [*map(json.loads, output.splitlines())]
    )


def chain(size, _):
    return [(node, node + 1) for node in range(size - 1)]


def star(size, _):
    return [(0, node) for node in range(1, size)]


def sparse(size, rng):
    """A tree and as many arcs more."""
    return [
        *((rng.randrange(node), node) for node in range(1, size)),
        *(rng.sample(range(size), 2) for _ in range(size)),
    ]


def pair(folder, make, size):
    """Two such graphs, with one role and one concept, the second with its variables in another order."""
    files = [folder / "left.amr", folder / "right.amr"]
    for number, file in enumerate(files):
        rng, builder, names = random.Random(f"{make.__name__} {size} {number}"), GraphBuilder(), list(range(size))
        if number:
            rng.shuffle(names)
        for node in range(size):
            builder.variable(f"v{names[node]}", "node")
        for source, target in sorted({*map(tuple, make(size, rng))}):
            builder.relation("next", f"v{names[source]}", f"v{names[target]}")
        file.write_text(write_graph(builder.build()) + "\n")
    return files


@pytest.mark.parametrize(
    ("make", "size", "method"),
    [
        (chain, 5_000, "exact"),
        (sparse, 1_000, "ilp-tight"),
        (star, 5_000, "exact"),
        (sparse, 5_000, "exact"),
        (sparse, 1_000, "ILS"),
        (sparse, 1_000, "ilp"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_pair_ends_in_its_time(make, size, method, tmp_path):
    taken = measured(*pair(tmp_path, make, size), "--time-limit", 1, "--jobs", 1, "--method", method)
    [row] = taken.rows
    assert taken.seconds < 2 and taken.megabytes < 500, taken
    assert row["status"] in ("bounded", "certified")
    assert 0 < row["matched"] <= row["upper_bound"] <= min(row["left_triples"], row["right_triples"])
    if make in (chain, star):  # the graphs are the same: no method finds more
        assert row["matched"] == row["left_triples"]


@pytest.mark.parametrize("method", ["exact", "S"])
def test_a_pair_stays_within_its_memory(method, tmp_path):
    files = pair(tmp_path, sparse, 700)
    taken = measured(*files, "--memory-limit", 100, "--jobs", 1, "--method", method)
    assert taken.seconds < 2 and taken.megabytes < 200, taken
    assert [(row["status"], row["reason"]) for row in taken.rows] == [("bounded", "over the memory limit")]


@pytest.mark.usefixtures("processes")
def test_the_corpus_goes_on_after_a_pair_that_is_too_large(tmp_path):
    files = pair(tmp_path, sparse, 1_000)
    for file in files:
        file.write_text(f"{file.read_text()}\n(w / want-01 :ARG0 (b / boy))\n")
    taken = measured(*files, "--time-limit", 1, "--jobs", 2)
    assert [row["status"] for row in taken.rows] == ["bounded", "certified"]
