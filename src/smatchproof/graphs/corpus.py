"""Corpora: files of graphs, separated by blank lines, read as streams and paired; and UMR files.

A large corpus is never held in memory. It is read twice: first quickly for the ids of its graphs, so that two files
that do not pair are refused before anything is scored; then graph by graph. The text of small files is kept, and that
of UMR files (:mod:`smatchproof.graphs.umr`), which are recognised by their beginning.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from enum import StrEnum
from io import SEEK_END
from itertools import chain, zip_longest
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, Self, cast

from smatchproof.base.errors import InputError, Place, short
from smatchproof.base.files import (
    BYTE_ORDER_MARK,
    CHECK_PATH,
    STANDARD_INPUT,
    UTF_16,
    decoded_lines,
    file_errors,
    refuse_packed,
    uncompressed,
    universal_newlines,
)
from smatchproof.base.messages import logger
from smatchproof.base.text import many
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph

_ID = re.compile(rb"::id[ \t]+(\S+)")
_COMMENTED_ID = re.compile(rb"^\s*#.*?::id[ \t]+(\S+)", re.MULTILINE)
_SENTENCE = re.compile(rb"^\s*#.*?::snt[ \t]+([^\n]*)", re.MULTILINE)
LARGEST_KEPT = 2**22
"""The most bytes of a corpus that is read once, and kept."""
DOCUMENTS = "document:"
"""The prefix of the name of a UMR file whose documents, not sentences, are the graphs."""
_UMR_MARK = re.compile(rb"^[ \t]*#.*?::[ \t]*snt\d", re.MULTILINE)
_HEAD = 2**20
"""The bytes at the beginning of a file that decide whether it is a UMR file."""
_PIECE = 2**16
"""The bytes of a file that are looked through at a time."""
_USUAL = re.compile(rb"\n*+((?:#[^\n]*+\n++)*+)(\([^\n]*+\n(?:[ \t]*+[^ \t\v\f\n][^\n]*+\n)*+)(?:\n|\Z)")
"""Comments, the lines of a graph, of which none is blank, and an empty line or the end."""


def with_place(path: str, place: Callable[[str], str]) -> str:
    """Return a path with its file moved by `place`; the prefix ``document:`` stays.

    >>> with_place("document:gold.umr", lambda file: f"data/{file}")
    'document:data/gold.umr'
    """
    return DOCUMENTS * path.startswith(DOCUMENTS) + place(path.removeprefix(DOCUMENTS))


class Unit(StrEnum):
    """The kind of text that a graph is read from."""

    GRAPH = "graph"
    """PENMAN notation."""
    SENTENCE = "sentence"
    """A sentence of a UMR file."""
    DOCUMENT = "document"
    """A document of a UMR file."""


class Block(NamedTuple):
    """The text of one graph, with the comments before it, not yet parsed.

    `text` is the bytes of the graph; `first_line` counts from 1; `offset` is the place in the file where they begin.
    """

    source: str
    first_line: int
    offset: int
    id: str | None
    text: bytes
    unit: Unit = Unit.GRAPH

    @classmethod
    def of_text(cls, text: str, source: str) -> Block:
        r"""Return the block of a text in memory; `source` names the text in errors.

        >>> Block.of_text("# ::id s.1\n(a / b)", "left 1").id
        's.1'
        """
        data = universal_newlines(text.encode(errors="surrogatepass"))
        found = _COMMENTED_ID.search(data) if b"::id" in data else None
        return cls(source, 1, 0, found[1].decode(errors="replace") if found else None, data)

    @property
    def sentence(self) -> str | None:
        """The ``# ::snt`` of the graph, if it has one, or the words of a sentence or a document of a UMR file."""
        if self.unit is not Unit.GRAPH:
            from smatchproof.graphs.umr import sentence_text

            return sentence_text(self.text)
        match = _SENTENCE.search(self.text)
        return match[1].decode(errors="replace").strip() if match else None

    @property
    def length(self) -> int:
        """The length of the text in bytes."""
        return len(self.text)

    @property
    def is_empty(self) -> bool:
        """Test whether there are comments and no graph."""
        return all(line.strip()[:1] in (b"", b"#") for line in self.text.split(b"\n"))

    def parse(self) -> Graph:
        """Return the graph. Raises :class:`InputError` with file, line and column if the text is not a graph."""
        if self.unit is not Unit.GRAPH:
            from smatchproof.graphs.umr import parse_document, parse_sentence  # AMRs do not wait for it

            if self.unit is Unit.DOCUMENT:
                return parse_document(self.text, self.source, self.first_line, self.id)
            return parse_sentence(self.text, self.source, self.first_line, self.id).graph
        text = decoded_lines(self.text, self.source, self.first_line, self.id)
        return parse_graph(text, source=self.source, first_line=self.first_line, id=self.id)


