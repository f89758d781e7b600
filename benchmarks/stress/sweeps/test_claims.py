"""The campaign against answers of reductions finds out what is false."""

import re

from benchmarks.stress.campaigns import Verdict
from benchmarks.stress.claims import campaign


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

    running = campaign.run
    monkeypatch.setattr(campaign, "run", believing)
    assert Verdict.WRONG in {campaign.case(number, 2).verdict for number in range(400)}
