"""Reading one graph in PENMAN notation: fast, or by penman; errors that penman accepts are refused.

Text without errors and unusual forms is read without penman, by :func:`read_well_formed`; tests compare both readers.
penman accepts text after the graph, a variable defined twice, a missing concept or target and an empty role. Each of
them would silently give a wrong score, so each is an :class:`~smatchproof.base.errors.InputError` with its line and
column.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from smatchproof.base.errors import InputError, Place, quoted, short
from smatchproof.base.record import replace
from smatchproof.graphs.core.draft import BEGINNING, graph_of_rest
from smatchproof.graphs.graph import Edge, Graph

if TYPE_CHECKING:  # most corpora are read without it
    from penman import DecodeError
    from penman.tree import Tree

_CONCEPT_SIGN = re.compile(r'(/[ \t]*+)#(?=[^ \t\r\n\v\f"()/:~#])')
_SIGN = "\ufdd0"  # no character of any text

# Text without errors needs none of these, so that they are compiled where they are used.
_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'

# As penman's: only these six characters separate tokens, a no-break space does not.
_TOKEN = (
    r'"[^"\\]*(?:\\.[^"\\]*)*"|[()/]|:[^ \t\r\n\v\f"()/:~]*|~(?:[a-z]\.?)?[0-9]+(?:,[0-9]+)*'
    r'|[^ \t\r\n\v\f"()/:~]+|[^ \t\r\n\v\f]'
)

_ALIGNMENTS = r"(?m)^[ \t]*#.*?::alignments[ \t]+(.*?)(?:[ \t]+::|$)"
"""The alignments of a graph and its sentence, in a comment that may have other fields."""

_TOKEN_NAMES = {
    "LPAREN": "'('",
    "RPAREN": "')'",
    "SYMBOL": "a symbol",
    "STRING": "a string",
    "ROLE": "a role such as :ARG0, or ')'",
}


def parse_graph(text: str, *, source: str = "<string>", first_line: int = 1, id: str | None = None) -> Graph:
    """Read the graph in `text`; lines that start with ``#`` are comments.

    `source`, `first_line` and `id` are only used in error messages. Takes time linear in the text, at any depth of
    nesting. Raises :class:`InputError` if the text is not exactly one well-formed graph.

    >>> graph = parse_graph("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))")
    >>> graph.variables, graph.concepts
    (('w', 'b', 'g'), ('want-01', 'boy', 'go-02'))
    >>> parse_graph("(w / want-01 :ARG0 (b / ))")
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.InputError: <string>:1:20: a variable without a concept; write (b / concept)
      (w / want-01 :ARG0 (b / ))
                         ^
    """
    text = with_line_feeds(text)
    graph = read_well_formed(text, id)
    if graph is None:
        graph = parse_by_penman(text, source=source, first_line=first_line, id=id)
    if "::alignments" in text and (found := re.search(_ALIGNMENTS, text)):
        graph = replace(graph, alignments=found[1].strip())
    return graph


def with_line_feeds(text: str) -> str:
    """Return the text with a line feed at the end of each line, instead of CR LF or CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


# ---- the fast reader
#
# Nearly all text has neither errors nor unusual forms, and penman, which makes an object of every token, takes six
# times as long. All other text (a comment within the graph, a suffix apart from its token, any mistake) is left to
# penman, which decides what is a graph, and where an error is.


def read_well_formed(text: str, id: str | None = None) -> Graph | None:
    r"""Return the graph in a text, or ``None`` if this reader is not sure and penman has to read the text.

    Lines end with a line feed. Comments may stand before the graph. Linear in the text, at any depth of nesting.

    >>> read_well_formed("# ::id 1\n(b / boy :poss b)").edges
    (Edge(source=0, role='poss', target='b'),)
    >>> read_well_formed("(b / boy") is None
    True
    """
    beginning = BEGINNING.match(text)
    if beginning is None:
        return None
    if text.find("#", beginning.start(1)) >= 0:
        signed = sign_concepts(text)
        graph = read_well_formed(signed, id) if signed.find("#", beginning.start(1)) < 0 else None
        return unsigned(graph) if graph else None
    root, concept = beginning.groups()
    return graph_of_rest(text, beginning.end(), root, concept, id)


def sign_concepts(text: str) -> str:
    """Replace the ``#`` of concepts such as ``#Percnt``, which penman takes for a comment, by another sign.

    A ``#`` begins a concept directly behind ``/`` and spaces, and directly before a name.

    >>> sign_concepts("(p / #Percnt)  # ten").replace(_SIGN, "!")
    '(p / !Percnt)  # ten'
    """
    return _CONCEPT_SIGN.sub(rf"\1{_SIGN}", text) if "#" in text else text


def unsigned(graph: Graph) -> Graph:
    """Return the graph of a text from :func:`sign_concepts` with ``#`` restored."""
    edges = tuple(edge._replace(target=unsigned_text(edge.target)) for edge in graph.edges)
    return replace(graph, concepts=tuple(map(unsigned_text, graph.concepts)), edges=edges)


