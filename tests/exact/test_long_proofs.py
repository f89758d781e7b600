"""Proofs whose nodes have a line each: what is written, what is read, and what is refused."""

import gzip
import json
import random
import re
import shutil
from pathlib import Path

import pytest

import smatchproof.problem.proof as proofs
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.exact import checker, exact
from smatchproof.exact.certificate import certificate, check_solution, check_text
from smatchproof.exact.checker import STREAMED, Limits, Refused
from smatchproof.generators import random_digraph_pair
from smatchproof.problem.problem import build_problem, recount
from smatchproof.problem.proof import LongProof, proof_size
from smatchproof.problem.solution import SolveParams
from smatchproof.scoring.verification import Problem, VerificationError, verify
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


def test_compiled_code_looks_at_our_own_proofs_and_the_checker_at_those_of_others(solved, text, monkeypatch):
    left, right, problem, solution = solved
    looked = []
    plain = checker.Tree.leaf_or_fix
    monkeypatch.setattr(checker.Tree, "leaf_or_fix", lambda *asked: looked.append(asked[1]) or plain(*asked))
    alone = certificate("a pair", RULE.signature, left, right, problem, solution)
    check_solution(left, right, Duplicates.SET, problem, solution)
    assert not looked and alone == text
    for others in (lambda: check_text(text), lambda: checker.check(inlined(text))):
        looked.clear()
        others()
        assert len(looked) == sum(node[0] in checker.DUALS for node in map(json.loads, text.split("\n")[1:]))


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


def test_what_follows_a_refused_one_is_read_on(text, tmp_path):
    path = written(tmp_path, text.replace('"matched":', '"matched":1', 1), inlined(text))
    problem, found = verify(path, keep_going=True)
    assert isinstance(problem, Problem)
    assert ": (C2)" in problem.text
    assert found.id == "a pair"


def test_a_proof_that_is_cut_off_lacks_nodes(text):
    for lines in range(1, len(text.split("\n"))):
        with pytest.raises(Refused, match=r"the proof has ended, but \d+ nodes? (is|are) missing"):
            check_text("\n".join(text.split("\n")[:lines]))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "not JSON"),
        ("null", "neither leaf, fix, branch nor empty"),
        ("0", "neither leaf, fix, branch nor empty"),
        ("[]", "neither leaf, fix, branch nor empty"),
        ('["count"]', "neither leaf, fix, branch nor empty"),
        ('["leaf",1.0,[],[],[]]', "1.0 is not a whole number"),
        ("[[", "not JSON"),
        ('{"format":"smatchproof-certificate 4"}', "neither leaf, fix, branch nor empty"),
    ],
)
def test_a_line_that_is_no_node_is_named(text, line, words):
    header, *nodes = text.split("\n")
    for place in (0, 1, len(nodes) - 1):
        with pytest.raises(Refused, match=f"^proof node {place}: .*{words}"):
            check_text("\n".join([header, *nodes[:place], line, *nodes[place + 1 :]]))


@pytest.mark.parametrize(
    ("old", "new"),
    [('"below"', '"Below"'), ('"below"', "[]"), ('"below"', '[["count"]]'), ("certificate 5", "certificate 4")],
)
def test_a_header_says_where_its_proof_is(text, old, new):
    header, *nodes = text.split("\n")
    assert old in header
    with pytest.raises(Refused, match="proof: not a list of nodes"):
        check_text("\n".join([header.replace(old, new), *nodes]))


def test_changed_lines_are_refused_as_those_of_one_line_are(text):
    """Lines dropped, doubled, exchanged and moved: what is accepted is accepted as one line, too."""
    rng, (header, *nodes) = random.Random(7), text.split("\n")
    for _ in range(150):
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


def test_a_node_may_take_as_much_work_as_a_line(text):
    nodes = text.count("\n")
    assert nodes > 2
    record = checker.check(inlined(text))
    assert record["proof"]
    least = next(work for work in range(500, 10**6, 500) if accepts(text, work))
    with pytest.raises(Refused, match="more work than the limit"):
        checker.check(inlined(text), Limits(work=least))


