"""The folder of a comparison: the names of its files, their list, and how they are read and replaced.

A folder may be a stranger's. Its files are regular files inside of it, after all links are resolved, for reading and
for replacing; it holds those that its list names, and no others. ``manifest.json`` has the SHA-256 of each of them.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, BinaryIO, Literal
from urllib.parse import quote

from msgspec import Meta

from smatchproof.base.errors import InputError, Place, UsageError, quoted
from smatchproof.base.files import LARGEST, file_errors, opened_regular
from smatchproof.base.output_files import make_folder, writing_bytes
from smatchproof.base.records import read_json
from smatchproof.scoring.verification import VerificationError

QUESTION, MANIFEST = "question.json", "manifest.json"
ROWS, CERTIFICATES, PAIR_PAGES = "rows", "certificates", "pairs"
"""The folders of a bundle; the names of the files in them depend on the question."""
HINT = "write a new folder, by smatchproof compare -o"
_MANIFEST_FORMAT = "smatchproof-manifest 1"
_LARGEST_RECORD = 2**23
"""The most bytes of a question or a list: some 10,000 systems."""
PIECE = 1 << 20
"""The bytes of a file that are read at once: smaller pieces are no faster, those of 16 MB take three times as long."""
_WRITTEN = re.compile(
    r"question\.json|index\.html|table\.(?:txt|md|tex|html|json|csv)|"
    r"(?:rows|certificates)/[^/]+\.jsonl\.gz|pairs/[^/]+\.html"
)
"""The names that the files of a bundle can have: a list may have others, but no bundle."""

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
    return _spelled({name: sha256_of(contents[name], name) for name in sorted(contents)})


def _spelled(hashes: Mapping[str, str]) -> str:
    return json.dumps({"format": _MANIFEST_FORMAT, "files": hashes}, indent=1) + "\n"


def check_listed(folder: Path, corpora: Collection[str]) -> None:
    """Hold a folder to its list: each file is there as it was written, and nothing else but the `corpora`.

    Raises :class:`VerificationError`. This finds files that were damaged or added by accident, before anything is
    proved.
    """
    hashes = _listed(folder)
    for name in _others(folder, {MANIFEST, *hashes, *corpora}):
        raise VerificationError(f"{folder}: {quoted(name)} is not in {MANIFEST}; move it away")
    for name, sha256 in hashes.items():
        path = path_in(folder, name)
        if not _has(path, sha256):
            raise VerificationError(f"{path}: has changed since the folder was written; {HINT}")


def _others(folder: Path, known: Collection[str]) -> Iterator[str]:
    """The names of all that is in a folder but the `known` files and the folders that hold them."""
    folders = {str(above) for name in known for above in PurePosixPath(name).parents}
    waiting = ["."]
    while waiting:
        with os.scandir(folder / (below := waiting.pop())) as found:
            for entry in sorted(found, key=lambda entry: entry.name):
                name = str(PurePosixPath(below, entry.name))
                if entry.is_dir(follow_symlinks=False) and name in folders:
                    waiting.append(name)
                elif name not in known:
                    yield name


def _has(path: Path, sha256: str) -> bool:
    with opened_regular(path, HINT) as file:
        return sha256_of(file, path) == sha256


def _listed(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file by name."""
    return read_json(read_record(folder, MANIFEST), str(folder / MANIFEST), _Manifest, HINT).files


# ---- writing


def refuse_foreign_files(folder: Path, corpora: Collection[str]) -> set[str]:
    """Refuse to write into a folder that holds anything but the `corpora` and the files of an earlier bundle.

    Raises :class:`UsageError`, :class:`InputError` for a list that is none. Returns those files, which nobody has
    changed: they may be replaced and removed.
    """
    listed = _listed(folder) if path_in(folder, MANIFEST).exists() else {}
    is_ours = bool(listed) and read_record(folder, MANIFEST) == _spelled(listed)
    paths = {name: path_in(folder, name) for name in listed if _WRITTEN.fullmatch(name)}
    ours = {name for name, path in paths.items() if not path.exists() or _has(path, listed[name])}
    hint = "move it away, or name a new folder"
    with file_errors(folder, hint):
        for name in _others(folder, {*ours, *corpora, *([MANIFEST] if is_ours else ())}):
            what = f"{quoted(name)} is not of an earlier compare -o, or has changed since"
            raise UsageError(f"{folder}: {what}; {hint}")
    return ours - {*corpora}


def write_bundle(folder: Path, contents: Mapping[str, BinaryIO], corpora: Collection[str]) -> None:
    """Write the files of a bundle and their list together; files that only an earlier bundle had are removed.

    Raises :class:`UsageError` for a folder that has got other files meanwhile.
    """
    stale = refuse_foreign_files(folder, corpora) - contents.keys()
    paths = [path_in(folder, name) for name in [*contents, MANIFEST]]
    try:
        for path in paths:
            make_folder(path.parent)
        with writing_bytes(*paths, inputs=[folder / name for name in corpora]) as files:
            *outputs, manifest = files
            manifest.write(manifest_text(contents).encode())
            for output, content in zip(outputs, contents.values(), strict=True):
                content.seek(0)
                while data := content.read(PIECE):
                    output.write(data)
        for name in stale:
            (folder / name).unlink(missing_ok=True)
    finally:
        for kind in (ROWS, CERTIFICATES, PAIR_PAGES):
            with suppress(OSError):  # it holds files
                (folder / kind).rmdir()
