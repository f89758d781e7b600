"""``smatchproof verify`` and ``score --certificates`` from arguments to exit code."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.running import run


@pytest.fixture(scope="module")
def certificates(paths, tmp_path_factory):
    path = tmp_path_factory.mktemp("proofs") / "proofs.jsonl"
    answer = run("score", *paths, "--certificates", path)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "proved     24 of 24 pairs" in answer.stdout and "written    24 certificates" in answer.stdout
    return path


def test_verify(certificates, paths):
    answer = run("verify", certificates)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.startswith("verified   24 certificates")
    assert "647 of 752 and 740 triples" in answer.stdout
    assert run("verify", certificates, *paths).returncode == 0
    parsed = json.loads(run("verify", certificates, *paths, "--format", "json").stdout)
    assert (parsed["verified"], parsed["matched"], parsed["graphs_compared"]) == (24, 647, True)


def test_corpora_in_the_wrong_order_are_called_so(certificates, paths):
    answer = run("verify", certificates, *reversed(paths))
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr.endswith("about these graphs the other way round; exchange CANDIDATE and REFERENCE\n")


def test_the_checker_alone_says_the_same(certificates):
    import smatchproof.exact.checker

    answer = subprocess.run(
        [sys.executable, smatchproof.exact.checker.__file__, certificates], capture_output=True, text=True
    )
    assert answer.stdout.startswith("24 certificates verified: at most 647, proved; at least 647, attained\n")
    assert "precision 647/752, recall 647/740, F1 647/746" in answer.stdout


def test_a_wrong_certificate_ends_with_1_and_says_where(certificates, tmp_path):
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(certificates.read_text().replace('"proof":[', '"proof":[["empty"],', 1))
    answer = run("verify", wrong)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr == f"refused: {wrong}:1: pair sample.1: proof node 0: this node is not empty\n"


def test_a_certificate_that_is_repeated_does_not_count_twice(certificates, tmp_path):
    lines = certificates.read_text().splitlines(keepends=True)
    repeated = tmp_path / "repeated.jsonl"
    repeated.write_text("".join([*lines, lines[3]]))
    answer = run("verify", repeated)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr == f"refused: {repeated}:25: pair sample.4: had its certificate before, in this file\n"
    answer = run("verify", repeated, "--keep-going")
    assert answer.returncode == 1 and answer.stdout.startswith("verified   24 certificates")


def test_similarities_are_a_part_of_the_question(paths, samples, tmp_path):
    table, proofs = tmp_path / "table.tsv", tmp_path / "proofs.jsonl"
    table.write_text((samples / "similarity.tsv").read_text())
    graded = "--metric", "graded-smatch", "--similarities", table
    assert run("score", *paths, *graded, "--certificates", proofs).returncode == 0
    assert "similarities are trusted as the certificates state them" in run("verify", proofs).stdout
    held = run("verify", proofs, *paths, *graded)
    assert held.returncode == 0 and "note" not in held.stdout
    plain = run("verify", proofs, *paths)
    assert plain.returncode == 1 and "the question about 'conv:smatch|dup:set|top:const'" in plain.stderr
    table.write_text("boy\tgirl\t0.5\n")
    other = run("verify", proofs, *paths, *graded)
    assert other.returncode == 1 and "the certificate is about 'conv:smatch|dup:set|top:const|sim:tabl" in other.stderr


def test_an_interval_is_not_called_the_most():
    file = Path(__file__).parents[1] / "exact" / "certificates" / "correct" / "interval.jsonl"
    text = run("verify", file).stdout
    assert "matched    13 of 17 and 17 triples: no alignment matches more than 14\n" in text
    assert f"F1         {13 / 17:.4f} to {14 / 17:.4f}\n" in text
    found = json.loads(run("verify", file, "--format", "json").stdout)
    assert (found["matched"], found["upper_bound"], found["proved"]) == (13, 14, 0)
    assert (found["f1"], found["f1_upper"]) == (13 / 17, 14 / 17)


@pytest.mark.parametrize("squeezed", [bytes, gzip.compress], ids=["text", "gzip"])
def test_certificates_from_standard_input(certificates, paths, squeezed):
    told = squeezed(certificates.read_bytes())
    assert run("verify", "-", stdin=told).stdout == run("verify", certificates).stdout
    assert run("verify", "-", *paths, stdin=told).returncode == 0
    refused = run("verify", "-", "-", paths[1], stdin=told)
    assert refused.returncode == 2 and "can be read once only" in refused.stderr


@pytest.mark.parametrize(
    ("words", "code", "err"),
    [
        ("--version >&-", 0, ""),
        ("verify nothing.jsonl >&-", 2, "error: nothing.jsonl: no such file"),
        ("verify - <&-", 1, "refused: -: no certificate in this file"),
    ],
)
def test_a_closed_stream_is_an_empty_one(tmp_path, words, code, err):
    shown = subprocess.run(
        ["sh", "-c", f'"$0" -m smatchproof {words}', sys.executable], cwd=tmp_path, capture_output=True, text=True
    )
    assert (shown.returncode, shown.stdout) == (code, "")
    assert shown.stderr.startswith(err) and "Traceback" not in shown.stderr and bool(err) == bool(shown.stderr)
