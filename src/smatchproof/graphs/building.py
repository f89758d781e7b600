"""Building graphs from variables, constants and edges."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from operator import itemgetter

from smatchproof.graphs.graph import Edge, Graph
from smatchproof.graphs.writing import _ROLE, _STRING, _SYMBOL, _VARIABLE, in_text as in_text


class GraphBuilder:
    """Collects the triples of a graph and lays them out. The first variable is the root.

    Only triples that every program reads in the same way are accepted: no role that some program inverts (``-of``,
    ``mod``, ``domain``), no constant that is spelled like a variable, no triple twice.

    >>> builder = GraphBuilder()
    >>> root, vertex = builder.variable("r", "root"), builder.variable("h0", "vertex")
    >>> builder.relation("m", root, vertex)
    >>> builder.attribute("loop", vertex, "+")
    >>> from smatchproof.graphs.writing import write_graph
    >>> print(write_graph(builder.build()))
    (r / root
      :m (h0 / vertex
        :loop +))
    """

    def __init__(self) -> None:
        self._concepts: dict[str, str] = {}
        self._attributes: dict[tuple[str, str, str], None] = {}
        self._relations: dict[tuple[str, str, str], None] = {}

    def variable(self, name: str, concept: str) -> str:
        """Add a variable. Returns its name. Raises ``ValueError`` for a malformed name or concept, or a name twice."""
        _demand(
            _VARIABLE.fullmatch(name) and name not in self._concepts, f"variable {name!r} is malformed or defined twice"
        )
        _demand(_SYMBOL.fullmatch(concept), f"malformed concept {concept!r}")
        self._concepts[name] = concept
        return name

    def attribute(self, role: str, variable: str, constant: str) -> None:
        """Add ``role(variable, constant)``. Raises ``ValueError`` as :meth:`relation`."""
        self._add(self._attributes, role, variable, constant)

    def relation(self, role: str, source: str, target: str) -> None:
        """Add ``role(source, target)``; both may be one variable.

        Raises ``ValueError`` for an unknown variable, a role that programs read differently, and a triple twice.
        """
        _demand(target in self._concepts, f"unknown variable {target!r}")
        self._add(self._relations, role, source, target)

    def _add(self, triples: dict[tuple[str, str, str], None], role: str, source: str, target: str) -> None:
        inverted = role.lower().endswith("-of") or role.lower() in ("mod", "domain", "top", "instance")
        _demand(_ROLE.fullmatch(role) and not inverted, f"role {role!r} is not read alike by all programs")
        _demand(source in self._concepts, f"unknown variable {source!r}")
        _demand((role, source, target) not in triples, f"triple {role}({source}, {target}) is there twice")
        triples[role, source, target] = None

    def build(self, id: str | None = None, *, deep: bool = False) -> Graph:
        """Return the graph; `deep` nests it as deeply as possible (see :func:`lay_out`).

        Raises ``ValueError`` if there is no variable, the triples are not connected, or a constant equals a variable.
        """
        _demand(self._concepts, "a graph without variables")
        for _, _, constant in self._attributes:
            _demand(constant not in self._concepts, f"constant {constant!r} is spelled like a variable")
            _demand(_SYMBOL.fullmatch(constant) or _STRING.fullmatch(constant), f"malformed constant {constant!r}")
        names = tuple(self._concepts)
        return lay_out(names, tuple(self._concepts.values()), self._attributes, self._relations, id, deep=deep)


def _demand(condition: object, message: str) -> None:
    if not condition:
        raise ValueError(message)


def lay_out(
    variables: Sequence[str],
    concepts: Sequence[str],
    attributes: Iterable[tuple[str, str, str]],
    relations: Iterable[tuple[str, str, str]],
    id: str | None = None,
    *,
    deep: bool = False,
) -> Graph:
    """Return the graph of these triples (role, source, target), below the first variable, in the order of the text.

    The spanning tree is as shallow as possible, or with `deep` that of a depth-first search. If several relations could
    join the same variable to the tree, the one listed first does. Linear time. Raises ``ValueError`` if a variable is
    not connected with the first.

    >>> ring = [("next", "a", "b"), ("next", "b", "c"), ("next", "c", "a")]
    >>> from smatchproof.graphs.writing import write_graph
    >>> print(write_graph(lay_out("abc", "xxx", [], ring)))
    (a / x
      :next (b / x)
      :next-of (c / x
        :next-of b))
    """
    number = {name: index for index, name in enumerate(variables)}
    arcs = [(role, number[source], number[target]) for role, source, target in relations]
    at: list[list[int]] = [[] for _ in variables]
    for arc, (_, source, target) in enumerate(arcs):
        at[source].append(arc)
        if source != target:
            at[target].append(arc)
    tree = _deep_tree(arcs, at) if deep else _shallow_tree(arcs, at)
    order = _preorder(tree, len(at))
    if len(order) < len(at):
        lost = min({*range(len(at))}.difference(order))
        raise ValueError(f"{variables[lost]} is not connected with the root {variables[0]}")
    position = {index: place for place, index in enumerate(order)}
    below: list[list[tuple[str, int | str]]] = [[] for _ in order]
    for role, name, constant in attributes:
        below[number[name]].append((role, constant))
    in_tree = {arc: parent for parent, arc, _ in tree}
    for arc, (role, source, target) in enumerate(arcs):
        # A tree arc stands below its parent, another one below its later end; against its direction it is an -of.
        upper = in_tree.get(arc, max(source, target, key=position.__getitem__))
        below[upper].append((role, target) if upper == source else (f"{role}-of", source))
    return graph_from_branches(concepts, below, id, variables)[0]


_Arcs = Sequence[tuple[str, int, int]]


_Tree = list[tuple[int, int, int]]
"""(parent, arc, child) of each variable but the root."""


def _shallow_tree(arcs: _Arcs, at: Sequence[Sequence[int]]) -> _Tree:
    tree: _Tree = []
    seen, waiting = {0}, deque([0])
    while waiting:
        parent = waiting.popleft()
        for arc in at[parent]:
            child = arcs[arc][1] + arcs[arc][2] - parent
            if child not in seen:
                seen.add(child)
                waiting.append(child)
                tree.append((parent, arc, child))
    return tree


def _deep_tree(arcs: _Arcs, at: Sequence[Sequence[int]]) -> _Tree:
    tree: _Tree = []
    seen, path = {0}, [(0, iter(at[0]))]
    while path:
        parent, rest = path[-1]
        arc = next(rest, None)
        if arc is None:
            path.pop()
            continue
        child = arcs[arc][1] + arcs[arc][2] - parent
        if child not in seen:
            seen.add(child)
            path.append((child, iter(at[child])))
            tree.append((parent, arc, child))
    return tree


def _preorder(tree: _Tree, size: int) -> list[int]:
    """The variables in the order of the text: children in the order of their arcs."""
    children: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for parent, arc, child in tree:
        children[parent].append((arc, child))
    order, waiting = [], [0]
    while waiting:
        index = waiting.pop()
        order.append(index)
        waiting.extend(child for _, child in sorted(children[index], reverse=True))
    return order


# ---- the text

Branches = Sequence[Sequence[tuple[str, int | str]]]
"""The branches of each variable in their order: the role as written, and a variable's number or a constant."""


