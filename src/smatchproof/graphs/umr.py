r"""UMR files: documents of sentences, each with up to four blocks.

    # :: snt2
    Index: 1    2      3
    Words: They landed .

    # sentence level graph:
    (s2l / land-01 :ARG0 (s2p / person :refer-number plural) :aspect performance)

    # alignment:
    s2l: 2-2
    s2p: 1-1

    # document level annotation:
    (s2s0 / sentence :temporal ((document-creation-time :before s2l)) :coref ((s1p :same-entity s2p)))

Rows of ``#``, ids and comments may stand before and between them. The values of the document level are lists of
triples, so that it is no graph in PENMAN notation; its constants (``root``, ``author``, ...) are no variables. A
sentence becomes its graph. A document becomes one graph: a new root, all sentences below it, and their document
relations, with the layer in the role (``:temporal.before``).

An error of the alignment or of the document level is stored in the sentence, and raised when that block is needed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from io import BytesIO
from typing import NamedTuple, NoReturn

from smatchproof.base.errors import InputError, Place, quoted, short
from smatchproof.base.files import decoded_lines
from smatchproof.base.record import Record, field, replace
from smatchproof.graphs.graph import Edge, Graph
from smatchproof.graphs.notation import DOCUMENT, uninverted
from smatchproof.graphs.reading import node_places, parse_graph
from smatchproof.graphs.word_alignments import LARGEST_SPAN

LAYERS = "temporal", "modal", "coref"
"""The document relations of the guidelines."""
LARGEST_TOKEN = 10**6 - 1
"""The largest number of a word: in documents the numbers of sentence n begin after n times this one."""
GRAPH, ALIGNMENT, DOCUMENT_LEVEL = BLOCKS = "sentence level graph", "alignment", "document level annotation"
"""The headings of the blocks of a sentence."""

_OPENING = re.compile(rb"[ \t]*#(?:#{4,}+[ \t]*+$|.*\bsent_id\b|.*::[ \t]*snt\d)")
_NUMBER = re.compile(rb"::[ \t]*snt(\d{1,18})(?!\d)")
_HEADING = re.compile(rf"\s*#+\s*({'|'.join(BLOCKS)})s?\b", re.IGNORECASE)
_AFTER_NUMBER = re.compile(r"\s*#.*?::\s*snt\d+\s+(\S.*)")
_SPANS = re.compile(r"\d+-\d+(?:[ \t]*,[ \t]*\d+-\d+)*")
_TOKEN = re.compile(r"[()/]|[^\s()/]+")
_COMMENT = re.compile(r"(?:^|\s)#.*")


class Span(NamedTuple):
    """The lines of a sentence in a file; `first_line` counts from 1, and `number` is that of ``# :: snt1``."""

    first_line: int
    offset: int
    text: bytes
    number: int | None


def split_sentences(data: bytes) -> list[Span]:
    r"""Split a file into sentences. Linear in the text; comments alone are not a sentence.

    >>> text = b"#####\n# :: snt1\nWords: a\n\n#####\n# sent_id = 2\n# :: snt2\nWords: b\n"
    >>> [(each.first_line, each.offset, each.number) for each in split_sentences(text)]
    [(1, 0, 1), (5, 26, 2)]
    """
    spans: list[Span] = []
    begin = position = 0
    first_line = 1
    has_content = has_number = False
    for line_number, line in enumerate(BytesIO(data), 1):
        is_opening = _OPENING.match(line.rstrip(b"\r\n")) is not None
        is_number = is_opening and _NUMBER.search(line) is not None
        if is_opening and (has_content or (is_number and has_number)):
            spans.append(_span(first_line, begin, data[begin:position]))
            begin, first_line, has_content, has_number = position, line_number, False, False
        has_number = has_number or is_number
        has_content = has_content or (not is_opening and _is_content(line))
        position += len(line)
    spans.append(_span(first_line, begin, data[begin:]))
    return [each for each in spans if any(map(_is_content, each.text.split(b"\n")))]


def _is_content(line: bytes) -> bool:
    """Test whether a line belongs to a block: its heading, or text."""
    content = line.strip()
    return bool(content) and (
        not content.startswith(b"#") or _HEADING.match(content.decode(errors="replace")) is not None
    )


