"""No claim is false in a sample of the campaign, and what is false is found out."""

import re

import pytest

from benchmarks.stress.campaigns import Verdict, judged
from benchmarks.stress.claims import reductions
from benchmarks.stress.claims.campaign import CAMPAIGN

SAMPLE = {"reductions": 100}


@pytest.mark.parametrize("kind", CAMPAIGN.kinds, ids=lambda kind: kind.name)
def test_nothing_is_wrong(kind):
    done = CAMPAIGN.run({kind.name: SAMPLE[kind.name]}, seed=2, shard=(0, 1), state=None)
    count = done["kinds"][kind.name]
    assert count["wrong"] == []
    assert sum(numbers[Verdict.TRUE] for numbers in count["ways"].values()), "not all is refused"


def test_an_answer_that_is_believed_is_found_out(monkeypatch):
    """Where the bound of any row counts as a proof."""

    def believing(command, *words, cwd):
        done = running(command, *words, cwd=cwd)
        found = re.fullmatch(
            r"not settled: the bound .* is claimed, not checked; with a certificate: (.*\n)", done.stdout
        )
        if found:
            done.returncode, done.stdout = 0, found[1]
        return done

    running, [kind] = reductions.run, CAMPAIGN.kinds
    monkeypatch.setattr(reductions, "run", believing)
    assert Verdict.WRONG in {judged(kind, number, 2)[0].verdict for number in range(400)}
