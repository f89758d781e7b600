"""The corpora of a bundle, found by their SHA-256 wherever they are and whatever they are called."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from msgspec import Struct

from smatchproof.base.errors import InputError, Place, short
from smatchproof.base.files import CHECK_PATH, file_errors, opened_regular
from smatchproof.base.output_files import temporary_folder
from smatchproof.graphs.corpus import DOCUMENTS, with_place
from smatchproof.scoring.corpus.verification import VerificationError

_TOLD = 8
"""The most files that are named of those that are none of a bundle's."""
_NAME_IT = "name the file, or a folder that it is in: --corpora PATH"


class HashedFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file that was read: its path from the folder of the bundle, and its SHA-256.

    Before the path may be ``document:``, as before the name of a file.
    """

    path: str
    sha256: str

    def found(self, folder: Path) -> str:
        """The file as a corpus, from the folder."""
        return with_place(self.path, lambda file: str(folder / file))

    @property
    def bare(self) -> str:
        """The path alone."""
        return self.path.removeprefix(DOCUMENTS)


def sha256_of(path: Path, hint: str = CHECK_PATH) -> str:
    """The SHA-256 of a regular file. Raises :class:`InputError` for what is none, or cannot be read."""
    with opened_regular(path, hint) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Corpora:
    """The files of a bundle: from `folder` the paths of its question lead to those that were found.

    `paths` are those by SHA-256, `lost` the rest, and `faults` say what is wrong with each. `others` has a note about
    files that were looked at and are none of them.
    """

    folder: Path
    paths: dict[str, Path]
    lost: tuple[HashedFile, ...]
    faults: tuple[InputError, ...]
    others: tuple[str, ...]


@contextmanager
def located(files: Sequence[HashedFile], folder: Path, given: Sequence[str | Path]) -> Iterator[Corpora]:
    """Find the files of a bundle: each at its path from the folder, or else by its SHA-256 among the files that are
    `given`, and those in the folders that are.

    Raises :class:`InputError` for a file or folder that is given and cannot be read, :class:`VerificationError` where
    the question has two files of one path. Reads all files at most once.
    """
    wanted, tried = {file.sha256 for file in files}, dict[Path, str]()
    for path in [Path(file.found(folder).removeprefix(DOCUMENTS)) for file in files]:
        if path.is_file():
            tried[path] = sha256_of(path)
    for path in _files(given, folder):
        if wanted <= {*tried.values()}:
            break
        tried[path] = sha256_of(path)
    paths = {sha: path for path, sha in reversed(tried.items()) if sha in wanted}
    lost = tuple(file for file in files if file.sha256 not in paths)
    endings = {Path(file.bare).suffix for file in files}
    others = [path for path, sha in tried.items() if sha not in wanted]
    others.sort(key=lambda path: path.suffix not in endings)  # a changed copy is the likeliest of them
    faults = tuple(_fault(file, folder, others) for file in lost)
    said = ", ".join(map(str, others[:_TOLD])) + f" and {len(others) - _TOLD} more" * (len(others) > _TOLD)
    notes = (f"no file of this comparison, by SHA-256, or a changed copy of one: {said}",) if others else ()
    in_place = {Path(file.found(folder).removeprefix(DOCUMENTS)) for file in files}
    if {*paths.values()} <= in_place:
        yield Corpora(folder, paths, lost, faults, notes)
        return
    with temporary_folder() as place:
        yield Corpora(_arranged(files, paths, place, folder), paths, lost, faults, notes)


def _files(given: Iterable[str | Path], bundle: Path) -> Iterator[Path]:
    """The files that are named, and the readable ones in the folders that are, but for those of the bundle itself."""
    own = bundle.resolve()
    for path in map(Path, given):
        if not path.is_dir():
            yield path
            continue
        with file_errors(path, "name a folder that can be read"):
            for each in sorted(path.rglob("*")):
                if each.is_file() and os.access(each, os.R_OK) and own not in each.resolve().parents:
                    yield each


def _fault(file: HashedFile, folder: Path, others: Sequence[Path]) -> InputError:
    """Say what is wrong with a file that was not found; `others` are the files of no SHA-256 of the question."""
    place = Path(file.found(folder).removeprefix(DOCUMENTS))
    if changed := [path for path in others if path.name == place.name]:
        return changed_file(", ".join(map(str, changed)))
    return InputError(f"no such file, and none with its SHA-256, {file.sha256[:12]}...", Place(str(place)), _NAME_IT)


def changed_file(path: str) -> InputError:
    """The error of a file that is not the one of the question."""
    return InputError("is not the file that was compared; its SHA-256 is another", Place(path), _NAME_IT)


def _arranged(files: Sequence[HashedFile], paths: dict[str, Path], place: Path, folder: Path) -> Path:
    """Make links to the files so that the paths of the question lead to them from a folder in `place`; returns it.

    The names of files have a meaning for submissions, and what is found may have another name.
    """
    root = place.joinpath(*["d"] * max(file.bare.count("..") for file in files), "d")
    links = dict[Path, str]()
    with file_errors(folder, "its question has paths that cannot be files"):
        root.mkdir(parents=True)
        for file in files:
            link = Path(os.path.normpath(root / file.bare))
            if file.sha256 not in paths or not link.is_relative_to(place):  # a whole path leads where it did
                continue
            if links.setdefault(link, file.sha256) != file.sha256:
                raise VerificationError(f"{folder}: its question has two files of one path, {short(file.path, 60)}")
            if not os.path.lexists(link):
                link.parent.mkdir(parents=True, exist_ok=True)
                _link(paths[file.sha256].resolve(), link)
    return root


def _link(source: Path, link: Path) -> None:
    try:
        link.symlink_to(source)
    except (OSError, NotImplementedError):  # Windows lets few users make links
        shutil.copyfile(source, link)