def _span(first_line: int, offset: int, text: bytes) -> Span:
    return Span(first_line, offset, text, sentence_number(text))


def sentence_number(text: bytes) -> int | None:
    """Return the number of a sentence, as in ``# :: snt2``; ``None`` if it has none."""
    found = _NUMBER.search(text)
    return int(found[1]) if found else None


def split_documents(sentences: Sequence[Span]) -> list[list[Span]]:
    """Split sentences into documents: one begins at each sentence whose number is not larger than the one before."""
    documents: list[list[Span]] = []
    last = 0
    for each in sentences:
        if not documents or (each.number is not None and each.number <= last):
            documents.append([])
        documents[-1].append(each)
        last = last if each.number is None else each.number
    return documents


class DocumentTriple(NamedTuple):
    """A triple of the document level, as written, with its place in the file."""

    layer: str
    source: str
    role: str
    target: str
    line: int
    column: int


class Aligned(NamedTuple):
    """The words of a variable, from 1, with the place in the file where it is aligned; ``0-0`` are none."""

    variable: str
    words: tuple[range, ...]
    line: int
    column: int


class UmrSentence(Record):
    """A sentence of a UMR file. Its `graph` has the words of its variables as ``alignments``, ``0-0`` for none."""

    number: int | None
    words: tuple[str, ...]
    graph: Graph
    graph_line: int
    """The line of the file where the text of the graph begins."""
    graph_text: str
    alignment: tuple[Aligned, ...] = ()
    triples: tuple[DocumentTriple, ...] = ()
    headings: tuple[str, ...] = ()
    """The headings of its blocks."""
    errors: Mapping[str, Sequence[InputError]] = field(default_factory=dict)
    """The errors of its alignment and of its document level, by the headings of these blocks."""


_Errors = defaultdict[str, list[InputError]]
_Parts = dict[str, tuple[int, int]]


class _Lines:
    """The lines of a sentence, to say where an error is."""

    def __init__(self, text: bytes, source: str, first_line: int, id: str | None) -> None:
        self.lines = decoded_lines(text, source, first_line, id).split("\n")
        self.source, self.first_line, self.id = source, first_line, id

    def refuse(self, index: int, column: int, message: str, hint: str) -> NoReturn:
        """Raise at a line, from 0, and a column, from 1."""
        index = min(index, len(self.lines) - 1)
        place = Place(self.source, self.first_line + index, column, self.lines[index], self.id)
        raise InputError(message, place, hint)


@contextmanager
def _kept(errors: list[InputError]) -> Iterator[None]:
    """Add an error to a list instead of raising it."""
    try:
        yield
    except InputError as error:
        errors.append(error)


def parse_sentence(text: bytes, source: str = "<string>", first_line: int = 1, id: str | None = None) -> UmrSentence:
    """Read the sentence in a text. Linear in the text.

    Raises :class:`InputError` if its graph cannot be read. The errors of the other blocks are in its `errors`.

    >>> found = parse_sentence(b'''# :: snt1
    ... Words: It works .
    ... # sentence level graph:
    ... (s1w / work-01 :ARG1 (s1t / thing))
    ... # alignment:
    ... s1w: 2-2
    ... # document level annotation:
    ... (s1s0 / sentence :modal ((author :full-affirmative s1w)))''')
    >>> found.number, found.words, found.graph.concepts, found.graph.alignments
    (1, ('It', 'works', '.'), ('work-01', 'thing'), 's1w:2-2 s1t:0-0')
    >>> found.triples
    (DocumentTriple(layer='modal', source='author', role='full-affirmative', target='s1w', line=8, column=27),)
    """
    at, errors = _Lines(text, source, first_line, id), _Errors(list)
    parts = _parts(at, errors)
    if (body := parts.get(GRAPH)) is None:
        _, index = next(iter(parts.values()))
        at.refuse(index, 1, "a sentence without a graph", f"write '# {GRAPH}:' and a graph below it")
    begin, end = body
    graph_text = "\n".join(at.lines[begin:end])
    graph = parse_graph(graph_text, source=source, first_line=first_line + begin, id=id)
    aligned, triples = _aligned(at, parts, errors), tuple[DocumentTriple, ...]()
    with _kept(errors[DOCUMENT_LEVEL]):
        triples = tuple(_DocumentLevel(at, *parts.get(DOCUMENT_LEVEL, (0, 0))).triples())
    return UmrSentence(
        sentence_number(text),
        _words(at.lines[slice(*parts[""])]),
        _with_words(graph, aligned, errors[ALIGNMENT]),
        first_line + begin,
        graph_text,
        aligned,
        triples,
        tuple(name for name in parts if name),
        errors,
    )


