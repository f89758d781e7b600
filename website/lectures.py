"""Slides and a worksheet from the tutorial: ``python -m website.lectures [FOLDER]``, or ``make lectures``.

Each cell of the notebook says by its slide type, as JupyterLab shows it, where it stands on the slides. The tag
``lecture`` begins another lecture, before which the cells with the tag ``recap`` are shown again; ``hide-input`` shows
what a cell computes, and not its code; what has the tag ``worksheet`` is on the worksheet.
"""

from __future__ import annotations

import json
import re
import sys
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from nbconvert.exporters import SlidesExporter
from traitlets.config import Config

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
    chosen = [{**cell, "metadata": {}} for cell in cells if _has(cell, "worksheet")]
    _write(folder / "worksheet.html", "worksheet", f"{TITLE}: worksheet", chosen)


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
    page.write_text(described(made), encoding="utf-8")


if __name__ == "__main__":
    (folder,) = sys.argv[1:] or ["build/lectures"]
    lecture_pages(NOTEBOOK, Path(folder))