def accepts(text, work):
    try:
        return bool(check_text(text, Limits(work=work)))
    except Refused:
        return False


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
    explained = run(tmp_path, "explain", "left.amr", "right.amr", "--proof", "--nodes", "9999")
    assert re.findall(r"^Node (\d+)", explained, re.M)[-1] == str(last)


def test_a_folder_of_a_comparison_holds_them(tmp_path):
    digraphs = "generate", "digraphs", "--nodes", 12, "--degree", 4, "--overlap", 0, "--number", 2
    run(tmp_path, *digraphs, "-o", "reference.amr", "one.amr")
    shutil.copy(tmp_path / "reference.amr", tmp_path / "two.amr")
    run(tmp_path, "compare", "reference.amr", "one.amr", "two.amr", "-o", "table")
    [file, *_] = sorted((tmp_path / "table" / "certificates").iterdir())
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    assert any(line.startswith(b"[") for line in lines)
    assert "verified" in run(tmp_path, "verify", "table")
    for changed, words in (
        (lines[:-1], "1 node is missing"),
        ([*lines, b"[]\n"], "more rows or certificates"),
    ):
        file.write_bytes(gzip.compress(b"".join(changed)))
        done = running.run("verify", "table", cwd=tmp_path)
        assert done.returncode == 1
        assert words in done.stderr


def test_who_stops_it_hears_how_far_it_got(text, tmp_path, monkeypatch):
    written(tmp_path, inlined(text).replace('"a pair"', '"first"', 1), text)
    visit, visits = checker.Tree.visit, []

    def stopped(tree, node):
        visits.append(node)
        if len(visits) == text.count("\n") + 3:  # all nodes of the one, and three of the other
            raise KeyboardInterrupt
        return visit(tree, node)

    monkeypatch.setattr(checker.Tree, "visit", stopped)
    done = running.run("verify", "c.jsonl", cwd=tmp_path)
    assert done.returncode == 130
    assert done.stderr == "c.jsonl: no verdict: stopped in line 5; 1 certificates before it hold\ninterrupted\n"


def run(folder, *words):
    done = running.run(*words, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_explain_prints_as_many_nodes_as_are_read(tmp_path):
    digraphs = "generate", "digraphs", "--nodes", 16, "--degree", 4, "--overlap", 0, "--seed", 1
    run(tmp_path, *digraphs, "-o", "left.amr", "right.amr")
    explain = "explain", "left.amr", "right.amr", "--proof"
    whole = run(tmp_path, *explain, "--nodes", "9999")
    numbers = re.findall(r"^Node (\d+)", whole, re.M)
    assert [*map(int, numbers)] == [*range(len(numbers))] and "more nodes" not in whole
    for number in (1, 2, len(numbers) - 1):
        part = run(tmp_path, *explain, "--nodes", number)
        assert len(re.findall(r"^Node \d+", part, re.M)) == number
        assert whole.startswith(part[: part.rindex("\n\n")])
        assert part.splitlines()[-1].startswith(f"{len(numbers) - number} more nodes: ")
    some = run(tmp_path, *explain)
    assert len(whole.splitlines()) > 1_000 and len(some.splitlines()) < 1_100
    assert whole.startswith(some[: some.rindex("\n\n")])


@pytest.mark.parametrize("kind", ["leaf", "branch", "fix", "fullfix", "symmetry", "cover", "no", "", "lea", "leaf]"])
@pytest.mark.parametrize(
    "written", ['["{}",1]', '["{}"]', ' ["{}"]', '[ "{}"]', '["\\u006ceaf","{}"]', '["{}\\u0066"]']
)
def test_the_first_word_of_a_line_is_that_of_its_node(kind, written):
    line = written.format(kind)
    word = checker.first_word(checker.parse(line, 100))
    assert (
        checker.first_word(checker.Unread(line, 100)) == word == checker.first_word(checker.Unread(line.encode(), 100))
    )
    assert checker.first_word([[1], 2]) == checker.first_word([7]) == checker.first_word("leaf") == ""