def graph_from_branches(
    concepts: Sequence[str], below: Branches, id: str | None = None, names: Sequence[str] | None = None
) -> tuple[Graph, list[int]]:
    """Return the graph whose text has its branches in this order, and the numbers of its variables in that text.

    A variable is defined where it is first mentioned; variables that cannot be reached from the root, variable 0, are
    left out. Without `names` variables have a letter of their concept and a number, as annotators write them; no name
    is a word of a constant.

    >>> graph, order = graph_from_branches(["and", "bear", "boy"], [[("op1", 2), ("op2", 1)], [], [("quant", "b")]])
    >>> graph.variables, graph.concepts, order
    (('a', 'b2', 'b3'), ('and', 'boy', 'bear'), [0, 2, 1])
    """
    walked = list(in_text(below, itemgetter(1)))
    edges = [(source, role, target) for source, (role, target), _ in walked]
    order = [0, *(defined for _, _, defined in walked if defined is not None)]
    if names is None:
        words = constant_words(target for _, _, target in edges if isinstance(target, str))
        own = _names([concepts[variable] for variable in order], words)
    else:
        own = [names[variable] for variable in order]
    place = {variable: at for at, variable in enumerate(order)}
    written = tuple(
        Edge(place[source], role, target if isinstance(target, str) else own[place[target]])
        for source, role, target in edges
    )
    return Graph(tuple(own), tuple(concepts[variable] for variable in order), written, id), order


def constant_words(constants: Iterable[str]) -> set[str]:
    """Return the words that a program may read constants as, without quotes or cut at a space.

    No variable may have such a name.

    >>> sorted(constant_words(['"New York"', "a'2"]))
    ['2', 'a', 'a2', 'new', 'york']
    """
    words: set[str] = set()
    for constant in constants:
        words.update(re.sub("[\"']", "", constant.lower()).split())
        words.update(re.split(r"[\"'\s]+", constant.lower()))
    return words - {""}


def _names(concepts: Iterable[str], taken: set[str]) -> list[str]:
    names = []
    numbers: Counter[str] = Counter()
    for concept in concepts:
        letter = concept[0].lower() if concept[0].isascii() and concept[0].isalpha() else "x"
        name = None
        while name is None or name in taken:
            numbers[letter] += 1
            name = letter if numbers[letter] == 1 else f"{letter}{numbers[letter]}"
        names.append(name)
    return names
