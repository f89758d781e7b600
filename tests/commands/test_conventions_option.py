"""`differences --conventions`: shares add up, each is due to its rule; documented causes show up as what they are."""

import json
from functools import cache

import pytest

from smatchproof import score_files
from smatchproof.conventions.conventions import CONVENTIONS
from tests.commands.running import printed

COMMAND = "differences"

# Pairs in which smatch and smatch-1.0.4 differ for one known reason each.
CAUSES = {
    "duplicates": ("(a / apple :polarity - :polarity -)", "(a / apple :polarity -)"),
    "lost": ("(t / tone :quant-of expressive)", "(t / tone)"),
    "spaces": ('(n / name :op1 "New York")', '(n / name :op1 "New Jersey")'),
    "suffixes": ("(b / boy~e.3)", "(b / boy)"),
    "mod": ("(r / red :domain (b / ball))", "(r / red :mod-of (b / ball))"),
}


def report(run, *words):
    return json.loads(printed(run(*words, "--jobs", 1, "--format", "json")))


@cache
def corpus_score(candidate, reference, convention):
    return score_files(candidate, reference, convention=convention).corpus


@pytest.fixture(scope="module")
def causes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("causes")
    for side, name in enumerate(("left.amr", "right.amr")):
        (folder / name).write_text("\n\n".join(f"# ::id {id}\n{pair[side]}" for id, pair in CAUSES.items()) + "\n")
    return folder / "left.amr", folder / "right.amr"


@pytest.mark.parametrize("other", [name for name in CONVENTIONS if name != "smatch"])
def test_shares_add_up_to_the_whole_difference(run, samples, causes, other):
    for files in (causes, (samples / "annotator-a.amr", samples / "annotator-b.amr")):
        found = report(run, *files, "--conventions", f"smatch:{other}")
        ends = [corpus_score(*files, name).micro.f1 for name in ("smatch", other)]
        assert found["difference"] == pytest.approx(ends[1] - ends[0], abs=1e-12)
        assert sum(share["share"] for share in found["shares"]) == pytest.approx(found["difference"], abs=1e-12)
        for each in found["conventions"]:
            expected = corpus_score(*files, each["convention"])
            assert (each["f1"], each["certified"]) == (expected.micro.f1, expected.certified)


def test_the_pairs_that_a_rule_moves_most_are_named(run, paths):
    shares = report(run, *paths, "--conventions", "smatch:smatchpp-amr")["shares"]
    (share,) = (each for each in shares if each["pairs"])  # of reified relations: all else counts the same here
    before, after = (
        {pair.id: pair.f1 for pair in score_files(*paths, convention=name).pairs} for name in ("smatch", "smatchpp-amr")
    )
    moved = sorted((id for id in before if before[id] != after[id]), key=lambda id: -abs(after[id] - before[id]))
    assert (share["pairs"], [each["id"] for each in share["most"]]) == (len(moved), moved[:3])


def test_a_pair_whose_score_stays_is_counted_and_not_named(run, tmp_path):
    file = tmp_path / "same.amr"
    file.write_text("(t / tone :quant-of expressive)\n")  # a triple more or less on both sides
    (share,) = (each for each in report(run, file, file)["shares"] if each["pairs"])
    assert (share["pairs"], share["share"], share["most"]) == (1, 0.0, [])
