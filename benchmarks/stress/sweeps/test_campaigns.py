"""A campaign goes on where it stopped, shares its cases, finds what is wrong, and reports."""

import contextlib
import json
import time

import pytest

from benchmarks import common
from benchmarks.stress import campaigns
from benchmarks.stress.campaigns import Campaign, Kind, Outcome, Verdict, wrong_if

seen = []


def counted(number, seed):
    """The cases in turn; the 26th is interrupted once."""
    seen.append(number)
    if len(seen) == 26:
        raise KeyboardInterrupt
    return wrong_if("even" if number % 2 == 0 else "odd", None)


def judged(number, seed):
    """Refused, true, wrong, raising and too slow in turn."""
    match number % 5:
        case 3:
            raise ValueError("a slip")
        case 4:
            with contextlib.suppress(Exception):  # as programs do
                while number == 9:
                    pass
                time.sleep(5)
    return Outcome("some", [*Verdict][number % 5], "a text")


def campaign(case):
    return Campaign("tests.x", "Of tests", "Words.", (Kind("cases", f"{__name__}:{case}", 40, longest=0.1),))


def test_it_goes_on_where_it_stopped(tmp_path):
    seen.clear()
    some, state = campaign("counted"), tmp_path / "state.json"
    with pytest.raises(KeyboardInterrupt):
        some.run({"cases": 40}, 1, (0, 1), state, pause=0)
    assert json.loads(state.read_text())["kinds"]["cases"]["next"] == 25
    done = some.run({"cases": 40}, 1, (0, 1), state)["kinds"]["cases"]
    assert seen == [*range(26), *range(25, 40)]
    assert {way: numbers["true"] for way, numbers in done["ways"].items()} == {"even": 20, "odd": 20}
    with pytest.raises(SystemExit, match="another campaign"):
        some.run({"cases": 41}, 1, (0, 1), state)


def test_every_verdict_is_counted_and_shards_share_the_cases(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(campaigns, "HANGING", 0.2)
    results = tmp_path / "RESULTS.md"
    results.write_text("# Old\n\n## Of others\n\nkept\n")
    monkeypatch.setattr(common, "RESULTS", results)
    some, states = campaign("judged"), [tmp_path / f"{number}.json" for number in range(2)]
    for number, state in enumerate(states):
        assert some.main(["--cases", "10", "--shard", f"{number}/2", "--state", str(state)]) == 1
    said = capsys.readouterr().out
    for words in (
        "5 cases, 1 refused, 1 true, 3 wrong",
        "2 (some): a text",
        "ValueError: a slip",
        "not done after 0.1",
    ):
        assert words in said
    for _ in range(2):
        assert some.main(["--report", *map(str, states)]) == 0
    text = results.read_text()
    assert (text.count("## Of others\n\nkept"), text.count("## Of tests")) == (1, 1)
    assert "| cases | 10 | 2 | 2 | 6 |" in text
    assert text.endswith(capsys.readouterr().out.rpartition("## ")[2])


def test_without_numbers_all_kinds_have_theirs(monkeypatch):
    asked = []
    monkeypatch.setattr(campaigns.Campaign, "run", lambda self, numbers, *_: asked.append(numbers) or {"kinds": {}})
    campaign("judged").main([])
    campaign("judged").main(["--cases", "3"])
    assert asked == [{"cases": 40}, {"cases": 3}]