def unsigned_text(text: str) -> str:
    """Return a text from :func:`sign_concepts` with ``#`` restored."""
    return text.replace(_SIGN, "#")


# ---- by penman


def parse_by_penman(text: str, *, source: str = "<string>", first_line: int = 1, id: str | None = None) -> Graph:
    """Read as :func:`parse_graph`, but always by penman: the specification of the fast reader."""
    text = with_line_feeds(text)
    lines = _without_comments(sign_concepts(text))
    try:
        if not any(map(re.compile(_TOKEN).search, lines)):
            _raise_at_end(text.split("\n"), "expected a graph, found nothing", "write (x / concept ...)")
        graph = _tree_to_graph(_parse_tree(lines), lines, id)
        if not _is_all(lines, len(graph.variables)):
            _check_rest(lines)
        return unsigned(graph)
    except InputError as error:
        line, column, shown = error.place.line or 1, error.place.column, error.place.text or ""
        place = Place(source, line + first_line - 1, column, unsigned_text(shown), id)
        raise InputError(error.message, place, error.hint) from None


def _parse_tree(lines: Sequence[str]) -> Tree:
    """Return the first tree in the text; penman does not read the text after it."""
    import logging

    import penman

    # penman logs a warning for text that is an error here; without a handler Python would print it in addition to ours
    logging.getLogger("penman").handlers = logging.getLogger("penman").handlers or [logging.NullHandler()]

    try:
        with _room_for(sum(line.count("(") for line in lines)):
            tree = next(penman.iterparse(lines), None)
    except penman.DecodeError as error:
        _raise_syntax_error(error, lines)
    if tree is None:
        _check_rest(lines)
    return tree


def _is_all(lines: Sequence[str], nodes: int) -> bool:
    """Test whether a tree with that many nodes, read from the beginning of the text, is all of the text.

    penman stops silently at text that cannot start a graph. If the tree has as many nodes as there are opening
    parentheses outside of strings, and there are as many closing ones, then all of them belong to the tree; and if the
    text ends with one, nothing is left. The result ``False`` may be wrong: there may be a comment.
    """
    text = "\n".join(lines)
    if '"' in text:
        text = re.sub(_STRING, '""', text)  # not removed: a string after the graph has to be noticed
    return text.count("(") == nodes == text.count(")") and text.rstrip().endswith(")")


def _tree_to_graph(tree: Tree, lines: Sequence[str], id: str | None) -> Graph:
    """Flatten penman's tree. The loop keeps its own stack, so that depth costs memory and nothing else."""
    variables: list[str] = []
    concepts: list[str] = []
    edges: list[Edge] = []
    seen: set[str] = set()
    not_yet_defined: list[int] = []

    def enter(variable: str | None, branches: list[tuple[str, object]]) -> Iterator[tuple[str, object]]:
        below = iter(branches)
        role, concept = next(below, ("", None))
        if variable is None or role != "/" or not isinstance(concept, str):
            name = variable or "x"
            _raise_at_node(
                lines, len(variables), "a variable without a concept", f"write ({short(name, 40)} / concept)"
            )
        if variable in seen:
            name = short(variable, 40)
            hint = f"refer to it as a bare {name}, or give this node another variable"
            _raise_at_node(lines, len(variables), f"variable {name} is defined a second time", hint)
        seen.add(variable)
        variables.append(variable)
        concepts.append(concept)
        return below

    stack = [(0, enter(*tree.node))]
    while stack:
        source, branches = stack[-1]
        for role, target in branches:
            if type(target) is str and role[1:2] not in _NO_ROLE:
                if target not in seen:
                    not_yet_defined.append(len(edges))
                edges.append(Edge(source, role[1:], target))
                continue
            _check_edge(role, target, lines, len(edges))
            assert isinstance(target, tuple)
            edges.append(Edge(source, role[1:], target[0]))
            stack.append((len(variables), enter(*target)))
            break
        else:
            stack.pop()
    early = tuple([number for number in not_yet_defined if edges[number].target in seen])
    return Graph(tuple(variables), tuple(concepts), tuple(edges), id, early)


# The beginnings that a role cannot have after its colon: none, an alignment suffix, a digit (a time such as 12:30).
_NO_ROLE = frozenset(["", "~", *"0123456789"])


def _check_edge(role: str, target: object, lines: Sequence[str], number: int) -> None:
    first = role[1:2]
    if first in ("", "~"):
        _raise_at_role(lines, number, "a role without a name", "write :role after the colon")
    if first in _NO_ROLE:
        _raise_at_role(
            lines, number, f"{quoted(role)} is read as a role", 'put a value with a colon in quotes: "12:30"'
        )
    if target is None:
        name = short(role, 40)
        hint = f"write {name} value, {name} variable or {name} (x / concept)"
        _raise_at_role(lines, number, f"role {name} has no target", hint)


