"""Pairs that are too large for their limits of time and memory, each as a whole process: what it takes, and its answer.

Seconds are those of the processors, so that what else runs beside a test does not count.
"""

import json
import os
import random
import subprocess
import sys
from collections import defaultdict
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "wait4"), reason="the system does not say what a process took")


class Taken(NamedTuple):
    """What a process took, and what it said."""

    seconds: float
    megabytes: float
    code: int
    output: str


MEASURE = """
import json, os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
output = process.stdout.read()
_, status, used = os.wait4(process.pid, 0)
print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss, os.waitstatus_to_exitcode(status), output]))
"""
"""Run by a small process: what is reported of a process is no less than what the one took that has started it."""


def measured(*words):
    """Run the program."""
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "smatchproof", *map(str, words)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, memory, code, output = json.loads(said)
    return Taken(seconds, memory / (2**20 if sys.platform == "darwin" else 2**10), code, output)


def amr(edges, names, root=0):
    """A connected graph in PENMAN notation, with one role and one concept; depth first, by inverse roles if need be."""
    around = defaultdict(list)
    for source, target in edges:
        around[source].append((target, "next", (source, target)))
        around[target].append((source, "next-of", (source, target)))
    parts, seen, written = [f"(v{names[root]} / node"], {root}, set()
    path = [(root, iter(around[root]))]
    while path:
        for other, role, edge in path[-1][1]:
            if edge in written:
                continue
            written.add(edge)
            parts.append(f" :{role} v{names[other]}" if other in seen else f" :{role} (v{names[other]} / node")
            if other not in seen:
                seen.add(other)
                path.append((other, iter(around[other])))
                break
        else:
            path.pop()
            parts.append(")")
    return "".join(parts) + "\n"


def chain(size, _):
    return [(node, node + 1) for node in range(size - 1)]


def turned_chain(size, _):
    """The second of two is written from a variable within, so that their roots are different places of the chain."""
    return chain(size, _)


def star(size, _):
    return [(0, node) for node in range(1, size)]


def wheel(size, _):
    return [*star(size, _), *((node, node + 1) for node in range(1, size - 1))]


def complete_bipartite(size, _):
    return [(left, size // 2 + right) for left in range(size // 2) for right in range(size // 2)]


def tree(size, rng):
    return [(rng.randrange(node), node) for node in range(1, size)]


def sparse(size, rng):
    return [*tree(size, rng), *(rng.sample(range(size), 2) for _ in range(size))]


def pair(folder, make, size):
    """Two such graphs, the second with its variables and edges in another order."""
    files = [folder / "left.amr", folder / "right.amr"]
    for number, file in enumerate(files):
        rng = random.Random(f"{make.__name__} {size} {number}")
        edges = sorted({*map(tuple, make(size, rng))})
        names, order = list(range(size)), list(edges)
        if number:
            rng.shuffle(names)
            rng.shuffle(order)
        file.write_text(amr(order, names, root=size // 3 if make is turned_chain and number else 0))
    return files


def answer(taken):
    """The row of the only pair."""
    assert taken.code == 0, taken.output
    return json.loads(taken.output)


CASES = [
    *((make, size, "exact") for make in (chain, turned_chain) for size in (300, 1_000, 5_000)),
    *((make, 1_000, "exact") for make in (star, wheel, tree, sparse)),
    *((make, 5_000, "exact") for make in (star, sparse)),
    (complete_bipartite, 40, "exact"),
    (complete_bipartite, 140, "exact"),
    *((sparse, 1_000, method) for method in ("S", "S+4R", "ILS", "Base", "ilp", "ilp-tight")),
]


def check_time(make, size, method, folder):
    """A pair ends in its time, with an interval or an optimum that can be."""
    files = pair(folder, make, size)
    taken = measured("score", *files, "--time-limit", 1, "--format", "jsonl", "--jobs", 1, "--method", method)
    row = answer(taken)
    assert taken.seconds < 2 and taken.megabytes < 500, taken
    assert row["status"] in ("bounded", "certified")
    smaller = min(row["left_triples"], row["right_triples"])
    assert 0 < row["matched"] <= row["upper_bound"] <= smaller
    if make in (chain, star, complete_bipartite):  # the graphs are the same: no method finds more
        assert row["matched"] == smaller
    if make is turned_chain:
        assert row["matched"] == smaller - 1


def check_memory(method, folder):
    """A pair that needs more memory than it may have is bounded, and does not take it."""
    mine = folder / "mine.py"
    mine.write_text("def slow(problem, params):\n    raise RuntimeError('this pair is too large')\n")
    method = method.replace("mine.py", str(mine))
    files = pair(folder, sparse, 700)
    taken = measured("score", *files, "--memory-limit", 100, "--format", "jsonl", "--jobs", 1, "--method", method)
    row = answer(taken)
    assert taken.seconds < 2 and taken.megabytes < 200, taken
    assert (row["status"], row["reason"]) == ("bounded", "over the memory limit")


@pytest.mark.parametrize(("make", "size", "method"), CASES, ids=lambda value: getattr(value, "__name__", value))
def test_a_pair_ends_in_its_time(make, size, method, tmp_path):
    check_time(make, size, method, tmp_path)


@pytest.mark.parametrize(
    "make",
    [chain, turned_chain, star, wheel, sparse],
    ids=lambda make: make.__name__,
)
def test_the_answer_is_as_good_as_that_of_a_hill_climber_without_a_limit(make, tmp_path):
    files = pair(tmp_path, make, 250)
    hurried = answer(measured("score", *files, "--time-limit", 1, "--format", "jsonl", "--jobs", 1))
    unhurried = answer(measured("score", *files, "--method", "S", "--format", "jsonl", "--jobs", 1))
    assert hurried["matched"] >= unhurried["matched"]


@pytest.mark.parametrize("method", ["exact", "S", "ILS", "ilp", "mine.py:slow"])
def test_a_pair_stays_within_its_memory(method, tmp_path):
    check_memory(method, tmp_path)
