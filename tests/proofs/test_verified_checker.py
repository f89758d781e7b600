"""``smatchproof-checker``, which is made of the proofs, says what smatchproof/exact/checker.py says."""

import json
import shutil
import subprocess
import sys

import pytest

from benchmarks.common import corpora
from tests.exact.attacks import FOLDER
from tests.exact.test_checker import stars
from tests.proofs.agreement import (
    byte_mutants,
    differences,
    file_difference,
    json_mutants,
    printed,
    proof_mutants,
    refusal,
    run,
)

pytestmark = pytest.mark.skipif(
    not shutil.which("coqc") or not shutil.which("make"),
    reason="coqc or make is not installed (Debian packages coq, make): smatchproof-checker was not built",
)
FILES = sorted(FOLDER.glob("*/*.jsonl"))


def test_the_files_get_the_same_answers(program):
    assert len(FILES) > 90
    assert not [why for path in FILES if (why := file_difference(program, path))]


def test_every_kind_of_mutant_gets_the_same_answer(program):
    for make in (proof_mutants, json_mutants, byte_mutants):
        lines = make(250, 5)
        assert 20 <= sum(refusal(line) is None for line in lines) <= 230
        assert not [*differences(program, lines)]


@pytest.mark.stress
@pytest.mark.parametrize("seed", range(1, 11))
def test_many_mutants_get_the_same_answers(program, seed):
    for make in (proof_mutants, json_mutants, byte_mutants):
        assert not [*differences(program, make(3_334, seed))]


@pytest.mark.stress
@pytest.mark.parametrize("name", ["lpp", "sts dev main", "sick dev main", "para dev main", "para dev reify"])
def test_whole_corpora_get_the_same_answers(program, name, tmp_path):
    _, left, right = next((pair for pair in corpora() if pair[0] == name), (name, None, None))
    if left is None or not left.exists():
        pytest.skip("the real corpora are not on this machine: the programs were not compared on them")
    path = tmp_path / "proofs.jsonl"
    command = [sys.executable, "-m", "smatchproof", "score", str(left), str(right), "--certificates", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    assert printed(path)[0] == 0
    assert not file_difference(program, path)


def test_a_file_of_all_that_hold_is_summed_up_alike(program, tmp_path):
    """Fractions over different denominators, sizes, and a last line without its end."""
    path = tmp_path / "all.jsonl"
    lines = [path.read_bytes().removesuffix(b"\n") for path in FILES if path.parent.name == "correct"]
    path.write_bytes(b"\n".join(lines))
    assert printed(path)[0] == 0
    assert run(program, path) == printed(path)


def test_an_empty_file_and_no_file(program, tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert run(program, empty) == printed(empty)
    for arguments in ([str(tmp_path / "none")], [], ["--line", "x", str(empty)], [str(empty), str(empty)]):
        answer = subprocess.run([program, *arguments], capture_output=True, text=True)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert len(answer.stderr.splitlines()) == 1


@pytest.mark.parametrize("option", ["line", "weights", "work"])
def test_the_limits_are_those_of_the_checker(program, tmp_path, option):
    """With the smallest limit that Python takes it is accepted, with one less it is not."""
    line = (FOLDER / "correct" / "digraphs-7-5.jsonl").read_bytes().removesuffix(b"\n")
    least = {"line": len(line), "weights": 0, "work": 0}[option]
    from smatchproof.exact.checker import Limits, Refused, check

    def accepts(limit: int) -> bool:
        try:
            check(line, Limits(**{option: limit}))
        except Refused:
            return False
        return True

    high = 1 << 40
    while least < high:  # the smallest that is enough
        middle = (least + high) // 2
        least, high = (least, middle) if accepts(middle) else (middle + 1, high)
    path = tmp_path / "one.jsonl"
    path.write_bytes(line + b"\n")
    codes = [
        subprocess.run([program, f"--{option}", str(limit), str(path)], capture_output=True).returncode
        for limit in (least, least - 1)
    ]
    assert codes == [0, 1]


def test_a_million_matches_are_refused_before_any_is_made(program, tmp_path):
    path = tmp_path / "stars.jsonl"
    path.write_text(json.dumps(stars(3_000)) + "\n", encoding="utf-8")
    assert printed(path)[0] == 1
    code, words = run(program, path)
    assert (code, words) == (1, "line 1: refused: more weights to look at than the limit allows\n")


def test_verify_runs_it(program, tmp_path, samples):
    proofs = tmp_path / "proofs.jsonl"
    pair = [str(samples / f"annotator-{name}.amr") for name in "ab"]
    smatchproof = [sys.executable, "-m", "smatchproof"]
    subprocess.run([*smatchproof, "score", *pair, "--certificates", str(proofs)], check=True, capture_output=True)
    command = [*smatchproof, "verify", "--verified", "--checker", program]
    answer = subprocess.run([*command, str(proofs), *pair], capture_output=True, text=True)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "checker    24 certificates verified: at most 647, proved; at least 647, attained" in answer.stdout
    tree = '"proof":[["leaf",'  # not one that counts
    before, _, after = proofs.read_text(encoding="utf-8").partition(tree)
    proofs.write_text(before + tree.replace("[[", '[["empty"],[') + after, encoding="utf-8")
    answer = subprocess.run([*command, str(proofs)], capture_output=True, text=True)
    line = before.count("\n") + 1
    wrong = f"refused: {proofs}: smatchproof-checker: line {line}: refused: proof node 0: this node is not empty\n"
    assert (answer.returncode, answer.stdout, answer.stderr) == (1, "", wrong)
