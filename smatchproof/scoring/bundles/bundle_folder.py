"""The folder of a comparison: the names of its files, their list, and how they are read and replaced.

A folder may be a stranger's. Its files are regular files inside of it, after all links are resolved, for reading and
for replacing; it holds those that its list names, and no others. ``manifest.json`` has the SHA-256 of each of them.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, BinaryIO, Literal
from urllib.parse import quote

from msgspec import Meta

from smatchproof.base.errors import InputError, Place, SmatchproofError, UsageError, quoted
from smatchproof.base.files import LARGEST, file_errors, opened_regular
from smatchproof.base.output_files import make_folder, writing_bytes
from smatchproof.base.records import read_json
from smatchproof.scoring.verification import VerificationError

QUESTION, MANIFEST = "question.json", "manifest.json"
ROWS, CERTIFICATES, PAIR_PAGES = "rows", "certificates", "pairs"
"""The folders of a bundle; the names of the files in them depend on the question."""
HINT = "write the folder again, by smatchproof compare -o"
_MANIFEST_FORMAT = "smatchproof-manifest 1"
_LARGEST_RECORD = 2**23
"""The most bytes of a question or a list: some 10,000 systems."""
PIECE = 1 << 20
"""The bytes of a file that are read at once: smaller pieces are no faster, those of 16 MB take three times as long."""

Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


def pairs_file(kind: str, system: str, label: str) -> str:
    """The name of the rows or certificates of a system under a metric, from the folder of the bundle.

    >>> pairs_file(CERTIFICATES, "a/b", "smatch frames")
    'certificates/a%2Fb.smatch.frames.jsonl.gz'
    """
    return f"{kind}/{quote(system, safe='')}.{quote(label.replace(' ', '.'), safe='')}.jsonl.gz"


def path_in(folder: Path, name: str) -> Path:
    """The path of a file of a bundle. Raises :class:`UsageError` for a name that leads out, by itself or by a link.

    A file that is there already has to be a regular one.
    """
    parts, path = name.split("/"), folder / name
    if any(sign in name for sign in "\\:\0") or any(part in ("", ".", "..") for part in parts):
        raise UsageError(f"{folder}: {quoted(name)} is no name of a file in a folder of compare -o")
    if Path(os.path.realpath(path)) != Path(os.path.realpath(folder), *parts):
        steps = (folder.joinpath(*parts[: at + 1]) for at in range(len(parts)))
        link = next((step for step in steps if step.is_symlink()), path)
        raise UsageError(f"{link}: is a link; put the file or folder itself there")
    if path.exists() and not path.is_file():
        raise UsageError(f"{path}: is no regular file; move it away")
    return path


def read_record(folder: Path, name: str) -> str:
    """The text of the question or of the list."""
    path = path_in(folder, name)
    with opened_regular(path, HINT, _LARGEST_RECORD) as file:
        return file.read(_LARGEST_RECORD).decode(errors="replace")


def sha256_of(file: BinaryIO, path: Path | str) -> str:
    """The SHA-256 of a file from its first byte on. Raises :class:`InputError` for one that is too large."""
    file.seek(0)
    digest, size = hashlib.sha256(), 0
    while data := file.read(PIECE):
        size += len(data)
        if size > LARGEST:
            raise InputError(f"more than {LARGEST:,} bytes", Place(str(path)), "compare it in parts")
        digest.update(data)
    return digest.hexdigest()


# ---- the list


@dataclass(frozen=True, slots=True)
class _Manifest:
    format: Literal["smatchproof-manifest 1"]
    files: dict[str, Sha256]


def manifest_text(contents: Mapping[str, BinaryIO]) -> str:
    """The list of the files of a bundle: the one spelling that is accepted."""
    hashes = {name: sha256_of(contents[name], name) for name in sorted(contents)}
    return json.dumps({"format": _MANIFEST_FORMAT, "files": hashes}, indent=1) + "\n"


def check_listed(folder: Path, corpora: Collection[str]) -> None:
    """Hold a folder to its list: each file is there as it was written, and nothing else but the `corpora`.

    Raises :class:`VerificationError`. This finds files that were damaged or added by accident, before anything is
    proved.
    """
    hashes = _listed(folder)
    known = {MANIFEST, *hashes, *corpora}
    folders = {str(above) for name in known for above in PurePosixPath(name).parents}
    waiting = ["."]
    while waiting:
        with os.scandir(folder / (below := waiting.pop())) as found:
            for entry in found:
                name = str(PurePosixPath(below, entry.name))
                if entry.is_dir(follow_symlinks=False) and name in folders:
                    waiting.append(name)
                elif name not in known:
                    raise VerificationError(f"{folder}: {quoted(name)} is not in {MANIFEST}; move it away")
    for name, sha256 in hashes.items():
        path = path_in(folder, name)
        with opened_regular(path, HINT) as file:
            if sha256_of(file, path) != sha256:
                raise VerificationError(f"{path}: has changed since the folder was written; {HINT}")


def _listed(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file by name."""
    return read_json(read_record(folder, MANIFEST), str(folder / MANIFEST), _Manifest, HINT).files


# ---- writing


def refuse_used_folder(folder: Path, inputs: Iterable[str]) -> None:
    """Raise :class:`UsageError` where a folder to be written holds something that is neither a bundle nor an input."""
    path_in(folder, MANIFEST)
    with suppress(InputError):
        _listed(folder)
        return
    known, hint = [Path(os.path.realpath(path)) for path in inputs], "name a new folder"
    with file_errors(folder, hint):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            place = Path(os.path.realpath(path))
            is_empty = path.is_dir() and next(path.iterdir(), None) is None
            if not is_empty and not any(each.is_relative_to(place) for each in known):
                raise UsageError(f"{folder}: there is something already, such as {quoted(path.name)}; {hint}")


def check_target(folder: Path) -> None:
    """Raise :class:`UsageError` at once where a link stands in the place of a folder that will be written."""
    for kind in (ROWS, CERTIFICATES, PAIR_PAGES):
        path_in(folder, f"{kind}/{kind}")


def write_bundle(folder: Path, contents: Mapping[str, BinaryIO], inputs: Iterable[str | Path]) -> None:
    """Write the files of a bundle and their list together; files that only an earlier bundle had are removed.

    Only files that are still as that bundle has left them are removed.
    """
    paths = [path_in(folder, name) for name in [*contents, MANIFEST]]
    stale = _files_before(folder) - contents.keys()
    for path in paths:
        make_folder(path.parent)
    with writing_bytes(*paths, inputs=inputs) as files:
        *outputs, manifest = files
        manifest.write(manifest_text(contents).encode())
        for output, content in zip(outputs, contents.values(), strict=True):
            content.seek(0)
            while data := content.read(PIECE):
                output.write(data)
    for name in stale:
        (folder / name).unlink(missing_ok=True)
        with suppress(OSError):  # it holds other files
            (folder / name).parent.rmdir()


def _files_before(folder: Path) -> set[str]:
    """The rows, certificates and pages of pairs of a bundle that is there already, as far as it has left them so."""
    found = set()
    with suppress(SmatchproofError):
        for name, sha256 in _listed(folder).items():
            if name.split("/")[0] not in (ROWS, CERTIFICATES, PAIR_PAGES) or name.count("/") != 1:
                continue
            with suppress(SmatchproofError), opened_regular(path_in(folder, name)) as file:
                if sha256_of(file, name) == sha256:
                    found.add(name)
    return found
