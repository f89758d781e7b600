"""Slides and worksheet are those of the notebook, fit on a screen, need no network, and take the time of a lecture."""

import json
import re
from html import unescape

import pytest

from smatchproof.lab.teaching import EXERCISES
from tests.docs.test_site import ROOT
from website.lectures import NOTEBOOK, lecture_pages

PAGES = "lecture-1.html", "lecture-2.html", "worksheet.html"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lectures")
    lecture_pages(NOTEBOOK, folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted(PAGES)
    return {name: folder / name for name in PAGES}


def plain(text):
    """The letters and digits of a text in Markdown or HTML."""
    return re.sub(r"[\W_]+", "", re.sub(r"\]\([^)]*\)", "", unescape(text)))


def read(path):
    return plain(re.sub(r"<[^>]*>", "", path.read_text(encoding="utf-8").partition("<main>")[2]))


def cells():
    return json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]


def slides_of(path):
    """The foot of each slide: the section of the notebook that it is from."""
    return re.findall(r'<section data-title="([^"]*)">(?!\s*<section)', path.read_text(encoding="utf-8"))


def test_the_worksheet_has_every_exercise_and_no_hint_or_answer(pages):
    said = read(pages["worksheet.html"])
    for number, exercise in EXERCISES.items():
        assert plain(f"{number} ({exercise.level}). {exercise.text}") in said
        assert not any(plain(hint) in said for hint in exercise.hints)
    answers = json.loads((ROOT / "docs" / "solutions.ipynb").read_text(encoding="utf-8"))["cells"][2:]
    assert not [cell for cell in answers if cell["cell_type"] == "code" and plain("".join(cell["source"])) in said]
