"""Reading and writing files, and their errors.

A file that is written has a temporary name until it is complete, and then replaces the earlier file.
"""

from __future__ import annotations

import io
import os
import re
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from smatchproof.base.errors import AccessError, InputError, Place, UsageError

STANDARD_INPUT = "-"
"""The file name that stands for standard input."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""The optional first bytes of a text in UTF-8."""
UTF_16 = b"\xff\xfe", b"\xfe\xff"
"""The first bytes of a text in UTF-16."""
CHECK_PATH = "check the path and your permissions"
"""The hint of an error about a file that cannot be opened."""
_PACKED = {
    rb"PK(\x03\x04|\x05\x06|\x07\x08)": "a zip archive",
    rb"(?s).{257}ustar *\x00": "a tar archive",
    rb"BZh[1-9](1AY&SY|\x17rE8P\x90)": "compressed by bzip2",
    rb"\xfd7zXZ": "compressed by xz",
    rb"\x28\xb5\x2f\xfd": "compressed by zstd",
    rb"\x1f\x8b": "compressed twice",
}
"""The beginnings of files that hold other files, or are compressed by another program than gzip."""
_HEAD = 512
"""The bytes at the beginning of a file that tell one of these."""


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
    with file_errors(path, hint, of), _input(path) as file, ExitStack() as opened:
        content = file
        if file.peek(2)[:2] == b"\x1f\x8b":  # a pipe cannot be read twice
            content = opened.enter_context(uncompressed(file))
        refuse_packed(content.peek(_HEAD), str(path))
        yield content


def refuse_packed(head: bytes, name: str) -> None:
    """Raise :class:`InputError` if a file begins like an archive, or is compressed by another program than gzip."""
    if kind := next((kind for form, kind in _PACKED.items() if re.match(form, head)), None):
        raise InputError(f"the file is {kind}", Place(name), "unpack it, and name a file that was in it")


@contextmanager
def _input(path: str | Path) -> Iterator[Any]:
    if path != STANDARD_INPUT:
        with Path(path).open("rb") as file:
            yield file
        return
    standard = BufferedReader(cast(RawIOBase, sys.stdin.buffer))
    try:
        yield standard
    finally:
        standard.detach()  # closed, it would close standard input


def uncompressed(file: BinaryIO) -> BufferedReader:
    """Return a stream that decompresses a gzip file while reading; the file itself stays open."""
    import gzip  # seldom needed, and a program's start is short

    return cast(BufferedReader, gzip.GzipFile(fileobj=file, mode="rb"))


def read_text(name: str) -> str:
    """Return the text of a file, plain or compressed by gzip; ``-`` is standard input.

    Raises :class:`InputError` for a file that cannot be read or is not in UTF-8.
    """
    with opened_plain(name, hint="name a file that can be read") as file:
        return decoded(file.read(), name)


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


_HINT = "name a file that can be written"
STANDARD_OUTPUT = "-"
"""The file name that stands for standard output."""


@contextmanager
def writing(*paths: str | Path, inputs: Iterable[str | Path] = ()) -> Iterator[tuple[IO[str], ...]]:
    """Open new text files in UTF-8, written as by :func:`writing_bytes`.

    A file whose name ends with ``.gz`` is compressed by gzip; the same text gives the same bytes. Raises
    :class:`UsageError` for a file that is named twice or is one of the `inputs`, also through symbolic links, and
    :class:`InputError` for a file that cannot be written.
    """
    refuse_same_files(paths, inputs)
    with ExitStack() as files:
        yield tuple(files.enter_context(_writing_text(str(path))) for path in paths)


@contextmanager
def _writing_text(path: str) -> Iterator[IO[str]]:
    with writing_bytes(path) as file, ExitStack() as stack:
        stream = stack.enter_context(compressed(file)) if path.endswith(".gz") else file
        # the name of a file may hold bytes that are no text
        text = io.TextIOWrapper(stream, encoding="utf-8", errors="backslashreplace", newline="\n")
        yield text
        text.detach()  # flushes


