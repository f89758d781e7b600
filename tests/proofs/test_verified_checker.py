"""``smatchproof-checker``, which is made of the proofs, says what src/smatchproof/exact/checker.py says."""

import contextlib
import io
import json
import random
import subprocess

import pytest

import smatchproof.exact.checker
from benchmarks.stress.proofs.campaign import (
    WAYS,
    file_difference,
    is_true_of_optima,
    line_difference,
    line_fault,
    mutant,
    printed,
    refusal,
    run,
)
from benchmarks.stress.proofs.mutants import mutants, mutants_of_optima, originals_of_optima
from tests.exact.attacks import FOLDER, rehashed
from tests.exact.test_checker import stars
from tests.proofs.in_coq import needs_coq

pytestmark = needs_coq
FILES = sorted(FOLDER.glob("**/*.jsonl"))
BOY = FOLDER / "correct" / "boy-smatch.jsonl"


def test_the_files_get_the_same_answers(program):
    assert len(FILES) > 120
    assert not [why for path in FILES if (why := file_difference(program, path))]


@pytest.fixture(scope="module")
def some_mutants() -> list[bytes]:
    cases = [mutant(5, case) for case in range(1_200)]
    for way in WAYS:
        held = sum(refusal(line) is None for found, _, line in cases if found == way)
        assert 30 <= held <= 250, way
    return [line for _, _, line in cases]


def test_every_kind_of_mutant_gets_the_same_answer(program, some_mutants):
    assert sum(b"00000" in line for line in some_mutants) > 200
    assert not [why for line in some_mutants if (why := line_difference(program, line))]


def test_mutants_get_the_same_answer(program):
    lines = (json.dumps(each).encode() for each in mutants(600, seed=6))
    assert not [why for line in lines if (why := line_difference(program, line))]


def test_mutants_about_all_optima_get_the_same_answer_and_the_true_one(program):
    """Those that are accepted name the links that enumeration finds."""
    cases = mutants_of_optima(400, seed=3)
    held = sum(refusal(json.dumps(record).encode()) is None for record, _ in cases)
    assert 100 <= held <= 300
    lines = ((json.dumps(record).encode(), truth) for record, truth in cases)
    assert not [why for line, truth in lines if (why := line_fault(program, line, is_true_of_optima(line, truth)))]


def test_optima_are_summed_up_alike_beside_other_certificates(program, tmp_path):
    path = tmp_path / "optima.jsonl"
    records = [record for record, _ in originals_of_optima(60, random.Random(4))]
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    path.write_bytes(path.read_bytes() + BOY.read_bytes())
    assert "links: " in printed(path)[1]
    assert run(program, path) == printed(path)


def twins(**changes) -> bytes:
    """Two like nodes against themselves: no link is in both optima, of which one is known many times."""
    graph = {"variables": ["a", "b"], "attributes": [["/", 0, "x"], ["/", 1, "x"]], "relations": []}
    question = {
        "format": smatchproof.exact.checker.FORMAT,
        "id": "twins",
        "convention": "dup:set",
        "left": graph,
        "right": graph,
    }
    claim = {"matched": 2, "alignment": [[0, 0], [1, 1]], "proof": [["leaf", 1, [1, 1], [], []]], "sha256": ""}
    optima = {"scale": 1, "alignments": 50 * [[[0, 1], [1, 0]]]}
    return json.dumps(rehashed(question | claim | {"optima": optima} | changes)).encode()


def test_optima_of_null_are_refused_by_both(program):
    """It is no false claim; but an unread key must not stand in what was verified."""
    assert refusal(twins()) is None
    assert "optima" in (refusal(twins(optima=None)) or "")
    assert not line_difference(program, twins(optima=None))


@pytest.mark.parametrize(("option", "least"), [("weights", 4), ("work", 3 * 4 * 50)])
def test_the_limits_hold_for_optima(program, tmp_path, option, least):
    """The work is to look at each of four weights three times for each of the other alignments."""
    path = tmp_path / "twins.jsonl"
    path.write_bytes(twins() + b"\n")
    for limit, code in ((least, 0), (least - 1, 1)):
        arguments = [f"--{option}", str(limit), str(path)]
        with contextlib.redirect_stdout(io.StringIO()):
            assert smatchproof.exact.checker.main(arguments) == code
        assert subprocess.run([program, *arguments], capture_output=True).returncode == code


def test_a_file_of_all_that_hold_is_summed_up_alike(program, tmp_path):
    """Fractions over different denominators, sizes, and a last line without its end."""
    path = tmp_path / "all.jsonl"
    lines = [path.read_bytes().removesuffix(b"\n") for path in FILES if path.parent.name == "correct"]
    path.write_bytes(b"\n".join(lines))
    assert printed(path)[0] == 0
    assert run(program, path) == printed(path)


def test_a_million_matches_are_refused_before_any_is_made(program, tmp_path):
    path = tmp_path / "stars.jsonl"
    path.write_text(json.dumps(stars(3_000)) + "\n", encoding="utf-8")
    assert printed(path)[0] == 1
    code, words = run(program, path)
    assert (code, words) == (1, "line 1: refused: more weights to look at than the limit allows\n")
