"""One hard pair, which threads of one process search."""

import json

import pytest

from smatchproof.exact.core import is_compiled

COMMAND = "score"
pytestmark = pytest.mark.skipif(not is_compiled(), reason="hard pairs have no tree search uncompiled")


@pytest.mark.parametrize("pairs", [1, 3])
def test_certificates_do_not_depend_on_the_number_of_processes(run, program, tmp_path, pairs):
    files, proof = (tmp_path / "l.amr", tmp_path / "r.amr"), tmp_path / "proofs.jsonl"
    hard = "--nodes", 20, "--degree", 4, "--overlap", 0, "--seed", 1
    assert program("generate", "digraphs", *hard, "-o", *files)[0] == 0
    for file in files:
        file.write_text("\n".join(file.read_text().replace("digraph-1", f"digraph-{n}") for n in range(pairs)))
    proofs = set()
    for jobs in (1, 2):
        code, out, _ = run(*files, "--format", "jsonl", "--certificates", proof, "--jobs", jobs)
        assert code == 0
        assert json.loads(out.splitlines()[0])["status"] == "certified"
        proofs.add(proof.read_bytes())
    assert len(proofs) == 1
    assert program("verify", proof)[0] == 0
