# cython: boundscheck=False, wraparound=False
"""The graph of a text without errors and unusual forms."""

from __future__ import annotations

import re

try:
    import cython
except ImportError:
    from smatchproof.base import without_cython as cython
from smatchproof.graphs.graph import Edge, Graph

if not cython.compiled:
    from smatchproof.graphs.core.named import of_three

# All quantifiers are possessive (`++`, `*+`), because penman's tokens do not end early to make room for others either:
# in ":ab" there is no role :a. A symbol that begins with # would be a comment; a role that begins with a digit is the
# rest of a time such as 12:30.
_SPACE = r"[ \t\r\n\v\f]*+"
_SUFFIX = r"(?>~(?:[a-z]\.?)?[0-9]+(?:,[0-9]+)*)?+"
_SYMBOL = r'[^ \t\r\n\v\f"()/:~#][^ \t\r\n\v\f"()/:~]*+'
_STRING = r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"'
_VALUE = rf"(?>{_SYMBOL}|{_STRING}){_SUFFIX}"
_NODE = rf"\({_SPACE}({_SYMBOL}){_SPACE}/{_SPACE}"
_ROLE = rf':([^ \t\r\n\v\f"()/:~0-9][^ \t\r\n\v\f"()/:~]*+{_SUFFIX})'

BEGINNING = re.compile(rf"(?:{_SPACE}#[^\n]*+\n)*+{_SPACE}{_NODE}({_VALUE})")
"""Comments, and the root and its concept."""
if not cython.compiled:
    NEXT = re.compile(rf"{_SPACE}(?:{_ROLE}{_SPACE}(?:{_NODE})?+({_VALUE})(\)*+)|([^ \t\r\n\v\f]))")
    """A role, its target and what closes there, or one more character, which has to be ``)``."""


class Draft:
    """A graph whose root is open: what is read is added to it, node by node."""

    def __init__(self, root: str, concept: str) -> None:
        self.variables, self.concepts = [root], [concept]
        self.edges: list[Edge] = []
        self.not_yet_defined: list[int] = []
        self.above: list[int] = []
        self.seen = {root}
        self.source = 0

    def add(self, role: str, variable: str, value: str) -> bool:
        """Add a role with its target, a value or a variable and its concept; test whether a graph can have it there."""
        if self.source < 0 or variable in self.seen:
            return False
        edges = self.edges
        if not variable:
            if value not in self.seen:
                self.not_yet_defined.append(len(edges))
            edges.append(of_three(Edge, self.source, role, value))
            return True
        self.seen.add(variable)
        edges.append(of_three(Edge, self.source, role, variable))
        self.above.append(self.source)
        self.source = len(self.variables)
        self.variables.append(variable)
        self.concepts.append(value)
        return True

    def close(self) -> bool:
        """Close the open node; test whether there was one."""
        is_open = self.source >= 0
        self.source = self.above.pop() if self.above else -1
        return is_open

    def graph(self, id: str | None) -> Graph | None:
        """The graph, if its root is closed."""
        if self.source >= 0:
            return None
        early = [number for number in self.not_yet_defined if self.edges[number][2] in self.seen]
        return Graph(tuple(self.variables), tuple(self.concepts), tuple(self.edges), id, tuple(early))


def graph_of_rest(text: str, at: int, root: str, concept: str, id: str | None) -> Graph | None:
    """Return the graph whose root and concept end at a place of `text`; ``None`` if the rest is not that of a graph.

    There is no ``#`` in this part of the text. Linear in the text.
    """
    draft = Draft(root, concept)
    return draft.graph(id) if _is_read(text, at, draft) else None


def _is_read(text: str, at: int, draft: Draft) -> bool:
    if not cython.compiled:  # a loop over characters takes ten times as long in plain Python
        for role, variable, value, closing, sign in NEXT.findall(text, at):
            if not (draft.add(role, variable, value) if role else sign == ")"):
                return False
            for _ in closing or sign:
                if not draft.close():
                    return False
        return True
    text += "\n)"  # no token reaches beyond a line feed and a parenthesis
    last = len(text) - 1
    at = _end_of_spaces(text, at)
    while at < last:
        begin = at + 1
        if text[at] == ")":
            if not draft.close():
                return False
            at = _end_of_spaces(text, begin)
            continue
        at = _end_of_symbol(text, begin)
        if text[begin - 1] != ":" or at == begin or "0" <= text[begin] <= "9":
            return False
        at = _end_of_suffix(text, at)
        role = text[begin:at]
        at = _end_of_spaces(text, at)
        variable = ""
        if text[at] == "(":
            begin = _end_of_spaces(text, at + 1)
            at = _end_of_symbol(text, begin)
            variable = text[begin:at]
            at = _end_of_spaces(text, at)
            if not variable or text[at] != "/":
                return False
            at = _end_of_spaces(text, at + 1)
        begin = at
        at = _end_of_value(text, begin)
        if at == begin or not draft.add(role, variable, text[begin:at]):
            return False
        at = _end_of_spaces(text, at)
    return True


def _end_of_spaces(text: str, at: int) -> int:
    while text[at] in " \t\r\n\v\f":
        at += 1
    return at


def _end_of_symbol(text: str, at: int) -> int:
    while text[at] not in ' \t\r\n\v\f"()/:~':
        at += 1
    return at


def _end_of_value(text: str, at: int) -> int:
    """The end of a symbol or a string, with its suffix; the place itself if there is none."""
    begin = at
    if text[at] != '"':
        at = _end_of_symbol(text, at)
        return at if at == begin else _end_of_suffix(text, at)
    at += 1
    while text[at] != '"':
        at += 2 if text[at] == "\\" else 1
        if text[at - 1] == "\n":
            return begin
    return _end_of_suffix(text, at + 1)


def _end_of_suffix(text: str, at: int) -> int:
    """The end of an alignment suffix such as ``~e.1,2``; the place itself if there is none."""
    begin = at
    if text[at] != "~":
        return begin
    at += 1
    if "a" <= text[at] <= "z":
        at += 2 if text[at + 1] == "." else 1
    if not "0" <= text[at] <= "9":
        return begin
    while "0" <= text[at] <= "9" or (text[at] == "," and "0" <= text[at + 1] <= "9"):
        at += 1
    return at
