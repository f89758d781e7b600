# cython: boundscheck=False, wraparound=False
"""The tokens of a text without errors and unusual forms, and the graph of these tokens."""

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

Token = tuple[str, str, str, str, str]
"""A role with a target and the parentheses that close behind it; or empty texts, and another character.

The target is a value, or a variable and its concept.
"""


def tokens_of(text: str, at: int) -> list[Token] | None:
    """Return the tokens of `text` from a place behind a concept on; ``None`` if they are not those of a graph.

    There is no ``#`` in this part of the text. Linear in the text.
    """
    if not cython.compiled:  # a loop takes ten times as long in plain Python
        return NEXT.findall(text, at)
    text += "\n)"  # no token reaches beyond a line feed and a parenthesis
    last = len(text) - 1
    tokens = []
    at = _end_of_spaces(text, at)
    while at < last:
        begin = at + 1
        if text[at] == ")":
            at = _end_of_spaces(text, begin)
            tokens.append(("", "", "", "", ")"))
            continue
        at = _end_of_symbol(text, begin)
        if text[begin - 1] != ":" or at == begin or "0" <= text[begin] <= "9":
            return None
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
                return None
            at = _end_of_spaces(text, at + 1)
        begin = at
        at = _end_of_value(text, begin)
        if at == begin:
            return None
        value = text[begin:at]
        begin = at
        while text[at] == ")":
            at += 1
        tokens.append((role, variable, value, text[begin:at], ""))
        at = _end_of_spaces(text, at)
    return tokens


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


def graph_of_tokens(root: str, concept: str, tokens: list[Token], id: str | None) -> Graph | None:
    """Return the graph whose root and concept are followed by `tokens`; ``None`` if these are not one graph.

    Linear in the tokens.
    """
    variables, concepts, edges = [root], [concept], []
    seen = {root}
    not_yet_defined, above = [], []
    source = 0
    for role, variable, value, closing, sign in tokens:
        if source < 0:  # the root was closed already
            return None
        if variable:
            if variable in seen:
                return None
            seen.add(variable)
            edges.append(of_three(Edge, source, role, variable))
            above.append(source)
            source = len(variables)
            variables.append(variable)
            concepts.append(value)
        elif role:
            if value not in seen:
                not_yet_defined.append(len(edges))
            edges.append(of_three(Edge, source, role, value))
        elif sign != ")":
            return None
        for _ in closing or sign:
            if source < 0:
                return None
            source = above.pop() if above else -1
    if source >= 0:
        return None
    early = [number for number in not_yet_defined if edges[number][2] in seen]
    return Graph(tuple(variables), tuple(concepts), tuple(edges), id, tuple(early))