def _aligned(at: _Lines, parts: _Parts, errors: _Errors) -> tuple[Aligned, ...]:
    """The readable part of the alignment of a sentence."""
    found = list[Aligned]()
    for index in range(*parts.get(ALIGNMENT, (0, 0))):
        with _kept(errors[ALIGNMENT]):
            found += _alignment(at, index)
    return tuple(found)


def _with_words(graph: Graph, aligned: Iterable[Aligned], errors: Sequence[InputError]) -> Graph:
    """Return the graph with the words of its variables, and the first error of its alignment.

    All variables without a word share the number 0: otherwise a graph compared with itself would have no evidence.
    """
    words = dict.fromkeys(graph.variables, "0-0") if not errors else {}
    for each in aligned:
        words[each.variable] = ",".join(f"{part.start}-{part.stop - 1}" for part in each.words) or "0-0"
    alignments = " ".join(map(":".join, words.items()))
    return replace(graph, alignments=alignments, alignment_error=errors[0] if errors else None)


def _parts(at: _Lines, errors: _Errors) -> _Parts:
    """The ranges of lines of the blocks by their headings; the lines above all blocks have an empty heading.

    The first graph needs no heading. A second block of a heading is an error, which is raised if it is the graph's.
    """
    parts: _Parts = {}
    name, begin = "", 0
    for index, line in enumerate(at.lines):
        if found := _HEADING.match(line):
            parts.setdefault(name, (begin, index))
            name, begin = found[1].lower(), index + 1
            if name in parts:
                with nullcontext() if name == GRAPH else _kept(errors[name]):
                    hint = "begin a sentence with '# :: snt2'"
                    at.refuse(index, 1, f"a second block '{name}' of this sentence", hint)
        elif name == "" and line.lstrip().startswith("("):
            parts[name] = begin, index
            name, begin = GRAPH, index
    parts.setdefault(name, (begin, len(at.lines)))
    return parts


def _words(header: Sequence[str]) -> tuple[str, ...]:
    """The words of a sentence: the line ``Words:``, or what follows ``# :: snt1``."""
    for line in header:
        if line.startswith("Words:"):
            return tuple(line[len("Words:") :].split())
    found = [match[1] for line in header if (match := _AFTER_NUMBER.match(line))]
    return tuple(found[0].split()) if found else ()


def sentence_text(text: bytes) -> str | None:
    r"""Return the words of a sentence or a document, for display; ``None`` if it has none.

    Each of several sentences has its number before it.

    >>> sentence_text(b"# :: snt1\nWords: It rains .\n\n# :: snt2\nWords: It snows .")
    '[1] It rains . [2] It snows .'
    """
    words = {each: " ".join(_words(each.text.decode(errors="replace").split("\n"))) for each in split_sentences(text)}
    shown = [f"[{each.number or '?'}] " * (len(words) > 1) + words[each] for each in words if words[each]]
    return " ".join(shown) or None


def _content(line: str) -> str:
    """A line of alignments or of triples, without the comment at its end."""
    return _COMMENT.sub("", line) if "#" in line else line


