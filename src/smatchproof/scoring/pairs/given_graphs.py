"""Graphs given by Python programs: strings, our graphs or penman's, as blocks that can be scored."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sized
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from smatchproof.base.errors import UsageError
from smatchproof.base.text import many
from smatchproof.graphs.corpus import Block
from smatchproof.graphs.graph import Graph
from smatchproof.scoring.parameters import level_of_caller

if TYPE_CHECKING:
    import penman

GraphLike: TypeAlias = "str | Graph | penman.Graph"
"""A graph in PENMAN notation, one of ours, or one of penman: decoded with ``model=penman.models.amr.model``, as without
it penman takes ``consist-of`` for the converse of ``consist``."""
_BYTES = 20
"""Bytes of a variable with its concept, or of an edge, in indented text."""
_NONE = object()
"""In the place of a partner that is missing."""
_EXPECTED = "expected a string in PENMAN notation, a smatchproof.Graph or a penman.Graph"


class GivenGraph(NamedTuple):
    """A graph that is already an object."""

    graph: Graph

    @property
    def id(self) -> str | None:
        """Its id."""
        return self.graph.id

    @property
    def length(self) -> int:
        """Its length, estimated from the usual numbers of bytes of variables and edges."""
        return _BYTES * (len(self.graph.variables) + len(self.graph.edges))

    def parse(self) -> Graph:
        """Itself."""
        return self.graph


GivenBlock: TypeAlias = Block | GivenGraph
"""A graph to be scored: as text, or as an object."""


def graph_of(value: GraphLike, what: str) -> Graph:
    """Return a value as a graph; `what` names the value in errors.

    Raises ``TypeError`` for other types, and :class:`UsageError` for a graph whose parts do not fit together.

    >>> graph_of("(b / boy)", "left").concepts
    ('boy',)
    >>> graph_of(["b"], "left")
    Traceback (most recent call last):
    ...
    TypeError: left is of type list; expected a string in PENMAN notation, a smatchproof.Graph or a penman.Graph
    """
    return _fitting(value, what) if isinstance(value, Graph) else _text_block(value, what).parse()


def _fitting(graph: Graph, what: str) -> Graph:
    """Return a graph that a program made, after a check: compiled code does not look whether its numbers are places."""
    size = len(graph.variables)
    if not size == len(graph.concepts) == len({*graph.variables}):
        raise UsageError(f"{what}: expected as many concepts as variables, and no variable twice; use GraphBuilder")
    if not all(0 <= edge[0] < size for edge in graph.edges):
        raise UsageError(f"{what}: expected edges from variables 0 to {size - 1}; use GraphBuilder")
    return graph


def sentence_of(value: GraphLike) -> str | None:
    """Return the sentence of a graph that is a text with a sentence, or ``None``."""
    return None if isinstance(value, Graph) else _text_block(value, "graph").sentence


def given_pairs(lefts: Iterable[GraphLike], rights: Iterable[GraphLike]) -> Iterator[tuple[GivenBlock, GivenBlock]]:
    """Yield the pairs of two sequences, read on demand.

    Raises ``TypeError`` for anything but a sequence of graphs, and :class:`UsageError` if one of them is longer. Warns
    of the first pair whose graphs have different ids.
    """
    for name, values in (("lefts", lefts), ("rights", rights)):
        if isinstance(values, str | bytes | Graph) or not isinstance(values, Iterable) or _is_of_penman(values):
            kind = type(values).__name__
            raise TypeError(f"{name} is of type {kind}; expected a list of graphs, or files by score_files")
    if isinstance(lefts, Sized) and isinstance(rights, Sized) and len(lefts) != len(rights):
        raise UsageError(f"{many(len(lefts), 'graph')} in lefts, {len(rights):,} in rights; each needs its partner")
    return _pairs(lefts, rights)


def _pairs(lefts: Iterable[GraphLike], rights: Iterable[GraphLike]) -> Iterator[tuple[GivenBlock, GivenBlock]]:
    is_told = False
    for number, (left, right) in enumerate(zip_longest(lefts, rights, fillvalue=_NONE), 1):
        if left is _NONE or right is _NONE:
            longer, shorter = ("lefts", "rights") if right is _NONE else ("rights", "lefts")
            raise UsageError(f"more graphs in {longer} than the {number - 1:,} in {shorter}; each needs its partner")
        pair = _block(cast(GraphLike, left), f"left {number}"), _block(cast(GraphLike, right), f"right {number}")
        ids = pair[0].id, pair[1].id
        if not is_told and ids[0] != ids[1] and None not in ids:
            is_told = True
            message = f"left {number} has the id {ids[0]}, right {number} {ids[1]}; graphs pair by position: sort them"
            warnings.warn(message, stacklevel=level_of_caller())
        yield pair


def _block(value: GraphLike, what: str) -> GivenBlock:
    return GivenGraph(_fitting(value, what)) if isinstance(value, Graph) else _text_block(value, what)


def _text_block(value: GraphLike, what: str) -> Block:
    if isinstance(value, str):
        return Block.of_text(value, what)
    if _is_of_penman(value):
        import penman
        from penman.models.amr import model  # in which the converse of consist-of is not consist

        try:
            return Block.of_text(penman.encode(value, model=model), what)
        except (penman.PenmanError, TypeError) as error:
            raise UsageError(f"{what}: penman cannot write this graph: {error}") from None
    raise TypeError(f"{what} is of type {type(value).__name__}; {_EXPECTED}")


def _is_of_penman(value: object) -> bool:
    import penman

    return isinstance(value, penman.Graph)
