"""An empty environment in which a release is used, and what is said of it."""

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMON = ("alignment", "exact", "heuristics", "reports")
"""Files and packages of strangers that must not disturb ours."""

EXPERIMENT = """\
name = "samples"
methods = ["S", "exact"]
[[sources]]
kind = "corpus"
left = "{a}"
right = "{b}"
"""
"""What `experiment run` is given."""
TRIANGLES = {
    "dot": "graph { a -- b -- c -- a }",
    "gml": "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] "
    "edge [ source 1 target 2 ] edge [ source 2 target 3 ] edge [ source 1 target 3 ] ]",
    "mtx": "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n2 1\n3 1\n3 2\n",
}
"""Files of a graph that `reduce` reads by libraries, by suffix."""


def say(words: str) -> None:
    """One line of progress."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def check(holds: bool, otherwise: str) -> None:
    """End with an error unless that holds."""
    if not holds:
        raise SystemExit(f"make dist: {otherwise}")


def clean() -> dict[str, str]:
    """The variables of this process without those that let Python and pip see other packages, or other releases."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PIP_CONSTRAINT"))}


class Environment:
    """An empty environment, and a folder to work in that holds modules with common names."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder / "venv", with_pip=True)
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.site = next((folder / "venv").rglob("site-packages"))
        self.work = folder / "work"
        self.work.mkdir()
        for number, name in enumerate(COMMON):
            path = self.work / name / "__init__.py" if number % 2 else self.work / f"{name}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text("raise SystemExit('the wrong module was imported')\n")
        samples = self.site / "smatchproof" / "samples"
        self.samples = {"a": samples / "annotator-a.amr", "b": samples / "annotator-b.amr"}
        (self.work / "experiment.toml").write_text(EXPERIMENT.format(**self.samples))
        for suffix, text in TRIANGLES.items():
            (self.work / f"triangle.{suffix}").write_text(text)

    def pip(self, *words: str | Path) -> None:
        """Run pip."""
        command = [self.bin / "python", "-m", "pip", "--disable-pip-version-check", "-qq", *words]
        subprocess.run(command, check=True, cwd=self.work, env=clean())

    def command(self, words: str) -> list[str]:
        """The command with these words, in which {a} and {b} are the sample annotations."""
        return [str(self.bin / "python"), "-m", "smatchproof", *words.format(**self.samples).split()]

    def run(self, words: str) -> subprocess.CompletedProcess[str]:
        """Run the program with these words."""
        return subprocess.run(self.command(words), cwd=self.work, env=clean(), capture_output=True, text=True)

    def must_run(self, words: str) -> str:
        """Return the output of the program, which must end well."""
        done = self.run(words)
        check(done.returncode == 0, f"`smatchproof {words}` ends with {done.returncode}:\n{done.stderr}")
        return done.stdout
