"""Slides and worksheet are those of the notebook, fit on a screen, need no network, and take the time of a lecture."""

import json
import re
from html import unescape
from itertools import pairwise

import pytest

from smatchproof.teaching import EXERCISES
from tests.docs.test_site import ROOT
from website.lectures import NOTEBOOK, lecture_pages

PLAN = (ROOT / "docs" / "lectures.md").read_text(encoding="utf-8")
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


def test_every_cell_says_where_it_stands_and_is_there_as_it_is(pages):
    both = read(pages["lecture-1.html"]) + read(pages["lecture-2.html"])
    worksheet = read(pages["worksheet.html"])
    kinds = {"slide", "subslide", "-", "skip"}
    for cell in cells():
        kind, tags = cell["metadata"]["slideshow"]["slide_type"], cell["metadata"].get("tags", [])
        assert kind in kinds and {*tags} <= {"hide-input", "lecture", "measured", "recap", "worksheet"}
        words = plain(re.sub("</?sup>", "", "".join(cell["source"])))
        if cell["cell_type"] == "markdown":
            assert (words in both) == (kind != "skip"), cell["source"]
            assert both.count(words) == 1 + ("recap" in tags) or kind == "skip"
            assert (words in worksheet) == ("worksheet" in tags), cell["source"]
        elif kind != "skip":
            assert (words in both) != ("hide-input" in tags), cell["source"]
            assert all(plain("".join(each.get("text", ""))) in both for each in cell["outputs"])


def test_the_worksheet_has_every_exercise_and_no_hint_or_answer(pages):
    said = read(pages["worksheet.html"])
    for number, exercise in EXERCISES.items():
        assert plain(f"{number} ({exercise.level}). {exercise.text}") in said
        assert not any(plain(hint) in said for hint in exercise.hints)
    answers = json.loads((ROOT / "docs" / "solutions.ipynb").read_text(encoding="utf-8"))["cells"][2:]
    assert not [cell for cell in answers if cell["cell_type"] == "code" and plain("".join(cell["source"])) in said]


def test_nothing_is_asked_of_the_network_and_no_link_leads_nowhere(pages):
    for page in pages.values():
        text = page.read_text(encoding="utf-8")
        asked = re.findall(r'(?:src|href)\s*=\s*"?([^" >]*)', text)
        assert all(address.startswith("data:image/svg+xml;base64,") for address in asked)
        assert not re.search(
            r"url\(|@import|\bimport\(|fetch\(", text.partition("<main>")[0] + text.partition("</main>")[2]
        )


def rows():
    """The rows of both plans: lecture, minutes, slides and exercises."""
    for lecture, text in enumerate(PLAN.split("\n## Lecture ")[1:], 1):
        for minutes, slides, exercises in re.findall(r"^\| (\d+) \| ([\d–]+) \| [^|]* \| ([^|]*) ?\|$", text, re.M):
            first, _, last = slides.partition("–")
            yield lecture, int(minutes), (int(first), int(last or first)), [*map(int, re.findall(r"\d+", exercises))]


def test_the_plan_takes_90_minutes_each_and_all_slides_and_exercises(pages):
    for lecture in (1, 2):
        feet = slides_of(pages[f"lecture-{lecture}.html"])
        plan = [row for row in rows() if row[0] == lecture]
        assert sum(minutes for _, minutes, _, _ in plan) == 90
        assert plan[0][2][0] == 1 and plan[-1][2][1] == len(feet)
        assert all(last + 1 == first for (_, _, (_, last), _), (_, _, (first, _), _) in pairwise(plan))
        for _, _, (first, last), exercises in plan:
            sections = {int(foot[0]) for foot in feet[first - 1 : last] if foot[0].isdigit()}
            assert {EXERCISES[number].section for number in exercises} <= sections
    used = [number for row in rows() for number in row[3]]
    used += [
        int(number) for line in re.findall(r"^At home: ([^.]*)", PLAN, re.M) for number in re.findall(r"\d+", line)
    ]
    assert sorted(used) == [*EXERCISES]
