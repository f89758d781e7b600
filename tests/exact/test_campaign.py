"""The campaign finds nothing wrong, and would find it."""

import json
import pickle

import pytest

from benchmarks.stress.exact import campaign


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