def _alignment(at: _Lines, index: int) -> Iterator[Aligned]:
    """The alignment of a line, if it has one."""
    line = _content(at.lines[index])
    if not line.strip():
        return
    name, colon, rest = line.strip().partition(":")
    indent = len(line) - len(line.lstrip())
    if not colon or not name.strip() or len(name.split()) > 1:
        at.refuse(index, indent + 1, f"{quoted(line.strip())} is no alignment", "expected s1p: 2-3 or s1p: 2-3,5-5")
    column = line.index(":") + 2 + len(rest) - len(rest.lstrip())
    if not _SPANS.fullmatch(rest.strip()):
        hint = "expected 2-3, 2-3,5-5, or 0-0 for none"
        at.refuse(index, column, f"{quoted(rest.strip())} is no range of words", hint)
    words = []
    for first, last in (part.strip().split("-") for part in rest.split(",")):
        begin_word, end_word = (int(each) if len(each) <= len(str(LARGEST_TOKEN)) else -1 for each in (first, last))
        if not 0 <= begin_word <= end_word < begin_word + LARGEST_SPAN or begin_word == 0 < end_word:
            message = f"{short(first, 20)}-{short(last, 20)} is no range of words"
            hint = f"expected words from 1 to {LARGEST_TOKEN:,}, the last not before the first; or 0-0"
            at.refuse(index, column, message, hint)
        if begin_word:
            words.append(range(begin_word, end_word + 1))
    yield Aligned(name.strip(), tuple(words), at.first_line + index, indent + 1)


class _DocumentLevel:
    """Reads the document level of a sentence: lines from `begin` to before `end`."""

    def __init__(self, at: _Lines, begin: int, end: int) -> None:
        self.at = at
        self.tokens = [
            (found[0], index, found.start() + 1)
            for index in range(begin, end)
            for found in _TOKEN.finditer(_content(at.lines[index]))
        ]
        self.next = 0

    def triples(self) -> Iterator[DocumentTriple]:
        """The triples as written; none if the block is empty."""
        if not self.tokens:
            return
        for expected, what in (("(", "'('"), ("", "a variable"), ("/", "'/'"), ("", "a concept")):
            self._take(expected, f"{what} of (s1s0 / sentence ...)")
        while self._peek() != ")":
            layer = self._take(":", "a layer such as :temporal, or ')'")[0][1:]
            is_list = self._take("(", "'(' and a list of triples") and self._peek() in ("(", ")")
            while is_list and self._peek() == "(":
                self._take("(", "'('")
                yield self._triple(layer)
            if is_list:
                self._take(")", "')' or another triple")
            else:
                yield self._triple(layer)
        self._take(")", "')'")
        if self.next < len(self.tokens):
            self._refuse("text behind the document level", "remove it, or a ')' before it")

    def _triple(self, layer: str) -> DocumentTriple:
        """The rest of a triple, whose parenthesis is open."""
        source, index, column = self._take("", "a variable or a constant")
        role = self._take(":", "a relation such as :before")[0][1:]
        target = self._take("", "a variable or a constant")[0]
        self._take(")", "')' behind the triple")
        return DocumentTriple(layer, source, role, target, self.at.first_line + index, column)

    def _peek(self) -> str:
        return self.tokens[self.next][0] if self.next < len(self.tokens) else ""

    def _take(self, expected: str, what: str) -> tuple[str, int, int]:
        """Read the next token: the sign `expected`, a word with a colon before it (``:``), or one without (empty)."""
        token = self._peek()
        is_sign = token in ("(", ")", "/")
        fits = (
            token == expected
            if expected in ("(", ")", "/")
            else not is_sign and token.startswith(":") is bool(expected)
        )
        if not token or not fits or token == ":":
            found, hint = (quoted(token), "correct it") if token else ("the end of the block", "add what is missing")
            self._refuse(f"expected {what}, found {found}", hint)
        self.next += 1
        return self.tokens[self.next - 1]

    def _refuse(self, message: str, hint: str) -> NoReturn:
        if self.next < len(self.tokens):
            _, index, column = self.tokens[self.next]
        else:
            _, index, column = self.tokens[-1]
            column += len(self.tokens[-1][0])
        self.at.refuse(index, column, message, hint)


# ---- documents


def parse_sentences(text: bytes, source: str = "<string>", first_line: int = 1) -> list[UmrSentence]:
    """Read the sentences of a text with all of their blocks. Raises :class:`InputError` for an error in any block."""
    return [
        parse_sentence(
            each.text, source, first_line + each.first_line - 1, None if each.number is None else f"snt{each.number}"
        )
        for each in split_sentences(text)
    ]


def parse_document(text: bytes, source: str = "<string>", first_line: int = 1, id: str | None = None) -> Graph:
    """Read the graph of a document: see :func:`document_graph`."""
    return document_graph(parse_sentences(text, source, first_line), source, id)


