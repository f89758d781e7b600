"""Strings that the readers of smatch 1.0.4 and smatchpp 1.8.0 misread.

Both read a graph with their own scanner, which misreads some strings, so that the text after them belongs to another
variable, or to none. The conventions named after the programs refuse such graphs, because no rule describes the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from smatchproof.base.errors import UsageError, quoted
from smatchproof.graphs.graph import Graph

_SIGNIFICANT = frozenset("():/")
"""The characters that separate tokens for the scanner of smatch, outside of strings."""


_INSTEAD = "choose --convention smatch"


def refuse_for_smatch(graph: Graph, program: str = "smatch 1.0.4", instead: str = _INSTEAD) -> None:
    r"""Raise :class:`UsageError` for a string that smatch 1.0.4 does not read to its end. Linear in the graph.

    Its scanner does not support escapes: each quote, ``\"`` too, begins or ends a string. After an odd number of quotes
    the rest of the text is part of a string, and is lost. With an even number, the text between two inner strings is
    read as if it stood outside. amr-evaluation has the same scanner; `instead` is the hint of the error.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> refuse_for_smatch(parse_graph('(n / name :op1 "a \\"b\\" c")'))
    >>> refuse_for_smatch(parse_graph('(n / name :op1 "a 5\\" disk")'))
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: smatch 1.0.4 takes the ... for the end of the string and loses what follows; ...
    """
    for token in (each for each in _tokens(graph) if '\\"' in each):
        if token.count('"') % 2:
            does = f'takes the \\" of {quoted(token)} for the end of the string and loses what follows'
            _refuse(program, does, instead)
        if any(_SIGNIFICANT & set(part) for part in token.split('"')[2:-1:2]):
            does = f"reads what is between inner strings of {quoted(token)} as if it stood outside"
            _refuse(program, does, instead)


def refuse_for_smatchpp(graph: Graph, instead: str = _INSTEAD) -> None:
    r"""Raise :class:`UsageError` for text that smatchpp 1.8.0 does not read as one token, or reads as a concept.

    The program splits a graph at spaces. A string ends with the first part that ends with a quote, so an inner ``\"``
    may end it, and ``"a"~e.1`` never does. A single quote outside of a string begins one. A role ``:instance`` is read
    as a second concept. Linear in the graph. `instead` is the hint of the error.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> refuse_for_smatchpp(parse_graph('(n / name :op1 "it\'s")'))
    >>> refuse_for_smatchpp(parse_graph('(n / name :op1 "New York"~e.1)'))
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: smatchpp 1.8.0 looks for the end of the string ... behind its suffix; ...
    """
    program = "smatchpp 1.8.0"
    apostrophes, bare = 0, ""
    for token in _tokens(graph):
        apostrophes += token.count("'")
        if token.startswith('"'):
            if '\\"' in token:
                _refuse(program, f'takes the \\" of {quoted(token)} for the end of the string', instead)
            if not token.endswith('"'):
                _refuse(program, f"looks for the end of the string {quoted(token)} behind its suffix", instead)
        elif "'" in token:
            bare = bare or token
    if bare and (apostrophes > 1 or bare.startswith("'")):
        _refuse(program, f"takes the apostrophe of {quoted(bare)} for the beginning of a string", instead)
    for edge in graph.edges:
        if edge.role.lower() in ("instance", "instance-of"):
            _refuse(program, f"takes the role :{edge.role} for a second concept", instead)


def _tokens(graph: Graph) -> Iterator[str]:
    """Variables, concepts, roles and targets as written."""
    yield from graph.variables
    yield from graph.concepts
    for _, role, target in graph.edges:
        yield role
        yield target


def _refuse(program: str, does: str, instead: str) -> NoReturn:
    raise UsageError(f"{program} {does}; write it in another way, or {instead}")
