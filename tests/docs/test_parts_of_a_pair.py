"""One pair in parts, as docs/experiments.md has it: by brute force, and on a Dask cluster."""

import doctest
import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from smatchproof.conventions.triples import Duplicates
from smatchproof.exact.brute_force import brute_force
from smatchproof.exact.certificate import certificate
from smatchproof.exact.checker import check
from smatchproof.generators import random_digraph_pair
from smatchproof.problem.problem import build_problem, recount
from tests.dask_cluster import cluster

PAGE = Path(__file__).parents[2] / "docs" / "experiments.md"


@pytest.fixture(scope="module")
def solved_by_parts():
    """The function of the page, and those that it needs."""
    example = PAGE.read_text(encoding="utf-8").partition("## One hard pair on a cluster")[2]
    names = {"__name__": "__main__"}  # as in a script, whose functions Dask sends to its workers
    for each in doctest.DocTestParser().get_examples(example):
        if each.source.startswith("rule, "):  # here the pair of the page begins
            break
        exec(each.source, names)
    return names["solved_by_parts"]


def check_parts(solved_by_parts, pool, pair, row):
    """The optimum of a pair by parts: its certificate, which says so to the checker, and its number of nodes."""
    left, right = pair
    problem = build_problem(left, right, Duplicates.SET)
    found = solved_by_parts(problem, row, pool)
    record = check(certificate("parts", "dup:set", left, right, problem, found))
    assert record["matched"] == record["at_most"] == found.matched == recount(problem, found.mapping)
    return found.matched, problem, json.loads(json.dumps(record["proof"]))


def test_the_parts_prove_the_optimum(solved_by_parts):
    rng, branches = random.Random(1), 0
    with ThreadPoolExecutor(2) as pool:
        for seed in range(25):
            pair = random_digraph_pair(rng.randint(4, 6), rng.choice((2, 3)), rng.choice((1, 2)), 1, seed)
            row = rng.randrange(len(pair[0].variables))
            matched, problem, proof = check_parts(solved_by_parts, pool, pair, row)
            assert matched == brute_force(problem).matched
            branches += sum(node[:2] == ["branch", row] for node in proof)
    assert branches > 50


def test_the_parts_of_a_pair_are_solved_by_a_cluster(solved_by_parts):
    with cluster(2) as made:
        from distributed import Client

        with Client(made.address, set_as_default=False) as client:
            pair = random_digraph_pair(12, 4, 1, 1, 3)
            check_parts(solved_by_parts, client.get_executor(pure=False), pair, 0)
