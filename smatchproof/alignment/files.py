"""Files: how all of them are opened, read and replaced, and what is said when that fails.

A file that is written takes its name when it is complete, on the disk, and so are all that belong to it; before that,
whatever happens, what was there stays byte for byte. See :func:`writing`.
"""

from __future__ import annotations

import io
import os
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO, cast

from smatchproof.alignment.errors import InputError, Place, UsageError
from smatchproof.alignment.interrupts import held

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

STANDARD_INPUT = "-"


LARGEST_RATIO = 250
"""How many times as large as the compressed file its content may be. Gzip makes text a tenth, and at best a 1,000th."""
UNPACKED_AT_ONCE = 2**26
"""So many bytes are unpacked from any compressed file."""
UTF_16 = b"\xff\xfe", b"\xfe\xff"
"""With one of these a text in UTF-16 begins."""
LARGEST_TEXT = 2**28
"""The most bytes of a file that is read whole."""
CHECK_PATH = "check the path and your permissions"
"""The way out where a file cannot be opened."""


# ---- reading


@contextmanager
def file_errors(path: str | Path, way_out: str, of: str = "") -> Iterator[None]:
    """Make an :class:`InputError` of what the system or gzip says against a file. `of` is what it should hold."""
    place = Place(str(path))
    try:
        yield
    except IsADirectoryError:
        raise InputError("is a directory", place, f"name a file of {of} in it" if of else way_out) from None
    except BrokenPipeError:  # no error of a file: its reader has seen enough
        raise
    except (EOFError, zlib.error) as error:
        raise InputError(f"not a complete gzip file ({error})", place, "compress the file again") from None
    except OSError as error:
        if error.errno is None:  # from gzip, not from the system
            raise InputError(f"not a complete gzip file ({error})", place, "compress the file again") from None
        raise InputError(str(error.strerror or error).lower(), place, way_out) from None
    except ValueError as error:  # a name with a NUL in it
        if "null" not in str(error):
            raise
        raise InputError("no name of a file", place, way_out) from None


@contextmanager
def opened_bytes(path: str | Path, way_out: str = CHECK_PATH, of: str = "") -> Iterator[io.BufferedReader]:
    """A file to read bytes from. What the system says against that is an :class:`InputError` with this way out."""
    with file_errors(path, way_out, of), Path(path).open("rb") as file:
        yield file


@contextmanager
def opened_plain(path: str | Path, of: str = "", way_out: str = CHECK_PATH) -> Iterator[BinaryIO]:
    """A file, uncompressed as it is read where gzip has compressed it; a pipe will do."""
    with opened_bytes(path, way_out, of) as file:
        if file.peek(2)[:2] != b"\x1f\x8b":  # a pipe cannot be read twice
            yield file
            return
        with uncompressed(file, str(path)) as content:
            yield content


class _Counted:
    """A file that is read, which may be a pipe, and the bytes that were read of it."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.size = file, 0

    def read(self, size: int = -1) -> bytes:
        data = self.file.read(size)
        self.size += len(data)
        return data


class _Unpacked(io.RawIOBase):
    """What a gzip stream holds, as long as it is not far more than such a stream of text would hold."""

    def __init__(self, content: BinaryIO, packed: _Counted, name: str) -> None:
        self.content, self.packed, self.name = content, packed, name
        self.size = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        with memoryview(buffer) as view:
            data = self.content.read(len(view))
            view[: len(data)] = data
        self.size += len(data)
        if self.size > UNPACKED_AT_ONCE and self.size > LARGEST_RATIO * self.packed.size:
            message = f"unpacks to more than {UNPACKED_AT_ONCE:,} bytes and {LARGEST_RATIO} times its size"
            raise InputError(message, Place(self.name), "give it as a plain file")
        return len(data)

    def close(self) -> None:
        self.content.close()
        super().close()


def uncompressed(file: BinaryIO, name: str) -> BinaryIO:
    """The content of a file that gzip has compressed, unpacked as it is read; the file itself stays open.

    Reading raises :class:`InputError` as soon as it is more than :data:`UNPACKED_AT_ONCE` bytes and more than
    :data:`LARGEST_RATIO` times what was read of the file: text is not, what is made to fill a disk is.
    """
    import gzip  # seldom needed, and a program's start is short

    packed = _Counted(file)
    content = cast(BinaryIO, gzip.GzipFile(fileobj=cast(Any, packed), mode="rb"))
    return io.BufferedReader(_Unpacked(content, packed, name), 1 << 16)


def read_text(name: str) -> str:
    """The text of a file; ``-`` is standard input. Raises :class:`InputError` for a file that cannot be read.

    That is also one of more than :data:`LARGEST_TEXT` bytes, or not in UTF-8.
    """
    way_out = "name a file that can be read"
    with nullcontext(sys.stdin.buffer) if name == STANDARD_INPUT else opened_bytes(name, way_out) as file:
        data = file.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise InputError(f"a file of more than {LARGEST_TEXT:,} bytes", Place(name), "name a smaller file")
    return decoded(data, name)


def decoded(data: bytes, name: str) -> str:
    """The text of a file from its bytes. Raises :class:`InputError` where they are not UTF-8, or zero."""
    if data.startswith(UTF_16):
        raise InputError("the file is in UTF-16", Place(name, 1), "save the file as UTF-8")
    if (zero := data.find(b"\0")) >= 0:
        line = data.count(b"\n", 0, zero) + 1
        raise InputError("byte 0x00 is no part of a text", Place(name, line), "name a text file in UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        wrong = f"byte {data[error.start]:#04x} is not UTF-8"
        raise InputError(wrong, Place(name, line), "name a text file") from None


# ---- writing


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
def writing_bytes(*paths: str | Path, inputs: Iterable[str | Path] = ()) -> Iterator[tuple[BinaryIO, ...]]:
    """New files, which take their names together when the block ends well.

    Until then they have temporary names in the same folders, and they are flushed to the disk before the first of
    them takes its name. An error, an interruption or a full disk leaves what was there before, and no temporary file;
    only a kill can leave one, called ``.smatchproof-*.tmp``. A file that was there before is replaced: it keeps its
    mode and, where the system allows, its owner; a link is followed and stays a link; a hard link to it keeps the old
    content. A new file gets the mode that the umask says. What is no regular file (a pipe, ``/dev/stdout``) is written
    to directly.

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
            for each in files:
                each.take_name()
    finally:
        with held():
            for each in files:
                each.discard()


