"""Files that are written: how all of them are made and replaced, and the errors when that fails.

A file that is written takes its name when it is complete, on the disk, and so are all that belong to it; before that,
whatever happens, an earlier file stays byte for byte. See :func:`writing`.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, cast

from smatchproof.base.errors import InputError, UsageError, short
from smatchproof.base.files import PATIENCE, STANDARD_INPUT, file_errors
from smatchproof.base.interrupts import held


@contextmanager
def writing(*paths: str | Path, inputs: Iterable[str | Path] = ()) -> Iterator[tuple[IO[str], ...]]:
    """New text files in UTF-8, which take their names together when the block ends well: see :func:`writing_bytes`.

    A file whose name ends with ``.gz`` is compressed by gzip; the same text gives the same bytes.
    """
    with writing_bytes(*paths, inputs=inputs) as files:
        texts: list[IO[str]] = []
        try:
            texts += [_text(file, str(path)) for file, path in zip(files, paths, strict=True)]
            yield tuple(texts)
            for text in texts:
                _end(text)
        finally:
            for text in texts:
                with suppress(OSError, InputError, ValueError):  # of what could not be written, or was ended
                    text.close()


@contextmanager
def temporary_folder(inside: Path | None = None) -> Iterator[Path]:
    """A folder for one block, `inside` another one where that is given: it is removed when the block ends, and a signal
    cannot end its making or its removing halfway.
    """
    from tempfile import TemporaryDirectory  # most commands need none

    folder: TemporaryDirectory[str] | None = None
    try:
        with held(), file_errors(inside or "", "name a folder that can be written"):
            folder = TemporaryDirectory(dir=inside, prefix=".smatchproof-", ignore_cleanup_errors=True)
        yield Path(folder.name)
    finally:
        with held():
            if folder is not None:
                folder.cleanup()


@contextmanager
def writing_bytes(*paths: str | Path, inputs: Iterable[str | Path] = ()) -> Iterator[tuple[BinaryIO, ...]]:
    """New files, which take their names together when the block ends well.

    Until then they have temporary names in the same folders, and they are flushed to the disk before the first of
    them takes its name. Where one of several cannot take its name, those that have taken theirs give them back (but
    where the file system has no hard links, and their error names them). An error, an interruption or a full disk
    leaves what was there before, and no temporary file; only a kill can leave one, called ``.smatchproof-*.tmp``, and
    some of several files new. A file that was there before is replaced: it keeps its mode and, where the system
    allows, its owner; a link is followed and stays a link; a hard link to it keeps the old content. A new file gets
    the mode that the umask says. What is no regular file (a pipe, ``/dev/stdout``) is written to directly.

    Raises :class:`UsageError` for a file that is named twice, or is one of the `inputs`, also through links, and
    :class:`InputError` for a file that cannot be written.
    """
    refuse_same_files(paths, inputs)
    files: list[_NewFile] = []
    try:
        for path in map(str, paths):
            if _is_regular(path):
                with held():
                    files.append(_begin(path))
            else:
                files.append(_NewFile(path, _output(_open_stream(path), path)))
        yield tuple(each.file for each in files)
        for each in files:
            each.complete()
        with held():
            _take_names([each for each in files if each.temporary])
    finally:
        with held():
            for each in files:
                each.discard()


def compressed(file: BinaryIO) -> BinaryIO:
    """Return a stream that compresses into a file by gzip; close it before the file. The same data give the same
    bytes.
    """
    import gzip  # seldom needed, and a program's start is short

    return cast(BinaryIO, gzip.GzipFile("", "wb", fileobj=file, mtime=0))


def _text(file: BinaryIO, path: str) -> IO[str]:
    stream = compressed(file) if path.endswith(".gz") else file
    # a name of a file may hold bytes that are no text
    return io.TextIOWrapper(stream, encoding="utf-8", errors="backslashreplace", newline="\n")


def _end(text: IO[str]) -> None:
    """Hand all of a text to its file, which stays open."""
    with suppress(ValueError):  # closed already
        if isinstance(text.buffer, io.BufferedWriter):  # type: ignore[attr-defined]
            text.detach()  # type: ignore[attr-defined]
        else:
            text.close()


@contextmanager
def changing(path: str | Path) -> Iterator[BinaryIO]:
    """A file that is there, to be changed in place: to be locked, or to be cut off at its end."""
    with file_errors(path, _HINT), Path(path).open("r+b") as file:
        yield file


@contextmanager
def appending(path: str | Path) -> Iterator[IO[str]]:
    """A text file to add to, made where there is none. What is flushed stays, whatever comes after it.

    Raises :class:`InputError` for a file that cannot be written, and when the disk is full.
    """
    with file_errors(path, _HINT):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    file = io.TextIOWrapper(_output(descriptor, str(path)), encoding="utf-8", newline="\n")
    try:
        yield file
        with file_errors(path, _HINT):
            file.flush()
            os.fsync(descriptor)
    finally:
        with suppress(OSError, InputError):
            file.close()


def write_files(contents: Mapping[str, str], inputs: Iterable[str | Path] = ()) -> None:
    """Write several texts to files, given by name; see :func:`writing`."""
    with writing(*contents, inputs=inputs) as files:
        for file, text in zip(files, contents.values(), strict=True):
            file.write(text)


def refuse_same_files(outputs: Iterable[str | Path], inputs: Iterable[str | Path] = ()) -> None:
    """Raise :class:`UsageError` where a file would be written that is read, or two that are the same, links followed.

    >>> refuse_same_files(["left.amr", "right.amr"], ["pair.cnf"])
    >>> refuse_same_files(["left.amr", "./left.amr"])
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: ./left.amr: the same file as left.amr; give each output its own name
    """
    read = {identity: path for path in inputs if (identity := _identity(path))}
    written: dict[object, str | Path] = {}
    for path in outputs:
        if not (identity := _identity(path)):
            continue
        if identity in read:
            raise UsageError(f"{path}: the same file as the input {read[identity]}; name another file to write")
        if identity in written:
            raise UsageError(f"{path}: the same file as {written[identity]}; give each output its own name")
        written[identity] = path


def make_folder(path: str | Path) -> Path:
    """A folder to write into, made with those above it where they are missing. Raises :class:`InputError`."""
    folder = Path(path)
    with file_errors(path, "name a folder that can be made"):
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(0, "permission denied")
    return folder


_HINT = "name a file that can be written"
_LOOK = 0.02
"""Seconds between looks whether somebody reads a pipe."""
_LONGEST_LIST = 100
"""The most characters of names in an error."""


def _identity(path: str | Path) -> object:
    """Return a key that differs between files: ``None`` for no regular file, the path where there is no file yet."""
    try:
        found = os.fstat(0) if str(path) == STANDARD_INPUT else Path(path).stat()
    except (OSError, ValueError):
        return os.path.realpath(path) if "\0" not in str(path) else None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _standard_stream(path: str) -> int | None:
    """The number of the standard stream that goes to this file."""
    with suppress(OSError, ValueError):
        found = Path(path).stat()
        for number in (1, 2):
            with suppress(OSError):
                if os.path.samestat(found, os.fstat(number)):
                    return number
    return None


def _is_regular(path: str) -> bool:
    """Test whether a file can be replaced. The file that receives our own output cannot: the rest of it would be
    lost.
    """
    try:
        is_there = stat.S_ISREG(Path(path).stat().st_mode)
    except (OSError, ValueError):  # it may be made; if not, that is said when it is
        is_there = True
    return is_there and _standard_stream(path) is None


class _Output(io.FileIO):
    """The end of a file that is written; errors have the name that the user gave it."""

    def __init__(self, descriptor: int, path: str) -> None:
        super().__init__(descriptor, "w")
        self.path = path

    def write(self, data: object) -> int:
        """Write some bytes."""
        with file_errors(self.path, _HINT):
            return super().write(data)  # type: ignore[arg-type]


def _output(descriptor: int, path: str) -> BinaryIO:
    return io.BufferedWriter(_Output(descriptor, path), 1 << 16)


def _open_stream(path: str) -> int:
    """Open what is no regular file."""
    with file_errors(path, _HINT):
        if (number := _standard_stream(path)) is not None:
            return os.dup(number)
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                descriptor = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
                break
            except OSError as error:
                if error.errno != errno.ENXIO or time.monotonic() > give_up:  # a pipe that nobody reads, yet
                    raise
            time.sleep(_LOOK)
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(descriptor, True)
        return descriptor


@dataclass(slots=True)
class _NewFile:
    """A file that is being written, the name that it has meanwhile, and the one that it will take.

    `before` is the second name of what had that name, `is_first` says that nothing had it.
    """

    path: str
    file: BinaryIO
    temporary: Path | None = None
    target: Path | None = None
    before: Path | None = None
    is_first: bool = False

    def complete(self) -> None:
        """Bring all of it to the disk."""
        with file_errors(self.path, _HINT):
            self.file.flush()
            if self.temporary:
                os.fsync(self.file.fileno())
            self.file.close()

    def keep_old(self) -> None:
        """Give the earlier file a second name, by which it can come back."""
        if self.target:
            kept = _temporary_beside(self.target)
            try:
                os.link(self.target, kept)
                self.before = kept
            except FileNotFoundError:
                self.is_first = True
            except OSError:  # a file system without hard links
                pass

    def take_name(self) -> None:
        """Replace the earlier file."""
        if self.temporary and self.target:
            with file_errors(self.path, _HINT):
                self.temporary.replace(self.target)
            self.temporary = None

    def give_back(self) -> bool:
        """Undo that. Returns whether it could be done."""
        with suppress(OSError):
            if self.target and self.before:
                self.before.replace(self.target)
                self.before = None
                return True
            if self.target and self.is_first:
                self.target.unlink()
                return True
        return False

    def forget_old(self) -> None:
        """Remove the second name of the earlier file."""
        if kept := self.before:
            self.before = None
            with file_errors(kept, "remove this file; all was written"):
                kept.unlink()

    def discard(self) -> None:
        """Remove the new file if it has not taken its name."""
        with suppress(OSError, InputError, ValueError):  # of what could not be written
            self.file.close()
        for name in (self.temporary, self.before):
            if name:
                with suppress(OSError):
                    name.unlink()


def _take_names(files: Sequence[_NewFile]) -> None:
    """Let each of the files take its name, or none of them."""
    taken: list[_NewFile] = []
    try:
        if len(files) > 1:
            for each in files:
                each.keep_old()
        for each in files:
            each.take_name()
            taken.append(each)
    except InputError as error:
        if new := [Path(each.path).name for each in reversed(taken) if not each.give_back()]:
            names = short(", ".join(new), _LONGEST_LIST)
            hint = f"{error.hint}; new already: {len(new)} of {len(files)} files ({names})"
            raise type(error)(error.message, error.place, hint) from None
        raise
    for folder in {each.target.parent for each in files if each.target}:
        _sync_folder(folder)
    for each in files:
        each.forget_old()


def _temporary_beside(target: Path) -> Path:
    """A name beside a file that no other has."""
    return target.parent / f".smatchproof-{os.urandom(8).hex()}.tmp"


def _begin(path: str) -> _NewFile:
    """A new file beside the one that a path leads to, with its mode."""
    with file_errors(path, _HINT):
        target = Path(os.path.realpath(path))
        temporary = _temporary_beside(target)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        try:
            before = target.stat()
        except FileNotFoundError:
            return _NewFile(path, _output(os.open(temporary, flags, 0o666), path), temporary, target)
        if not os.access(target, os.W_OK):
            raise PermissionError(0, "permission denied")
        mode = stat.S_IMODE(before.st_mode)
        new = _NewFile(path, _output(os.open(temporary, flags, mode & 0o777), path), temporary, target)
        try:
            _take_owner(new.file.fileno(), before)
            if hasattr(os, "fchmod"):  # not on Windows before Python 3.13
                os.fchmod(new.file.fileno(), mode)
        except BaseException:
            new.discard()
            raise
        return new


def _take_owner(descriptor: int, before: os.stat_result) -> None:
    """Give a file the owner of the one that it replaces, where that is another and the system allows it."""
    now = os.fstat(descriptor)
    if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid) and hasattr(os, "fchown"):
        with suppress(OSError):
            os.fchown(descriptor, before.st_uid, before.st_gid)


def _sync_folder(path: Path) -> None:
    """Bring the names in a folder to the disk. Not every system can; the file itself is complete in any case."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