@contextmanager
def _room_for(depth: int) -> Iterator[None]:
    """Let penman, which recurses twice a level, read `depth` levels. Pure Python frames do not use the C stack."""
    before = sys.getrecursionlimit()
    needed = 3 * depth + 500
    if needed <= before:
        yield
        return
    sys.setrecursionlimit(before + needed)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


_Token: TypeAlias = tuple[str, int, int]
"""A token with its line and column, both from 1."""


def _tokens(lines: Sequence[str]) -> Iterator[_Token]:
    """Yield each token with its line and column, both from 1: only for the places of errors, not to read a graph."""
    for number, line in enumerate(lines, 1):
        for match in re.finditer(_TOKEN, line):
            yield match.group(), number, match.start() + 1


def node_places(text: str) -> list[tuple[int, int]]:
    """Return line and column, from 1, of each node of a valid text, in the order of the graph's variables."""
    return _places("(", _without_comments(text))


def edge_places(text: str) -> list[tuple[int, int]]:
    r"""Return line and column, from 1, of the role of each edge of a valid text, in the order of the edges.

    >>> edge_places('(a / b\n  :c (d / e)\n  :f "g :h")')
    [(2, 3), (3, 3)]
    """
    return _places(":", _without_comments(text))


def _places(sign: str, lines: Sequence[str]) -> list[tuple[int, int]]:
    """Line and column of the tokens that begin with a sign."""
    return [(line, column) for token, line, column in _tokens(lines) if token.startswith(sign)]


def _without_comments(text: str) -> list[str]:
    return ["" if line.lstrip().startswith("#") else line for line in text.split("\n")]


def _raise(lines: Sequence[str], line: int, column: int, message: str, hint: str) -> NoReturn:
    raise InputError(message, Place("", line, column, lines[line - 1]), hint)


def _raise_at_node(lines: Sequence[str], number: int, message: str, hint: str) -> NoReturn:
    """Raise at the `number`-th node: nodes stand in the tree in the order of their opening parentheses."""
    _raise(lines, *_places("(", lines)[number], message, hint)


def _raise_at_role(lines: Sequence[str], number: int, message: str, hint: str) -> NoReturn:
    """Raise at the `number`-th role: edges stand in the tree in the order of their roles."""
    _raise(lines, *_places(":", lines)[number], message, hint)


def _raise_at_end(lines: Sequence[str], message: str, hint: str) -> NoReturn:
    last = max((number for number, line in enumerate(lines, 1) if line.strip()), default=1)
    text = lines[last - 1].rstrip() if lines else ""
    raise InputError(message, Place("", last, len(text) + 1, text), hint)


def _raise_syntax_error(error: DecodeError, lines: Sequence[str]) -> NoReturn:
    """Raise penman's syntax error in our words."""
    line, column = error.lineno or 0, (error.offset or 0) + 1
    if line == 0 or "end of input" in (error.message or ""):
        missing = sum((token == "(") - (token == ")") for token, *_ in _tokens(lines))
        ways_out = "add ')'" if missing <= 1 else f"add {missing} ')'"
        _raise_at_end(lines, "the graph ends before its parentheses are closed", ways_out)
    found = next((token for token, *place in _tokens(lines) if place == [line, column]), "")
    if found == '"':
        _raise(lines, line, column, "a string that is not closed on its line", "add the closing '\"'")
    if found == "/":
        _raise(
            lines, line, column, "unexpected '/'", "write (x / concept), or put a symbol that contains '/' in quotes"
        )
    if found == "(" and "ROLE" in (error.message or ""):
        hint = "write a role before a node; between two graphs leave a blank line"
        _raise(lines, line, column, "expected a role such as :ARG0, or ')', found '('", hint)
    expected = re.sub(r"[A-Z]+", lambda match: _TOKEN_NAMES.get(match[0], match[0]), error.message or "")
    expected = expected.replace("Expected: ", "expected ").replace("'(', found", "or '(', found")
    hint = "write (x / concept ...)" if found in "()" else "put a symbol with spaces or special characters in quotes"
    if "ROLE" in (error.message or ""):
        hint = f"write :role before a value, or {hint}"
    _raise(lines, line, column, f"{expected}, found {quoted(found)}", hint)


def _check_rest(lines: Sequence[str]) -> None:
    """Raise if there is text before the graph or after it."""
    depth = 0
    started = False
    comment = 0
    for token, line, column in _tokens(lines):
        if token.startswith("#"):
            comment = line
        if line == comment or (started and depth == 0 and token.isspace()):  # such as a no-break space
            continue
        if not started and token != "(":
            _raise(
                lines, line, column, f"expected '(' to begin a graph, found {quoted(token)}", "write (x / concept ...)"
            )
        if started and depth == 0:
            if token == "(":
                _raise(lines, line, column, "a second graph begins here", "leave a blank line between two graphs")
            if token == ")":
                _raise(lines, line, column, "')' without its '('", "remove it, or add the '(' it closes")
            _raise(
                lines, line, column, f"text after the graph: {quoted(token)}", "remove it, or start a comment with '#'"
            )
        started = True
        depth += (token == "(") - (token == ")")
