"""``smatchproof-checker`` reads proofs whose nodes have a line each, as src/smatchproof/exact/checker.py does."""

import json
import subprocess

import pytest

from benchmarks.stress.campaigns import Verdict
from benchmarks.stress.proofs.campaign import below, below_difference, changed_lines, file_difference, run, stream_case
from smatchproof.exact import checker
from tests.exact.attacks import FOLDER
from tests.proofs.in_coq import needs_coq

pytestmark = needs_coq
BOY = FOLDER / "correct" / "boy-smatch.jsonl"


@pytest.fixture(scope="module")
def long():
    """A certificate with the nodes of its proof below it, some of which branch."""
    lines = below(json.loads((FOLDER / "correct" / "digraphs-8-1.jsonl").read_text()))
    assert len(lines) > 4
    return lines


def written(path, *lines):
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_changed_files_get_the_same_answer_and_the_true_one(program):
    cases = [changed_lines(7, case) for case in range(600)]
    assert sum(b"certificate 5" in content for content in cases) > 300
    assert not [why for content in cases if (why := below_difference(program, content))]


def test_changed_files_of_proofs_in_full_prove_nothing_false(program, monkeypatch):
    monkeypatch.setattr("benchmarks.stress.proofs.campaign.find_checker", lambda: program)
    verdicts = [stream_case(number, 1).verdict for number in (*range(150), *range(10_000, 10_050))]
    assert {*verdicts} == {Verdict.TRUE, Verdict.REFUSED}

    def lax(rules, numbers, required):
        width = 1 + sum(rules.size)
        return {p: numbers[1 + at * width : width + at * width] for at, p in enumerate(numbers[::width])}

    # a slip would be noticed: duals of stars that may be negative towards any line
    monkeypatch.setattr(checker.FullInequalities, "stars_of", lax)
    assert any(stream_case(number, 1).verdict is Verdict.WRONG for number in range(150))


def test_a_file_that_ends_within_a_proof_lacks_nodes(program, long, tmp_path):
    for number in range(1, len(long)):
        path = written(tmp_path / "cut.jsonl", *long, *long[:number])
        expected = f"line {len(long) + 1}: refused: the proof has ended, but nodes are missing\n"
        assert run(program, path) == (1, expected)
        assert not file_difference(program, path)


def test_what_is_refused_is_named_by_the_line_of_its_certificate_and_its_node(program, long, tmp_path):
    node = len(long) - 2  # the last one, from 0
    for line, words in (
        ("", "not JSON"),
        ('["empty"]', "this node is not empty"),
        ('["count"]', "neither leaf, fix, branch nor empty"),
        (json.dumps(["leaf", 1, [], [], []]), ""),
    ):
        code, said = run(program, written(tmp_path / "wrong.jsonl", *long, *long[:-1], line))
        assert code == 1
        assert said.startswith(f"line {len(long) + 1}: refused: proof node {node}: {words}")


def test_it_follows_another_certificate_and_other_ones_follow_it(program, long, tmp_path):
    boy = BOY.read_text().splitlines()
    path = written(tmp_path / "mixed.jsonl", *boy, *long, *boy, *long, *boy)
    code, said = run(program, path)
    assert (code, said.split()[0]) == (0, str(3 * len(boy) + 2))
    assert not file_difference(program, path)


def test_memory_is_that_of_a_path(program, tmp_path):
    """Fixes that fix nothing, one after the other: to keep each would take some hundred bytes."""
    header, leaf = below(json.loads(BOY.read_text().splitlines()[0]))
    _, scale, rows, columns, stars = json.loads(leaf)
    fix = json.dumps(["fix", scale, [dual + 1000 * scale for dual in rows], columns, stars])
    path = written(tmp_path / "fixes.jsonl", header, *(100_000 * [fix]), leaf)
    limited = ["sh", "-c", 'ulimit -v 20000; exec "$@"', "sh", program, path]  # kilobytes; the file has 5,000
    done = subprocess.run(limited, capture_output=True, text=True)
    assert done.stdout.startswith("1 certificates verified"), done.stderr
