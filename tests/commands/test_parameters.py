"""Parameters of metrics and methods as options of commands, and what was spelled otherwise before."""

import json
import shutil

import pytest

from smatchproof.scoring import parameters


@pytest.fixture(autouse=True)
def nothing_told_yet():
    parameters._as_spelled_now.cache_clear()


def test_a_command_prints_the_spelling_of_today(program, paths):
    code, old, errors = program("score", *paths, "--metric", "sembleu-k2")
    assert (code, errors) == (0, "sembleu-k2 is an old spelling; write sembleu:ngrams=2\n")
    assert program("score", *paths, "--metric", "sembleu", "--ngrams", 2) == (0, old, "")
    assert program("score", *paths, "--metric", "sembleu:ngrams=2") == (0, old, "")


def test_a_folder_of_an_earlier_spelling_is_verified(program, paths, tmp_path):
    asked = ["--metric", "sembleu", "--ngrams", 2, "--decimals", 4]
    assert program("compare", *paths, *asked, "-o", tmp_path / "new")[0] == 0
    old = shutil.copytree(tmp_path / "new", tmp_path / "old")
    for file in old.glob("*.json"):
        file.write_text(file.read_text("utf-8").replace("sembleu:ngrams=2", "sembleu-k2"), "utf-8")
    assert json.loads((old / "question.json").read_text("utf-8"))["metric"] == ["sembleu-k2"]
    for file in old.glob("rows/*"):
        file.rename(file.with_name(file.name.replace("sembleu%3Angrams%3D2", "sembleu-k2")))
    code, out, _ = program("verify", old)
    assert code == 0 and "24 rows" in out


def test_an_option_is_for_the_metrics_that_do_not_state_it(program, paths):
    options = "--metric", "sembleu:ngrams=1", "--metric", "sembleu:reader=penman", "--ngrams", 2
    code, out, _ = program("compare", *paths, *options)
    assert code == 0 and "sembleu:ngrams=1 " in out and "sembleu:ngrams=2,reader=penman " in out