def document_graph(sentences: Sequence[UmrSentence], source: str = "<string>", id: str | None = None) -> Graph:
    r"""Return all sentences as one graph below a new root, with each document relation below its later end.

    A repeated relation becomes one edge. A relation of two constants is an edge of the root whose target names both.
    Raises :class:`InputError` if a document level cannot be read, or if two sentences define the same variable.

    >>> texts = b"(s1p / person)", b"(s2l / land-01 :ARG0 (s2p / person))"
    >>> first, second = (parse_sentence(b"# sentence level graph:" + b"\n" + each) for each in texts)
    >>> relation = DocumentTriple("coref", "s1p", "same-entity", "s2p", 9, 1)
    >>> from smatchproof.graphs.writing import write_graph
    >>> print(write_graph(document_graph([first, replace(second, triples=(relation,))])))
    (document / document
      :snt1 (s1p / person)
      :snt2 (s2l / land-01
        :ARG0 (s2p / person
          :coref.same-entity-of s1p)))
    """
    number = {DOCUMENT: 0}
    concepts, edges, early = [DOCUMENT], list[Edge](), list[int]()
    words = [f"{DOCUMENT}:0-0"]  # a word of its own: no evidence is against the alignment of two documents
    alignment_error = None
    for at, sentence in enumerate(sentences, 1):
        graph, base = sentence.graph, len(number)
        for error in sentence.errors.get(DOCUMENT_LEVEL, ()):
            raise error
        for variable in graph.variables:
            if variable in number:
                _refuse_variable(variable, sentences[:at], source, id)
            number[variable] = len(number)
        early += [edge + len(edges) + 1 for edge in graph.early_mentions]
        edges.append(Edge(0, f"snt{at}", graph.variables[0]))
        edges += [Edge(edge.source + base, edge.role, edge.target) for edge in graph.edges]
        concepts += graph.concepts
        words += _numbered_on(graph.alignments, at * (LARGEST_TOKEN + 1))
        alignment_error = alignment_error or graph.alignment_error
    relations = (_edge(each, number) for sentence in sentences for each in sentence.triples)
    edges += dict.fromkeys(relations)
    return Graph(tuple(number), tuple(concepts), tuple(edges), id, tuple(early), " ".join(words), alignment_error)


def _numbered_on(alignments: str, before: int) -> Iterator[str]:
    """The words of the variables of a sentence, with numbers after those of earlier sentences."""
    for variable, _, spans in (each.rpartition(":") for each in alignments.split()):
        yield f"{variable}:" + re.sub(r"\d+", lambda found: str(before + int(found[0])), spans)


def _refuse_variable(variable: str, sentences: Sequence[UmrSentence], source: str, id: str | None) -> NoReturn:
    """Raise for a variable defined by the last sentence and an earlier one, at the sentence whose number it lacks."""
    places = []
    for at, sentence in enumerate(sentences, 1):
        for name, (line, column) in zip(sentence.graph.variables, node_places(sentence.graph_text), strict=True):
            if name == variable:
                text = sentence.graph_text.split("\n")[line - 1]
                place = Place(source, sentence.graph_line + line - 1, column, text, id)
                places.append((sentence.number or at, place))
    if not re.match(rf"s{places[0][0]}(?!\d)", variable):  # the second one is at fault unless the first one is
        places.reverse()
    (_, other), (its_number, place) = places[:2]
    message = f"variable {short(variable, 40)} is defined in line {other.line}, column {other.column}, too"
    raise InputError(message, place, f"name it s{its_number}x here")


def _edge(triple: DocumentTriple, number: dict[str, int]) -> Edge:
    """A relation of the document level as an edge of its later end, of its only variable, or of the root."""
    role, is_turned = uninverted(triple.role)
    ends = (triple.target, triple.source) if is_turned else (triple.source, triple.target)
    source, target = (number.get(end, -1) for end in ends)
    name = f"{triple.layer}.{role}"
    if max(source, target) < 0:
        return Edge(0, name, "+".join(ends))
    return Edge(source, name, ends[1]) if source >= target else Edge(target, f"{name}-of", ends[0])
