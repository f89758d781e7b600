"""Reading similarities: word vectors in GloVe's text format and tables of pairs, plain or gzip-compressed.

Files are streamed, so that only the vectors of the words of a corpus are in memory. Text that cannot be read is an
:class:`~smatchproof.base.errors.InputError` with its line and column.
"""

from __future__ import annotations

import hashlib
import math
import re
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from smatchproof.base.errors import InputError, Place, quoted
from smatchproof.base.files import BYTE_ORDER_MARK, decoded_lines, opened_plain
from smatchproof.base.text import many
from smatchproof.graphs.corpus import Corpus
from smatchproof.similarity.similarity import (
    TableSimilarity,
    VectorSimilarity,
    WordVectors,
    in_unit_interval,
    needed_words,
    pair_key,
)


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


def read_vectors(path: str | Path, words: Collection[str]) -> WordVectors:
    r"""Read the vectors of `words` in a file; see :func:`~smatchproof.similarity.similarity.needed_words`.

    The format is that of GloVe (Pennington, Socher & Manning, EMNLP 2014): a line is a word and its numbers, separated
    by single spaces. The numbers are as many as in the first line, so that a word may contain spaces; a first line of
    two integers is word2vec's heading, COUNT DIMENSION. The fingerprint is the beginning of the SHA-256 of the whole
    file, uncompressed.

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
    kept: dict[str, array[float]] = {}
    digest = hashlib.sha256()
    dimension = vectors = 0
    for line in _lines(path, "word vectors", digest.update):
        line = line._replace(text=line.text.rstrip(b" "))  # word2vec and fastText end their lines with a space
        if line.number == 1 and (heading := re.fullmatch(rb"[0-9]{1,9} ([1-9][0-9]{0,8})", line.text)):
            dimension = int(heading[1])
            continue
        if b"  " in line.text:
            _refuse_number(line, b"", line.text.index(b"  ") + 1)
        dimension = dimension or _dimension(line)
        vectors += 1
        word, *numbers = line.text.rsplit(b" ", dimension)
        # a word may have spaces; where all behind its first part is numbers, there are too many numbers
        more = word.split(b" ")[1:]
        if len(numbers) < dimension or (more and all(map(_NUMERIC.fullmatch, more))):
            fields = line.text.split(b" ")
            message = f"expected {many(dimension, 'number')} as in line 1, found {len(fields) - 1}"
            offset = len(b" ".join(fields[: dimension + 1])) + (len(fields) - 1 > dimension)
            line.refuse(offset, message, "repair the line, or take a file whose vectors have one length")
        if word in wanted:
            vector = _finite(line, numbers, len(word) + 1)
            if kept.setdefault(wanted[word], vector) != vector:
                message = f"{quoted(wanted[word])} has another vector in an earlier line"
                line.refuse(0, message, "keep one of the two lines")
    if vectors == 0:
        hint = "expected lines of a word and its numbers: boy 0.12 -0.3 ..."
        raise InputError("no word vector in this file", Place(str(path)), hint)
    return WordVectors(kept, dimension, Path(path).name, digest.hexdigest()[:8])


_NUMERIC = re.compile(rb"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|nan|inf|infinity)", re.I)


def _dimension(line: _Line) -> int:
    """Count the numbers that end the first line. Its word may have spaces, but no number between them."""
    fields = line.text.split(b" ")
    numbers = next((at for at, field in enumerate(reversed(fields)) if not _NUMERIC.fullmatch(field)), len(fields) - 1)
    word = fields[: len(fields) - numbers]
    if len(fields) == 1:
        line.refuse(len(line.text), "expected a word and its numbers", "separate them by single spaces")
    if not numbers or any(map(_NUMERIC.fullmatch, word[1:])):
        _refuse_number(line, word[-1], len(b" ".join(word[:-1])) + 1)
    return numbers


def _finite(line: _Line, numbers: Sequence[bytes], offset: int) -> array[float]:
    """Read the numbers of a line, which begin at the byte `offset`."""
    vector = array("d")
    for field in numbers:
        number = float(field) if _NUMERIC.fullmatch(field) else math.nan
        if not math.isfinite(number):
            _refuse_number(line, field, offset)
        vector.append(number)
        offset += len(field) + 1
    return vector


def _refuse_number(line: _Line, field: bytes, offset: int) -> NoReturn:
    found = quoted(field.decode()) if field else "a second space"
    line.refuse(offset, f"expected a finite number, found {found}", "separate finite numbers by single spaces")


# ---- vectors of the words of corpora

_TOKEN = re.compile(r'"[^"\n]*"|[^\s()"]+')


def corpus_tokens(corpora: Iterable[Corpus]) -> set[str]:
    r"""Return all tokens of the corpora except roles, including every concept and constant. Reads each corpus once.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "one.amr")
    ...     _ = path.write_text('# ::snt It.\n(c / cat~e.3 :name (n / name :op1 "New York"))\n')
    ...     with Corpus(path) as corpus:
    ...         sorted(corpus_tokens([corpus]))
    ['/', 'New York', 'c', 'cat', 'n', 'name']
    """
    return {
        _bare(token)
        for corpus in corpora
        for block in corpus.blocks()
        for line in block.text.decode(errors="replace").splitlines()
        if not line.lstrip().startswith("#")
        for token in _TOKEN.findall(line)
        if not token.startswith(":")
    }


def _bare(token: str) -> str:
    """Return a token as conventions compare it: without quotes and alignment suffix."""
    return token[1:-1] if token.startswith('"') else token.partition("~")[0]


def vector_similarity(path: str | Path, corpora: Iterable[Corpus], sense: float | None = None) -> VectorSimilarity:
    """Return the similarity by the vectors of a file, for the graphs of these corpora.

    Streams the file: memory is that of the words in the graphs. Raises :class:`InputError` for a file that is not one
    of vectors, with the line, and :class:`UsageError` for a setting outside of [0, 1].
    """
    return VectorSimilarity(read_vectors(path, needed_words(corpus_tokens(corpora))), sense)


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
    seen: dict[tuple[str, str], int] = {}
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
        earlier = seen.setdefault(key, line.number)
        if pairs.setdefault(key, number) != number:
            message = f"{quoted(key[0])} and {quoted(key[1])} have similarity {pairs[key]!r} in line {earlier}"
            hint = "keep one of the two lines" + ", or pass --asymmetric" * symmetric
            line.refuse(_start(line, 2), message, hint)
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
