"""The web site as one folder: documentation and reference by Sphinx, tutorial, playground and reports."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from smatchproof.lab.generators import TRAPS
from smatchproof.lab.teaching.playground import small_parameters
from website.lectures import lecture_pages
from website.npm import fetch
from website.playground_page import build_playground, link
from website.reports import build_reports
from website.tutorial import tutorial_page

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "proofs/README.md", "benchmarks/RESULTS.md")
LIBRARY = "benchmarks/library/README.md"
HIDDEN = tuple(
    f"smatchproof.{part}"
    for part in ("problem.core", "commands", "shell", "exact.core", "exact.search", "lab.commands", "cli")
)
"""What is no part of the reference: the command line, and the inner parts of the search."""
_LINK = re.compile(r"(?<!!)(\[[^\]]*\]\()([^)\s]+)(\))")


class Failed(Exception):
    """The site cannot be built; the text says why."""


def build(output: Path, downloads: Path, *, playground: bool = True) -> None:
    """Write the site into `output`, which is replaced when all is built. Without the playground nothing links it.

    Raises :class:`Failed` for a document with a link that leads nowhere, and :class:`website.npm.Unavailable`.
    """
    if playground:
        fetch(downloads)  # what may be missing is said before the rest takes its time
    with tempfile.TemporaryDirectory() as name:
        source, built = Path(name, "source"), Path(name, "site")
        _stage(source, playground)
        _sphinx(source, built)
        build_reports(built / "reports")
        lecture_pages(ROOT / "docs" / "np-completeness.ipynb", built / "lectures")
        if playground:
            build_playground(built / "playground", downloads)
        shutil.rmtree(output, ignore_errors=True)
        output.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(built, output)


def _stage(source: Path, playground: bool) -> None:
    """Gather what Sphinx reads: documents with their links, pictures, the reference, the first page."""
    documents = [*DOCUMENTS, *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").glob("*.md")))]
    if (ROOT / LIBRARY).is_file():
        documents.append(LIBRARY)
    for name in documents:
        _write(source / name, _titled(name, _linked(name, (ROOT / name).read_text(encoding="utf-8"), documents)))
    for folder in ("docs", "benchmarks"):
        for picture in sorted((ROOT / folder).glob("*.svg")):
            shutil.copyfile(picture, source / folder / picture.name)
    pages = Path(__file__).parent
    for name in ("conf.py", "favicon.svg"):
        shutil.copyfile(pages / name, source / name)
    _write(source / "_static" / "site.css", (pages / "site.css").read_text(encoding="utf-8"))
    tutorial_page(ROOT / "docs" / "np-completeness.ipynb", source / "docs" / "np-completeness.md")
    _write(source / "traps.md", _traps(playground))
    _write(source / "index.md", _first_page(documents, playground))
    _reference(source / "reference")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _linked(name: str, text: str, documents: list[str]) -> str:
    """A document whose links to documents stay, and whose links to other files of the project become their names.

    The notebook and its page are the tutorial. Raises :class:`Failed` for a link that leads nowhere.
    """

    def replaced(found: re.Match[str]) -> str:
        before, target, after = found.groups()
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        file, _, _ = target.partition("#")
        path = ((ROOT / name).parent / file).resolve()
        if not path.exists():
            raise Failed(f"{name} links {target}, which is not there")
        inside = path.relative_to(ROOT).as_posix()
        if inside in ("docs/np-completeness.ipynb", "docs/np-completeness.html"):
            return f"{before}{file.rsplit('.', 1)[0]}.md{after}"
        if inside in documents or inside.endswith(".svg"):
            return found[0]
        if f"{inside}/README.md" in documents:
            return f"{before}{file.rstrip('/')}/README.md{after}"
        return f"{before[1:-2]} (`{inside}`)" if f"`{inside}`" != before[1:-2] else before[1:-2]

    blocks = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else _LINK.sub(replaced, part) for part in blocks)


def _titled(name: str, text: str) -> str:
    """A document with a title of its own: that of the README, the name of the program, is the title of the site."""
    return text.replace("# smatchproof\n", "# Overview\n", 1) if name == "README.md" else text


def _first_page(documents: list[str], playground: bool) -> str:
    """The page that the site opens with."""
    text = (Path(__file__).parent / "index.md").read_text(encoding="utf-8")
    if not playground:
        text = re.sub(r'^- <a href="playground/.*?(?=^- )', "", text, flags=re.M | re.S)
    library = "benchmarks/library/README\n" if LIBRARY in documents else ""
    return text.replace("@LIBRARY@\n", library)


def _traps(playground: bool) -> str:
    """The families of traps, each with a link that loads it in the playground, where there is one."""
    lines = [
        "# Traps for hill-climbing", "",
        "Pairs with a known optimum on which hill-climbing stops far below it, in any size: "
        "`smatchproof generate trap NAME`." + " Each link solves one in the playground." * playground, "",
    ]  # fmt: skip
    for name, family in TRAPS.items():
        request = {"kind": "trap", "name": name, "parameters": small_parameters(name)}
        address = f"playground/index.html#{link(request)}"
        lines += [f"## {name}", "", f"{family.summary}.", ""]
        lines += [f"- `{each.name}`: {each.meaning}" for each in family.parameters]
        lines += ["", f'<a href="{address}">Solve it in the playground</a>', ""] if playground else [""]
    return "\n".join(lines)


def _reference(folder: Path) -> None:
    """A page for each part of the package, with all of its public modules, from their docstrings."""
    parts: dict[str, list[str]] = {}
    for path in sorted((ROOT / "src" / "smatchproof").rglob("*.py")):
        pieces = path.relative_to(ROOT / "src").with_suffix("").parts
        pieces = pieces[:-1] if pieces[-1] == "__init__" else pieces
        name = ".".join(pieces)
        if not name.startswith(HIDDEN) and not any(piece.startswith("_") for piece in name.split(".")):
            parts.setdefault(".".join(pieces[: 3 if "lab" in pieces else 2]), []).append(name)
    for part, names in parts.items():
        title = "The package smatchproof" if part == "smatchproof" else part  # a title that no other page has
        text = f"{title}\n{'=' * len(title)}\n\n.. contents::\n   :local:\n   :depth: 1\n\n"
        for name in names:
            text += f"{name}\n{'-' * len(name)}\n\n.. automodule:: {name}\n   :members:\n   :no-index:\n\n"
        _write(folder / f"{part}.rst", text)
    listed = "\n".join(f"   {part}" for part in parts)
    heading = "Reference\n=========\n\nEvery public module, from its docstrings, part by part.\n\n"
    _write(folder / "index.rst", f"{heading}.. toctree::\n   :maxdepth: 1\n\n{listed}\n")


def _sphinx(source: Path, built: Path) -> None:
    """Run Sphinx; what it warns of is an error."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-d", str(source.parent / "doctrees")]
    done = subprocess.run([*command, str(source), str(built)], capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        raise Failed(f"Sphinx ends with {done.returncode}: {done.stderr}")
    if done.stderr.strip():
        raise Failed(f"Sphinx warns:\n{done.stderr}")
    (built / "objects.inv").unlink(missing_ok=True)
    shutil.rmtree(built / ".doctrees", ignore_errors=True)
    (built / ".buildinfo").unlink(missing_ok=True)
