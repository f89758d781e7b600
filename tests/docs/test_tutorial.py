"""The tutorial runs from top to bottom, and says what it said when its page was made."""

import re
from html import unescape
from itertools import combinations, product
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from smatchproof.reductions.problems.graphs import SimpleGraph
from smatchproof.reductions.problems.subgraphs import SubgraphIsomorphism
from smatchproof.teaching import EXERCISES

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


def pictures(cell):
    drawn = [output.get("data", {}).get("image/svg+xml") for output in cell.outputs]
    return ["".join(svg) for svg in drawn if svg]


def figures(cell):
    return len(pictures(cell))


def test_every_cell_runs_and_says_the_same(committed, executed):
    assert len(code(committed)) > 20
    for before, after in zip(code(committed), code(executed), strict=True):
        assert figures(before) == figures(after), before.source
        assert not [output for output in after.outputs if output.output_type == "error"]
        if MEASURED not in before.metadata.get("tags", []):
            assert text(before) == text(after), before.source


def test_the_counterexample_of_section_8_is_the_smallest(committed):
    names = {}
    for cell in code(committed):
        if "def solve(" in cell.source or "def broken(" in cell.source:
            exec(cell.source, names)

    def fails(pattern, host):
        source = SubgraphIsomorphism(pattern, host)
        pair, threshold = names["broken"](source)
        return (source.brute_force() is not None) != (names["solve"](pair)[1] >= threshold)

    graphs = [
        SimpleGraph.of(size, edges)
        for size in (1, 2, 3)
        for number in range(size - 1, size * (size - 1) // 2 + 1)
        for edges in combinations([*combinations(range(size), 2)], number)
    ]
    pairs = sorted(product(graphs, repeat=2), key=lambda each: sum(len(graph) + len(graph.edges) for graph in each))
    smallest = next(pair for pair in pairs if fails(*pair))
    [said] = [text(cell) for cell in code(committed) if "counterexample = find(" in cell.source]
    shown = [re.findall(r"(\d)–(\d)", line) for line in said.splitlines()[:2]]
    assert [len(edges) for edges in shown] == [len(graph.edges) for graph in smallest]
    assert [1 + max(int(end) for edge in edges for end in edge) for edges in shown] == [*map(len, smallest)]


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
