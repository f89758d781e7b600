"""Files: how all of them are opened and read, and the errors when that fails."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from smatchproof.base.errors import AccessError, InputError, Place

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

STANDARD_INPUT = "-"
"""The name that stands for standard input where a file is named."""
LARGEST_RATIO = 250
"""How many times as large as the compressed file its content may be. Gzip makes text a tenth, and at best a 1,000th."""
UNPACKED_AT_ONCE = 2**26
"""The number of bytes that may be unpacked from any compressed file, whatever its size."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""The first bytes that a text in UTF-8 may have."""
UTF_16 = b"\xff\xfe", b"\xfe\xff"
"""The first bytes of a text in UTF-16."""
LARGEST_TEXT = 2**28
"""The most bytes of a file that is read whole."""
LONGEST_LINE = 2**26
"""The most bytes of a line of a file that is read line by line."""
PATIENCE = 3.0
"""Seconds that a pipe with a name is waited for: its other end may be opened a moment later."""
LARGEST = 2**33
"""The most bytes of a file that a file of others names: to read them takes some ten seconds."""
_AT_ONCE = sum(getattr(os, name, 0) for name in ("O_RDONLY", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))
"""The flags by which files are opened to read: without waiting for a pipe or a device."""
CHECK_PATH = "check the path and your permissions"
"""The hint of an error about a file that cannot be opened."""


@contextmanager
def file_errors(path: str | Path, hint: str, of: str = "") -> Iterator[None]:
    """Make an :class:`InputError` of what the system or gzip says against a file. `of` is what it should hold.

    A file that is there and cannot be used is an :class:`AccessError`.
    """
    place = Place(str(path))
    if "\0" in place.source:
        raise InputError("no name of a file", place, hint)
    try:
        yield
    except UnicodeEncodeError:  # half a character
        raise InputError("no name of a file", place, hint) from None
    except IsADirectoryError:
        raise InputError("is a directory", place, f"name a file of {of} in it" if of else hint) from None
    except BrokenPipeError:  # no error of a file: its reader has seen enough
        raise
    except (EOFError, zlib.error) as error:
        raise InputError(f"not a complete gzip file ({error})", place, "compress the file again") from None
    except OSError as error:
        if error.errno is None:  # from gzip, not from the system
            if str(error).startswith("Not a gzipped file"):  # the first bytes are, or gzip would not be asked
                hint = "cut them off, or compress the file again"
                raise InputError("bytes follow the end of the compressed data", place, hint) from None
            raise InputError(f"not a complete gzip file ({error})", place, "compress the file again") from None
        kind = InputError if isinstance(error, FileNotFoundError | NotADirectoryError) else AccessError
        raise kind(str(error.strerror or error).lower(), place, hint) from None


@contextmanager
def opened_bytes(path: str | Path, hint: str = CHECK_PATH, of: str = "") -> Iterator[io.BufferedReader]:
    """A file to read bytes from: see :func:`open_input`. An error of the system becomes an :class:`InputError`.

    `hint` is the hint of that error.
    """
    with file_errors(path, hint, of), open_input(path) as file:
        yield file


