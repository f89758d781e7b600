"""Reports that the site shows: a page of a pair, a comparison of files, and an experiment on the shipped study."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SAMPLES, STUDY = (
    ROOT / "src" / "smatchproof" / "samples",
    ROOT / "src" / "smatchproof" / "lab" / "experiments" / "study",
)
FIRST = "sample.1"
"""The pair of the samples that is explained."""
EXPERIMENT = """\
name = "Five annotators of a study"
methods = ["Base", "R", "S", "S+4R"]
once = ["Base"]
seeds = "0-2"

[[sources]]
kind = "annotators"
name = "study"
group_from_id = true
files = {{ {files} }}
"""


def build_reports(folder: Path) -> None:
    """Run the commands that write them, as a user would."""
    folder.mkdir(parents=True, exist_ok=True)
    one, other = (str(SAMPLES / f"annotator-{name}.amr") for name in "ab")
    _run("explain", one, other, "--id", FIRST, "--html", str(folder / "pair.html"))
    _run("compare", one, other, "-o", str(folder / "comparison"))
    files = ", ".join(f'{path.stem.upper()} = "{path.as_posix()}"' for path in sorted(STUDY.glob("?.amr")))
    with tempfile.TemporaryDirectory() as name:
        experiment = Path(name, "experiment.toml")
        experiment.write_text(EXPERIMENT.format(files=files), encoding="utf-8")
        _run("experiment", "run", str(experiment), "-o", str(folder / "experiment"), "--jobs", "1")
    _run("experiment", "report", str(folder / "experiment"))
    for page in sorted(folder.rglob("*.html")):
        up = "../" * len(page.relative_to(folder).parts)
        page.write_text(linked_back(page.read_text(encoding="utf-8"), f"{up}index.html"), encoding="utf-8")


def linked_back(page: str, address: str) -> str:
    """A page that begins with a link to the site.

    >>> linked_back("<html><body><h1>Pair</h1></body></html>", "../index.html")
    '<html><body><nav aria-label="Site"><a href="../index.html">smatchproof</a></nav><h1>Pair</h1></body></html>'
    """
    before, body, after = page.partition("<body>")
    return f'{before}{body}<nav aria-label="Site"><a href="{address}">smatchproof</a></nav>{after}'


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "smatchproof", *arguments], check=True, capture_output=True, cwd=ROOT)
