"""The graphs of SemBleu: nodes with labels, and directed edges for its paths.

Every variable is a node labelled with its concept, every constant a node of its own. The treatment of a role in ``-of``
depends on the commit of the authors' program (:class:`Commit`); the reader (:class:`Reader`) decides which tokens are
variables, and how strings are cut.
"""

from __future__ import annotations

from collections import deque
from enum import StrEnum
from typing import NamedTuple

from smatchproof.base.errors import UsageError, quoted
from smatchproof.base.record import Record
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.notation import without_suffix

DEFAULT_N = 3
"""The number of nodes of the longest paths: the paper's choice."""


class Commit(StrEnum):
    """The treatment of a role that ends in ``-of`` by a version of the authors' program, named by its commit.

    * ``69ff2d4``: the edge is turned round and the role loses every ``-of``, as in the program of today. A relation is
      the same, written from either end.
    * ``530bc05``: nothing is turned round, since a test never holds. The program from June 2020 to February 2021; the
      table of BAMBOO names it, and it is nearest to Table 7 of Opitz et al. (2020).
    """

    HEAD = "69ff2d4"
    NOTHING_TURNED = "530bc05"

    def turned(self, role: str) -> tuple[str, bool]:
        """Return a role as in paths, and whether its edge is turned round.

        >>> [commit.turned("arg0-of") for commit in Commit]
        [('arg0', True), ('arg0-of', False)]
        """
        is_turned = self is Commit.HEAD and role.endswith("-of")
        return (role.replace("-of", "") if is_turned else role), is_turned


class Reader(StrEnum):
    """The reader of a graph.

    * ``penman``: as everywhere in this project. Roles and labels have no case and no alignment suffix.
    * ``sembleu``: as the authors' program does. A variable that is mentioned above its definition is a constant with
      the label of its concept, unless it is spelled as one letter and digits (``x0`` is, ``xv0`` is not); so is a
      constant spelled like a variable; strings lose the characters ``( ) : /``; roles keep their case, and
      everything its alignment suffix; and a path that begins at a constant may miss an edge (:func:`path_graph`).
    """

    PENMAN = "penman"
    SEMBLEU = "sembleu"


class PathEdge(NamedTuple):
    """An edge after turning round, as stored with its source. The number distinguishes parallel edges."""

    number: int
    role: str
    target: int


class PathGraph(Record):
    """The `labels` of the nodes, variables first, each as one or more words, and the `edges` that leave each node.

    `length` is the number of nodes and edges. Where `numbers_clash` a path never takes the edge that has the number of
    its first node.
    """

    labels: tuple[tuple[str, ...], ...]
    edges: tuple[tuple[PathEdge, ...], ...]
    length: int
    numbers_clash: bool = False

    def visited(self) -> list[int]:
        """The nodes in the order of a breadth-first walk from all nodes without incoming edges, or from the root."""
        targets = {edge.target for below in self.edges for edge in below}
        order = [node for node in range(len(self.edges)) if node not in targets] or list(range(len(self.edges)))[:1]
        seen, queue = set(order), deque(order)
        while queue:
            for edge in self.edges[queue.popleft()]:
                if edge.target not in seen:
                    seen.add(edge.target)
                    queue.append(edge.target)
                    order.append(edge.target)
        return order


def path_graph(graph: Graph, commit: Commit = Commit.HEAD, reader: Reader = Reader.SEMBLEU) -> PathGraph:
    """Return the nodes and edges of a graph, under the rules of a commit and a reader. Linear in the graph.

    The program numbers nodes and edges alike, from 0, and keeps the number of a path's first node among those of the
    edges that the path has taken; so a path misses the edge with that number. Only constants, whose numbers come after
    those of the variables, have an edge's number. Raises :class:`UsageError` if the program fails: with the
    ``sembleu`` reader at a constant that is spelled as one letter and digits, like a variable.

    >>> from smatchproof.graphs.reading import parse_graph
    >>> found = path_graph(parse_graph("(b / boy :ARG0-of (w / want-01))"))
    >>> found.labels, found.edges
    ((('boy',), ('want-01',)), ((), (PathEdge(number=2, role=':ARG0', target=0),)))
    """
    read = _read_by_program if reader is Reader.SEMBLEU else _read_by_penman
    labels, rows = read(graph)
    outgoing: list[list[PathEdge]] = [[] for _ in labels]
    for number, source, role, end in rows:
        role, is_turned = commit.turned(role)
        if is_turned:
            source, end = end, source
        outgoing[source].append(PathEdge(number, f":{role}", end))
    return PathGraph(
        tuple(labels), tuple(map(tuple, outgoing)), len(labels) + len(graph.edges), reader is Reader.SEMBLEU
    )


_Rows = list[tuple[int, int, str, int]]
"""Edges as written: number, source, role, target."""


def _read_by_penman(graph: Graph) -> tuple[list[tuple[str, ...]], _Rows]:
    index = {variable: position for position, variable in enumerate(graph.variables)}
    labels: list[tuple[str, ...]] = [(_label(concept),) for concept in graph.concepts]
    rows: _Rows = []
    for number, (source, role, target) in enumerate(graph.edges):
        role, target = role.partition("~")[0].lower(), without_suffix(target)
        end = index.get(target)
        if end is None:
            end = len(labels)
            labels.append((_label(target),))
        rows.append((number, source, role, end))
    return labels, rows


def _label(token: str) -> str:
    token = without_suffix(token)
    return (token[1:-1] if token.startswith('"') else token).lower()


# ---- the reader of the program


def _read_by_program(graph: Graph) -> tuple[list[tuple[str, ...]], _Rows]:
    """Nodes and edges with the program's numbers: a constant takes one of an edge, too, just before its edge's own."""
    index = {variable: position for position, variable in enumerate(graph.variables)}
    concepts = [_kept(concept).replace(" ", "").lower() for concept in graph.concepts]
    labels: list[tuple[str, ...]] = [(concept,) for concept in concepts]
    early = frozenset(graph.early_mentions)
    rows: _Rows = []
    number = len(labels)
    by_source = sorted(range(len(graph.edges)), key=lambda at: graph.edges[at].source)
    for at in by_source:
        source, role, target = graph.edges[at]
        end = index.get(target)
        if end is None and _looks_like_variable(target):
            raise UsageError(
                f"SemBleu takes {quoted(target)} for a variable that is not defined, and stops; write it in "
                "quotes, or choose --metric sembleu --reader penman"
            )
        if end is None or (at in early and not _looks_like_variable(target)):
            end = len(labels)
            text = " ".join(_kept(target).split())
            text = text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
            labels.append((concepts[index[text]],) if text in index else tuple(text.lower().split()))
            number += 1
        rows.append((number, source, role, end))
        number += 1
    return labels, rows


_LOST = str.maketrans("", "", "():/")


def _kept(token: str) -> str:
    """A token without the characters that the program's reader drops inside of quotes."""
    return token.translate(_LOST) if '"' in token else token


def _looks_like_variable(token: str) -> bool:
    return "a" <= token[:1] <= "z" and (len(token) == 1 or (token[1:].isascii() and token[1:].isdigit()))
