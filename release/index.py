"""A local index, and first uses from it: each Python installs its own wheel, or the pure one, or builds the sdist."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

TRIAL = Path(__file__).with_name("trial.py")
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
"""The versions of Python that wheels are made for."""
BUILDING = ("cython", "setuptools", "wheel")
NEEDED = ("msgspec", "penman")


def interpreters() -> dict[str, Path]:
    """The Pythons of this machine, by version."""
    found = {}
    for version in VERSIONS:
        command = [f"python{version}", "-c", "import sys; print(sys.executable)"]
        try:  # where pyenv is, its names do nothing until the version is chosen
            chosen = os.environ | {"PYENV_VERSION": version}
            done = subprocess.run(command, capture_output=True, text=True, check=True, env=chosen)
        except (OSError, subprocess.CalledProcessError):
            continue
        found[version] = Path(done.stdout.strip())
    return found


def _pip(python: Path, *words: str | Path, **environment: str) -> None:
    command = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", *map(str, words)]
    subprocess.run(command, check=True, env={**os.environ, **environment})


def wheels_of(sdist: Path, pythons: Iterable[Path], folder: Path) -> list[Path]:
    """The wheel that each of these Pythons makes of an sdist, compiled, in a folder."""
    for python in pythons:
        _pip(python, "wheel", "--no-deps", "--wheel-dir", folder, sdist, SMATCHPROOF_COMPILED="1")
    return sorted(folder.glob("smatchproof-*.whl"))


def fill(folder: Path, ours: Iterable[Path], pythons: Iterable[Path]) -> None:
    """Lay out an index: our files, what they need, and what it takes to build them, by names of projects."""
    store = folder / "store"
    for python in pythons:
        _pip(python, "download", "--only-binary", ":all:", "--dest", store, *NEEDED, *BUILDING)
    for path in (*ours, *store.iterdir()):
        project = folder / path.name.split("-")[0].lower().replace("_", "-")
        project.mkdir(exist_ok=True)
        shutil.copy(path, project)
    shutil.rmtree(store)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder that is served on this machine for as long as the block lasts."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *words: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def first_use(python: Path, folder: Path, index: str, *words: str, **environment: str) -> str:
    """Install from an index, and from nowhere else, into an empty environment, and score; returns what is printed."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "PYTHON"))}
    alone = {**clean, "PIP_CONFIG_FILE": os.devnull, "PIP_CACHE_DIR": str(folder / "cache"), **environment}
    command = [str(programs / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*command, "--index-url", index, *words, "smatchproof"], check=True, env=alone, cwd=folder)
    samples = next(folder.rglob("smatchproof/samples"))
    graphs = [str(samples / f"annotator-{name}.amr") for name in "ab"]
    score = [str(programs / "smatchproof"), "score", *graphs, "--require-proof"]
    subprocess.run(score, check=True, env=clean, cwd=folder, stdout=subprocess.DEVNULL)
    trial = [str(programs / "python"), str(TRIAL)]
    return subprocess.run(trial, check=True, env=clean, cwd=folder, capture_output=True, text=True).stdout.strip()
