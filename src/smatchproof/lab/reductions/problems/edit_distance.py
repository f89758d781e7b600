"""Graph edit distance: the cheapest way from one graph to another, with costs by label."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar, NamedTuple, TypeVar

from smatchproof.base.record import Record, replace
from smatchproof.lab.reductions.problems.graphs import Edge

_Thing = TypeVar("_Thing")
Number = int | Fraction
NodeMap = dict[int, int]
"""The images of the nodes that are substituted, by index: a one-to-one partial map."""


class LabelledGraph(Record):
    """A graph whose nodes and edges have labels; loops may be there, parallel edges not.

    `nodes` are names and `labels` their labels, which in an :class:`EditDistance` are numbers. Edges of an undirected
    graph have the smaller end first.
    """

    nodes: tuple[str, ...]
    labels: tuple[Any, ...]
    edges: Mapping[Edge, Any]
    directed: bool = False

    def __len__(self) -> int:
        return len(self.nodes)

    def edge(self, source: int, target: int) -> Edge:
        """The edge between two nodes as it is spelled here."""
        return (source, target) if self.directed or source <= target else (target, source)

    def written(self, edge: Edge) -> str:
        """An edge by the names of its ends."""
        return f"{self.nodes[edge[0]]}{'→' if self.directed else '–'}{self.nodes[edge[1]]}"


class CostTable(NamedTuple):
    """Costs of nodes or of edges, by the numbers of their labels on the left and on the right."""

    delete: tuple[int, ...]
    insert: tuple[int, ...]
    substitute: tuple[tuple[int, ...], ...]

    def saving(self, one: int, other: int) -> int:
        """The saving of a substitution over a deletion and an insertion; negative where it is dearer."""
        return self.delete[one] + self.insert[other] - self.substitute[one][other]

    def total(self, left: Sequence[int], right: Sequence[int]) -> int:
        """The cost of deleting everything with the labels on the left and inserting everything on the right."""
        return sum(self.delete[label] for label in left) + sum(self.insert[label] for label in right)

    def bound(self, left: Sequence[int], right: Sequence[int]) -> int:
        """A lower bound of the cost: the most substitutions, each side with its best partners."""
        one, other = set(left), set(right)
        most = {a: max([0, *(self.saving(a, b) for b in other)]) for a in one}
        best = {b: max([0, *(self.saving(a, b) for a in one)]) for b in other}
        sides = ([most[label] for label in left], [best[label] for label in right])
        number = min(len(left), len(right))
        return self.total(left, right) - min(sum(sorted(side, reverse=True)[:number]) for side in sides)


class Edit(NamedTuple):
    """A step of an edit path: `source` becomes `target`, one may be ``None``. Nodes are indexes, edges couples."""

    source: int | Edge | None
    target: int | Edge | None
    cost: int


class EditDistance(Record):
    """The least cost of an edit path from the left graph to the right one.

    An edit path substitutes nodes one to one, deletes all other nodes of the left graph with their edges, and inserts
    all others of the right one. An edge whose ends are substituted becomes the edge between their images if that is
    there and no dearer than to delete the one and insert the other. All costs are in units of one `denominator`-th.
    `roots`: two nodes of which one has to become the other.

    >>> path = LabelledGraph(("a", "b", "c"), (0, 0, 0), {(0, 1): 0, (1, 2): 0})
    >>> edge = LabelledGraph(("x", "y"), (0, 0), {(0, 1): 0})
    >>> unit = CostTable((1,), (1,), ((0,),))
    >>> problem = EditDistance(path, edge, unit, unit)
    >>> best = problem.brute_force()
    >>> print(problem.value(best), problem.describe(best))
    2 b → x, c → y; delete edge a–b (1), delete node a (1)
    """

    left: LabelledGraph
    right: LabelledGraph
    node_costs: CostTable
    edge_costs: CostTable
    denominator: int = 1
    roots: Edge | None = None

    goal: ClassVar[str] = "min"

    def __post_init__(self) -> None:
        if self.left.directed != self.right.directed:
            raise ValueError("one graph is directed and the other is not")

    @property
    def quantity(self) -> str:
        """The unit of costs, in words."""
        return "edit cost" if self.denominator == 1 else f"units of 1/{self.denominator} edit cost"

    def cost(self, value: int) -> Number:
        """The cost of a number of units."""
        exact = Fraction(value, self.denominator)
        return exact.numerator if exact.denominator == 1 else exact

    def empty_cost(self) -> int:
        """The cost of deleting all of the left graph and inserting all of the right one."""
        nodes = self.node_costs.total(self.left.labels, self.right.labels)
        return nodes + self.edge_costs.total([*self.left.edges.values()], [*self.right.edges.values()])

    def bound(self) -> int:
        """The lower bound of the cost by counting labels, in linear time."""
        nodes = self.node_costs.bound(self.left.labels, self.right.labels)
        return nodes + self.edge_costs.bound([*self.left.edges.values()], [*self.right.edges.values()])

    def node_path(self, solution: NodeMap) -> list[Edit]:
        """The edits of the nodes: substitutions, deletions, insertions. Raises ``ValueError`` for no such map."""
        self._demand_map(solution)
        (deleting, inserting, table), left, right = self.node_costs, self.left.labels, self.right.labels
        images = set(solution.values())
        path = [Edit(i, j, table[left[i]][right[j]]) for i, j in sorted(solution.items())]
        path += [Edit(i, None, deleting[left[i]]) for i in range(len(left)) if i not in solution]
        return path + [Edit(None, j, inserting[right[j]]) for j in range(len(right)) if j not in images]

    def edge_path(self, solution: NodeMap) -> list[Edit]:
        """The edits of the edges: substitutions, deletions, insertions."""
        costs, left, right = self.edge_costs, self.left.edges, self.right.edges
        kept = {}
        for (a, b), label in left.items():
            if a in solution and b in solution:
                image = self.right.edge(solution[a], solution[b])
                if image in right and costs.saving(label, right[image]) >= 0:
                    kept[a, b] = image
        images = set(kept.values())
        path = [Edit(one, other, costs.substitute[left[one]][right[other]]) for one, other in kept.items()]
        path += [Edit(edge, None, costs.delete[label]) for edge, label in left.items() if edge not in kept]
        return path + [Edit(None, edge, costs.insert[label]) for edge, label in right.items() if edge not in images]

    def value(self, solution: NodeMap) -> int:
        """Return the cost of the edit path, in units. Raises ``ValueError`` if the solution is no such map."""
        return sum(edit.cost for edit in (*self.node_path(solution), *self.edge_path(solution)))

    def _demand_map(self, solution: NodeMap) -> None:
        fits = all(0 <= i < len(self.left) and 0 <= j < len(self.right) for i, j in solution.items())
        if not fits or len(set(solution.values())) < len(solution):
            raise ValueError(f"not a one-to-one map of nodes: {solution}")
        if self.roots and solution.get(self.roots[0]) != self.roots[1]:
            raise ValueError("the roots are not substituted for each other")

    def brute_force(self) -> NodeMap:
        """All one-to-one partial maps, without a bound."""
        roots = dict([self.roots] if self.roots else [])
        free = [i for i in range(len(self.left)) if i not in roots]
        return min(_extensions(roots, free, len(self.right)), key=self.value)

    def describe(self, solution: NodeMap) -> str:
        """The map and the edits that cost something, in an order in which they can be done."""
        nodes, edges = self.node_path(solution), self.edge_path(solution)
        pairs = ", ".join(f"{self.left.nodes[i]} → {self.right.nodes[j]}" for i, j in sorted(solution.items()))
        steps = [
            *self._words("edge", [edit for edit in edges if edit.target is None]),
            *self._words("node", [edit for edit in nodes if edit.target is None]),
            *self._words("node", [edit for edit in nodes if edit.target is not None]),
            *self._words("edge", [edit for edit in edges if edit.target is not None]),
        ]
        total = "" if self.denominator == 1 else f"{self.cost(self.value(solution))} in all"
        return "; ".join(part for part in (pairs, ", ".join(steps), total) if part)

    def _words(self, kind: str, edits: Sequence[Edit]) -> Iterator[str]:
        for source, target, cost in edits:
            one, other = _written(self.left, source), _written(self.right, target)
            does = "delete" if target is None else "insert" if source is None else "substitute"
            what = " by ".join(name for name in (one, other) if name)
            if cost or source is None or target is None:
                yield f"{does} {kind} {what} ({self.cost(cost)})"


def _written(graph: LabelledGraph, part: int | Edge | None) -> str:
    """The name of a node or an edge; empty for ``None``."""
    return "" if part is None else graph.nodes[part] if isinstance(part, int) else graph.written(part)


def _extensions(done: NodeMap, free: Sequence[int], size: int) -> Iterator[NodeMap]:
    """All one-to-one maps that extend one by some of the free nodes."""
    if not free:
        yield dict(done)
        return
    yield from _extensions(done, free[1:], size)
    for image in range(size):
        if image not in done.values():
            yield from _extensions({**done, free[0]: image}, free[1:], size)


# ---- labels of any kind, and costs as functions


class Costs(NamedTuple):
    """Costs as functions of labels: of deletion, of insertion and of substitution."""

    delete: Callable[[Any], Number]
    insert: Callable[[Any], Number]
    substitute: Callable[[Any, Any], Number]


def tabulated(
    left: LabelledGraph, right: LabelledGraph, nodes: Costs, edges: Costs, roots: Edge | None = None
) -> EditDistance:
    """The problem of two graphs whose labels are anything that can be hashed; labels with the same costs are one.

    Each function is called once for each label, or each couple of labels.
    """
    of_nodes = _table(nodes, left.labels, right.labels)
    of_edges = _table(edges, left.edges.values(), right.edges.values())
    unit = lcm(*(cost.denominator for table, _ in (of_nodes, of_edges) for row in table for cost in row))
    graphs = [
        replace(graph, labels=tuple(labels), edges=dict(zip(graph.edges, numbers, strict=True)))
        for graph, labels, numbers in zip((left, right), of_nodes[1], of_edges[1], strict=True)
    ]
    tables = [[tuple(int(cost * unit) for cost in row) for row in table] for table, _ in (of_nodes, of_edges)]
    of_units = [CostTable(delete, insert, tuple(substitute)) for delete, insert, *substitute in tables]
    return EditDistance(graphs[0], graphs[1], of_units[0], of_units[1], unit, roots)


_Rows = list[Sequence[Number]]


def _table(costs: Costs, left: Iterable[Any], right: Iterable[Any]) -> tuple[_Rows, tuple[list[int], list[int]]]:
    """Rows of costs (deletions, insertions, then substitutions by each label), and the numbers of all labels."""
    (ours, one), (theirs, other) = numbered(left), numbered(right)
    rows, row_of = numbered((costs.delete(a), *(costs.substitute(a, b) for b in theirs)) for a in ours)
    columns, column_of = numbered((costs.insert(b), *(row[at] for row in rows)) for at, b in enumerate(theirs, 1))
    table: _Rows = [[row[0] for row in rows], *([column[at] for column in columns] for at in range(len(rows) + 1))]
    return table, ([row_of[label] for label in one], [column_of[label] for label in other])


def numbered(things: Iterable[_Thing]) -> tuple[list[_Thing], list[int]]:
    """The different things, and the number of each thing among them.

    >>> numbered("abca")
    (['a', 'b', 'c'], [0, 1, 2, 0])
    """
    number: dict[_Thing, int] = {}
    numbers = [number.setdefault(thing, len(number)) for thing in things]
    return [*number], numbers
