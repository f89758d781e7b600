"""Check of a file of graphs: all errors and suspicious places, found in one pass, each with its line and column.

A graph that cannot be read has one problem, where reading it ends; all other graphs are checked as well. A text in
PENMAN notation is always one connected graph: text that is not nested in the root is a syntax problem.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from smatchproof.base.characters import hidden, named, quotes_around
from smatchproof.base.errors import InputError, Place, quoted, short
from smatchproof.base.files import read_text
from smatchproof.base.record import Record, Struct, field
from smatchproof.graphs.corpus import Block, Corpus, Unit
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.notation import uninverted, without_suffix
from smatchproof.graphs.reading import edge_places, node_places
from smatchproof.graphs.umr import parse_sentence, split_sentences
from smatchproof.graphs.umr_check import UMR_ROLES, VALUES, DocumentSoFar, umr_findings


class ProblemKind(StrEnum):
    """A kind of problem that a corpus may have."""

    SYNTAX = "syntax"
    """A graph that cannot be read; also text of another encoding than UTF-8, and a file without graphs."""
    DUPLICATE_ID = "duplicate-id"
    """An id that an earlier graph has."""
    MISSING_ID = "missing-id"
    """A graph without ``# ::id`` in a file where another has one: then graphs pair by position."""
    UNKNOWN_ROLE = "unknown-role"
    """A role that is not in the list."""
    INVERTED_ROLE = "inverted-role"
    """A role inverted twice, ``mod-of`` or ``domain-of``, or the inverse role of a constant, which is never a source.
    """
    DUPLICATE_TRIPLE = "duplicate-triple"
    """A relation or attribute that the graph states already, perhaps from its other end."""
    SUSPICIOUS_CONSTANT = "suspicious-constant"
    """A constant that looks like a variable that is nowhere defined, like a concept without its node, or empty."""
    CHARACTER = "character"
    """An invisible character that its script does not need, such as a no-break space, or quotes that are part of a
    value.
    """
    BLOCK = "block"
    """A sentence of a UMR file that lacks one of its blocks, or whose number does not follow that of the last one."""
    VARIABLE = "variable"
    """A variable of a UMR file without the number of its sentence, or defined by an earlier sentence."""
    ALIGNMENT = "alignment"
    """An alignment of no variable, of no word, or of a variable a second time; variables without an alignment."""
    VALUE = "value"
    """A value that an attribute of UMR does not have, such as that of ``:aspect``."""
    DOCUMENT_LEVEL = "document-level"
    """A layer or relation of the document level that does not exist, or an end of a relation that is not known."""


class CorpusProblem(NamedTuple):
    """A problem of a corpus: its place (counted from 1), a description, and a hint.

    `id` is that of the graph.
    """

    kind: ProblemKind
    file: str
    line: int | None
    column: int | None
    id: str | None
    message: str
    hint: str

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (short(self.file, 160), self.line, self.column) if part is not None)
        is_told = self.id is None or self.kind is ProblemKind.DUPLICATE_ID  # its message begins with the id
        id = "" if is_told else f" (id {short(self.id or '', 60)})"
        return f"{place}: {self.kind}: {self.message}{id}; {self.hint}"

    def as_object(self) -> dict[str, Any]:
        """Return the problem as the members of a JSON object."""
        return {**self._asdict(), "kind": self.kind.value}


_VARIABLE = re.compile(r"[a-z]{1,2}\d*")
_FRAME = re.compile(r"[a-z][\w-]*-\d\d")
_BECAUSE_OF_MOD = {"mod": "domain", "domain": "mod"}


class _Seen(Struct):
    """The ids of the graphs so far."""

    ids: dict[str, int]
    without_id: list[tuple[int, int]]
    graphs: int = 0
    document: DocumentSoFar = field(default_factory=DocumentSoFar)


def corpus_problems(
    corpus: Corpus, roles: RoleList | None = None, kinds: Collection[ProblemKind] = tuple(ProblemKind)
) -> Iterator[CorpusProblem]:
    r"""Yield all problems of these kinds of a corpus by lines; those of missing ids come last.

    `roles` are those of AMR, or of UMR in UMR files, unless others are given. Time is linear in the file; memory grows
    with the number of ids, and with a document of a UMR file.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.amr")
    ...     _ = path.write_text("(a / alpha :polarty -)\n\n(b / beta :ARG0 (c / gamma)\n")
    ...     with Corpus(path) as corpus:
    ...         [(each.kind.value, each.line, each.column) for each in corpus_problems(corpus)]
    [('unknown-role', 1, 12), ('syntax', 3, 28)]
    """
    yield from (each for each in _problems(corpus, roles) if each.kind in kinds)


