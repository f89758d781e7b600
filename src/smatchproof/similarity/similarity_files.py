"""Reading similarities: word vectors in GloVe's text format and tables of pairs, plain or gzip-compressed.

Files are streamed, so that only the vectors of the words of a corpus are in memory. Text that cannot be read is an
:class:`~smatchproof.base.errors.InputError` with its line and column.
"""

from __future__ import annotations

import hashlib
import math
import re
from array import array
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.files import BYTE_ORDER_MARK, decoded_lines, opened_plain
from smatchproof.base.text import many
from smatchproof.similarity.similarity import TableSimilarity, WordVectors, in_unit_interval, pair_key


class _Line(NamedTuple):
    """A line of a file, without its end. Its text is UTF-8."""

    source: str
    number: int
    text: bytes

    def refuse(self, offset: int, message: str, hint: str) -> NoReturn:
        """Raise the error, with the caret at a byte of the line."""
        column = len(self.text[:offset].decode()) + 1
        raise InputError(message, Place(self.source, self.number, column, self.text.decode(errors="replace")), hint)


# ---- word vectors


class _Kept(NamedTuple):
    line: int
    vector: array[float]


def read_vectors(path: str | Path, words: Collection[str]) -> WordVectors:
    r"""Read the vectors of `words` in a file; see :func:`~smatchproof.similarity.similarity.needed_words`.

    The format is that of GloVe (Pennington, Socher & Manning, EMNLP 2014): a line is a word and its numbers, separated
    by single spaces. The numbers are as many as in the first line, so that a word may contain spaces (but where all
    that follows its first part is numbers, the line has too many); a first line of two integers is word2vec's
    heading, COUNT DIMENSION. The fingerprint is the beginning of the SHA-256 of the
    whole file, uncompressed.

    One pass; memory grows with the words kept, not with the file. Every line is checked for the number of its fields
    and for UTF-8, those of `words` also for finite numbers and for two different vectors of one word. Raises
    :class:`InputError`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "toy.txt")
    ...     _ = path.write_text("boy 1 0\ngirl 0.8 0.6\ntree 0 1\n")
    ...     found = read_vectors(path, {"boy", "tree", "unicorn"})
    >>> sorted(found.vectors), found
    (['boy', 'tree'], WordVectors(dimension=2, name='toy.txt', fingerprint='d5c8c5ca'))
    """
    wanted = {word.encode(): word for word in words}
    kept: dict[str, _Kept] = {}
    digest = hashlib.sha256()
    dimension = vectors = 0
    for line in _lines(path, "word vectors", digest.update):
        line = line._replace(text=line.text.rstrip(b" "))  # word2vec and fastText end their lines with a space
        if line.number == 1 and (heading := re.fullmatch(rb"[0-9]{1,9} ([0-9]{1,9})", line.text)):
            dimension = _heading_dimension(line, int(heading[1]))
            continue
        dimension = dimension or _dimension(line)
        vectors += 1
        if line.text.count(b" ") == dimension:
            key = line.text[: line.text.index(b" ")]
        else:
            key = _word_with_spaces(line, dimension)
        if key in wanted:
            _keep(kept, wanted[key], line, len(key) + 1)
    if vectors == 0:
        hint = "expected lines of a word and its numbers: boy 0.12 -0.3 ..."
        raise InputError("no word vector in this file", Place(str(path)), hint)
    found = {word: vector for word, (_, vector) in kept.items()}
    return WordVectors(found, dimension, Path(path).name, digest.hexdigest()[:8])


# The forms of a number, and the characters of finite ones.
_NUMERIC = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*(?:e[+-]?[0-9]+)?|\.[0-9]+(?:e[+-]?[0-9]+)?|nan|inf|infinity)", re.I)
_FINITE = re.compile(rb"[-+.0-9eE ]*")


def _heading_dimension(line: _Line, dimension: int) -> int:
    if dimension == 0:
        line.refuse(line.text.index(b" ") + 1, "vectors of dimension 0", "write the number of vectors and their length")
    return dimension


def _dimension(line: _Line) -> int:
    """Count the numbers that end the first line. Its word may have spaces, but no number between them."""
    fields = line.text.split(b" ")
    numbers = 0
    while numbers < len(fields) - 1 and _NUMERIC.fullmatch(fields[-1 - numbers]):
        numbers += 1
    word = fields[: len(fields) - numbers]
    if len(fields) == 1:
        line.refuse(len(line.text), "expected a word and its numbers", "separate them by single spaces")
    if numbers == 0 or any(map(_NUMERIC.fullmatch, word[1:])):
        _refuse_number(line, word[-1], len(b" ".join(word[:-1])) + 1)
    return numbers


def _word_with_spaces(line: _Line, dimension: int) -> bytes:
    """The word of a line with more fields than a word and its numbers: all text before the numbers."""
    fields = line.text.split(b" ")
    found = len(fields) - 1
    if found < dimension or all(map(_NUMERIC.fullmatch, fields[1:])):
        message = f"expected {many(dimension, 'number')} as in line 1, found {found}"
        offset = len(b" ".join(fields[: dimension + 1])) + (found > dimension)
        line.refuse(offset, message, "repair the line, or take a file whose vectors have one length")
    word, *numbers = line.text.rsplit(b" ", dimension)
    offset = len(word) + 1
    for field in numbers:
        if not _NUMERIC.fullmatch(field):
            _refuse_number(line, field, offset)
        offset += len(field) + 1
    if word.endswith(b" "):
        _refuse_number(line, b"", len(word))
    return word


