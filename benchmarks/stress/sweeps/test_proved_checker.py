"""The checkers in Python and in Coq on whole corpora and under all conventions."""

import subprocess

import pytest

from benchmarks.common import corpora, corpus, score
from benchmarks.stress.proofs.campaign import file_difference, printed
from benchmarks.stress.proofs.texts import triples_difference
from smatchproof.cli import main
from tests.proofs.conftest import built, development, program  # noqa: F401  # fixtures
from tests.proofs.in_coq import needs_coq
from tests.proofs.test_texts import run

pytestmark = needs_coq


@pytest.mark.parametrize("pair", corpora(), ids=[name for name, *_ in corpora()])
def test_whole_corpora_are_read_alike(program, pair, tmp_path):
    name, left, right = pair
    if not left.exists():
        pytest.skip(f"{name} is not on this machine")
    assert [triples_difference(program, path) for path in (left, right)] == [None, None]
    path = tmp_path / "proofs.jsonl"
    subprocess.run(score(pair, "--certificates", str(path)), check=True)
    answer = run(program, "--texts", left, right, path)
    assert (answer.returncode, answer.stdout) == (0, run(program, path).stdout)


@pytest.mark.parametrize("name", ["lpp", "sts dev main", "sick dev main", "para dev main", "para dev reify"])
@pytest.mark.parametrize("more", [(), ("--every-optimum",)])
def test_whole_corpora_get_the_same_answers(program, name, more, tmp_path):
    if not corpus(name)[1].exists():
        pytest.skip("the real corpora are not on this machine: the programs were not compared on them")
    path = tmp_path / "proofs.jsonl"
    subprocess.run(score(corpus(name), "--certificates", str(path), *more), check=True, capture_output=True)
    assert printed(path)[0] == 0
    assert ("links: " in printed(path)[1]) == bool(more)
    assert not file_difference(program, path)


@pytest.mark.parametrize("convention", ["smatch-1.0.4", "smatchpp-generic", "paper"])
def test_the_samples_are_accepted_under_every_convention(program, samples, tmp_path, convention):
    path, files = tmp_path / "proofs.jsonl", [str(samples / f"annotator-{name}.amr") for name in "ab"]
    assert main(["score", *files, "--certificates", str(path), "--jobs", "1", "--convention", convention]) == 0
    assert run(program, path).returncode == 0 and not file_difference(program, path)
