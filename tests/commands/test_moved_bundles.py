"""`verify` of folders whose corpora are elsewhere, under other names: they are found by SHA-256."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

import smatchproof
from tests.commands.running import run

FAST = "--samples", 39, "--jobs", 1


@pytest.fixture(scope="module")
def made(tmp_path_factory, samples):
    """A comparison of two systems, with a leaderboard of the same, in a folder that nobody else has."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "data" / "teams").mkdir(parents=True)
    gold, one, two = (folder / "data" / name for name in ("gold.amr", "teams/a.v2.amr", "teams/b.amr"))
    shutil.copy(samples / "annotator-b.amr", gold)
    shutil.copy(samples / "annotator-a.amr", one)
    two.write_text(one.read_text().replace(":ARG1 ", ":ARG9 "))
    one.with_name("a.amr").write_text("(h / hello)\n")  # replaced by a.v2.amr
    words = {
        "results": ("compare", gold, one, two, "--metric", "smatch", "--metric", "sembleu"),
        "single": ("compare", gold, one),
        "board": ("compare", gold, folder / "data" / "teams", "--rank", "--hide-reference"),
    }
    for name, command in words.items():
        done = run(*command, *FAST, "-o", folder / name)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def place(made, tmp_path):
    """Copies of the folders, and of the corpora under other names in a folder of many things."""
    for name in ("results", "single", "board"):
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


@pytest.mark.parametrize("name", ["results", "single", "board"])
def test_corpora_are_found_under_any_name(place, made, name):
    """In a folder or named one by one; the table is that of the folder, with the notes about names of submissions."""
    out = verified(place, name, "--corpora", "heap", "--jobs", 1, code=0)
    assert out.startswith((made / name / "table.txt").read_text())
    files = [word for path in (place / "heap" / "deep").glob("file-*") for word in ("--corpora", path)]
    assert verified(place, name, *files, "--jobs", 1, code=0) == out
    found = smatchproof.verify(place / "mail" / name, corpora=[place / "heap"])
    assert f"{found.certificates} certificates accepted" in out and found.certificates in (24, 48)


def test_a_reference_is_a_corpus_too(place, made):
    gold = made / "data" / "gold.amr"
    assert "48 certificates" in verified(place, "results", "--reference", gold, "--corpora", "heap", code=0)
    assert "is not the file that was compared" in verified(
        place, "results", "--reference", place / "heap" / "deep" / "notes.txt", code=2
    )


def test_one_changed_byte_is_named(place):
    """Under its own name it is called changed, under another one lost, with the files that do not fit; the exit code is
    the same.
    """
    gold = place / "heap" / "deep" / "file-0.txt"
    data = bytearray(gold.read_bytes())
    data[data.index(b"/ ") + 2] ^= 1
    gold.write_bytes(data)
    said = verified(place, "single", "--corpora", "heap", code=2)
    assert "/gold.amr: no such file, and none with its SHA-256, " in said
    assert "no file of this comparison, by SHA-256, or a changed copy of one: heap/deep/file-0.txt, " in said
    gold.rename(gold.with_name("gold.amr"))
    said = verified(place, "single", "--corpora", "heap", code=2)
    assert "\nerror: heap/deep/gold.amr: is not the file that was compared; its SHA-256 is another; name " in said


def test_what_can_be_checked_without_a_corpus_is(place):
    """Certificates are checked against the corpora that are there, others against the graphs that they hold."""
    for path in (place / "heap" / "deep").glob("file-*"):
        if ":ARG9" in path.read_text():
            path.unlink()
    said = verified(place, "results", "--corpora", "heap", code=2)
    assert "\nerror: mail/results/../data/teams/b.amr: no such file, and none with its SHA-256, " in said
    checked = "checked: 24 certificates against the corpora, 24 certificates against the graphs that they"
    assert checked in said, said
    assert "not checked: whose graphs these are, and table.json" in said
    none = verified(place, "results", code=2)
    assert "checked: 48 certificates against the graphs that they hold, and their rows" in none
    lost = [line for line in none.splitlines() if "no such file" in line]
    assert len(lost) == 3 and all(line.startswith("error: mail/results/../data/") for line in lost)
    assert "checked: nothing, as the folder has no evidence" in verified(
        place, "board", "--reference", next((place / "heap" / "deep").glob("file-0*")), code=2
    )


@pytest.mark.parametrize("system", ["a.v2", "b"])
def test_forged_rows_are_refused_without_corpora(place, system):
    rows = place / "mail" / "results" / "rows" / f"{system}.smatch.jsonl.gz"
    lines = gzip.decompress(rows.read_bytes()).decode().splitlines()
    row = json.loads(lines[3])
    lines[3] = json.dumps(row | {"matched": row["matched"] + 1})
    rows.write_bytes(gzip.compress("\n".join(lines).encode()))
    said = verified(place, "results", code=1)
    assert f"is not what the certificates prove: pair {row['id']}.matched: expected {row['matched']}" in said


def test_a_question_with_two_files_of_one_path_is_refused(place):
    """Else a file could be scored in the place of another one."""
    question = place / "mail" / "single" / "question.json"
    record = json.loads(question.read_text())
    record["reference"]["path"] = record["systems"][0]["path"]
    question.write_text(json.dumps(record))
    assert "its question has two files of one path" in verified(place, "single", "--corpora", "heap", code=1)


def test_where_no_links_can_be_made_files_are_copied(place, monkeypatch):
    """As for most users of Windows."""

    def refuse(*_):
        raise OSError("a required privilege is not held by the client")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    found = smatchproof.verify(place / "mail" / "single", corpora=[place / "heap"])
    assert (found.certificates, found.corpora) == (24, 2)


@pytest.mark.parametrize("path", ["/" + "x/" * 3 + "gold.amr", "../" * 3000 + "gold.amr", ".", "a\0b"])
def test_odd_paths_lead_nowhere(place, path):
    """Nothing is made outside of a temporary folder, and no traceback is printed."""
    question = place / "mail" / "single" / "question.json"
    record = json.loads(question.read_text())
    record["reference"]["path"] = path
    question.write_text(json.dumps(record))
    said = verified(place, "single", "--corpora", "heap", code=2)
    assert said.startswith("error: ") and len(said.splitlines()) == 1, said
    assert not Path("/x").exists()