def _problems(corpus: Corpus, roles: RoleList | None) -> Iterator[CorpusProblem]:
    seen = _Seen({}, [])
    try:
        for block in corpus.blocks():
            if block.unit is not Unit.GRAPH:
                yield from _umr_problems(block, seen, roles)
                continue
            seen.graphs += 1
            yield from _id_problems(block, seen)
            try:
                graph = block.parse()
            except InputError as error:
                yield _syntax(error, corpus.name)
                continue
            yield from _in_order(_graph_problems(block, graph, roles or _AMR_ROLES))
    except InputError as error:  # an error of the whole file: the rest cannot be read
        yield _syntax(error, corpus.name)
        return
    if not seen.graphs:
        hint = "expected PENMAN graphs: (x / concept ...)"
        yield CorpusProblem(ProblemKind.SYNTAX, corpus.name, None, None, None, "no graph in this file", hint)
    if seen.ids:
        for line, number in seen.without_id:
            message = f"graph {number} has no id, {len(seen.ids):,} others have one"
            place = corpus.name, line, None, None
            yield CorpusProblem(ProblemKind.MISSING_ID, *place, message, "write # ::id above it, or remove all ids")


def _syntax(error: InputError, file: str) -> CorpusProblem:
    place = error.place
    return CorpusProblem(ProblemKind.SYNTAX, file, place.line, place.column, place.id, error.message, error.hint)


def _id_problems(block: Block, seen: _Seen) -> Iterator[CorpusProblem]:
    if block.id is None:
        seen.without_id.append((block.first_line, seen.graphs))
        return
    if block.id in seen.ids:
        message = f"id {short(block.id, 60)} was used in line {seen.ids[block.id]} already"
        place = block.source, block.first_line, None, block.id
        yield CorpusProblem(ProblemKind.DUPLICATE_ID, *place, message, "give each graph its own id")
    seen.ids.setdefault(block.id, block.first_line)


def _umr_problems(block: Block, seen: _Seen, roles: RoleList | None) -> Iterator[CorpusProblem]:
    """The problems of the sentences of a block of a UMR file."""
    for number, first_line, text in ((each.number, each.first_line, each.text) for each in split_sentences(block.text)):
        seen.graphs += 1
        seen.document.begin(number)
        id, begin = f"snt{seen.document.number}", block.first_line + first_line - 1
        try:
            sentence = parse_sentence(text, block.source, begin, id)
        except InputError as error:
            seen.document.unread.add(seen.document.number)
            yield _syntax(error, block.source)
            continue
        found = [_syntax(each, block.source) for each in chain(*sentence.errors.values())]
        graph = block._replace(text=sentence.graph_text.encode(), first_line=sentence.graph_line, id=id)
        found += _graph_problems(graph, sentence.graph, roles or _UMR_ROLES)
        for rule, line, column, message, hint in umr_findings(sentence, begin, seen.document):
            found.append(CorpusProblem(ProblemKind(rule), block.source, line, column, id, message, hint))
        yield from _in_order(found)


def _in_order(found: Iterable[CorpusProblem]) -> list[CorpusProblem]:
    """The problems of one graph by their places."""
    return sorted(found, key=lambda each: (each.line or 0, each.column or 0))


def _graph_problems(block: Block, graph: Graph, roles: RoleList) -> Iterator[CorpusProblem]:
    """The problems of a graph that can be read."""
    is_amr = block.unit is Unit.GRAPH
    text = block.text.decode()
    places = {False: node_places(text), True: edge_places(text)}

    def problem(kind: ProblemKind, number: int, message: str, hint: str, of_edge: bool = True) -> CorpusProblem:
        line, column = places[of_edge][number]
        return CorpusProblem(kind, block.source, block.first_line + line - 1, column, block.id, message, hint)

    for number, of_edge, token in _tokens(graph):
        for message, hint in _characters(token):
            yield problem(ProblemKind.CHARACTER, number, message, hint, of_edge)
    variables = set(graph.variables)
    first: dict[tuple[str, str, str], int] = {}
    for number, (source, role, target) in enumerate(graph.edges):
        name, target = role.partition("~")[0], without_suffix(target)
        base, inverted = uninverted(name)
        is_constant = target not in variables
        if not roles.knows(base) and not hidden(name):
            hint = f"write :{similar}" if (similar := roles.similar(base)) else "mend it, or give a list by --roles"
            yield problem(ProblemKind.UNKNOWN_ROLE, number, f"role {quoted(':' + name)} is not in the list", hint)
        if found := _inverted(name, base, inverted, is_constant, is_amr):
            yield problem(ProblemKind.INVERTED_ROLE, number, *found)
        is_checked = is_amr or base not in VALUES
        if is_constant and is_checked and (found := _suspicious(base, target)):
            yield problem(ProblemKind.SUSPICIOUS_CONSTANT, number, *found)
        ends = graph.variables[source], target
        key = (base, ends[1], ends[0]) if inverted and not is_constant else (base, *ends)
        if key in first:
            line, column = places[True][first[key]]
            message = f"{base}({short(key[1], 40)}, {short(key[2], 40)}) is in line "
            message += f"{block.first_line + line - 1}, column {column} already"
            yield problem(ProblemKind.DUPLICATE_TRIPLE, number, message, "remove one of them")
        first.setdefault(key, number)


def _tokens(graph: Graph) -> Iterator[tuple[int, bool, str]]:
    """The tokens of a graph without suffixes, each with the number of its node or edge, and whether it is an edge's."""
    for number, pair in enumerate(zip(graph.variables, graph.concepts, strict=True)):
        yield from ((number, False, without_suffix(token)) for token in pair)
    variables = {*graph.variables}
    for number, (_, role, target) in enumerate(graph.edges):
        yield number, True, role.partition("~")[0]
        if target not in variables:
            yield number, True, without_suffix(target)


