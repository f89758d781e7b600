"""A shared task: a folder of submissions becomes a leaderboard, which is verified; the reference stays hidden."""

import csv
import hashlib
import io
import json
import re
import shutil

import pytest

import smatchproof
from smatchproof.graphs.corpus import Corpus
from tests.commands.running import run

pytest.importorskip("scipy")
FAST = "--samples", "50"


def write_submissions(folder, samples):
    """A hidden reference and five submissions: one sent twice, one broken."""
    gold, parsed = ((samples / f"annotator-{name}.amr").read_text() for name in "ba")
    (folder / "secret").mkdir(parents=True)
    (folder / "secret" / "gold.amr").write_text(gold)
    files = folder / "board" / "submissions"
    files.mkdir(parents=True)
    (files / "alpha.amr").write_text(parsed)
    (files / "beta.amr").write_text(parsed.replace("ARG1", "ARG2"))
    (files / "gamma.amr").write_text("(s / sent-too-early)\n")
    (files / "gamma.v2.amr").write_text(gold.replace(":polarity", ":mode").replace("ARG2", "ARG3"))
    (files / "delta.amr").write_text(parsed.replace("ARG0", "ARG1"))
    broken = parsed.splitlines()
    broken[99] = broken[99].replace(")", " ")
    (files / "epsilon.amr").write_text("\n".join(broken))
    return folder


COMMAND = "compare", "secret/gold.amr", "board/submissions", "--rank", "--hide-reference", *FAST, "-o", "board"


@pytest.fixture(scope="module")
def made(tmp_path_factory, samples):
    folder = write_submissions(tmp_path_factory.mktemp("task"), samples)
    done = run(*COMMAND, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder, done


@pytest.fixture
def task(made, tmp_path):
    shutil.copytree(made[0], tmp_path / "task")
    return tmp_path / "task"


def verified(folder, *more, code):
    done = run("verify", "board", *more, cwd=folder)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def test_the_leaderboard_is_ranked_and_lists_what_is_left_out(made):
    folder, done = made
    rows = list(csv.DictReader(io.StringIO((folder / "board" / "table.csv").read_text())))
    assert [row["system"] for row in rows] == ["gamma.v2", "alpha", "delta", "beta"]
    scores = [float(row["score"]) for row in rows]
    assert scores == sorted(scores, reverse=True)
    single = run("score", "board/submissions/delta.amr", "secret/gold.amr", "-b", "--decimals", 12, cwd=folder).stdout
    assert scores[2] == pytest.approx(float(single))
    notes = "\n".join(done.stderr.splitlines()[:2])
    assert re.fullmatch(
        r"left out: epsilon\.amr:106:\d+: the graph ends before its parentheses are closed \(id sample\.\d+\)\n"
        r"left out: gamma\.amr: replaced by gamma\.v2\.amr",
        notes,
    )
    for name in ("table.txt", "table.md", "table.html", "index.html"):
        assert "epsilon.amr:106:" in (folder / "board" / name).read_text()


def test_it_is_verified_by_who_has_the_reference(task):
    said = verified(task, "--reference", "secret/gold.amr", "--jobs", 1, code=0)
    assert "verified   scores computed again; 96 certificates accepted by the checker; " in said
    assert "its reference is hidden; give the file, --reference FILE" in verified(task, code=2)
    shutil.move(task / "board", task / "published")  # the submissions are in it
    found = smatchproof.verify(task / "published", reference=task / "secret" / "gold.amr")
    assert found.certificates == 96
    other = task / "published" / "submissions" / "alpha.amr"
    assert run("verify", "published", "--reference", other, cwd=task).returncode == 2
    none = run("verify", "published", "--reference", "none.amr", cwd=task)
    words = "error: none.amr: no such file or directory; name the file of the reference\n"
    assert (none.returncode, none.stderr) == (2, words)


def test_nothing_of_the_reference_is_published(task):
    """No graph, no sentence and no line of it, in any file, but the hash and what the submissions have themselves."""
    board = task / "board"
    with Corpus(task / "secret" / "gold.amr") as corpus:
        blocks = [*corpus.blocks()]
    submitted = "".join(file.read_text() for file in (board / "submissions").iterdir())
    lines = {line.strip() for block in blocks for line in block.text.decode().splitlines()}
    secret = {line for line in lines if line and line not in submitted}
    triples = {f"{role}({variable}, " for role in ("instance", "ARG0") for variable in "abcdefghijklmnop"}
    assert len(secret) > 10
    published = {file: file.read_bytes() for file in board.iterdir() if file.is_file()}
    assert {file.name for file in published} == {
        *("index.html", "question.json"),
        *(f"table.{end}" for end in ("csv", "html", "json", "md", "tex", "txt")),
    }
    for file, data in published.items():
        text = data.decode()
        assert not [line for line in secret if line in text], file
        assert not [block.sentence for block in blocks if block.sentence and block.sentence in text], file
        assert not [triple for triple in triples if triple in text], file
        assert "secret" not in text
    digest = hashlib.sha256((task / "secret" / "gold.amr").read_bytes()).hexdigest()
    assert digest in (board / "question.json").read_text()


def other_score(board):
    path = board / "table.json"
    path.write_text(path.read_text().replace('"score": 0.8', '"score": 0.9', 1))


def other_question(change):
    def forge(board):
        path = board / "question.json"
        record = json.loads(path.read_text())
        change(record)
        path.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n")

    return forge


def moved(one, other, name):
    def change(record):
        (file,) = (file for file in record[one] if file["path"].endswith(name))
        record[one].remove(file)
        record[other].append(file)

    return other_question(change)


FORGED = [
    (other_score, "table.json: is not what question, corpora and evidence give: rows["),
    (moved("systems", "left_out", "/delta.amr"), "'delta.amr' is left out, and can be scored"),
    (moved("left_out", "systems", "/epsilon.amr"), "'epsilon.amr' is scored, and has to be left out"),
    (moved("left_out", "systems", "/gamma.amr"), "'gamma.amr' is scored, and has to be left out"),
    (other_question(lambda record: record.update(left_out=None)), "table.json: is not what question"),
    (other_question(lambda record: record.update(rank=False)), "is not what question, corpora and evidence give"),
    (
        other_question(lambda record: record.update(hide_reference=False)),
        "no such file or directory",
    ),
]


@pytest.mark.parametrize(("forge", "message"), FORGED, ids=lambda value: getattr(value, "__name__", None))
def test_a_forged_leaderboard_is_refused(task, forge, message):
    forge(task / "board")
    done = run("verify", "board", "--reference", "secret/gold.amr", cwd=task)
    assert done.returncode in (1, 2) and message in done.stderr, done.stderr


def test_a_changed_submission_is_refused(task):
    path = task / "board" / "submissions" / "epsilon.amr"
    path.write_text(path.read_text() + "\n")
    assert "is not the file that was compared" in verified(task, "--reference", "secret/gold.amr", code=2)


def test_the_reference_itself_is_never_published(task):
    shutil.copy(task / "secret" / "gold.amr", task / "board")
    words = "compare", "board/gold.amr", "board/submissions", "--hide-reference", *FAST, "-o", "board"
    assert "'gold.amr' is the reference, in the folder to be published without it" in run(*words, cwd=task).stderr
    shutil.move(task / "board" / "gold.amr", task / "board" / "submissions" / "zeta.amr")
    assert "'submissions/zeta.amr' is the reference, in the folder to be published" in run(*COMMAND, cwd=task).stderr
