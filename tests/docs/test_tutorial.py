"""The tutorial runs from top to bottom, and says what it said when its page was made."""

import re
from html import unescape
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from smatchproof.lab.teaching import EXERCISES

DOCS = Path(__file__).parents[2] / "docs"
NOTEBOOK, PAGE = DOCS / "np-completeness.ipynb", DOCS / "np-completeness.html"
MEASURED = "measured"
"""The tag of cells whose output differs between machines. Their limits of time are shorter here than on the page."""


@pytest.fixture(scope="module")
def committed():
    return nbformat.read(NOTEBOOK, as_version=4)


@pytest.fixture(scope="module")
def executed():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    for cell in notebook.cells:
        cell.get("outputs", []).clear()
        if MEASURED in cell.metadata.get("tags", []):
            cell.source = cell.source.replace("time_limit=3", "time_limit=0.2")
    resources = {"metadata": {"path": str(DOCS.parent)}}
    return NotebookClient(notebook, timeout=300, resources=resources).execute()


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def text(cell):
    parts = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.outputs]
    return "".join(part for part in parts if "SVG" not in part)


def figures(cell):
    return sum("image/svg+xml" in output.get("data", {}) for output in cell.outputs)


def test_every_cell_runs_and_says_the_same(committed, executed):
    assert len(code(committed)) > 20
    for before, after in zip(code(committed), code(executed), strict=True):
        assert figures(before) == figures(after), before.source
        assert not [output for output in after.outputs if output.output_type == "error"]
        if MEASURED not in before.metadata.get("tags", []):
            assert text(before) == text(after), before.source


def test_every_solution_is_right(capsys):
    notebook = nbformat.read(DOCS / "solutions.ipynb", as_version=4)
    said = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    for number, exercise in EXERCISES.items():
        assert any(words.startswith(f"**{number}** ({exercise.level}). {exercise.text}") for words in said), number
    names, answered = {}, []
    for cell in code(notebook):
        *lines, last = cell.source.rstrip().splitlines()
        exec("\n".join(lines), names)
        if last.startswith("check("):
            verdict = eval(last, names)
            assert verdict, cell.source
            answered.append(verdict.number)
        else:
            exec(last, names)
    assert answered == [*EXERCISES]


def test_the_page_is_made_from_the_notebook(committed):
    page = PAGE.read_text(encoding="utf-8")
    assert not re.findall(r'(?:src|href)="https?:', page), "the page needs the network"
    words = " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
    for cell in code(committed):
        for line in text(cell).splitlines():
            assert " ".join(line.split()) in words
    headings = [line.strip("# ") for cell in committed.cells for line in cell.source.splitlines() if line[:2] == "##"]
    assert len(headings) >= 9 and all(heading in words for heading in headings)
    shown = re.findall(r'<img alt="([^"]*)" src="data:image/svg\+xml;base64', page)
    assert len(shown) == sum(figures(cell) for cell in code(committed))
    assert all(len(words) > 20 and "No description" not in words for words in shown)
