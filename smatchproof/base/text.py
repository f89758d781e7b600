"""Numbers in sentences, long lines, and texts that are longer than memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from weakref import finalize

_PIECE = 2**20


def many(number: int, what: str) -> str:
    """A number of things, whose plural has an s.

    >>> many(1, "system"), many(1200, "graph")
    ('1 system', '1,200 graphs')
    """
    return f"{number:,} {what}" + "s" * (number != 1)


class LongText:
    r"""An ASCII text of many lines in a temporary file, which is removed with it.

    ``str(text)`` is all of it, and `path` the file. Raises ``OSError`` where there is no room for it. Sent to another
    process, it is copied there.

    >>> text = LongText(["one\n", "two"])
    >>> [*text.lines()], len(text), str(text) == "one\ntwo", text == LongText(["one\ntwo"])
    (['one', 'two'], 7, True, True)
    """

    def __init__(self, pieces: Iterable[str]) -> None:
        from tempfile import NamedTemporaryFile  # few texts are as long

        self._file = NamedTemporaryFile("w", suffix=".jsonl", encoding="ascii", newline="")
        finalize(self, self._file.close)
        self._file.writelines(pieces)
        self._file.flush()

    @property
    def path(self) -> Path:
        """The file, which is there as long as the text is."""
        return Path(self._file.name)

    def lines(self) -> Iterator[str]:
        """The lines, without their ends."""
        with self.path.open(encoding="ascii", newline="\n") as file:
            for line in file:
                yield line.removesuffix("\n")

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
        return isinstance(other, LongText) and all(a == b for a, b in zip_longest(self.lines(), other.lines()))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[LongText], tuple[list[str]]]:
        return LongText, ([*self.pieces()],)


Text = str | LongText
"""A text that may be too long for memory."""


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
