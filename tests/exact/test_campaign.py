"""The campaign finds nothing wrong, and would find it."""

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
