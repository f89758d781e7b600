"""``--evidence`` and ``--canonical``: of ``score``, ``explain`` and ``verify``."""

import json

import pytest

from smatchproof.exact.checker import main as checker
from tests.commands.running import said

LEFT = """\
# ::id p
(a / and~e.0 :op1 (b / cat~e.1) :op1 (c / cat~e.3 :ARG0 b) :op3 (d / dog~e.5))

# ::id q
# ::alignments 0-1|0 1-2|0.0
(a / and :op1 (b / cat) :op1 (c / cat) :mod a)
"""
RIGHT = """\
# ::id p
(x / and~e.0 :op1 (y / cat~e.3) :op4 (z / cat~e.1))

# ::id q
# ::alignments 0-1 1-1.2
(a / and :op1 (b / cat) :op1 (c / cat) :mod a)
"""
TABLE = "p\tb\tz\nq\tb\tc\n\n"
SOURCES = "words", "sentences", "table.tsv"
STRENGTHS = "filter", "tie-break", "scored"
FILES = "left.amr", "right.amr"
HARD = "l.amr", "r.amr"


@pytest.fixture
def folder(folder):
    (folder / "table.tsv").write_text(TABLE)
    return folder


def value(text, name):
    return next(line.split(None, 1)[1] for line in text.splitlines() if line.startswith(name))


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_certificates_are_about_the_evidence(folder, source, strength):
    """Both checkers of the package read them; of corpora they are only with the same evidence."""
    given = "--evidence", source, "--evidence-as", strength
    text = said(folder, "score", *FILES, *given, "--certificates", "c.jsonl")
    assert f"evidence:{source.partition('.')[0]}" in value(text, "signature") and f":{strength}|" in text
    assert value(text, "proved") == "2 of 2 pairs"
    found = said(folder, "verify", "c.jsonl", *FILES, *given)
    assert value(found, "F1") == value(text, "F1") == value(said(folder, "verify", "c.jsonl"), "F1")
    assert checker([str(folder / "c.jsonl")]) == 0
    other = "--evidence", source, "--evidence-as", STRENGTHS[STRENGTHS.index(strength) - 1]
    for question in ((), other):
        assert "the certificate is about 'conv:" in said(folder, "verify", "c.jsonl", *FILES, *question, code=1)
    if source == "table.tsv":
        (folder / "table.tsv").write_text("p\tb\ty\n")
        assert "the certificate is about" in said(folder, "verify", "c.jsonl", *FILES, *given, code=1)
    if source == "words":
        (folder / "left.amr").write_text(LEFT.replace("~e.3", "~e.4"))
        assert "is about other graphs" in said(folder, "verify", "c.jsonl", *FILES, *given, code=1)


def test_a_tie_break_changes_no_score(folder):
    plain = json.loads(said(folder, "score", *FILES, "--format", "json", "--per-pair", "--canonical"))
    more = json.loads(said(folder, "score", *FILES, "--format", "json", "--per-pair", "--evidence", "words"))
    assert all(more[key] == plain[key] for key in ("f1", "matched", "certified", "left_triples"))
    assert plain["per_pair"][0]["alignment"] == [["a", "x"], ["b", "y"], ["c", "z"]]  # by name
    assert more["per_pair"][0]["alignment"] == [["a", "x"], ["b", "z"], ["c", "y"]]
    assert more["per_pair"][0]["evidence"] == [3, 3]
    assert more["evidence"] == {"supported": 5, "aligned": 6, "pairs": 2}
    assert (plain["canonical"], plain["per_pair"][0]["canonical"]) == (2, True)


def test_explain_looks_for_the_canonical_optimum_of_a_hard_pair_where_it_is_asked_to(folder):
    said(folder, "generate", "family", "max-qap", "size=8", "-o", "l.amr", "r.amr")
    for more in ([], ["--proof"]):
        assert "the optimum that the method found; there may be others" in said(folder, "explain", *HARD, *more)
    asked = said(folder, "explain", *HARD, "--proof", "--canonical")
    assert "alignment: the canonical optimum" in asked and "Node 0" in asked
    assert '"canonical": true' in said(folder, "score", *HARD, "--canonical", "--format", "jsonl")
