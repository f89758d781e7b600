"""Graph edit distance: the cheapest way from one graph to another, with costs by label, and the files of both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, ClassVar, NamedTuple, TypeVar

from smatchproof.base.errors import InputError, Place, UsageError, quoted
from smatchproof.base.record import Record, replace
from smatchproof.base.text import many
from smatchproof.lab.reductions.problems.graph_files.graph_file import refuse_loops
from smatchproof.lab.reductions.problems.graphs import Edge
from smatchproof.lab.reductions.reduction import Options, Reading, SourceText, found_graphs
from smatchproof.lab.reductions.words import Word, word_lines

_Thing = TypeVar("_Thing")
Number = int | Fraction
NodeMap = dict[int, int]
"""The images of the nodes that are substituted, by index: a one-to-one partial map."""


class LabelledGraph(Record):
    """A graph whose nodes and edges have labels; loops may be there, parallel edges not.

    `nodes` are names, or nodes of networkx, and `labels` their labels, which in an :class:`EditDistance` are numbers.
    Edges of an undirected graph have the smaller end first.
    """

    nodes: tuple[Any, ...]
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
        return "edit distance" if self.denominator == 1 else f"edit distance in units of 1/{self.denominator}"

    def counted(self, value: int) -> str:
        """The cost of a number of units, in words."""
        return f"edit distance {self.cost(value)}"

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


# ---- files

ANY = "*"
"""In a line of costs: any label."""
_END = ["t", "#", "-1"]
"""The last line of files that gSpan and its successors read."""
_GRAPHS_HINT = "write 't # 0', then 'v 0 LABEL' for each node and 'e 0 1 LABEL' for each edge; nodes count from 0"
_COSTS_HINT = "write 'node delete LABEL COST', 'edge insert LABEL COST' or 'node substitute LABEL LABEL COST'"
_COST = re.compile(r"([0-9]{1,18})(?:/([0-9]{1,18})|\.([0-9]{1,18}))?")


def read_edit_distance(texts: Sequence[SourceText], options: Options) -> Reading:
    r"""Read two graphs, and the costs in files named ``.costs``.

    Without costs everything costs 1, and to substitute a label by itself nothing. Raises :class:`InputError` and
    :class:`UsageError`.

    >>> one = SourceText("a.txt", "t # 0\nv 0 C\nv 1 O\ne 0 1 single\n")
    >>> other = SourceText("b.txt", "t # 0\nv 0 C\nv 1 N\ne 0 1 single\n")
    >>> costs = SourceText("my.costs", "node substitute O N 1/2\n")
    >>> problem = read_edit_distance([one, other, costs], {}).source
    >>> problem.describe(problem.brute_force())
    '0 → 0, 1 → 1; substitute node 1 by 1 (1/2); 1/2 in all'
    """
    tables = [text for text in texts if text.source.removesuffix(".gz").endswith(".costs")]
    graphs, lines = _graphs([text for text in texts if text not in tables], options)
    if not texts or len(tables) > 1:
        raise UsageError("name one or two files with two graphs, and one with costs (.costs) if you want others than 1")
    if len(graphs) != 2:
        place = Place(texts[0].source)
        raise InputError(f"expected 2 graphs, found {len(graphs)}", place, "write one a file, or one after the other")
    rules = _read_rules(tables[0]) if tables else []
    lines += [f"{table.source}: {many(len(rules), 'rule')} of costs" for table in tables]
    return Reading(tabulated(graphs[0], graphs[1], _costs_of("node", rules), _costs_of("edge", rules)), tuple(lines))


# ---- graphs


def _graphs(texts: Sequence[SourceText], options: Options) -> tuple[list[LabelledGraph], list[str]]:
    """The graphs of all files, and a line about each: with labels where it begins with t and #."""
    plain = [text for text in texts if text.text.split(maxsplit=2)[:2] != ["t", "#"]]
    found = dict(zip(plain, found_graphs(plain, options), strict=True)) if plain else {}
    graphs: list[LabelledGraph] = []
    lines = []
    for text in texts:
        if (file := found.get(text)) is None:
            labelled = _read_labelled(text, bool(options.get("directed", False)))
            sizes = (f"{many(len(each.nodes), 'node')}, {many(len(each.edges), 'edge')}" for each in labelled)
            lines.append(f"{text.source}: t, v and e with labels, {'; '.join(sizes)}")
            graphs += labelled
            continue
        refuse_loops(file.graphs)
        lines.append(f"{file.says(text.source)}; without labels, which only files of lines t, v and e have")
        for graph in (each.graph for each in file.graphs):
            edges = dict.fromkeys(graph.edges, "")
            graphs.append(LabelledGraph(graph.vertices, ("",) * len(graph), edges, graph.directed))
    return graphs, lines


