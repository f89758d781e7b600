"""`verify` of folders whose corpora are elsewhere, under other names: they are found by SHA-256."""

import gzip
import json
import os
import shutil

import pytest

import smatchproof
from tests.commands.running import run

FAST = "--samples", 39, "--jobs", 1


@pytest.fixture(scope="module")
def made(tmp_path_factory, samples):
    """Comparisons of one system and of two, in a folder of their own."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "data" / "teams").mkdir(parents=True)
    gold, one, two = (folder / "data" / name for name in ("gold.amr", "teams/a.v2.amr", "teams/b.amr"))
    shutil.copy(samples / "annotator-b.amr", gold)
    shutil.copy(samples / "annotator-a.amr", one)
    two.write_text(one.read_text().replace(":ARG1 ", ":ARG9 "))
    words = {
        "results": ("compare", gold, one, two, "--metric", "smatch", "--metric", "sembleu"),
        "single": ("compare", gold, one),
        "twice": ("compare", gold, one, shutil.copy(one, folder / "data" / "same.amr")),
    }
    for name, command in words.items():
        done = run(*command, *FAST, "-o", folder / name)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def place(made, tmp_path):
    """Copies of the folders, and of the corpora under other names in a folder of many things."""
    for name in ("results", "single", "twice"):
        shutil.copytree(made / name, tmp_path / "mail" / name)
    heap = tmp_path / "heap" / "deep"
    heap.mkdir(parents=True)
    for at, path in enumerate(sorted((made / "data").rglob("*.amr"))):
        shutil.copy(path, heap / f"file-{at}.txt")
    (heap / "notes.txt").write_text("nothing")
    return tmp_path


def verified(place, name, *more, code):
    done = run("verify", f"mail/{name}", *more, cwd=place)
    assert done.returncode == code, done.stderr
    assert bool(done.stdout) == (code == 0)
    return done.stdout or done.stderr


@pytest.mark.parametrize("name", ["results", "single", "twice"])
def test_corpora_are_found_under_any_name(place, made, name):
    """In a folder or named one by one; the table is that of the folder, also where two systems are the same."""
    out = verified(place, name, "--corpora", "heap", code=0)
    assert out.startswith((made / name / "table.txt").read_text())
    files = [word for path in (place / "heap" / "deep").glob("file-*") for word in ("--corpora", path)]
    assert verified(place, name, *files, code=0) == out
    found = smatchproof.verify(place / "mail" / name, corpora=[place / "heap"])
    assert f"{found.certificates} certificates accepted" in out and found.certificates in (24, 48)


def test_one_changed_byte_is_named(place):
    """Under its own name the file is called changed, under another one missing."""
    gold = place / "heap" / "deep" / "file-0.txt"
    data = bytearray(gold.read_bytes())
    data[data.index(b"/ ") + 2] ^= 1
    gold.write_bytes(data)
    said = verified(place, "single", "--corpora", "heap", code=2)
    assert "no file with the SHA-256 of the question: ../data/gold.amr is missing; name " in said
    gold.rename(gold.with_name("gold.amr"))
    said = verified(place, "single", "--corpora", "heap", code=2)
    assert "question: ../data/gold.amr has changed; name the files" in said


@pytest.mark.parametrize(
    ("path", "code"),
    [("../data/teams/a.v2.amr", 0), ("/x/x/gold.amr", 0), (".", 0), ("a\0b", 0), ("../" * 3000 + "gold.amr", 2)],
)
def test_odd_paths_lead_nowhere(place, path, code):
    """The file is found by its SHA-256 alone, also if its path is that of another one, or there is one error."""
    question = place / "mail" / "single" / "question.json"
    record = json.loads(question.read_text())
    record["reference"]["path"] = path
    question.write_text(json.dumps(record))
    said = verified(place, "single", "--corpora", "heap", code=code)
    assert code == 0 or (said.startswith("error: ") and len(said.splitlines()) == 1), said


def test_all_lost_files_are_named(place):
    for path in (place / "heap" / "deep").glob("file-*"):
        if ":ARG9" in path.read_text():
            path.unlink()
    said = verified(place, "results", "--corpora", "heap", code=2)
    assert "question: ../data/teams/b.amr is missing; name" in said
    none = verified(place, "results", code=2)
    assert none.count(" is missing") == 3 and len(none.splitlines()) == 1


def test_renderings_are_made_again(place, made):
    folder = place / "mail" / "results"
    before = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    (folder / "index.html").unlink()
    (folder / "table.tex").write_text("lost")
    assert "written again: table.txt" in verified(place, "results", "--corpora", "heap", "--write", code=0)
    assert {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_system_is_not_found_in_the_place_of_another(made, tmp_path):
    """Exchanged, both files have the SHA-256 of the question, but neither at its place."""
    shutil.copytree(made, tmp_path / "made")
    assert run("verify", tmp_path / "made" / "results").returncode == 0, "all have moved"
    teams = tmp_path / "made" / "data" / "teams"
    (teams / "b.amr").rename(teams / "c.amr")
    (teams / "a.v2.amr").rename(teams / "b.amr")
    (teams / "c.amr").rename(teams / "a.v2.amr")
    done = run("verify", tmp_path / "made" / "results")
    assert done.returncode == 2 and done.stderr.count(" has changed") == 2, done.stderr


def test_more_evidence_than_that_of_the_question_is_refused(place, made):
    """What an earlier comparison can have written is replaced, and files of others are left alone."""
    mine, gold, one = place / "mail" / "single", made / "data" / "gold.amr", made / "data" / "teams" / "a.v2.amr"
    (mine / "rows" / "c.jsonl.gz").write_bytes(gzip.compress(b'{"id":"1","score":1.0}\n'))
    assert "rows/c.jsonl.gz: is no evidence of this" in verified(place, "single", "--corpora", "heap", code=1)
    (mine / "rows" / "notes.txt").write_text("mine")
    done = run("compare", gold, one, *FAST, "-o", mine)
    assert done.returncode == 2 and "'rows/notes.txt' is not of an earlier compare -o" in done.stderr
    (mine / "rows" / "notes.txt").unlink()
    assert run("compare", gold, one, *FAST, "-o", mine).returncode == 0
    assert verified(place, "single", code=0) and not (mine / "rows" / "c.jsonl.gz").exists()


@pytest.mark.parametrize("name", ["rows/p.html", "certificates/x.jsonl.gz/mine", "table.md/mine"])
def test_what_no_comparison_writes_is_never_replaced(place, made, name):
    mine, gold, one = place / "mail" / "single", made / "data" / "gold.amr", made / "data" / "teams" / "a.v2.amr"
    foreign = mine / name
    if not foreign.parent.is_dir():
        foreign.parent.unlink(missing_ok=True)
        foreign.parent.mkdir(parents=True)
    foreign.write_text("mine")
    before = {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()}
    assert run("compare", gold, one, *FAST, "-o", mine).returncode == 2
    assert run("verify", mine, "--corpora", place / "heap", "--write").returncode in (1, 2)
    assert before == {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()}


def test_a_link_in_the_place_of_a_folder_is_left_alone(place, made):
    mine, gold, one = place / "mail" / "single", made / "data" / "gold.amr", made / "data" / "teams" / "a.v2.amr"
    (mine / "rows").rename(place / "elsewhere")
    (mine / "rows").symlink_to(place / "elsewhere")
    done = run("compare", gold, one, *FAST, "-o", mine)
    assert done.returncode == 2 and "'rows' is not of an earlier compare -o" in done.stderr
    assert verified(place, "single", "--corpora", "heap", code=0)


def test_evidence_that_is_no_file_and_paths_that_cannot_be_are_refused(place):
    mine = place / "mail" / "single"
    [rows] = (mine / "rows").iterdir()
    content = rows.read_bytes()
    rows.unlink()
    os.mkfifo(rows)
    assert "is no evidence of this" in verified(place, "single", "--corpora", "heap", code=1)
    rows.unlink()
    rows.write_bytes(content)
    question = place / "mail" / "results" / "question.json"
    question.write_text(question.read_text("utf-8").replace("a.v2.amr", "a\\u0000.amr"), "utf-8")
    assert "null" in verified(place, "results", code=1)


@pytest.mark.parametrize("method", ["exact", "Base"])
def test_systems_of_one_name_and_none_with_certificates(tmp_path, samples, method):
    """Names are those that the question's paths give, from wherever the files were named."""
    (tmp_path / "y").mkdir()
    gold, one, two = (tmp_path / name for name in ("gold.amr", "out.amr", "y/out.amr"))
    for path in (gold, one, two):
        shutil.copy(samples / "annotator-a.amr", path)
    done = run("compare", gold, one, two, *FAST, "--method", method, "-o", "d", cwd=tmp_path)
    assert done.returncode == 0 and "y/out" in done.stdout, done.stderr
    assert run("verify", "d", cwd=tmp_path).returncode == 0
    gold.unlink()
    lost = run("verify", "d", cwd=tmp_path)
    assert lost.returncode == 2 and "gold.amr is missing" in lost.stderr, lost.stderr
