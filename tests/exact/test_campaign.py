"""The campaign finds nothing wrong, and would find it."""

import json
import pickle
import random

import pytest

from benchmarks.stress.exact import campaign
from benchmarks.stress.exact.oracle import optimum, random_question, value
from benchmarks.stress.exact.written_pairs import COMBINATIONS, combination, written_pair
from tests.peers import one_to_one


def counts(pairs=0, mutants=0, seed=1, shard=(0, 1)):
    done = campaign.CAMPAIGN.run({"pairs": pairs, "mutants": mutants}, seed, shard, None)["kinds"]
    return done["pairs"], done["mutants"]


@pytest.mark.compiled  # it leaves nothing to the root, and all to the tree
def test_nothing_is_wrong():
    pairs, mutants = counts(pairs=15 * len(campaign.WAYS), mutants=1_500, seed=2)
    assert pairs["wrong"] == mutants["wrong"] == []
    assert 50 < mutants["ways"]["changed"]["true"] < 1_000


def claiming_more(record):
    return record | {"matched": record["matched"] + 1}


def test_a_checker_that_believes_everything_is_found_out(monkeypatch):
    def believe(line):
        record = json.loads(line)
        return {"at_most": record["matched"], "sizes": None} | record

    monkeypatch.setattr(campaign, "check", believe)
    monkeypatch.setattr(campaign, "mutated", lambda record, *_: claiming_more(pickle.loads(record)))
    assert len(counts(mutants=20)[1]["wrong"]) == 20


@pytest.mark.parametrize("way", campaign.WAYS)
def test_a_solver_that_is_one_off_is_found_out(way, monkeypatch):
    monkeypatch.setattr(campaign, "optimum", lambda asked: -1)
    pairs, _ = counts(pairs=len(campaign.WAYS), shard=(campaign.WAYS.index(way), 100))
    assert len(pairs["wrong"]) == 1


def test_every_combination_comes_in_turn():
    every = len(COMBINATIONS)
    found = [combination(number) for number in range(2 * every)]
    assert found[:every] == found[every:]
    assert len({(rule.signature, metric) for rule, metric in found}) == every == 8 * 3 * 3 * 2


@pytest.mark.parametrize("seed", range(3))
def test_brute_force_on_tables_is_brute_force_by_definition(seed):
    rng = random.Random(seed)
    for number in range(100):
        written = written_pair(rng, *combination(rng.randrange(len(COMBINATIONS))))[0]
        asked = written if number % 2 else random_question(rng)
        if max(len(asked.left.variables), len(asked.right.variables)) < 5:
            images = one_to_one(len(asked.left.variables), len(asked.right.variables))
            partners = ({i: j for i, j in enumerate(image) if j is not None} for image in images)
            assert optimum(asked) == max(value(asked, partner) for partner in partners)
