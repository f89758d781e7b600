"""Writing files: each has a temporary name until it is complete, and then replaces the earlier file."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO, cast

from smatchproof.base.errors import UsageError
from smatchproof.base.files import STANDARD_INPUT, file_errors
from smatchproof.base.interrupts import held

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
        with held():
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
