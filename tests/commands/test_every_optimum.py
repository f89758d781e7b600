"""``--every-optimum``: of ``score`` and ``explain``, with certificates that ``verify`` reads; the same from Python."""

import json

import smatchproof
from smatchproof.exact.checker import main as checker
from smatchproof.graphs.reading import parse_graph
from smatchproof.scoring.pairs import comparison, fine_grained
from smatchproof.scoring.pairs.backbone import BackboneTotal
from smatchproof.scoring.settings import ScoreSettings
from tests.commands.running import said

LEFT = """\
# ::id p
(w / want-01 :ARG0 (b / boy) :ARG1 (a / and :op1 (c / cat) :op2 (d / cat) :op3 (z / zoo :mod (t / toy))))

# ::id q
(a / x)
"""
RIGHT = """\
# ::id p
(w / want-01 :ARG0 (g / girl) :ARG1 (c / cat :mod (b / boy)) :ARG2 (t / toy))

# ::id q
(a / x)
"""
FORCED, OPEN = [["w", "w"], ["t", "t"]], [["b", "g"], ["b", "b"], ["a", "c"], ["c", "c"], ["d", "c"]]


def test_certificates_say_it_and_are_verified(folder):
    said(folder, "score", "left.amr", "right.amr", "--every-optimum", "--certificates", "c.jsonl")
    assert "links      3 in every optimum, 5 in some" in said(folder, "verify", "c.jsonl", "left.amr", "right.amr")
    found = json.loads(said(folder, "verify", "c.jsonl", "--format", "json"))["every_optimum"]
    assert found == {"certificates": 2, "forced": 3, "open": 5}
    assert checker([str(folder / "c.jsonl")]) == 0
    line = json.loads((folder / "c.jsonl").read_text().splitlines()[0])
    line["optima"]["alignments"].pop()
    (folder / "c.jsonl").write_text(json.dumps(line))
    assert ": proof node 0" in said(folder, "verify", "c.jsonl", code=1)


def test_what_a_limit_leaves_open_is_undecided(folder):
    found = smatchproof.backbone(LEFT.split("\n\n")[0], RIGHT.split("\n\n")[0], time_limit=1e-9)
    assert (found.forced, found.certified, found.is_unique) == ((), False, False)
    assert found.undecided > 0
    total = BackboneTotal()
    total.add(found)
    assert total.forced_share is None and total.lines()[0][1].startswith("at least ")
    assert total.lines()[3] == ("undecided", f"{found.undecided} pairs of variables not known: a limit came first")


def test_ranges_are_certified_only_where_the_optimum_is(monkeypatch):
    """An end is one of all optima if the value is the optimum, which another proof says."""
    settings, asked = ScoreSettings(), []
    search = fine_grained.end_of_range
    monkeypatch.setattr(fine_grained, "end_of_range", lambda *each: asked.append(each) or search(*each))
    pair = comparison.compare(*(parse_graph(side.split("\n\n")[0]) for side in (LEFT, RIGHT)), settings)
    found = fine_grained.projected_ranges(pair, settings)
    searched = fine_grained.projected_ranges(pair.judged(comparison.ClaimStatus.SEARCHED), settings)
    assert found.certified and not searched.certified and found.counts == searched.counts
    sides = [each for each in found.counts.values() if each.left_triples and each.right_triples]
    assert 0 < len(sides) < len(found.counts)
    assert len(asked) == 2 * 2 * len(sides)  # nothing is searched for an aspect that a graph does not have
