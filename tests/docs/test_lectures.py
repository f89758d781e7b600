"""Slides and worksheet are those of the notebook, fit on a screen, need no network, and take the time of a lecture."""

import json
import re
from base64 import b64decode
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


def test_pictures_have_no_paper_and_exercises_a_heading(pages):
    for name in PAGES:
        page = pages[name].read_text(encoding="utf-8")
        for picture in re.findall(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", page):
            svg = b64decode(picture).decode()
            assert '<rect width="100%"' not in svg and "fill: #fffdf8" not in svg and "color-scheme" not in svg
    headings = re.findall(r"<h3>(Exercise[^<]*)</h3>", pages["worksheet.html"].read_text(encoding="utf-8"))
    assert headings[:2] == ["Exercises 1, 2 and 3", "Exercises 4, 5, 21 and 25"] and headings[-1] == "Exercise 20"
    assert sorted(int(n) for words in headings for n in re.findall(r"\d+", words)) == [*EXERCISES]


def test_a_number_opens_its_slide(browser, pages):
    there = "pages.findIndex(page => Math.abs(page.getBoundingClientRect().top) < 2) + 1"
    script = f"setTimeout(() => {{ document.body.dataset.slide = {there} }}, 300)"
    for number in ("6", "33"):
        document, said = browser.open(pages["lecture-1.html"], script, f"#{number}")
        assert document.one("body")["data-slide"] == number and said == []


def test_the_table_of_each_lecture_has_all_its_slides(pages):
    said = (ROOT / "docs" / "lectures.md").read_text(encoding="utf-8").split("## Lecture ")[1:]
    for text, name in zip(said, PAGES, strict=False):
        spans = re.findall(r"^\| \d+ \| (\d+)(?:–(\d+))? \|", text, re.MULTILINE)
        listed = [slide for first, last in spans for slide in range(int(first), int(last or first) + 1)]
        assert listed == [*range(1, len(slides_of(pages[name])) + 1)]
