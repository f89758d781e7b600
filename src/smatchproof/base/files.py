"""Reading files, and its errors."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import BinaryIO, cast

from smatchproof.base.errors import AccessError, InputError, Place

STANDARD_INPUT = "-"
"""The file name that stands for standard input."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""The optional first bytes of a text in UTF-8."""
UTF_16 = b"\xff\xfe", b"\xfe\xff"
"""The first bytes of a text in UTF-16."""
CHECK_PATH = "check the path and your permissions"
"""The hint of an error about a file that cannot be opened."""


@contextmanager
def file_errors(path: str | Path, hint: str, of: str = "") -> Iterator[None]:
    """Turn errors of the system or of gzip into an :class:`InputError`. `of` is the expected content of the file.

    If the file exists and cannot be used, it is an :class:`AccessError`.
    """
    place = Place(str(path))
    try:
        yield
    except IsADirectoryError:
        raise InputError("is a directory", place, f"name a file of {of} in it" if of else hint) from None
    except BrokenPipeError:  # no error of a file: its reader has seen enough
        raise
    except (EOFError, zlib.error) as error:
        raise InputError(f"not a complete gzip file ({error})", place, "compress the file again") from None
    except OSError as error:
        if error.errno is None:  # from gzip, not from the system
            raise InputError(f"not a complete gzip file ({error})", place, "compress the file again") from None
        kind = InputError if isinstance(error, FileNotFoundError | NotADirectoryError) else AccessError
        raise kind(str(error.strerror or error).lower(), place, hint) from None
    except ValueError as error:  # a zero byte or half a character
        if isinstance(error, UnicodeEncodeError) or str(error).startswith("embedded null"):
            raise InputError("no name of a file", place, hint) from None
        raise


@contextmanager
def opened_bytes(path: str | Path, hint: str = CHECK_PATH, of: str = "") -> Iterator[BufferedReader]:
    """Open a file to read bytes. An error of the system becomes an :class:`InputError` with this `hint`."""
    with file_errors(path, hint, of), Path(path).open("rb") as file:
        yield file


@contextmanager
def opened_regular(path: str | Path, hint: str = CHECK_PATH) -> Iterator[BufferedReader]:
    """Open a regular file named in a file of others. Raises :class:`InputError` for a folder, a pipe or a device."""
    with file_errors(path, hint):
        if Path(path).exists() and not Path(path).is_file():
            raise InputError("is no regular file", Place(str(path)), hint)
    with opened_bytes(path, hint) as file:
        yield file


@contextmanager
def opened_plain(path: str | Path, of: str = "", hint: str = CHECK_PATH) -> Iterator[BinaryIO]:
    """Open a file or pipe; ``-`` is standard input; gzip-compressed data are decompressed while reading."""
    with file_errors(path, hint, of), _opened(path) as file:
        if file.peek(2)[:2] == b"\x1f\x8b":  # a pipe cannot be read twice
            with uncompressed(file) as content:
                yield content
        else:
            yield file


def _opened(path: str | Path) -> BufferedReader:
    return BufferedReader(cast(RawIOBase, sys.stdin.buffer)) if path == STANDARD_INPUT else Path(path).open("rb")


def uncompressed(file: BinaryIO) -> BinaryIO:
    """Return a stream that decompresses a gzip file while reading; the file itself stays open."""
    import gzip  # seldom needed, and a program's start is short

    return cast(BinaryIO, gzip.GzipFile(fileobj=file, mode="rb"))


def read_text(name: str) -> str:
    """Return the text of a file; ``-`` is standard input.

    Raises :class:`InputError` for a file that cannot be read or is not in UTF-8.
    """
    with file_errors(name, "name a file that can be read"):
        return decoded(sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes(), name)


def universal_newlines(data: bytes) -> bytes:
    r"""Return the bytes of a text with LF at the end of each line, instead of CR LF or CR.

    >>> universal_newlines(b"1\r\n2\r3\n")
    b'1\n2\n3\n'
    """
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def decoded(data: bytes, name: str) -> str:
    """Return the text of a file from its bytes. Raises :class:`InputError` if they are not UTF-8, or zero."""
    if data.startswith(UTF_16):
        raise InputError("the file is in UTF-16", Place(name, 1), "save the file as UTF-8")
    if (zero := data.find(b"\0")) >= 0:
        line = data.count(b"\n", 0, zero) + 1
        raise InputError("byte 0x00 is no part of a text", Place(name, line), "name a text file in UTF-8")
    return decoded_lines(data.removeprefix(BYTE_ORDER_MARK), name)


def decoded_lines(data: bytes, name: str, first: int = 1, id: str | None = None) -> str:
    """Decode lines of a file, beginning with line `first`. Raises :class:`InputError` if they are not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        column = len(data[start : error.start].decode()) + 1
        line = data[start:].splitlines()[0].decode(errors="replace")
        place = Place(name, first + data.count(b"\n", 0, start), column, line, id)
        raise InputError(f"byte {data[error.start]:#04x} is not UTF-8", place, "save the file as UTF-8") from None
