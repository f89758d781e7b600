"""Long proofs that several processes check: each node by one of them, and what one refuses all refuse."""

import json
import os
import random
import re
import tempfile
from concurrent.futures import BrokenExecutor
from multiprocessing import active_children
from pickle import dumps, loads

import pytest

import smatchproof.problem.proof as proofs
import smatchproof.scoring.proof_parts as proof_parts
from smatchproof.base import long_text
from smatchproof.base.errors import CheckFailedError
from smatchproof.base.long_text import LongText, line_of
from smatchproof.exact import checker
from smatchproof.exact.certificate import check_text
from smatchproof.exact.checker import Limits, Refused
from smatchproof.graphs.reading import parse_graph
from smatchproof.scoring import workers as workers_module
from smatchproof.scoring.pairs.comparison import ClaimStatus, claim
from smatchproof.scoring.proof_parts import check_text_in_parts
from smatchproof.scoring.settings import ScoreSettings
from smatchproof.scoring.verification import VerificationError, verify
from smatchproof.shell import terminal
from tests.commands import running


@pytest.fixture(autouse=True)
def _deep(monkeypatch):
    """Parts share subtrees near the root, so that small trees have many."""
    monkeypatch.setattr(checker, "BESIDE", 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two certificates of trees that branch, and a short one between them."""
    path = tmp_path_factory.mktemp("parts")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proofs, "LONGEST_AT_ONCE", 100)
        for name, seed, overlap in (("long", 1, 0), ("short", 1, 1), ("other", 2, 0)):
            pair = "left.amr", "right.amr"
            options = "--nodes", 14, "--degree", 4, "--overlap", overlap, "--seed", seed, "-o", *pair
            for words in (("generate", "digraphs", *options), ("score", *pair, "--certificates", f"{name}.jsonl")):
                done = running.run(*words, cwd=path)
                assert done.returncode == 0, done.stderr
            text = (path / f"{name}.jsonl").read_text()
            record, _, rest = text.partition("\n")
            (path / f"{name}.jsonl").write_text(f"{json.dumps(json.loads(record) | {'id': name})}\n{rest}")
    (path / "all.jsonl").write_text(
        "".join((path / f"{each}.jsonl").read_text() for each in ("long", "short", "other"))
    )
    return path


@pytest.fixture(scope="module")
def lines(folder):
    lines = (folder / "long.jsonl").read_text().splitlines()
    assert len(lines) > 12
    assert json.loads(lines[0])["format"] == checker.STREAMED
    return lines


def part(lines, k, n):
    """What a part says: why it is refused, or nothing; how many lines it has read."""
    rest = iter(lines[1:])
    try:
        checker.check(lines[0], Limits(), rest, (k, n))
        refused = ""
    except Refused as error:
        refused = str(error)
    return refused, len(lines) - len([*rest])


@pytest.mark.parametrize("n", [1, 2, 3, 7])
@pytest.mark.parametrize("beside", [0, 1, 2, 3])
def test_each_node_is_looked_at_and_all_parts_read_the_same_lines(lines, n, beside, monkeypatch):
    visit, visited = checker.Tree.visit, []

    def noted(tree, node):
        visited.append(json.dumps(checker.read(node), separators=(",", ":")))
        return visit(tree, node)

    monkeypatch.setattr(checker.Tree, "visit", noted)
    monkeypatch.setattr(checker, "BESIDE", beside)
    assert {part(lines, k, n) for k in range(n)} == {("", len(lines))}
    assert {*visited} == {*lines[1:]}
    if n > 1 and beside == 1:  # and shared: the parts together do little more than one of them alone
        assert len(visited) < n * len(lines[1:])


def test_a_line_is_read_by_those_alone_who_look_at_its_node(lines, monkeypatch):
    parse, read = checker.parse, []
    monkeypatch.setattr(checker, "parse", lambda line, limit: read.append(line) or parse(line, limit))
    assert {part(lines, k, 2) for k in range(2)} == {("", len(lines))}
    assert {*read} == {*lines}
    assert len(read) < 2 * len(lines)


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


def test_what_is_refused_as_a_whole_is_refused_by_a_part(lines):
    """Lines changed, dropped, doubled, exchanged and moved."""
    rng, seen = random.Random(5), set()
    for turn in range(150):
        changed, n = [*lines], rng.randint(2, 4)
        i, j = rng.randrange(1, len(lines)), rng.randrange(1, len(lines))
        match turn % 6:
            case 0:
                del changed[i]
            case 1:
                changed.insert(i, changed[j])
            case 2:
                changed[i], changed[j] = changed[j], changed[i]
            case 3:
                changed[i] = rng.choice(["", "null", "[]", "[[]]", "[{}]", '["Leaf"]', '["branch"]', '["fix",1]', "7"])
            case 4:
                node = json.loads(changed[i])
                if node[0] in ("leaf", "fix") and node[2]:
                    node[2][rng.randrange(len(node[2]))] -= rng.randint(1, 20_000)
                changed[i] = json.dumps(node)
            case _:
                del changed[i:]
        whole, read = part(changed, 0, 1)
        parts = [part(changed, k, n) for k in range(n)]
        assert bool(whole) == any(refused for refused, _ in parts), (turn, whole, parts)
        if not whole:
            assert {number for _, number in parts} == {read}
        seen.add((turn % 6, bool(whole)))
    assert {(kind, True) for kind in range(6)} <= seen


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_a_file_is_verified_by_several_processes(folder, jobs):
    assert [found.id for found in verify(folder / "all.jsonl", jobs=jobs)] == ["long", "short", "other"]
    done = running.run("verify", "all.jsonl", "--jobs", jobs, cwd=folder)
    assert done.returncode == 0
    assert "3 certificates, about the graphs" in done.stdout


@pytest.fixture
def large(lines, tmp_path, monkeypatch):
    """A certificate with 128 copies of a proof, which holds below any branch as well; shared as users share it."""
    monkeypatch.setattr(checker, "BESIDE", 2)
    nodes = lines[1:]
    branches = [line for line in nodes if line.startswith('["branch"')]
    for turn in range(7):
        nodes = [branches[turn % len(branches)], *nodes, *nodes]
    path = tmp_path / "large.jsonl"
    path.write_text("\n".join([lines[0], *nodes]) + "\n")
    return path


def seconds_of_processors():
    """Of this process, and of those that it has waited for."""
    now = os.times()
    return now.user + now.system, now.children_user + now.children_system


def test_two_processes_do_about_half_of_one_long_proof_each(large):
    [alone], told = verify(large, jobs=1), []
    before = seconds_of_processors()
    assert [*verify(large, jobs=2, told=told.append)] == [alone]
    mine, others = (after - begin for after, begin in zip(seconds_of_processors(), before, strict=True))
    assert min(mine, others) > (mine + others) / 3, (mine, others)
    assert told == [*range(1, 1 + len(large.read_text().splitlines()))]


def test_a_check_of_one_long_proof_that_is_stopped_says_how_far_it_got(large, monkeypatch):
    class Stopped(terminal.LineProgress):
        def __call__(self, number):
            super().__call__(number)
            if number == 2000:
                raise KeyboardInterrupt

    monkeypatch.setattr("smatchproof.commands.verify.LineProgress", Stopped)
    done = running.run("verify", large, "--jobs", 2)
    said = f"{large.name}: no verdict: stopped in line 2,000; 0 certificates before it hold\ninterrupted\n"
    assert (done.returncode, done.stdout, done.stderr) == (130, "", said)
    assert not active_children()


def test_a_leaf_that_any_part_refuses_is_named(folder, lines, tmp_path):
    path = tmp_path / "c.jsonl"
    leaves = [place for place, line in enumerate(lines) if line.startswith('["leaf"')]
    for place in (leaves[0], leaves[len(leaves) // 2], leaves[-1]):
        node = json.loads(lines[place])
        node[2] = [5 * dual + 1 for dual in node[2]]
        path.write_text("\n".join([*lines[:place], json.dumps(node), *lines[place + 1 :]]) + "\n")
        with pytest.raises(VerificationError, match=rf"c.jsonl:1: .*proof node {place - 1}: \(I4\) fails"):
            [*verify(path, jobs=3)]


def test_what_follows_a_refused_one_is_read_on(folder, lines, tmp_path):
    path, other = tmp_path / "c.jsonl", (folder / "other.jsonl").read_text()
    path.write_text("\n".join([*lines[:-1], '["leaf",1,[9999999],[],[]]']) + "\n" + other)
    problem, found = verify(path, keep_going=True, jobs=2)
    assert ": proof node" in problem.text
    assert found.id == "other"


def test_other_processes_have_to_read_the_same_text(folder, tmp_path, monkeypatch):
    """Else a part might be looked at in one text, and not in the one that counts."""
    path, begin = tmp_path / "c.jsonl", proof_parts.CertificateLines.begin
    text = (folder / "long.jsonl").read_text()
    path.write_text(text)

    def exchanged(lines, line):
        begin(lines, line)
        (tmp_path / "new").write_text(text.replace('"id": "long"', '"id": "wrong"', 1))
        (tmp_path / "new").replace(path)

    monkeypatch.setattr(proof_parts.CertificateLines, "begin", exchanged)
    with pytest.raises(CheckFailedError, match=r"c.jsonl:1: the file has changed meanwhile"):
        [*verify(path, jobs=2)]


def test_a_text_is_checked_by_all_processors_from_a_file(folder, lines, monkeypatch):
    monkeypatch.setattr(proof_parts, "usable_processors", lambda: 3)
    text, begun = "\n".join(lines), []
    assert check_text_in_parts(text, Limits()) == check_text(text)
    assert not begun  # a text in memory has no file for others
    workers = workers_module.open_workers
    monkeypatch.setattr(workers_module, "open_workers", lambda jobs: begun.append(jobs) or workers(jobs))
    assert check_text_in_parts(LongText([text]), Limits()) == check_text(text)
    for wrong in (f"{text}\n[]", "\n".join(lines[:-1]), text.replace('"matched": ', '"matched": 1', 1)):
        with pytest.raises(Refused) as alone:
            check_text(wrong)
        with pytest.raises(Refused, match=re.escape(str(alone.value))):
            check_text_in_parts(LongText([wrong]), Limits())
    assert begun == [2, 2, 2, 2]


@pytest.mark.parametrize("lost", [OSError(5, "Input/output error"), CheckFailedError("lost")])
def test_a_text_is_checked_by_one_process_where_another_is_lost(lines, monkeypatch, lost):
    def failing(*_):
        raise lost

    monkeypatch.setattr(proof_parts, "usable_processors", lambda: 2)
    monkeypatch.setattr(proof_parts, "check_in_parts", failing)
    text = LongText(["\n".join(lines)])
    assert check_text_in_parts(text, Limits()) == check_text(text)


def test_a_long_certificate_is_that_of_a_file_and_without_room_there_is_none(folder, monkeypatch):
    monkeypatch.setattr(proofs, "LONGEST_AT_ONCE", 100)
    monkeypatch.setattr(long_text, "LONGEST_IN_MEMORY", 1_000)
    graphs = [parse_graph((folder / name).read_text()) for name in ("left.amr", "right.amr")]
    found = claim(*graphs, ScoreSettings(certificates=True), "p")
    text = found.certificate
    assert isinstance(text, LongText) and found.comparison.status is ClaimStatus.CERTIFIED
    assert check_text(str(text)) == check_text(text) == check_text(loads(dumps(text)))
    assert "".join(line_of(text)) == str(text) + "\n" and len(text) == len(str(text))
    path = text.path
    del found, text
    assert not path.exists()

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "mkstemp", full)
    found = claim(*graphs, ScoreSettings(certificates=True), "p")
    assert (found.comparison.status, found.certificate) == (ClaimStatus.CERTIFIED, None)
    assert "No space left on device; so there is no certificate; set TMPDIR to a folder with more room" in found.note


def test_a_process_that_is_lost_says_nothing(folder, monkeypatch):
    def lost(*_):
        raise BrokenExecutor

    monkeypatch.setattr("smatchproof.scoring.workers.Workers.result", lost)
    with pytest.raises(CheckFailedError, match="a process that checked a part of the proof has ended"):
        [*verify(folder / "long.jsonl", jobs=2)]
