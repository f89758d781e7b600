"""No claim is false in a sample of the campaign, and what is false is found out."""

import pytest

from benchmarks.stress.campaigns import Verdict, judged
from benchmarks.stress.claims import bundles
from benchmarks.stress.claims.campaign import CAMPAIGN

SAMPLE = {"bundles": 28, "reductions": 100}


@pytest.mark.parametrize("kind", CAMPAIGN.kinds, ids=lambda kind: kind.name)
def test_nothing_is_wrong(kind):
    done = CAMPAIGN.run({kind.name: SAMPLE[kind.name]}, seed=2, shard=(0, 1), state=None)
    count = done["kinds"][kind.name]
    assert count["wrong"] == []
    assert sum(numbers[Verdict.TRUE] for numbers in count["ways"].values()), "not all is refused"


def wrong(kind, numbers):
    """The ways of a kind in which something is wrong among some cases."""
    [found] = [each for each in CAMPAIGN.kinds if each.name == kind]
    outcomes = [judged(found, number, 2)[0] for number in numbers]
    return {outcome.way for outcome in outcomes if outcome.verdict is Verdict.WRONG}


def test_a_bundle_that_is_believed_is_found_out(monkeypatch):
    def believing(command, *words, cwd):
        done = running(command, *words, cwd=cwd)
        done.returncode = 0
        return done

    running = bundles.run
    bundles.original(0)
    monkeypatch.setattr(bundles, "run", believing)
    assert wrong("bundles", range(4, 20)) >= {"table", "rows and certificates"}
