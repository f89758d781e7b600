"""Python for the browser: Pyodide from the npm registry, by npm, once; kept in the build folder."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path

VERSION = "314.0.7"
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of the npm package that a page needs; the rest is for other uses."""


class Unavailable(Exception):
    """Pyodide is not here and cannot be fetched."""


def fetch(folder: Path) -> Path:
    """The folder that holds :data:`FILES`; they are downloaded, checked by their hash and unpacked where they are not.

    Raises :class:`Unavailable` without npm, without its registry, and for a file that is not the one that is known.
    """
    home = folder / f"pyodide-{VERSION}"
    if all((home / name).is_file() for name in FILES):
        return home
    archive = folder / f"pyodide-{VERSION}.tgz"
    if not archive.is_file():
        _download(folder)
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != SHA256:
        archive.unlink()
        raise Unavailable(f"pyodide {VERSION} of the npm registry has the SHA-256 {found}, not {SHA256}")
    home.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as package:
        for name in FILES:
            part = package.extractfile(f"package/{name}")
            assert part is not None  # the hash says what the archive holds
            (home / name).write_bytes(part.read())
    return home


def _download(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise Unavailable(
            "npm is not installed (Debian: apt-get install npm); it downloads Pyodide for the playground; "
            "or leave that out: python -m website --without-playground"
        )
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run([npm, "pack", "--silent", f"pyodide@{VERSION}"], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise Unavailable(f"npm cannot fetch pyodide {VERSION}: {done.stderr.strip().splitlines()[-1:]}")