@contextmanager
def writing_bytes(path: str | Path) -> Iterator[BinaryIO]:
    """Open a new file, which replaces the earlier one when the block ends without an error.

    Until then it has a temporary name in the same folder. After an error, an interruption or a full disk the earlier
    file is unchanged, and the new one is removed; only a kill can leave it, as ``.smatchproof-*.tmp``. The mode of the
    earlier file stays, and symbolic links are followed. A special file such as ``/dev/stdout`` is written directly;
    ``-`` is standard output. Raises :class:`InputError` for a file that cannot be written.
    """
    if str(path) == STANDARD_OUTPUT:
        with _opened("standard output", os.dup(1), "wb") as file:
            yield file
        return
    mode = None
    with file_errors(path, _HINT):
        target, is_there = Path(os.path.realpath(path)), Path(path).exists()
        if is_there and target.is_file():
            target.open("r+b").close()  # replacing it takes no right to write it
            mode = stat.S_IMODE(target.stat().st_mode)
    if is_there and mode is None:
        with _opened(path, Path(path), "wb") as file:
            yield file
        return
    temporary = target.parent / f".smatchproof-{os.urandom(8).hex()}.tmp"
    try:
        with _opened(path, temporary, "xb") as file:
            if mode is not None:
                temporary.chmod(mode)
            yield file
            file.flush()
            with file_errors(path, _HINT):
                os.fsync(file.fileno())
        with file_errors(path, _HINT):
            temporary.replace(target)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def compressed(file: BinaryIO) -> BinaryIO:
    """Return a stream that compresses into a file by gzip; close it before the file. The same data give the same
    bytes.
    """
    import gzip  # seldom needed, and a program's start is short

    return cast(BinaryIO, gzip.GzipFile("", "wb", fileobj=file, mtime=0))


@contextmanager
def changing(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file to change it in place: to lock it, or to cut off its end."""
    with file_errors(path, _HINT), Path(path).open("r+b") as file:
        yield file


@contextmanager
def appending(path: str | Path) -> Iterator[IO[str]]:
    """Open a text file to append to it; it is made if there is none. Flushed text stays, whatever follows.

    Raises :class:`InputError` for a file that cannot be written, and if the disk is full.
    """
    with _opened(path, Path(path), "ab") as file, io.TextIOWrapper(file, encoding="utf-8", newline="\n") as text:
        yield text


def write_files(contents: Mapping[str, str], inputs: Iterable[str | Path] = ()) -> None:
    """Write several texts to files, given by name; see :func:`writing`."""
    with writing(*contents, inputs=inputs) as files:
        for file, text in zip(files, contents.values(), strict=True):
            file.write(text)


@contextmanager
def temporary_folder(inside: Path | None = None) -> Iterator[Path]:
    """Make a folder for one block, `inside` another one if given; it is removed at the end of the block."""
    from tempfile import TemporaryDirectory  # most commands need none

    with file_errors(inside or "", "name a folder that can be written"):
        folder = TemporaryDirectory(".tmp", ".smatchproof-", inside, ignore_cleanup_errors=True)
    try:
        yield Path(folder.name)
    finally:
        folder.cleanup()


def refuse_same_files(outputs: Iterable[str | Path], inputs: Iterable[str | Path] = ()) -> None:
    """Raise :class:`UsageError` if an output file is also read, or written twice; symbolic links are followed.

    >>> refuse_same_files(["left.amr", "right.amr"], ["pair.cnf"])
    >>> refuse_same_files(["left.amr", "./left.amr"])
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: ./left.amr: the same file as the output left.amr; name another file to write
    """
    known = {os.path.realpath(path): f"the input {path}" for path in inputs if str(path) != STANDARD_INPUT}
    for path in outputs:
        place = STANDARD_OUTPUT if str(path) == STANDARD_OUTPUT else os.path.realpath(path)
        if place in known and place != os.devnull:
            raise UsageError(f"{path}: the same file as {known[place]}; name another file to write")
        known[place] = f"the output {path}"


def make_folder(path: str | Path) -> Path:
    """Make a folder and its parents. Raises :class:`InputError` if that fails."""
    if str(path) == STANDARD_OUTPUT:
        raise UsageError("standard output is no folder; name one")
    folder = Path(path)
    with file_errors(path, "name a folder that can be made"):
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(0, "permission denied")
    return folder


class _Output(io.FileIO):
    """The raw stream of an output file, whose errors have the name that the user gave."""

    name_given: str | Path

    def write(self, data: object) -> int:
        """Write some bytes."""
        with file_errors(self.name_given, _HINT):
            return super().write(data)  # type: ignore[arg-type]


@contextmanager
def _opened(path: str | Path, place: Path | int, mode: str) -> Iterator[BinaryIO]:
    """Open the file at a `place`; its errors are about `path`."""
    with file_errors(path, _HINT):
        raw = _Output(place, mode)
    raw.name_given = path
    with io.BufferedWriter(raw, 1 << 16) as file:
        yield file
