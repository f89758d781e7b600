"""The campaign finds nothing wrong, would find it, and goes on where it stopped."""

import json

import pytest

from tests.exact import campaign


def test_nothing_is_wrong(tmp_path):
    done = campaign.run(pairs=270, mutants=1_500, seed=2, shard=(0, 1), state=None)
    assert done["wrong"] == []
    assert 50 < done["accepted"] < 1_000


@pytest.mark.stress
@pytest.mark.parametrize("seed", range(10, 14))
def test_nothing_is_wrong_in_many(seed):
    assert campaign.run(pairs=9_000, mutants=50_000, seed=seed, shard=(0, 1), state=None)["wrong"] == []


def test_a_checker_that_believes_everything_is_found_out(monkeypatch):
    def believe(line):
        record = json.loads(line)
        return {"at_most": record["matched"], "sizes": None} | record

    monkeypatch.setattr(campaign, "check", believe)
    monkeypatch.setattr(campaign, "mutated", lambda record, *_: record | {"matched": record["matched"] + 1})
    assert len(campaign.run(pairs=0, mutants=20, seed=1, shard=(0, 1), state=None)["wrong"]) == 20


@pytest.mark.parametrize("way", campaign.WAYS)
def test_a_solver_that_is_one_off_is_found_out(way, monkeypatch):
    monkeypatch.setattr(campaign, "optimum", lambda asked: -1)
    done = campaign.run(pairs=len(campaign.WAYS), mutants=0, seed=1, shard=(campaign.WAYS.index(way), 100), state=None)
    assert len(done["wrong"]) == 1


def test_it_goes_on_where_it_stopped(tmp_path, monkeypatch):
    state, cases = tmp_path / "state.json", []
    real = campaign.wrong_answer

    def noted(asked, way, rng):
        if len(cases) == 25:
            cases.append(None)
            raise KeyboardInterrupt
        cases.append(way)
        return real(asked, way, rng)

    monkeypatch.setattr(campaign, "wrong_answer", noted)
    with pytest.raises(KeyboardInterrupt):
        campaign.run(40, 10, 1, (0, 1), state, every=10)
    assert json.loads(state.read_text())["pair"] == 20
    done = campaign.run(40, 10, 1, (0, 1), state, every=10)
    assert (done["pairs_done"], done["mutants_done"], len(cases)) == (40, 10, 26 + 20)
    with pytest.raises(SystemExit, match="another campaign"):
        campaign.run(41, 10, 1, (0, 1), state)


def test_shards_share_the_cases():
    alone = campaign.run(0, 40, 3, (0, 1), None)
    parts = [campaign.run(0, 40, 3, (number, 2), None) for number in range(2)]
    assert alone["accepted"] == sum(part["accepted"] for part in parts)
    assert [part["mutants_done"] for part in parts] == [20, 20]
