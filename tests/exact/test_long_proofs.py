"""Proofs whose nodes have a line each: what is written, what is read, and what is refused."""

import json
import random
import re
from pathlib import Path

import pytest

import smatchproof.problem.proof as proofs
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import checker, exact
from smatchproof.exact.certificate import certificate, check_solution, check_text
from smatchproof.exact.checker import STREAMED, Limits, Refused
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.problem.problem import build_problem, recount
from smatchproof.problem.proof import LongProof, proof_size
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.corpus.verification import VerificationError, verify
from tests.commands import running

pytestmark = pytest.mark.compiled  # the tree search alone leaves long proofs
RULE = convention("smatch")


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    """Every tree is a long one."""
    monkeypatch.setattr(proofs, "LONGEST_AT_ONCE", 100)


def question(size=14, seed=3, degree=4):
    left, right = random_digraph_pair(size, degree, 1, 1, seed)
    return left, right, build_problem(left, right, Duplicates.SET)


@pytest.fixture(scope="module")
def solved():
    """A pair, and its solution with a proof that branches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proofs, "LONGEST_AT_ONCE", 100)
        left, right, problem = question()
        solution = exact(problem, SolveParams(proof=True))
    assert isinstance(solution.proof, LongProof)
    assert any(type(node).__name__ == "Branch" for node in solution.proof)
    return left, right, problem, solution


@pytest.fixture
def text(solved):
    left, right, problem, solution = solved
    return str(certificate("a pair", RULE.signature, left, right, problem, solution))


def written(tmp_path, *texts) -> Path:
    path = tmp_path / "c.jsonl"
    path.write_text("".join(f"{each}\n" for each in texts))
    return path


def inlined(text):
    """The certificate of format 4 with the same proof."""
    header, *nodes = text.split("\n")
    record = json.loads(header) | {"format": checker.FORMAT, "proof": [*map(json.loads, nodes)]}
    return json.dumps(record, separators=(",", ":"))


def test_a_long_proof_is_made_anew_each_time_and_is_the_one_of_its_size(solved):
    left, right, problem, solution = solved
    nodes = [*solution.proof]
    assert nodes == [*solution.proof]
    assert proof_size(nodes) == proof_size(solution.proof) == solution.proof.size
    assert recount(problem, solution.mapping) == solution.matched == solution.proved_bound
    check_solution(left, right, Duplicates.SET, problem, solution)


def test_its_certificate_has_a_line_for_each_node_and_claims_what_one_line_does(text, tmp_path):
    header, *nodes = text.split("\n")
    assert json.loads(header)["format"] == STREAMED
    assert json.loads(header)["proof"] == "below"
    assert all(json.loads(node)[0] in ("leaf", "fix", "branch", "empty") for node in nodes)
    one, other = check_text(text), checker.check(inlined(text))
    assert {key: one[key] for key in one.keys() - {"format", "proof"}} == {
        key: other[key] for key in other.keys() - {"format", "proof"}
    }
    # limits of a line are those of the longest one, and not of them all
    longest = max(map(len, text.split("\n")))
    check_text(text, Limits(line=longest))
    with pytest.raises(Refused, match=r"the line is longer"):
        check_text(text, Limits(line=longest - 1))


def test_a_file_holds_both_formats_and_each_number_of_a_line_is_that_of_the_file(text, tmp_path, capsys):
    again = text.replace('"a pair"', '"another"', 1)
    last = inlined(text).replace('"a pair"', '"a third"', 1)
    path = written(tmp_path, text, last, again)
    assert [found.id for found in verify(path)] == ["a pair", "a third", "another"]
    assert checker.main([str(path)]) == 0
    assert capsys.readouterr().out.startswith("3 certificates verified")
    worse = again.replace('"matched":', '"matched":1', 1)
    first = len(text.split("\n")) + 1
    for wrong, number in ((worse, first), (again + "\n[]", first + len(again.split("\n")))):
        path = written(tmp_path, text, wrong, last)
        assert checker.main([str(path)]) == 1
        assert capsys.readouterr().out.startswith(f"line {number}: refused: ")
        with pytest.raises(VerificationError, match=f"c.jsonl:{number}: "):
            [*verify(path)]


def test_a_proof_that_is_cut_off_lacks_nodes(text):
    for lines in range(1, len(text.split("\n"))):
        with pytest.raises(Refused, match=r"the proof has ended, but \d+ nodes? (is|are) missing"):
            check_text("\n".join(text.split("\n")[:lines]))


def test_changed_lines_are_refused_as_those_of_one_line_are(text):
    """Lines dropped, doubled, exchanged and moved: what is accepted is accepted as one line, too."""
    rng, (header, *nodes) = random.Random(7), text.split("\n")
    for _ in range(60):
        changed = [*nodes]
        for _ in range(rng.randint(1, 2)):
            i, j = rng.randrange(len(changed)), rng.randrange(len(changed))
            match rng.randrange(4):
                case 0 if len(changed) > 1:
                    del changed[i]
                case 1:
                    changed.insert(i, changed[j])
                case 2:
                    changed[i], changed[j] = changed[j], changed[i]
                case _:
                    changed.insert(i, changed.pop(j))
        verdicts = []
        for form in ("\n".join([header, *changed]), inlined("\n".join([header, *changed]))):
            try:
                check_text(form)
                verdicts.append("")
            except Refused as refused:
                verdicts.append(str(refused))
        # where the tree has ended, what follows is another certificate
        more = ["certificate has ended" in verdicts[0], "tree has ended before it" in verdicts[1]]
        assert verdicts[0] == verdicts[1] or more == [True, True]


def test_commands_write_it_and_read_it(tmp_path):
    """Files, folders of a comparison and answers about one pair."""
    digraphs = "generate", "digraphs", "--nodes", 16, "--degree", 4, "--overlap", 0, "--seed", 1
    run(tmp_path, *digraphs, "-o", "left.amr", "right.amr")
    assert "proved     1 of 1 pair" in run(tmp_path, "score", "left.amr", "right.amr", "--certificates", "c.jsonl")
    lines = (tmp_path / "c.jsonl").read_text().splitlines()
    assert json.loads(lines[0])["format"] == STREAMED
    assert len(lines) > 3
    assert "1 certificate, about the graphs" in run(tmp_path, "verify", "c.jsonl")
    assert "1 certificate" in run(tmp_path, "verify", "c.jsonl", "left.amr", "right.amr")
    last = len(lines) - 2  # nodes are counted from 0, and the first line is no node
    explained = run(tmp_path, "explain", "left.amr", "right.amr", "--proof")
    assert re.findall(r"^Node (\d+)", explained, re.M)[-1] == str(last)


def run(folder, *words):
    done = running.run(*words, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout
