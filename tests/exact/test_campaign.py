"""The campaign finds nothing wrong, would find it, and goes on where it stopped."""

import json
import pickle
import random

import pytest

from benchmarks import common
from tests.exact import campaign
from tests.exact.oracle import optimum, random_question, value
from tests.exact.written_pairs import COMBINATIONS, combination, written_pair
from tests.peers import one_to_one


def test_nothing_is_wrong(tmp_path):
    done = campaign.run(pairs=15 * len(campaign.WAYS), mutants=1_500, seed=2, shard=(0, 1), state=None)
    assert done["wrong"] == []
    assert 50 < done["accepted"] < 1_000


@pytest.mark.stress
@pytest.mark.parametrize("seed", range(10, 14))
def test_nothing_is_wrong_in_many(seed):
    assert campaign.run(pairs=9_000, mutants=50_000, seed=seed, shard=(0, 1), state=None)["wrong"] == []


def claiming_more(record):
    return record | {"matched": record["matched"] + 1}


def test_a_checker_that_believes_everything_is_found_out(monkeypatch):
    def believe(line):
        record = json.loads(line)
        return {"at_most": record["matched"], "sizes": None} | record

    monkeypatch.setattr(campaign, "check", believe)
    monkeypatch.setattr(campaign, "mutated", lambda record, *_: claiming_more(pickle.loads(record)))
    assert len(campaign.run(pairs=0, mutants=20, seed=1, shard=(0, 1), state=None)["wrong"]) == 20


@pytest.mark.parametrize("way", campaign.WAYS)
def test_a_solver_that_is_one_off_is_found_out(way, monkeypatch):
    monkeypatch.setattr(campaign, "optimum", lambda asked: -1)
    done = campaign.run(pairs=len(campaign.WAYS), mutants=0, seed=1, shard=(campaign.WAYS.index(way), 100), state=None)
    assert len(done["wrong"]) == 1


def test_every_combination_comes_in_turn():
    every = len(COMBINATIONS)
    found = [combination(number) for number in range(2 * every)]
    assert found[:every] == found[every:]
    assert len({(rule.signature, metric) for rule, metric in found}) == every == 5 * 3 * 3 * 2


@pytest.mark.parametrize("seed", range(3))
def test_brute_force_on_tables_is_brute_force_by_definition(seed):
    rng = random.Random(seed)
    for number in range(100):
        written = written_pair(rng, *combination(rng.randrange(90)))[0]
        asked = written if number % 2 else random_question(rng)
        if max(len(asked.left.variables), len(asked.right.variables)) < 5:
            images = one_to_one(len(asked.left.variables), len(asked.right.variables))
            partners = ({i: j for i, j in enumerate(image) if j is not None} for image in images)
            assert optimum(asked) == max(value(asked, partner) for partner in partners)


def test_it_goes_on_where_it_stopped(tmp_path, monkeypatch):
    state, cases = tmp_path / "state.json", []
    real = campaign.wrong_case

    def noted(seed, case):
        if len(cases) == 25:
            cases.append(None)
            raise KeyboardInterrupt
        cases.append(case)
        return real(seed, case)

    monkeypatch.setattr(campaign, "wrong_case", noted)
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


def test_the_figures_are_put_beside_those_of_others(tmp_path, monkeypatch, capsys):
    results = tmp_path / "RESULTS.md"
    results.write_text("# Old\n\n## Of others\n\nkept\n")
    monkeypatch.setattr(common, "RESULTS", results)
    states = [tmp_path / f"{number}.json" for number in range(2)]
    for number, state in enumerate(states):
        arguments = ["--pairs", "30", "--mutants", "20", "--shard", f"{number}/2", "--state", str(state)]
        assert campaign.main(arguments) == 0
    for _ in range(2):
        assert campaign.main(["--report", *map(str, states)]) == 0
    text = results.read_text()
    assert (text.count("## Of others\n\nkept"), text.count(f"## {campaign.TITLE}")) == (1, 1)
    assert "30 pairs and 20 changed certificates; 0 answers wrong" in text
    assert text.endswith(capsys.readouterr().out.rpartition("## ")[2])
