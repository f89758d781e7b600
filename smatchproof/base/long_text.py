"""Long lines, and texts that are longer than memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, zip_longest
from pathlib import Path
from weakref import finalize

from smatchproof.base.interrupts import held

LONGEST_IN_MEMORY = 2**23
"""Characters: a shorter text stays in memory, as a corpus may have thousands. It is checked in 0.1 seconds."""
_PIECE = 2**20
"""Characters: a text that is encoded whole takes as much memory again."""


class LongText:
    r"""An ASCII text of many lines in a temporary file, which is removed with it.

    ``str(text)`` is all of it. To make one raises ``OSError`` where the folder of temporary files has no room for it.
    Sent to another process, it is copied into a file there, and meanwhile memory holds it twice.

    >>> text = LongText(["one\n", "two"])
    >>> [*text.lines()], len(text), str(text) == "one\ntwo", text == LongText(["one\ntwo"])
    (['one', 'two'], 7, True, True)
    """

    def __init__(self, pieces: Iterable[str | bytes]) -> None:
        from tempfile import mkstemp  # few texts are as long

        with held():  # a signal between the two would leave the file
            descriptor, name = mkstemp(suffix=".jsonl")
            self.path = Path(name)
            """The file, which is removed with the text: keep that, not the path alone."""
            finalize(self, _remove, self.path, os.getpid())
        # not kept open: a result may hold thousands of texts
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(piece if isinstance(piece, bytes) else piece.encode("ascii") for piece in pieces)

    def lines(self) -> Iterator[str]:
        """The lines, without their ends; behind the last end there is one more, as in ``str.split``."""
        line = "\n"
        with self.path.open(encoding="ascii", newline="\n") as file:
            for line in file:
                yield line.removesuffix("\n")
        if line.endswith("\n"):
            yield ""

    def pieces(self) -> Iterator[str]:
        """The text, in pieces that memory holds."""
        with self.path.open(encoding="ascii", newline="") as file:
            while piece := file.read(_PIECE):
                yield piece

    def __len__(self) -> int:
        return self.path.stat().st_size

    def __str__(self) -> str:
        return "".join(self.pieces())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LongText) and all(a == b for a, b in zip_longest(self.pieces(), other.pieces()))

    def __hash__(self) -> int:
        return len(self)

    def __reduce__(self) -> tuple[Callable[..., LongText], tuple[object]]:
        return LongText, ([*self.pieces()],)


def _remove(path: Path, owner: int) -> None:
    """Remove the file of a text, in the process that has made it: a forked one has a copy of the text, not of it."""
    if os.getpid() == owner:
        path.unlink(missing_ok=True)


Text = str | LongText
"""A text that may be too long for memory."""


def text_of(pieces: Iterable[str | bytes]) -> Text:
    """The text of these pieces: in memory, unless it is long.

    >>> text_of(["a", b"b"])
    'ab'
    """
    pieces, first, size = iter(pieces), list[str | bytes](), 0
    for piece in pieces:
        first.append(piece)
        size += len(piece)
        if size > LONGEST_IN_MEMORY:
            return LongText(chain(first, pieces))
    return "".join([piece if isinstance(piece, str) else piece.decode("ascii") for piece in first])


def lines_of(text: Text) -> Iterator[str]:
    """The lines of a text, one by one: a list of all would take as much memory again."""
    if isinstance(text, LongText):
        yield from text.lines()
        return
    start, end = 0, text.find("\n")
    while end >= 0:
        yield text[start:end]
        start, end = end + 1, text.find("\n", end + 1)
    yield text[start:]


def pieces_of(text: Text) -> Iterator[str]:
    """The text in pieces: a long one that is encoded whole takes as much memory again."""
    if isinstance(text, LongText):
        return text.pieces()
    return (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))


def line_of(text: Text) -> Iterator[str]:
    r"""The text and the end of its line, in pieces.

    >>> [*line_of("{}")]
    ['{}', '\n']
    """
    yield from pieces_of(text)
    yield "\n"