def _characters(token: str) -> Iterator[tuple[str, str]]:
    """The invisible problems of a token, with hints."""
    for sign in dict.fromkeys(hidden(token).values()):
        hint = "write an ordinary space" if sign.isspace() else "remove it"
        yield f"{quoted(token)} has {named(sign)}, which is not seen", hint
    if quotes := quotes_around(token):
        message = f"the quotes {quotes} of {quoted(token)} are letters of the value"
        yield message, f'write "{short(token.strip(quotes), 40)}"'


def _inverted(name: str, base: str, inverted: bool, is_constant: bool, is_amr: bool) -> tuple[str, str] | None:
    """Describe the problem of an inverse role, with a hint."""
    if name == base:
        return None
    if not inverted or name.removesuffix("-of") != base:
        hint = f"write :{base}-of" if inverted else f"write :{base}"
        return f"role {quoted(':' + name)} is inverted more than once", hint
    if is_constant:
        return f"{quoted(':' + name)} has a constant for its source", f"write :{base} on the node that it belongs to"
    if is_amr and base in _BECAUSE_OF_MOD:
        return f"{quoted(':' + name)} has a name of its own", f"write :{_BECAUSE_OF_MOD[base]}"
    return None


def _suspicious(role: str, target: str) -> tuple[str, str] | None:
    """Describe why a constant looks wrong, with a hint."""
    if target in ('""', ""):
        return "the constant is empty", "give it a value"
    if target.startswith('"'):
        return None
    if _VARIABLE.fullmatch(target):
        hint = f"define ({target} / concept), or quote it"
        return f"{quoted(target)} looks like a variable, but no node defines it", hint
    if _FRAME.fullmatch(target):
        return f"{quoted(target)} looks like a concept without a node", f"write (x / {short(target, 40)})"
    if role == "polarity" and target not in ("-", "+"):
        return f"a polarity is -, not {quoted(target)}", "write :polarity -"
    return None


# ---- lists of roles, to recognise mistyped ones

AMR_ROLES = """
ARG* op* snt* prep-* conj-as-if
accompanier age beneficiary cause concession condition degree destination direction domain duration example extent
frequency instrument location manner medium mod mode name ord part path polarity polite poss purpose quant range scale
source subevent time topic unit value wiki consist-of cost li subset superset compared-to
calendar century day dayperiod decade era month quarter season timezone weekday year year2
"""
"""The roles of the AMR guidelines (1.2.6), and ``compared-to`` of earlier ones. ``ARG*`` stands for ARG0, ARG1, ..."""


class RoleList(Record, dict=True):
    """Roles without ``-of``. A role that ends with ``*`` stands for all that begin so: ``op*``, ``prep-*``.

    >>> amr = RoleList.of(AMR_ROLES.split())
    >>> amr.knows("ARG0"), amr.knows("prep-under"), amr.knows("ARG"), amr.knows("polarty"), amr.similar("polarty")
    (True, True, False, False, 'polarity')
    """

    names: frozenset[str]

    @classmethod
    def of(cls, names: Iterable[str]) -> RoleList:
        """The list of these names."""
        return cls(frozenset(name.removeprefix(":") for name in names))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile("|".join(map(_pattern_of, sorted(self.names))))

    def knows(self, role: str) -> bool:
        """Test whether a role without ``-of`` is in the list."""
        return self._pattern.fullmatch(role) is not None

    def similar(self, role: str) -> str | None:
        """Return the role of the list with other upper and lower case, or with the most similar spelling, if any."""
        from difflib import get_close_matches

        for name in sorted(self.names):
            if re.fullmatch(_pattern_of(name), role, re.IGNORECASE):
                stem = name.removesuffix("*")
                return stem + role[len(stem) :]
        found = get_close_matches(role, [name for name in sorted(self.names) if not name.endswith("*")], 1, 0.75)
        return found[0] if found else None


def _pattern_of(name: str) -> str:
    """The roles that a name of the list stands for, as a regular expression."""
    stem = name.removesuffix("*")
    return re.escape(stem) + ("" if stem == name else r".+" if stem.endswith("-") else r"\d+")


def read_roles(path: str) -> RoleList:
    """Read the roles of a file: words, and comments after ``#``. Raises :class:`InputError` if there are none."""
    words = [word for line in read_text(path).splitlines() for word in line.partition("#")[0].split()]
    if not words:
        raise InputError("no role in this file", Place(path), "write a role a line, such as ARG* or polarity")
    for word in words:
        if re.search(r"[\s()/\"~]", word) or word in (":", "*"):
            raise InputError(f"{quoted(word)} is no role", Place(path), "write a role a line, such as ARG* or polarity")
    return RoleList.of(uninverted(word)[0] if word.rstrip("*") == word else word for word in words)


_AMR_ROLES, _UMR_ROLES = RoleList.of(AMR_ROLES.split()), RoleList.of(UMR_ROLES.split())