def compressed(file: BinaryIO) -> BinaryIO:
    """What compresses into a file by gzip; it is to be closed before the file. The same data give the same bytes."""
    import gzip  # seldom needed, and a program's start is short

    return cast(BinaryIO, gzip.GzipFile("", "wb", fileobj=file, mtime=0))


def _text(file: BinaryIO, path: str) -> IO[str]:
    return io.TextIOWrapper(compressed(file) if path.endswith(".gz") else file, encoding="utf-8", newline="\n")


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
    with file_errors(path, _WAY_OUT), Path(path).open("r+b") as file:
        yield file


@contextmanager
def appending(path: str | Path) -> Iterator[IO[str]]:
    """A text file to add to, made where there is none. What is flushed stays, whatever comes after it.

    Raises :class:`InputError` for a file that cannot be written, and when the disk is full.
    """
    with file_errors(path, _WAY_OUT):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    file = _text_file(descriptor, str(path))
    try:
        yield file
        with file_errors(path, _WAY_OUT):
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
    smatchproof.alignment.errors.UsageError: ./left.amr: the same file as left.amr; give each output its own name
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


_WAY_OUT = "name a file that can be written"


def _identity(path: str | Path) -> object:
    """What tells files apart: nothing for what is no regular file, the path where there is no file yet."""
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
    """Whether a file can be replaced. Where our own output goes to, it cannot: the rest of that would be lost."""
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
        with file_errors(self.path, _WAY_OUT):
            return super().write(data)  # type: ignore[arg-type]


def _output(descriptor: int, path: str) -> BinaryIO:
    return io.BufferedWriter(_Output(descriptor, path), 1 << 16)


def _text_file(descriptor: int, path: str) -> IO[str]:
    return io.TextIOWrapper(_output(descriptor, path), encoding="utf-8", newline="\n")


def _open_stream(path: str) -> int:
    """Open what is no regular file."""
    with file_errors(path, _WAY_OUT):
        if (number := _standard_stream(path)) is not None:
            return os.dup(number)
        return os.open(path, os.O_WRONLY)


@dataclass(slots=True)
class _NewFile:
    """A file that is being written, the name that it has meanwhile, and the one that it will take."""

    path: str
    file: BinaryIO
    temporary: Path | None = None
    target: Path | None = None

    def complete(self) -> None:
        """Bring all of it to the disk."""
        with file_errors(self.path, _WAY_OUT):
            self.file.flush()
            if self.temporary:
                os.fsync(self.file.fileno())
            self.file.close()

    def take_name(self) -> None:
        """Replace what was there before, if this is no stream."""
        if self.temporary and self.target:
            with file_errors(self.path, _WAY_OUT):
                self.temporary.replace(self.target)
            self.temporary = None
            _sync_folder(self.target.parent)

    def discard(self) -> None:
        """Remove what has not taken its name."""
        with suppress(OSError, InputError, ValueError):  # of what could not be written
            self.file.close()
        if self.temporary:
            with suppress(OSError):
                self.temporary.unlink()


def _begin(path: str) -> _NewFile:
    """A new file beside the one that a path leads to, with its mode."""
    with file_errors(path, _WAY_OUT):
        target = Path(os.path.realpath(path))
        temporary = target.parent / f".smatchproof-{os.urandom(8).hex()}.tmp"
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
            os.fchmod(new.file.fileno(), mode)
        except BaseException:
            new.discard()
            raise
        return new


def _take_owner(descriptor: int, before: os.stat_result) -> None:
    """Give a file the owner of the one that it replaces, where that is another and the system allows it."""
    now = os.fstat(descriptor)
    if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
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
