"""``smatchproof errors``: what a file gets wrong most, as text, JSON, CSV, page and from Python."""

import json

import pytest

import smatchproof
from tests.commands.running import run

LEFT = """\
# ::id p
(h / hit-01 :ARG0 (d / dog) :ARG1 (x / man :mod (t / tall)))

# ::id q
(s / say-01 :ARG0 (b / boy) :polarity -)

# ::id r
(a / and :op1 (c / cat) :op2 (k / cat))
"""
RIGHT = """\
# ::id p
(h / hit-01 :ARG0 (d / dog) :ARG2 (x / woman :mod (t / tall)))

# ::id q
(s / say-01 :ARG0 (b / boy) :quant 3)

# ::id r
(a / and :op3 (c / cat))
"""


def said(folder, *arguments, code=0):
    done = run("errors", *arguments, cwd=folder)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def test_json_counts_every_error(folder):
    found = json.loads(said(folder, "left.amr", "right.amr", "--format", "json"))
    rows = {(row["error"], row["reference"], row["candidate"]): row for row in found["errors"]}
    assert {key: (row["number"], row["certain"], row["of"]) for key, row in rows.items()} == {
        ("lost", "woman", ""): (1, 1, 1),
        ("lost", ":arg2", ""): (1, 1, 1),
        ("lost", ":quant", ""): (1, 1, 1),
        ("lost", ":op3", ""): (1, 1, 1),
        ("added", "", "man"): (1, 1, 1),
        ("added", "", ":arg1"): (1, 1, 1),
        ("added", "", ":polarity"): (1, 1, 1),
        ("added", "", "cat"): (1, 1, 2),
        ("added", "", ":op1"): (1, 1, 1),
        ("added", "", ":op2"): (1, 1, 1),
        ("confused", "woman", "man"): (1, 1, None),
        ("confused", ":arg2", ":arg1"): (1, 1, None),
        ("confused", ":op3", found["errors"][-1]["candidate"]): (1, 0, None),  # of :op1 or of :op2: either cat will do
    }
    assert rows["added", "", "cat"]["examples"] == ["r"]
    assert (found["pairs"], found["certified"], found["ambiguous"], found["lost"], found["added"]) == (3, 3, 1, 4, 6)
    assert {(row["error"], row["kind"]): row["number"] for row in found["kinds"]} == {
        **{("lost", "concept"): 1, ("added", "concept"): 2, ("confused", "concept"): 1},
        **{("lost", "relation"): 2, ("added", "relation"): 3, ("confused", "relation"): 2},
        **{("lost", "attribute"): 1, ("added", "attribute"): 1, ("confused", "attribute"): 0},
        **{("lost", "root"): 0, ("added", "root"): 0, ("confused", "root"): 0},
    }


def test_the_counts_are_those_of_the_score(folder):
    """All that is not lost is matched, and so is all that is not added."""
    score = json.loads(run("score", "left.amr", "right.amr", "--format", "json", cwd=folder).stdout)
    found = json.loads(said(folder, "left.amr", "right.amr", "--format", "json"))
    assert found["lost"] == score["right_triples"] - score["matched"]
    assert found["added"] == score["left_triples"] - score["matched"]


@pytest.mark.usefixtures("processes")
def test_two_processes_count_the_same(paths):
    first, second = (run("errors", *paths, "--format", "json", "--jobs", jobs).stdout for jobs in (1, 2))
    assert first == second and json.loads(first)["lost"] == 93


def test_a_graph_that_cannot_be_read_stops_or_is_empty(folder):
    (folder / "broken.amr").write_text(LEFT.replace("(b / boy)", "(b / boy"))
    assert said(folder, "broken.amr", "right.amr", code=2).startswith("error: broken.amr:5:")
    done = run("errors", "broken.amr", "right.amr", "--on-error", "empty", "--format", "json", cwd=folder)
    assert done.returncode == 0 and json.loads(done.stdout)["unreadable"] == 1
    assert done.stderr.startswith("scored as empty: broken.amr:")


@pytest.mark.parametrize("strength", ["filter", "tie-break"])
def test_evidence_that_is_not_scored_is_no_error(folder, strength):
    files, evidence = (folder / "left.amr", folder / "right.amr"), {"evidence": "sentences", "evidence_as": strength}
    plain, found = (
        {(row["error"], row["reference"], row["candidate"], row["number"]) for row in errors.rows()}
        for errors in (smatchproof.errors(*files), smatchproof.errors(*files, **evidence))
    )
    assert found == plain  # in corpora of sentences every pair of variables has this evidence
