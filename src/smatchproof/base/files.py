"""Files that are read, and the errors when that fails."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast

from smatchproof.base.errors import AccessError, InputError, Place

STANDARD_INPUT = "-"
"""The name that stands for standard input where a file is named."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""The first bytes that a text in UTF-8 may have."""
UTF_16 = b"\xff\xfe", b"\xfe\xff"
"""The first bytes of a text in UTF-16."""
CHECK_PATH = "check the path and your permissions"
"""The hint of an error about a file that cannot be opened."""


@contextmanager
def file_errors(path: str | Path, hint: str, of: str = "") -> Iterator[None]:
    """Make an :class:`InputError` of what the system or gzip says against a file. `of` is what it should hold.

    A file that is there and cannot be used is an :class:`AccessError`.
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
    """Open a file to read bytes from. An error of the system becomes an :class:`InputError` with that `hint`."""
    with file_errors(path, hint, of), Path(path).open("rb") as file:
        yield file


@contextmanager
def opened_regular(path: str | Path, hint: str = CHECK_PATH) -> Iterator[BufferedReader]:
    """Open a regular file that a file of others names. Raises :class:`InputError` for a folder, a pipe or a device."""
    with file_errors(path, hint):
        if Path(path).exists() and not Path(path).is_file():
            raise InputError("is no regular file", Place(str(path)), hint)
    with opened_bytes(path, hint) as file:
        yield file


@contextmanager
def opened_plain(path: str | Path, of: str = "", hint: str = CHECK_PATH) -> Iterator[BinaryIO]:
    """Open a file, uncompressed as it is read if gzip has compressed it; a pipe will do."""
    with file_errors(path, hint, of), Path(path).open("rb") as file:
        if file.peek(2)[:2] == b"\x1f\x8b":  # a pipe cannot be read twice
            with uncompressed(file) as content:
                yield content
        else:
            yield file


def uncompressed(file: BinaryIO) -> BinaryIO:
    """Return the content of a file that gzip has compressed, unpacked as it is read; the file itself stays open."""
    import gzip  # seldom needed, and a program's start is short

    return cast(BinaryIO, gzip.GzipFile(fileobj=file, mode="rb"))


def read_text(name: str) -> str:
    """Return the text of a file; ``-`` is standard input.

    Raises :class:`InputError` for a file that cannot be read or is not in UTF-8.
    """
    with file_errors(name, "name a file that can be read"):
        return decoded(sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes(), name)


def universal_newlines(data: bytes) -> bytes:
    r"""Return the bytes of a text with LF at the end of each line, where CR LF or CR may be.

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
    """Decode lines of a file, beginning with line `first`. Raises :class:`InputError` for what is not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        column = len(data[start : error.start].decode()) + 1
        line = data[start:].splitlines()[0].decode(errors="replace")
        place = Place(name, first + data.count(b"\n", 0, start), column, line, id)
        raise InputError(f"byte {data[error.start]:#04x} is not UTF-8", place, "save the file as UTF-8") from None
