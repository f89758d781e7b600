"""``smatchproof errors``: the counts are those of the score, and evidence that is not scored changes none."""

import json

import pytest

import smatchproof
from tests.commands.running import run
from tests.docs.test_pages import page_files


@pytest.mark.usefixtures("processes")
def test_two_processes_count_what_the_score_does_not_match(paths):
    first, second = (run("errors", *paths, "--format", "json", "--jobs", jobs).stdout for jobs in (1, 2))
    found, score = json.loads(first), smatchproof.score_files(*paths).corpus.counts
    assert first == second and found["lost"] == score.right_triples - score.matched == 93
    assert found["added"] == score.left_triples - score.matched


def test_a_graph_that_cannot_be_read_counts_as_empty(tmp_path):
    for name, end in (("whole.amr", ")"), ("broken.amr", "")):
        (tmp_path / name).write_text(f"(s / say-01 :ARG0 (b / boy){end}\n")
    done = run("errors", "broken.amr", "whole.amr", "--on-error", "empty", "--format", "json", cwd=tmp_path)
    assert done.returncode == 0 and json.loads(done.stdout)["unreadable"] == 1
    assert done.stderr.startswith("scored as empty: broken.amr:")


def test_errors_of_documents_name_their_sentences(tmp_path):
    for name in ("gold.umr", "parser.umr"):
        (tmp_path / name).write_text(page_files()[name])
    files = [f"document:{tmp_path / name}" for name in ("parser.umr", "gold.umr")]
    found = {row["reference"] or row["candidate"]: row for row in smatchproof.errors(*files, convention="umr").rows()}
    assert found[":modal-strength"]["examples"] == ("1.snt1", "1.snt2") and found[":aspect"]["examples"] == ("1.snt2",)
    assert found[":modal.modal"]["examples"] == ("1",)  # of the whole document


@pytest.mark.parametrize("strength", ["filter", "tie-break"])
def test_evidence_that_is_not_scored_is_no_error(samples, strength):
    files, evidence = [samples / "annotator-a.amr"] * 2, {"evidence": "sentences", "evidence_as": strength}
    plain, found = (smatchproof.errors(*files), smatchproof.errors(*files, **evidence))
    assert found.rows() == plain.rows()  # in corpora of sentences every pair of variables has this evidence
