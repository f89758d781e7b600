"""The words of text files with their places: what all readers of problems and of solutions are built on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NoReturn

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.record import Record

_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")


class Line(Record):
    """A line of a file: its text, its number from 1, and the hint of errors in it that have none of their own."""

    text: str
    number: int
    source: str
    hint: str

    def place(self, column: int = 1) -> Place:
        """A column of the line, from 1."""
        return Place(self.source, self.number, column, self.text)

    def words(self, separators: str = r"\s", start: int = 0, end: int | None = None) -> list[Word]:
        r"""Return the words between separators (the inside of a regular expression's brackets), from `start` to `end`.

        >>> [(word.text, word.column) for word in Line("x = [1, None]", 1, "out", "").words(r"\s,", 5, 12)]
        [('1', 6), ('None', 9)]
        """
        found = re.compile(f"[^{separators}]+").finditer(self.text, start, len(self.text) if end is None else end)
        return [Word(match[0], self, match.start() + 1) for match in found]


class Word(Record):
    """A word of a file and where it stands; `column` counts from 1.

    >>> (word,) = Line("  3o", 1, "out", "write numbers").words()
    >>> word.integer(0, 9, "a vertex")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: out:1:3: expected a vertex, found '3o'; write numbers
        3o
        ^
    """

    text: str
    line: Line
    column: int

    @property
    def place(self) -> Place:
        """The beginning of the word."""
        return self.line.place(self.column)

    @property
    def end(self) -> Place:
        """The end of the word."""
        return self.line.place(self.column + len(self.text))

    def error(self, message: str, hint: str | None = None) -> InputError:
        """An error about this word."""
        return InputError(message, self.place, self.line.hint if hint is None else hint)

    def number(self) -> float:
        """The number that the word is. Raises :class:`InputError` if it is none."""
        try:
            value = float(self.text)
        except ValueError:
            value = float("nan")
        if not abs(value) < float("inf"):
            raise self.error(f"expected a number, found {quoted(self.text)}")
        return value

    def whole(self) -> int | None:
        """The integer that the word is; ``None`` if it is none, or one of more than 18 digits."""
        return int(self.text) if _INTEGER.fullmatch(self.text) else None

    def integer(self, least: int, most: int, what: str) -> int:
        """The integer that the word is, if it is in that range. Raises :class:`InputError` if it is not."""
        value = self.whole()
        if value is None:
            raise self.error(f"expected {what}, found {quoted(self.text)}")
        if not least <= value <= most:
            range_ = f"from {least} to {most}" if least <= most else "of an empty problem, which has none"
            raise self.error(f"expected {what} {range_}, found {self.text}")
        return value


def lines(text: str, source: str, hint: str) -> Iterator[Line]:
    """The lines of a text; `source` names it in errors."""
    for number, line in enumerate(text.splitlines(), 1):
        yield Line(line, number, source, hint)


def word_lines(
    text: str, source: str, hint: str, separators: str = r"\s", comment: str | None = None
) -> Iterator[list[Word]]:
    r"""The words of each line that has any; from `comment` on a line says nothing. Takes linear time.

    >>> [[word.text for word in line] for line in word_lines("o 3 # three\n\nv 1 -2", "out", "", comment="#")]
    [['o', '3'], ['v', '1', '-2']]
    """
    for line in lines(text, source, hint):
        end = line.text.find(comment) if comment else -1
        if words := line.words(separators, end=None if end < 0 else end):
            yield words


def end_of(text: str, source: str) -> Place:
    """The end of a text."""
    last = text.splitlines() or [""]
    return Place(source, len(last), len(last[-1]) + 1, last[-1])


class Numbers:
    r"""The integers of a text, one after the other. Reading one that is not there is a located error.

    Spaces, line ends and commas separate, ``#`` starts a comment. `hint` is for the error messages.

    >>> numbers = Numbers("3, 4 # three and four", "list.txt", "write numbers")
    >>> numbers.whole("the first"), numbers.whole("the second", least=0, most=9)
    (3, 4)
    >>> numbers.whole("the third")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: list.txt:1:5: the file ends where the third was expected; write numbers
      3, 4 # three and four
          ^
    """

    def __init__(self, text: str, source: str, hint: str) -> None:
        self._start = Line((text.splitlines() or [""])[0], 1, source, hint)
        self._words = [word for line in word_lines(text, source, hint, r"\s,", "#") for word in line]
        self._next = 0

    def __bool__(self) -> bool:
        """Test whether there is another word."""
        return self._next < len(self._words)

    def whole(self, what: str, least: int = 0, most: int = 10**18 - 1) -> int:
        """The next number; `what` it is, in words. Raises :class:`InputError` if it is none, or out of its range."""
        if not self:
            place = self._words[-1].end if self._words else self._start.place()
            raise InputError(f"the file ends where {what} was expected", place, self._start.hint)
        word = self._words[self._next]
        self._next += 1
        return word.integer(least, most, what)

    def skip_best_known(self, size: int) -> None:
        """Read over a second number in line 1 if it is no entry: there is one too many, or line 2 has a whole row.

        Raises :class:`InputError` if the other numbers are one too few for two matrices.
        """
        lengths = Counter(word.line.number for word in self._words)
        first, second = [*lengths.values(), 0, 0][:2]
        spare = len(self._words) - 1 - 2 * size * size
        if first != 2 or not (spare == 1 or second == size > 1):
            return
        self._next += 1
        if spare == 0:
            hint = f"write two {size} x {size} matrices below line 1, or {size} alone in line 1"
            self.refuse("a best known value behind the size, and a number too few for two matrices", hint)

    def refuse(self, message: str, hint: str | None = None) -> NoReturn:
        """Raise an :class:`InputError` at the last number."""
        raise self._words[self._next - 1].error(message, hint)

    def end(self, expected: str) -> None:
        """Raise an :class:`InputError` if there is anything left."""
        if self:
            self._next += 1
            self.refuse(f"expected {expected}, found {quoted(self._words[self._next - 1].text)}")