def open_input(path: str | Path) -> io.BufferedReader:
    """Open what a shell gives a program to read: a regular file, a pipe, a terminal, or the device that is empty.

    Raises :class:`InputError` for any other device, which may have no end, and for a pipe that nobody has opened to
    write into for :data:`PATIENCE` seconds; ``OSError`` as the system does.
    """
    descriptor = os.open(path, _AT_ONCE)
    try:
        _refuse_devices(descriptor, str(path))
        if hasattr(os, "O_NONBLOCK"):
            if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
                _wait_for_writer(descriptor, str(path))
            os.set_blocking(descriptor, True)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def standard_input() -> BinaryIO:
    """Standard input. Raises :class:`InputError` for a device as :func:`open_input` does, ``OSError`` if closed."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    file = sys.stdin.buffer
    with suppress(io.UnsupportedOperation):  # a text in memory has no number
        _refuse_devices(file.fileno(), "<standard input>")
    return file


def _refuse_devices(descriptor: int, name: str) -> None:
    found = os.fstat(descriptor)
    if not (stat.S_ISBLK(found.st_mode) or stat.S_ISCHR(found.st_mode)) or os.isatty(descriptor):
        return
    if found.st_rdev != Path(os.devnull).stat().st_rdev:
        raise InputError("is a device", Place(name), "name a file or a pipe")


def _wait_for_writer(descriptor: int, name: str) -> None:
    """Wait until something can be read from a pipe, or somebody who has opened it may still write."""
    import select  # few read from a pipe by its name

    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    if not poll.poll(PATIENCE * 1000):
        with suppress(BlockingIOError):  # somebody has opened it
            os.read(descriptor, 1)
            raise InputError(f"nobody writes into this pipe for {PATIENCE:g} seconds", Place(name), "name a file")


@contextmanager
def opened_regular(path: str | Path, hint: str = CHECK_PATH, most: int = LARGEST) -> Iterator[io.BufferedReader]:
    """A regular file to read bytes from, for paths that a file of others names: nothing else is waited for or read.

    Raises :class:`InputError` for a folder, a pipe, a device, and for a file of more than `most` bytes.
    """
    with file_errors(path, hint), os.fdopen(os.open(path, _AT_ONCE), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise InputError("is no regular file", Place(str(path)), hint)
        if found.st_size > most:
            raise InputError(f"more than {most:,} bytes", Place(str(path)), hint)
        yield file


@contextmanager
def opened_plain(path: str | Path, of: str = "", hint: str = CHECK_PATH) -> Iterator[BinaryIO]:
    """A file, uncompressed as it is read where gzip has compressed it; a pipe will do."""
    with opened_bytes(path, hint, of) as file:
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
    """The content of a gzip stream, as long as it is not far larger than the content of such a stream of text."""

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
    :data:`LARGEST_RATIO` times the bytes that were read: text does not grow so much, a file made to fill a disk does.
    """
    import gzip  # seldom needed, and a program's start is short

    packed = _Counted(file)
    content = cast(BinaryIO, gzip.GzipFile(fileobj=cast(Any, packed), mode="rb"))
    return io.BufferedReader(_Unpacked(content, packed, name), 1 << 16)


def read_text(name: str) -> str:
    """The text of a file; ``-`` is standard input. Raises :class:`InputError` for a file that cannot be read.

    That is also one of more than :data:`LARGEST_TEXT` bytes, or not in UTF-8.
    """
    if name != STANDARD_INPUT:
        return decoded(read_bytes(name, "name a file that can be read"), name)
    with file_errors(name, "name a file"):
        return decoded(_whole(standard_input(), name), name)


def read_bytes(path: str | Path, hint: str = CHECK_PATH, of: str = "") -> bytes:
    """All of a file. Raises :class:`InputError` for one that cannot be read, or has over :data:`LARGEST_TEXT` bytes."""
    with opened_bytes(path, hint, of) as file:
        return _whole(file, str(path))


def _whole(file: BinaryIO, name: str) -> bytes:
    data = file.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise InputError(f"a file of more than {LARGEST_TEXT:,} bytes", Place(name), "name a smaller file")
    return data


def numbered_lines(file: BinaryIO, name: str, hint: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers, from 1. Raises :class:`InputError` for one over :data:`LONGEST_LINE`."""
    for number, line in enumerate(iter(partial(file.readline, LONGEST_LINE + 1), b""), 1):
        if len(line) > LONGEST_LINE:
            raise InputError(f"a line of more than {LONGEST_LINE:,} bytes", Place(name, number), hint)
        yield number, line


def universal_newlines(data: bytes) -> bytes:
    r"""The bytes of a text with LF at the end of each line, where CR LF or CR may be.

    >>> universal_newlines(b"1\r\n2\r3\n")
    b'1\n2\n3\n'
    """
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def decoded(data: bytes, name: str) -> str:
    """The text of a file from its bytes. Raises :class:`InputError` where they are not UTF-8, or zero."""
    if data.startswith(UTF_16):
        raise InputError("the file is in UTF-16", Place(name, 1), "save the file as UTF-8")
    if (zero := data.find(b"\0")) >= 0:
        line = data.count(b"\n", 0, zero) + 1
        raise InputError("byte 0x00 is no part of a text", Place(name, line), "name a text file in UTF-8")
    return decoded_lines(data.removeprefix(BYTE_ORDER_MARK), name)


def decoded_lines(data: bytes, name: str, first: int = 1, id: str | None = None) -> str:
    """Decode lines of a file, of which the `first` has that number. Raises :class:`InputError` where no UTF-8 is."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        column = len(data[start : error.start].decode()) + 1
        line = data[start:].splitlines()[0].decode(errors="replace")
        place = Place(name, first + data.count(b"\n", 0, start), column, line, id)
        raise InputError(f"byte {data[error.start]:#04x} is not UTF-8", place, "save the file as UTF-8") from None
