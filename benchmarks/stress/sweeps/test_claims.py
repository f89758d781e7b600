"""The campaign against answers of reductions finds out what is false."""

import re

from benchmarks.stress.campaigns import Verdict
from benchmarks.stress.claims import campaign


def test_an_answer_that_is_believed_is_found_out(monkeypatch):
    """Where the alignment of any row counts as an optimum."""

    def believing(command, *words, cwd):
        done = running(command, *words, cwd=cwd)
        if found := re.fullmatch(r"((?:edit distance )?\d+[a-z /]*)(: .*)?\n", done.stdout):
            goal = "least" if re.search("cost|distance", found[1]) else "most"
            done.returncode, done.stdout = 0, f"{found[1]}, proved to be the {goal}{found[2] or ''}\n"
        return done

    running = campaign.run
    monkeypatch.setattr(campaign, "run", believing)
    assert Verdict.WRONG in {campaign.case(number, 2).verdict for number in range(400)}
