"""The tutorial as a page of the site: the executed notebook as Markdown, its pictures as files.

``python -m website.tutorial PAGE`` gives the pictures of the page that nbconvert makes their descriptions, and leaves
no gaps in its boxes.
"""

from __future__ import annotations

import json
import re
import sys
from base64 import b64decode
from html import escape, unescape
from pathlib import Path


def tutorial_page(notebook: Path, page: Path) -> None:
    """Write the page, and beside it each picture as a file whose description it has."""
    parts: list[str] = []
    pictures = 0
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "markdown":
            text = _text(cell["source"])
            if text.startswith("> *") and not text.startswith("> **"):  # a box goes on
                text = f"{parts.pop()}\n>\n{text}"
            parts.append(text)
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
    """The text of a part of a notebook, which is one text or its lines."""
    return lines if isinstance(lines, str) else "".join(lines)


def _picture(svg: str, page: Path, number: int) -> str:
    """The element of a picture, after it was written to a file."""
    name = f"{page.stem}-{number}.svg"
    page.parent.mkdir(parents=True, exist_ok=True)
    (page.parent / name).write_text(svg, encoding="utf-8")
    return f"```{{figure}} {name}\n:alt: {_description(svg)}\n```"


def _description(svg: str) -> str:
    """The description of a picture, on one line."""
    label = re.search(r'aria-label="([^"]*)"', svg)
    return re.sub(r"\s+", " ", unescape(label[1])) if label else "a figure"


def described(page: str) -> str:
    """A page whose images, which hold their SVG, say what they show.

    >>> from base64 import b64encode
    >>> svg = b64encode(b'<svg aria-label="two graphs"></svg>').decode()
    >>> described(f'<img alt="?" src="data:image/svg+xml;base64,{svg}">')[:22]
    '<img alt="two graphs" '
    """
    image = re.compile(r'<img alt="[^"]*" (src="data:image/svg\+xml;base64,([^"]*)")')
    return image.sub(
        lambda found: f'<img alt="{escape(_description(b64decode(found[2]).decode("utf-8")))}" {found[1]}', page
    )


CLOSE = "<style>.jp-MarkdownOutput blockquote { margin-top: 0; margin-bottom: 0; }</style>"
"""The parts of a box, which are cells of their own for the slides, follow each other closely."""

if __name__ == "__main__":
    file = Path(sys.argv[1])
    made = described(file.read_text(encoding="utf-8"))
    file.write_text(made.replace("</head>", f"{CLOSE}</head>", 1), encoding="utf-8")
