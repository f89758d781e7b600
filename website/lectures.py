"""Slides and a worksheet from the tutorial: ``python -m website.lectures [FOLDER]``, or ``make lectures``.

Each cell of the notebook says by its slide type, as JupyterLab shows it, where it stands on the slides. The tag
``lecture`` begins another lecture, before which the cells with the tag ``recap`` are shown again; ``hide-input`` shows
what a cell computes, and not its code; what has the tag ``worksheet`` is on the worksheet.
"""

from __future__ import annotations

import json
import re
import sys
from base64 import b64decode, b64encode
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from nbconvert.exporters import SlidesExporter
from traitlets.config import Config

from smatchproof.reports.drawings.colours import THEME
from website.tutorial import described

Cell = dict[str, Any]
TITLE = "Why Smatch is hard"
NOTEBOOK = Path(__file__).parents[1] / "docs" / "np-completeness.ipynb"


def lecture_pages(notebook: Path, folder: Path) -> None:
    """Write ``lecture-1.html``, ``lecture-2.html``, ... and ``worksheet.html``, each of them in one file."""
    cells = _titled(json.loads(notebook.read_text(encoding="utf-8"))["cells"])
    starts = [at for at, cell in enumerate(cells) if _has(cell, "lecture")]
    for number, (start, end) in enumerate(pairwise([*starts, len(cells)]), 1):
        title = f"{TITLE}: lecture {number}"
        slides = {"slideshow": {"slide_type": "slide", "data": {"title": TITLE}}}
        before = [cell for cell in cells[:start] if _has(cell, "recap")]
        before = [{"cell_type": "markdown", "metadata": slides, "source": f"# {title}"}, *before] if before else []
        _write(folder / f"lecture-{number}.html", "slides", title, before + cells[start:end])
    chosen, headings = [], set[str]()
    for cell in (cell for cell in cells if _has(cell, "worksheet")):
        chosen.append(_on_the_sheet(cell, headings))
    _write(folder / "worksheet.html", "worksheet", f"{TITLE}: worksheet", chosen)


def _on_the_sheet(cell: Cell, headings: set[str]) -> Cell:
    r"""The cell without a place on the slides; exercises get a heading with their numbers.

    `headings` are those of the sections so far; exercises of a section without one get that of the section, too.

    >>> exercises = ["**Exercises**\n", "\n", "- **4** (find). A\n", "- **21** (prove). B"]
    >>> cell = {"source": exercises, "metadata": {"slideshow": {"data": {"title": "2. Proofs"}}}}
    >>> _on_the_sheet(cell, set())["source"].partition("\n\n- ")[0]
    '## 2. Proofs\n\n### Exercises 4 and 21'
    """
    source, section = "".join(cell["source"]), cell["metadata"]["slideshow"]["data"]["title"]
    numbers = re.findall(r"^- \*\*(\d+)\*\*", source, re.MULTILINE)
    if numbers:
        *first, last = numbers
        words = f"Exercises {', '.join(first)} and {last}" if first else f"Exercise {last}"
        above = "" if section in headings else f"## {section}\n\n"
        source = source.replace("**Exercises**", f"{above}### {words}", 1)
    headings.add(section)
    return {**cell, "metadata": {}, "source": source.replace(f"# {TITLE}\n", f"# {TITLE}: worksheet\n", 1)}


def _has(cell: Cell, tag: str) -> bool:
    return tag in cell["metadata"].get("tags", [])


def _titled(cells: list[Cell]) -> list[Cell]:
    """Give each cell the heading that it stands below, for the foot of its slide."""
    heading = TITLE
    for cell in cells:
        first = cell["source"][0].strip()
        heading = first.removeprefix("## ") if first.startswith("## ") else heading
        cell["metadata"]["slideshow"]["data"] = {"title": heading}
    return cells


def _write(page: Path, kind: str, title: str, cells: list[Cell]) -> None:
    """Write a page of these cells by the template in ``slides``, without links to files beside the notebook."""
    exporter = SlidesExporter(
        template_name="slides",
        extra_template_basedirs=[str(Path(__file__).parent)],
        exclude_anchor_links=True,
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        config=Config(
            TagRemovePreprocessor={"enabled": True, "remove_input_tags": {"hide-input"}},
            CoalesceStreamsPreprocessor={"enabled": True},  # lines that arrive late would stand apart
        ),
    )
    notebook = {"cells": cells, "metadata": {"kind": kind, "title": title}, "nbformat": 4, "nbformat_minor": 4}
    made, _ = exporter.from_file(StringIO(json.dumps(notebook)))
    made = re.sub(r'<a href="(?![a-z]+:)[^"]*">(.*?)</a>', r"\1", made)
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(_transparent(described(made)), encoding="utf-8")


def _transparent(page: str) -> str:
    """The page with images without paper, and in the colours of light paper, which slides have.

    >>> paper = '<style>@media (prefers-color-scheme: dark) {}</style><rect width="100%" height="100%" style="a"/>'
    >>> svg = f"<svg>{paper}</svg>"
    >>> found = _transparent(f'<img src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">')
    >>> b64decode(found.partition(",")[2].partition('"')[0])
    b'<svg></svg>'
    """

    def bare(found: re.Match[str]) -> str:
        svg = b64decode(found[2]).decode("utf-8")
        svg = re.sub(
            r"<style>[^<]*prefers-color-scheme[^<]*</style>|<rect width=\"100%\" height=\"100%\"[^>]*/>", "", svg
        )
        svg = svg.replace(f"fill: {THEME['paper'].light}", "fill: none")
        return found[1] + b64encode(svg.encode()).decode()

    return re.sub(r"(data:image/svg\+xml;base64,)([A-Za-z0-9+/=]+)", bare, page)


if __name__ == "__main__":
    (folder,) = sys.argv[1:] or ["build/lectures"]
    lecture_pages(NOTEBOOK, Path(folder))
