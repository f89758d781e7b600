"""The tutorial as a page of the site: the executed notebook as Markdown, its pictures as files."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path


def tutorial_page(notebook: Path, page: Path) -> None:
    """Write the page, and beside it each picture as a file whose description it has."""
    parts, pictures = [], 0
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "markdown":
            parts.append(_text(cell["source"]))
            continue
        if "setup" not in cell["metadata"].get("tags", []):
            parts.append(f"```python\n{_text(cell['source'])}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "image/svg+xml" in data:
                pictures += 1
                parts.append(_picture(_text(data["image/svg+xml"]), page, pictures))
            elif words := _text(output.get("text") or data.get("text/plain", "")).rstrip():
                parts.append(f"```text\n{words}\n```")
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _text(lines: str | list[str]) -> str:
    """What a notebook holds as one text or as its lines."""
    return lines if isinstance(lines, str) else "".join(lines)


def _picture(svg: str, page: Path, number: int) -> str:
    """The element of a picture, after it was written to a file."""
    name = f"{page.stem}-{number}.svg"
    page.parent.mkdir(parents=True, exist_ok=True)
    (page.parent / name).write_text(svg, encoding="utf-8")
    label = re.search(r'aria-label="([^"]*)"', svg)
    words = re.sub(r"\s+", " ", unescape(label[1])) if label else "a figure"
    return f"```{{image}} {name}\n:alt: {words}\n```"