class Corpus:
    r"""An open file of graphs: plain or gzip-compressed, or standard input as ``-``. Use it in a ``with`` block.

    Data that cannot be read twice (a pipe, a compressed file) are first copied to a temporary file. The graphs of a UMR
    file are those of its sentences, or, with ``document:`` before its name, its documents.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.amr")
    ...     _ = path.write_text("# ::id one\n(a / alpha)\n\n# ::id two\n(b / beta)\n")
    ...     with Corpus(path) as corpus:
    ...         [(block.id, block.first_line, block.parse().concepts) for block in corpus.blocks()]
    [('one', 1, ('alpha',)), ('two', 4, ('beta',))]
    """

    def __init__(self, path: str | Path) -> None:
        self.unit = Unit.DOCUMENT if str(path).startswith(DOCUMENTS) else Unit.GRAPH
        path = str(path).removeprefix(DOCUMENTS)
        self.name = "<standard input>" if path == STANDARD_INPUT else path
        self._file = self._open(path)
        self._kept: list[Block] | None = None
        try:
            self._recognise()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _recognise(self) -> None:
        """Keep the sentences or documents of a UMR file."""
        with file_errors(self.name, CHECK_PATH, of="AMRs"):
            if is_umr(universal_newlines(head := self._file.read(_HEAD))):
                self._file.seek(0)
                self.unit = self.unit if self.unit is Unit.DOCUMENT else Unit.SENTENCE
                self._kept = umr_blocks(universal_newlines(self._file.read()), self.name, self.unit)
            elif self.unit is Unit.DOCUMENT and not head.startswith(UTF_16):
                hint = f"leave out {DOCUMENTS}, or name a UMR file"
                raise InputError("no UMR file, which alone has documents", Place(self.name), hint)
            self._file.seek(0)

    def blocks(self) -> Iterator[Block]:
        """Yield the graphs of the corpus as text. Comments before a graph belong to it.

        An id whose graph is missing, before the next id or the end of the file, is a block of comments alone.
        """
        if self._kept is not None:
            return iter(self._kept)
        return self._all_blocks(keep_text=True)

    def headings(self) -> Iterator[Block]:
        """Yield the graphs of the corpus, without their text if it is large: faster if only ids and places matter."""
        if self._kept is None and self._file.seek(0, SEEK_END) <= LARGEST_KEPT:
            self._kept = [*self.blocks()]
        if self._kept is not None:
            return iter(self._kept)
        return self._all_blocks(keep_text=False)

    def block_at(self, offset: int, first_line: int) -> Block:
        """Return the block at an `offset` and `first_line` from :meth:`blocks` or :meth:`headings`."""
        if self.unit is not Unit.GRAPH and self._kept is not None:
            return self._kept[bisect_left(self._kept, offset, key=lambda block: block.offset)]
        return next(self._by_lines(offset, first_line, keep_text=True))

    def _all_blocks(self, keep_text: bool) -> Iterator[Block]:
        """Yield the blocks of the file."""
        position, number = yield from self._usual_blocks(keep_text)
        yield from self._by_lines(position, number, keep_text)

    def _usual_blocks(self, keep_text: bool) -> Generator[Block, None, tuple[int, int]]:
        """Yield blocks up to the first that has another form than nearly all, in a third of the time that lines take.

        Returns the place and the line of that one.
        """
        position, number, data = 0, 1, b""
        self._file.seek(0)
        while piece := self._file.read(_PIECE):
            data += piece
            end = len(data) if len(piece) < _PIECE else data.rfind(b"\n\n") + 2
            if end < 2 or b"\r" in piece:
                break
            place = 0
            while found := _USUAL.match(data, place, end):
                begin, (graph, after), rest = found.start(1), found.span(2), found.end()
                id, ids = None, data.count(b"::id", begin, after)
                if ids > 1 or (ids and data.find(b"::id", graph, after) >= 0):
                    break
                if ids and (match := _ID.search(data, begin, graph)):
                    id = match[1].decode(errors="replace")
                line = number + begin - place  # before the block are empty lines
                yield Block(self.name, line, position + begin - place, id, data[begin:after] if keep_text else b"")
                number = line + data.count(b"\n", begin, rest)
                position += rest - place
                place = rest
            if place < end:
                break
            data = data[end:]
        return position, number

    def _by_lines(self, position: int, number: int, keep_text: bool) -> Iterator[Block]:
        """Yield the blocks from a place in the file on, whatever their form; `number` is the number of its line."""
        self._file.seek(position)
        id = None
        lines: list[bytes] = []
        first_line, offset = number, position
        started = has_graph = has_gap = False
        for line in _lines(self._file):
            if position == 0:
                refuse_packed(line, self.name)
                if line.startswith(UTF_16):
                    raise InputError("the file is in UTF-16", Place(self.name, number), "save the file as UTF-8")
                if line.startswith(BYTE_ORDER_MARK):
                    line = line[len(BYTE_ORDER_MARK) :]
                    position = len(BYTE_ORDER_MARK)
            content = line.strip()
            if content or (started and not has_graph):
                if not started:
                    first_line, offset, started = number, position, True
                if content.startswith(b"#"):
                    if b"::id" in content and (match := _ID.search(content)):
                        if id is not None and has_gap and not has_graph:
                            yield Block(self.name, first_line, offset, id, universal_newlines(b"".join(lines)))
                            first_line, offset = number, position
                            lines.clear()
                        id, has_gap = match[1].decode(errors="replace"), False
                elif content:
                    has_graph = True
                else:
                    has_gap = True
                if keep_text:
                    lines.append(line)
            elif has_graph:
                yield Block(self.name, first_line, offset, id, universal_newlines(b"".join(lines)))
                id, started, has_graph, has_gap = None, False, False, False
                lines.clear()
            position += len(line)
            number += 1
        if has_graph or id is not None:
            yield Block(self.name, first_line, offset, id, universal_newlines(b"".join(lines)))

    def _open(self, path: str | Path) -> BinaryIO:
        with file_errors(self.name, CHECK_PATH, of="AMRs"), ExitStack() as opened:
            file = sys.stdin.buffer if str(path) == STANDARD_INPUT else Path(path).open("rb")
            opened.callback(file.close)
            found = _uncompressed(file if file.seekable() else _spooled(file))
            opened.pop_all()
            return found


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file from its place on; CR ends a line, too."""
    for text in file:
        yield from text.splitlines(keepends=True) if b"\r" in text else (text,)


def is_umr(text: bytes) -> bool:
    r"""Test whether the beginning of a file is that of a UMR file.

    >>> is_umr(b"# :: snt1\nWords: No"), is_umr(b"# ::id 1 ::snt 2 boys\n(b / boy)")
    (True, False)
    """
    return b":: snt" in text and _UMR_MARK.search(text) is not None  # the fast test first, which AMRs fail


def umr_blocks(data: bytes, name: str, unit: Unit) -> list[Block]:
    r"""Return the sentences or the documents of a UMR file.

    A sentence has the id ``snt7``, unless a number occurs twice in the file: then all pair by position.

    >>> umr_blocks(b"# :: snt7\n# sentence level graph:\n(s7n / no)", "a.umr", Unit.SENTENCE)[0].id
    'snt7'
    """
    from smatchproof.graphs.umr import split_documents, split_sentences

    data = data.removeprefix(BYTE_ORDER_MARK)
    spans = split_sentences(data)
    if unit is Unit.DOCUMENT:
        firsts = [each[0] for each in split_documents(spans)]
        ends = [*[each.offset for each in firsts[1:]], len(data)]
        texts = [data[each.offset : end] for each, end in zip(firsts, ends, strict=False)]
        return [Block(name, *each[:2], None, text, unit) for each, text in zip(firsts, texts, strict=True)]
    numbers = [each.number for each in spans]
    are_ids = len({*numbers}) == len(numbers)
    return [
        Block(
            name,
            each.first_line,
            each.offset,
            f"snt{each.number}" if are_ids and each.number is not None else None,
            each.text,
            unit,
        )
        for each in spans
    ]


def _uncompressed(file: BinaryIO) -> BinaryIO:
    """Return the file itself, or a temporary file with its content if it is compressed."""
    compressed = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    if not compressed:
        return file
    with file, uncompressed(file) as content:
        return _spooled(content)


def _spooled(file: BinaryIO) -> BinaryIO:
    """Return a temporary file with the rest of a stream."""
    import shutil
    import tempfile

    copy = cast(BinaryIO, tempfile.TemporaryFile())
    try:
        shutil.copyfileobj(file, copy)
    except BaseException:
        copy.close()
        raise
    copy.seek(0)
    return copy


def check_pairing(
    left: Corpus, right: Corpus, by_position: bool = False
) -> tuple[int, dict[str, tuple[int, int]] | None]:
    r"""Pair two corpora. Returns the number of pairs, and the place in `right` of each id's graph if orders differ.

    Graphs pair by ``# ::id`` if every graph of both corpora has one, otherwise, or if that is asked for, by position.
    If only some graphs of a file have an id, a message names the first without one. Repeated ids pair in their order if
    both corpora have the same ids in the same order. Raises :class:`InputError` if a corpus is empty, if the numbers of
    graphs differ, or if the ids do not pair; where numbers differ and a graph cannot be read, the error is about that.
    Memory does not grow with the corpora while the ids come in the same order.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     paths = [Path(folder, name) for name in ("left.amr", "right.amr")]
    ...     _ = paths[0].write_text("# ::id s.1\n(a / x)\n\n# ::id s.2\n(b / y)\n")
    ...     _ = paths[1].write_text("# ::id s.2\n(c / y)\n\n# ::id s.1\n(d / x)\n")
    ...     with Corpus(paths[0]) as left, Corpus(paths[1]) as right:
    ...         number, places = check_pairing(left, right)
    ...         print(number, [(one.id, other.id) for one, other in pair_blocks(left, right, places)])
    2 [('s.1', 's.1'), ('s.2', 's.2')]
    """
    lefts = rights = 0
    all_have_ids = same_order = True
    for left_block, right_block in zip_longest(left.headings(), right.headings()):
        lefts += left_block is not None
        rights += right_block is not None
        if left_block is None or right_block is None:
            continue
        all_have_ids = all_have_ids and left_block.id is not None and right_block.id is not None
        same_order = same_order and left_block.id == right_block.id
    for corpus, number in ((left, lefts), (right, rights)):
        if number == 0:
            raise InputError("no graph in this file", Place(corpus.name), "expected PENMAN graphs: (x / concept ...)")
    if lefts != rights:
        message = f"{many(lefts, 'graph')} here but {many(rights, 'graph')} in {short(right.name, 100)}"
        raise InputError(message, Place(left.name), _cause_of_unequal_numbers(left, right, all_have_ids))
    if not by_position and not all_have_ids:
        for corpus in (left, right):
            _tell_of_missing_ids(corpus)
        if unlike := _first_unlike(left, right):
            logger().warning("%s, and %s: %s; all pair by position", left.name, right.name, unlike)
    if by_position or same_order or not all_have_ids:
        return lefts, None
    return lefts, _pair_ids(left, right)


def _cause_of_unequal_numbers(left: Corpus, right: Corpus, all_have_ids: bool) -> str:
    """Say why one of two corpora may have more graphs than the other, and what to do.

    Raises :class:`InputError` for the first graph that cannot be read: its text may be that of two. Reads both files.
    """
    if left.unit is not right.unit:
        return f"name two files of AMRs, two of sentences of UMR, or {DOCUMENTS} before both"
    if lost := next((each for each in chain(left.blocks(), right.blocks()) if each.is_empty), None):
        where = f"line {lost.first_line} {'here' if lost.source == left.name else 'there'}"
        return f"write the graph of id {short(lost.id or '', 60)} in {where}, or remove its comments"
    for block in chain(left.blocks(), right.blocks()):
        block.parse()
    alone = all_have_ids and (_without_partner(left, right) or _without_partner(right, left))
    if all_have_ids and not alone:
        for corpus in (left, right):
            _by_id(corpus)  # an id that is there twice
    if unlike := _first_unlike(left, right):
        return f"{unlike}; add the sentence that is missing"
    return alone or "each graph needs its partner; check that both files are complete"


def _first_unlike(left: Corpus, right: Corpus) -> str:
    """Name the first sentences of two UMR files at the same position with other numbers; empty if there are none."""
    if left.unit is not Unit.SENTENCE or right.unit is not Unit.SENTENCE:
        return ""
    from smatchproof.graphs.umr import sentence_number

    for one, other in zip(left.blocks(), right.blocks(), strict=False):
        number, its = sentence_number(one.text), sentence_number(other.text)
        if number != its and None not in (number, its):
            return f"snt{number} in line {one.first_line} here, snt{its} in line {other.first_line} there"
    return ""


def _without_partner(corpus: Corpus, other: Corpus) -> str:
    """Name the first id of a corpus that the other one has not; empty if there is none."""
    ids = {block.id for block in other.headings()}
    first = next((block for block in corpus.headings() if block.id and block.id not in ids), None)
    if first is None:
        return ""
    id, place = short(first.id or "", 60), Place(corpus.name, first.first_line)
    return f"id {id} of {place} is not in {short(other.name, 100)}; add it, or leave it out"


def _tell_of_missing_ids(corpus: Corpus) -> None:
    """Report the first graph without an id if other graphs have one; it was probably forgotten."""
    first = next((block for block in corpus.headings() if block.id is None), None)
    if first and any(block.id for block in corpus.headings()):
        id = "# ::id" if corpus.unit is Unit.GRAPH else "# :: snt"
        words = f'this graph has no "{id}", and others of this file have one; so all graphs pair by position'
        logger().warning("%s: %s", Place(corpus.name, first.first_line), words)


def _pair_ids(left: Corpus, right: Corpus) -> dict[str, tuple[int, int]]:
    places = {id: (block.offset, block.first_line) for id, block in _by_id(right).items()}
    ids = _by_id(left)
    for id, block in ids.items():
        if id not in places:
            place = Place(left.name, block.first_line)
            raise InputError(
                f"id {short(id, 60)} is not in {short(right.name, 100)}",
                place,
                "give partners the same id, or no ids at all",
            )
    return places


def _by_id(corpus: Corpus) -> dict[str, Block]:
    seen: dict[str, Block] = {}
    for block in corpus.headings():
        id = cast(str, block.id)
        if id in seen:
            message = f"id {short(id, 60)} was used in line {seen[id].first_line} already"
            raise InputError(message, Place(corpus.name, block.first_line), "give each graph its own id")
        seen[id] = block
    return seen


def pair_blocks(
    left: Corpus, right: Corpus, places: dict[str, tuple[int, int]] | None
) -> Iterator[tuple[Block, Block]]:
    """Yield the pairs of two corpora in the order of `left`; `places` comes from :func:`check_pairing`."""
    return ((row[0], row[1]) for row in paired_blocks(left, [right], [places]))


def paired_blocks(
    first: Corpus, others: Sequence[Corpus], places: Sequence[dict[str, tuple[int, int]] | None]
) -> Iterator[tuple[Block, ...]]:
    """Yield the blocks of several corpora, those of each row partners, in the order of the first one.

    Each corpus is read by one iterator: two would move the place in their file for one another.
    """
    partners = [_partner_of(*each) for each in zip(others, places, strict=True)]
    for block in first.blocks():
        yield block, *(partner(block) for partner in partners)


def _partner_of(other: Corpus, places: dict[str, tuple[int, int]] | None) -> Callable[[Block], Block]:
    """The function that returns the partner of the next block."""
    if places is None:
        blocks = other.blocks()
        return lambda block: next(blocks)
    return lambda block: other.block_at(*places[cast(str, block.id)])
