"""VeriPB proofs: a small checker of our own accepts them, VeriPB too where it is there, and nothing accepts a lie."""

import itertools
import re
import shutil
import subprocess

import pytest

from benchmarks.common import corpus, sentences
from smatchproof.public import Top, build_problem, convention
from tests.lab.reductions.test_veripb import (
    accepted,
    check_branching,
    solved,
    spoil,
)

# ---- what is accepted


@pytest.fixture(scope="session")
def real_pairs(shared_data):
    """The pairs of a development set of parser output, all triples marked as by different rules for the root."""
    rules = itertools.cycle(convention("smatch", top=top) for top in Top)
    pairs = zip(sentences(corpus("para dev main")), rules, strict=False)
    return [build_problem(*map(rule.triples, graphs), rule.duplicates) for graphs, rule in pairs]


def test_50_pairs_that_branch():
    check_branching(50)


def test_all_real_pairs(real_pairs):
    for problem in real_pairs:
        accepted(problem, solved(problem))


# ---- VeriPB itself, where it is there


@pytest.fixture(scope="session")
def veripb():
    """The program, of version 3: earlier ones read other formats."""
    path = shutil.which("veripb")
    if path is None:
        pytest.skip("VeriPB is not on the PATH")
    told = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60)
    if told.returncode or not re.search(r"\b3\.\d", told.stdout):
        pytest.skip("VeriPB is not of version 3")
    return path


def verifies(veripb, folder, opb, proof):
    (folder / "pair.opb").write_text(opb)
    (folder / "pair.pbp").write_text(proof)
    command = [veripb, str(folder / "pair.opb"), str(folder / "pair.pbp")]
    return subprocess.run(command, capture_output=True, timeout=300).returncode == 0


def test_veripb_accepts_real_pairs(veripb, real_pairs, tmp_path):
    for problem in real_pairs[::40]:
        assert verifies(veripb, tmp_path, *accepted(problem, solved(problem)))


# ---- what is refused


def test_20_000_spoilt_proofs_are_refused_and_the_others_prove_nothing_false():
    spoil(20_000, seed="spoilt more")