def _read_labelled(text: SourceText, directed: bool) -> list[LabelledGraph]:
    """The graphs of a file with lines t, v and e."""
    found: list[tuple[list[str], dict[Edge, str]]] = []
    lines = [*word_lines(text.text, text.source, _GRAPHS_HINT)]
    if [word.text for word in lines[-1]] == _END:
        lines.pop()
    for words in lines:
        if words[0].text == "t":
            found.append(([], {}))
        elif words[0].text == "v":
            _read_node(words, found[-1][0])
        elif words[0].text == "e":
            _read_edge(words, *found[-1], directed)
        else:
            raise words[0].error(f"expected t, v or e, found {quoted(words[0].text)}")
    return [
        LabelledGraph(tuple(map(str, range(len(labels)))), tuple(labels), edges, directed) for labels, edges in found
    ]


def _read_node(words: list[Word], labels: list[str]) -> None:
    _demand_length(words, 2, 3)
    if words[1].whole() != len(labels):
        raise words[1].error(f"expected node {len(labels)}, found {quoted(words[1].text)}")
    labels.append(words[2].text if len(words) > 2 else "")


def _read_edge(words: list[Word], labels: list[str], edges: dict[Edge, str], directed: bool) -> None:
    _demand_length(words, 3, 4)
    source, target = (word.integer(0, len(labels) - 1, "the number of a node") for word in words[1:3])
    edge = (source, target) if directed else (min(source, target), max(source, target))
    if edge in edges:
        raise words[0].error("an edge between these nodes again: parallel edges have no distance here")
    edges[edge] = words[3].text if len(words) > 3 else ""


def _demand_length(words: list[Word], least: int, most: int) -> None:
    if not least <= len(words) <= most:
        raise words[min(len(words) - 1, most)].error(f"expected {least} or {most} words, found {len(words)}")


# ---- costs


class _Rule(NamedTuple):
    """A line of costs: ``node substitute C N 1/2``."""

    kind: str
    does: str
    labels: tuple[str, ...]
    cost: Fraction

    def fits(self, kind: str, does: str, *labels: str) -> bool:
        """Test whether the line is about this edit. What any label is substituted by is another one."""
        if (self.kind, self.does) != (kind, does):
            return False
        if len(labels) == 2 and labels[0] == labels[1]:
            return self.labels == labels
        return all(own in (ANY, label) for own, label in zip(self.labels, labels, strict=True))


def _read_rules(text: SourceText) -> list[_Rule]:
    rules = []
    for words in word_lines(text.text, text.source, _COSTS_HINT, comment="#"):
        if words[0].text not in ("node", "edge"):
            raise words[0].error(f"expected node or edge, found {quoted(words[0].text)}")
        does = words[1].text if len(words) > 1 else ""
        wanted = {"insert": 4, "delete": 4, "substitute": 5}.get(does)
        if wanted != len(words):
            raise words[-1].error(f"expected an edit, its labels and a cost, found {len(words)} words")
        cost = _COST.fullmatch(words[-1].text)
        if not cost or (cost[2] and not int(cost[2])):
            raise words[-1].error(f"expected a cost such as 2, 0.5 or 1/3, found {quoted(words[-1].text)}")
        labels = tuple(word.text for word in words[2:-1])
        rules.append(_Rule(words[0].text, does, labels, Fraction(words[-1].text)))
    return rules


def _costs_of(kind: str, rules: list[_Rule]) -> Costs:
    """The costs of nodes or of edges: of the lines that fit an edit the last one counts."""

    def cost(does: str, *labels: str) -> Fraction:
        usual = Fraction(does != "substitute" or labels[0] != labels[1])
        return next((rule.cost for rule in reversed(rules) if rule.fits(kind, does, *labels)), usual)

    return Costs(partial(cost, "delete"), partial(cost, "insert"), partial(cost, "substitute"))
