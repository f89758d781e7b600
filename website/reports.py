"""Reports that the site shows: a page of a pair, a comparison of files, and an experiment on the shipped study."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "smatchproof" / "samples"
EXPERIMENT = """\
name = "Annotators of a study"
methods = ["Base", "S", "R", "S+4R"]
seeds = 5

[[sources]]
kind = "study"
"""


def build_reports(folder: Path) -> None:
    """Run the commands that write them, as a user would."""
    folder.mkdir(parents=True, exist_ok=True)
    one, other = (str(SAMPLES / f"annotator-{name}.amr") for name in "ab")
    _run("explain", one, other, "--html", str(folder / "pair.html"))
    _run("compare", one, other, "-o", str(folder / "comparison"))
    experiment = folder / "experiment.toml"
    experiment.write_text(EXPERIMENT, encoding="utf-8")
    _run("experiment", "run", str(experiment), "-o", str(folder / "experiment"))
    _run("experiment", "report", str(folder / "experiment"))


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "smatchproof", *arguments], check=True, capture_output=True, cwd=ROOT)