def _keep(kept: dict[str, _Kept], word: str, line: _Line, start: int) -> None:
    """Read the numbers of a line, which begin at byte `start`, as the vector of a word."""
    fields = line.text[start:].split(b" ")
    vector = _finite(fields) if _FINITE.fullmatch(line.text, start) else None
    if vector is None:
        offset = start
        for field in fields:
            if not _NUMERIC.fullmatch(field) or not math.isfinite(float(field)):
                _refuse_number(line, field, offset)
            offset += len(field) + 1
    assert vector is not None
    first = kept.setdefault(word, _Kept(line.number, vector))
    if first.vector != vector:
        message = f"{quoted(word)} has another vector in line {first.line}"
        line.refuse(0, message, "keep one of the two lines")


def _finite(fields: Sequence[bytes]) -> array[float] | None:
    """The numbers, or ``None`` if one is not a finite number."""
    try:
        vector = array("d", map(float, fields))
    except ValueError:
        return None
    return vector if all(map(math.isfinite, vector)) else None


def _refuse_number(line: _Line, field: bytes, offset: int) -> NoReturn:
    found = quoted(field.decode()) if field else "a second space" if offset < len(line.text) else "nothing"
    line.refuse(offset, f"expected a finite number, found {found}", "separate finite numbers by single spaces")


# ---- tables


def read_table(path: str | Path, symmetric: bool = True) -> TableSimilarity:
    r"""Read the similarities of a file: lines of two values and a number from 0 to 1, separated by tabs.

    Blank lines and lines that begin with ``#`` are ignored, and so is the case of values. A symmetric table need not
    list both directions of a pair; if it does, they must agree. One pass, linear in the file. Raises
    :class:`InputError`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "toy.tsv")
    ...     _ = path.write_text("# made up\nboy\tchild\t0.72\n")
    ...     similarity = read_table(path)
    >>> similarity("child", "boy"), similarity.signature
    (0.72, 'table:toy.tsv#6d3a3e2c')
    """
    pairs: dict[tuple[str, str], float] = {}
    seen: dict[tuple[str, str], tuple[int, tuple[str, str]]] = {}
    for line in _lines(path, "similarities"):
        if not line.text.strip() or line.text.lstrip().startswith(b"#"):
            continue
        left, right, number = _row(line)
        key = pair_key(left, right, symmetric)
        if key[0] == key[1]:
            if number != 1:
                message = f"{quoted(left)} is 1 similar to itself, not {number!r}; case is not looked at"
                line.refuse(_start(line, 2), message, "remove the line")
            continue
        earlier, direction = seen.setdefault(key, (line.number, pair_key(left, right, symmetric=False)))
        if pairs.setdefault(key, number) != number:
            if direction == pair_key(left, right, symmetric=False):
                message = f"{quoted(left)} and {quoted(right)} have similarity {pairs[key]!r} in line {earlier}"
                line.refuse(_start(line, 2), message, "keep one of the two lines")
            turned = f"{quoted(right)} and {quoted(left)}, the other way round,"
            message = f"{turned} have similarity {pairs[key]!r} in line {earlier}"
            line.refuse(_start(line, 2), message, "make the two numbers equal, or pass --asymmetric")
    if not pairs:
        hint = "expected lines of two values and a number, separated by tabs"
        raise InputError("no pair in this file", Place(str(path)), hint)
    return TableSimilarity(pairs, Path(path).name, symmetric)


def _row(line: _Line) -> tuple[str, str, float]:
    """The two values and the number of a line."""
    fields = line.text.split(b"\t")
    if len(fields) != 3:
        offset = _start(line, 3) if len(fields) > 3 else len(line.text)
        message = f"expected a value, a value and a number, found {len(fields)} field" + "s" * (len(fields) != 1)
        line.refuse(offset, message, "separate the three by single tabs")
    left, right, number = (field.strip() for field in fields)
    for position, value in enumerate((left, right)):
        if not value:
            line.refuse(_start(line, position), "expected a value, found nothing", "write a value such as boy")
    similarity = float(number) if _NUMERIC.fullmatch(number) else math.nan
    if not in_unit_interval(similarity):
        found = quoted(number.decode()) if number else "nothing"
        line.refuse(_start(line, 2), f"expected a number from 0 to 1, found {found}", "write one such as 0.72")
    return left.decode(), right.decode(), similarity


def _start(line: _Line, position: int) -> int:
    """The byte where a field of a table's line begins, past the spaces before it."""
    before = line.text.split(b"\t")
    offset = sum(len(field) + 1 for field in before[:position])
    return offset + len(before[position]) - len(before[position].lstrip())


# ---- files


def _lines(path: str | Path, of: str, hear: Callable[[bytes], object] | None = None) -> Iterator[_Line]:
    """The lines of a file, checked to be UTF-8; `hear` gets every byte."""
    source = str(path)
    with opened_plain(path, of) as file:
        for number, text in enumerate(file, 1):
            if hear is not None:
                hear(text)
            if number == 1:
                text = text.removeprefix(BYTE_ORDER_MARK)
            line = _Line(source, number, text.rstrip(b"\r\n"))
            if not text.isascii():
                decoded_lines(line.text, source, number)
            yield line
