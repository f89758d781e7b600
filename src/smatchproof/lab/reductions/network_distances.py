"""Edit distances and common subgraphs of networkx graphs, proved.

The arguments have the names that networkx gives them. Costs are taken as they are written: 0.1 is a tenth. Functions
are called for each node and edge, and for each couple of them.
"""

# ruff: noqa: N803 - the names of networkx

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, permutations
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

from smatchproof.base.errors import UsageError, short
from smatchproof.base.limits import MOST_SECONDS
from smatchproof.base.record import PartlyCompared, Record, replace
from smatchproof.lab.reductions.problems.edit_distance import (
    Costs,
    EditDistance,
    LabelledGraph,
    NodeMap,
    Number,
    tabulated,
)
from smatchproof.lab.reductions.problems.graphs import Edge
from smatchproof.lab.reductions.to_smatch.edit_distance import read_images, savings_graphs
from smatchproof.public import Comparison, ScoreSettings, SolveParams, certificate, compare_triples, convention

if TYPE_CHECKING:
    import networkx

NetworkxGraph: TypeAlias = "networkx.Graph[Any]"
Attributes = Mapping[str, Any]


class EditResult(PartlyCompared):
    """The edit distance of two graphs, or an interval that holds it, and the edit path that costs its upper end.

    * `lower`: no edit path costs less: the checker has accepted a proof, or counting labels says so. `upper`: the cost
      of this edit path.
    * `nodes` and `edges`: the edit path in the form of networkx: couples ``(u, v)``, where ``None`` as `v` is a
      deletion and as `u` an insertion.
    * `within`: the answer to `upper_bound`; ``None`` if it was not asked, or where the time was too short.
    """

    uncompared = ("_solved",)

    lower: Number
    upper: Number
    nodes: list[tuple[Any, Any]]
    edges: list[tuple[Any, Any]]
    within: bool | None
    _solved: Comparison

    @property
    def distance(self) -> Number | None:
        """The distance where it is proved, otherwise ``None``."""
        return self.upper if self.lower == self.upper else None

    def certificate(self, id: str = "1") -> str | None:
        """The certificate: a line of JSON, about the triples of what substitutions save.

        These are the triples of the pair that ``reduce ged`` makes, without roots, concepts and memberships, which
        match nothing. The certificate proves `lower`, or less where counting labels says more. ``None`` if there is
        no proof, or one that is too long.
        """
        found = self._solved
        if found.problem is None or found.solution.proof is None:
            return None
        return certificate(id, _settings().counted, found.left, found.right, found.problem, found.solution)


class CommonSubgraphResult(Record):
    """A common subgraph: a partner for each of its nodes, its size, and the size that none exceeds.

    The size is the number of edges, or of nodes if the subgraph is an induced one.
    """

    nodes: dict[Any, Any]
    size: int
    at_most: int

    @property
    def is_proved(self) -> bool:
        """Test whether no common subgraph is larger."""
        return self.size == self.at_most


def graph_edit_distance(
    G1: NetworkxGraph,
    G2: NetworkxGraph,
    node_match: Callable[[Any, Any], bool] | None = None,
    edge_match: Callable[[Any, Any], bool] | None = None,
    node_subst_cost: Callable[[Any, Any], Any] | None = None,
    node_del_cost: Callable[[Any], Any] | None = None,
    node_ins_cost: Callable[[Any], Any] | None = None,
    edge_subst_cost: Callable[[Any, Any], Any] | None = None,
    edge_del_cost: Callable[[Any], Any] | None = None,
    edge_ins_cost: Callable[[Any], Any] | None = None,
    roots: tuple[Any, Any] | None = None,
    upper_bound: float | Fraction | None = None,
    timeout: float | None = None,
) -> EditResult:
    """The edit distance of two networkx graphs, with a proof that the checker has accepted.

    All arguments are those of ``networkx.graph_edit_distance``, which minimises the same sum. With `upper_bound` the
    only question is whether the distance is at most that, and the answer is `within`. When networkx returns ``None``,
    `within` is ``False`` and `lower` is above the bound. With a `timeout`, in seconds, the result may be an interval.
    The worst case is exponential. Raises :class:`UsageError` for parallel edges, a directed and an undirected graph,
    roots that are not nodes, and a cost that is negative or not a number.

    >>> import networkx
    >>> found = graph_edit_distance(networkx.cycle_graph(6), networkx.wheel_graph(7))
    >>> found.distance, found.nodes[-1]
    (7, (None, 6))
    """
    nodes_have = node_match, node_subst_cost, node_del_cost, node_ins_cost
    edges_have = edge_match, edge_subst_cost, edge_del_cost, edge_ins_cost
    left, right = _labelled(G1, G2, *(_Own if any(functions) else _none for functions in (nodes_have, edges_have)))
    limit = _limit(upper_bound)
    problem = tabulated(
        left, right, _costs("node", *nodes_have), _costs("edge", *edges_have), _places(roots, left.nodes, right.nodes)
    )
    solution, lower, comparison = _solve(problem, limit, timeout)
    upper = problem.cost(problem.value(solution))
    within = None if limit is None else True if upper <= limit else False if lower > limit else None
    nodes, edges = (
        [(_named(source, left.nodes), _named(target, right.nodes)) for source, target, _ in path]
        for path in (problem.node_path(solution), problem.edge_path(solution))
    )
    return EditResult(lower, upper, nodes, edges, within, comparison)


def optimal_edit_path(
    G1: NetworkxGraph, G2: NetworkxGraph, *costs: Any, upper_bound: float | Fraction | None = None, **options: Any
) -> tuple[list[tuple[Any, Any]], list[tuple[Any, Any]], Number]:
    """One optimal edit path: the edits of the nodes, those of the edges, and their cost, which is proved least.

    `costs` and `options` are those of :func:`graph_edit_distance`. Raises :class:`UsageError` if a `timeout` leaves
    the optimum open, and where no path is within `upper_bound`.

    >>> import networkx
    >>> optimal_edit_path(networkx.path_graph(2), networkx.path_graph(1))
    ([(1, 0), (0, None)], [((0, 1), None)], 2)
    """
    limit = _limit(upper_bound)
    found = graph_edit_distance(G1, G2, *costs, **options)
    if limit is not None and found.lower > limit:
        raise UsageError(f"no edit path costs {upper_bound} or less: the least cost is at least {found.lower}")
    if found.distance is None:
        raise UsageError(f"the least cost is from {found.lower} to {found.upper}, not settled; give a longer timeout")
    return found.nodes, found.edges, found.distance


def maximum_common_subgraph(
    G: NetworkxGraph,
    H: NetworkxGraph,
    *,
    induced: bool = False,
    labels: str | None = None,
    timeout: float | None = None,
) -> CommonSubgraphResult:
    """A common subgraph with as many edges as there can be, or with `induced` an induced one with as many nodes.

    `labels` names an attribute that has to be the same for nodes and for edges. Directions of directed graphs count.
    Loops count as edges; induced, both nodes have one, or none.

    >>> import networkx
    >>> square, triangle = networkx.cycle_graph(4), networkx.complete_graph(3)
    >>> maximum_common_subgraph(square, triangle)
    CommonSubgraphResult(nodes={0: 0, 1: 1, 2: 2}, size=2, at_most=2)
    >>> maximum_common_subgraph(square, triangle, induced=True).size
    2
    """
    left, right = _labelled(G, H, _one(labels), _one(labels))
    if induced:
        solution, lower, _ = _solve(_induced(left, right), None, timeout)
        nodes = _induced_part(left, right, [(i, j) for i, j in solution.items() if j < len(right)])
        return CommonSubgraphResult(_by_node(left, right, nodes), len(nodes), len(left) - int(lower))
    problem = tabulated(_arcs(left, both=False), _arcs(right, both=True), _FREE, _MISSED)
    solution, lower, _ = _solve(problem, None, timeout)
    path = problem.edge_path(solution)
    kept = [one for one, other, cost in path if isinstance(one, tuple) and other is not None and not cost]
    nodes = {i: solution[i] for edge in kept for i in edge}
    return CommonSubgraphResult(_by_node(left, right, nodes), len(kept), len(left.edges) - int(lower))


def subgraph_isomorphism(
    pattern: NetworkxGraph,
    host: NetworkxGraph,
    *,
    induced: bool = False,
    labels: str | None = None,
    timeout: float | None = None,
) -> dict[Any, Any] | None:
    """A map of all nodes of the pattern to nodes of the host that keeps edges; ``None`` if there is none, proved.

    `induced`: what is no edge stays none. `labels` names an attribute that has to be the same. Raises
    :class:`UsageError` if a `timeout` leaves it open.

    >>> import networkx
    >>> path, triangle = networkx.path_graph(3), networkx.complete_graph(3)
    >>> len(subgraph_isomorphism(path, triangle))
    3
    >>> subgraph_isomorphism(path, triangle, induced=True)
    """
    left, right = _labelled(pattern, host, _one(labels), _one(labels))
    if induced:
        left, right = _with_missing(left), _with_missing(right)
    problem = tabulated(left, right, _MISSED, _MISSED)
    solution, lower, _ = _solve(problem, 0, timeout)
    if problem.value(solution) == 0:
        return _by_node(left, right, solution)
    if lower == 0:
        raise UsageError("not settled whether the pattern is a subgraph; give a longer timeout, or none")
    return None


# ---- solving


def _solve(problem: EditDistance, limit: Number | None, timeout: float | None) -> tuple[NodeMap, Number, Comparison]:
    """Solve a problem, or with a `limit`, in costs, decide whether an edit path costs so little.

    Returns the best edit path that is known, the proved lower end, in costs, and the comparison that proves it.
    """
    try:
        left, right, constant = savings_graphs(problem)
    except ValueError as error:
        raise UsageError(str(error)) from None
    wanted = None if limit is None else constant - math.floor(limit * problem.denominator)
    comparison = compare_triples(left, right, _settings(timeout, wanted))
    images = {i: j for i, j in enumerate(comparison.solution.mapping) if j is not None}
    lower = max(problem.bound(), constant - comparison.certified_counts.upper_bound)
    return read_images(problem, images), problem.cost(lower), comparison


_BY_WEIGHTS = convention("smatch", top="none", duplicates="product")
"""The rule by which n copies of a triple match m copies n x m times, as weights do."""


def _settings(timeout: float | None = None, wanted: int | None = None) -> ScoreSettings:
    if timeout is not None and not 0 < timeout <= MOST_SECONDS:
        raise UsageError(f"timeout: expected a number of seconds above 0, found {timeout}")
    asked = None if wanted is None else max(0, wanted)
    return ScoreSettings(_BY_WEIGHTS, "exact", SolveParams(time_limit=timeout, at_least=asked))


def _induced(left: LabelledGraph, right: LabelledGraph) -> EditDistance:
    """The edit distance whose optimum is the number of nodes that no common induced subgraph has.

    To delete a node costs 1. A node that is left out has a partner of its own, which gets on with everything. All
    couples of nodes on the left get on with their partners in an optimum, as one of them is worth more than all nodes:
    so what is aligned with nodes of the right graph is an induced subgraph.
    """
    n, m = len(left), len(right)
    ours = {arc: _between(left, *arc) for arc in combinations(range(n), 2)}
    theirs = {arc: _between(right, *arc) if max(arc) < m else None for arc in permutations(range(m + n), 2)}
    arcs = Costs(lambda _: n + 1, lambda _: 0, lambda one, other: 0 if other in (one, None) else n + 1)
    return tabulated(
        LabelledGraph(left.nodes, tuple(_own(left, i) for i in range(n)), ours, True),
        LabelledGraph((*right.nodes, *left.nodes), (*(_own(right, j) for j in range(m)), *[None] * n), theirs, True),
        _MISSED,
        arcs,
    )


def _induced_part(left: LabelledGraph, right: LabelledGraph, pairs: Iterable[Edge]) -> NodeMap:
    """As many of the pairs as get on with each other, in order: all of an optimum, perhaps less at a time limit."""
    kept: NodeMap = {}
    for i, j in pairs:
        if _own(left, i) == _own(right, j) and all(
            _between(left, i, other) == _between(right, j, image) for other, image in kept.items()
        ):
            kept[i] = j
    return kept


def _own(graph: LabelledGraph, node: int) -> tuple[Any, ...]:
    """The label of a node and that of its loop, if it has one."""
    return graph.labels[node], _there(graph, node, node)


def _between(graph: LabelledGraph, one: int, other: int) -> tuple[Any, ...]:
    """The labels of the edges in both directions, empty where there is none."""
    return _there(graph, one, other), _there(graph, other, one)


def _there(graph: LabelledGraph, source: int, target: int) -> tuple[Any, ...]:
    edge = graph.edge(source, target)
    return (graph.edges[edge],) if edge in graph.edges else ()


# ---- from networkx


def _places(roots: Any, lefts: tuple[Any, ...], rights: tuple[Any, ...]) -> Edge | None:
    """The roots by index."""
    if roots is None:
        return None
    try:
        one, other = roots
        return lefts.index(one), rights.index(other)
    except (TypeError, ValueError):
        raise UsageError(f"roots: expected a node of each graph, found {short(repr(roots), 80)}") from None


def _limit(upper_bound: Any) -> Number | None:
    """The bound of a decision; infinity is none."""
    if upper_bound in (None, math.inf):
        return None
    is_below = isinstance(upper_bound, Real | Decimal) and upper_bound < 0  # no distance is, and networkx says so
    return -_exact(-upper_bound, "upper_bound") if is_below else _exact(upper_bound, "upper_bound")


def _labelled(
    one: NetworkxGraph, other: NetworkxGraph, node: Callable[[Attributes], Any], edge: Callable[[Attributes], Any]
) -> tuple[LabelledGraph, LabelledGraph]:
    """Two graphs with the labels that two functions make of the attributes of their nodes and of their edges."""
    found = []
    for graph in (one, other):
        if not hasattr(graph, "is_multigraph"):
            shown = short(repr(graph), 60)
            raise UsageError(f"expected a networkx graph, found {shown}; give a networkx.Graph or DiGraph")
        if graph.is_multigraph():
            raise UsageError("parallel edges have no edit distance here; give a Graph or a DiGraph")
        number = {name: index for index, name in enumerate(graph)}
        labels = tuple(node(attributes) for _, attributes in graph.nodes(data=True))
        labelled = LabelledGraph(tuple(graph), labels, {}, graph.is_directed())
        edges = {labelled.edge(number[a], number[b]): edge(attributes) for a, b, attributes in graph.edges(data=True)}
        found.append(replace(labelled, edges=edges))
    if found[0].directed != found[1].directed:
        raise UsageError("one graph is directed and the other is not; give both one kind")
    return found[0], found[1]


class _Own(Record, eq=False):
    """The attributes of a node or an edge, as a label of its own."""

    attributes: Attributes


def _none(_: Attributes) -> str:
    """No label, where no function asks for one."""
    return ""


def _one(name: str | None) -> Callable[[Attributes], Any]:
    """One attribute as the label. Raises :class:`UsageError` for a value that cannot be hashed."""
    if name is None:
        return _none

    def label(attributes: Attributes) -> Any:
        value = attributes.get(name)
        if not isinstance(value, Hashable):
            raise UsageError(f"labels: {short(repr(value), 60)} cannot be compared; give numbers or strings")
        return value

    return label


def _arcs(graph: LabelledGraph, *, both: bool) -> LabelledGraph:
    """The edges as arcs that name the labels of their ends; undirected ones in one direction, or `both`."""
    arcs = {(a, b): (graph.labels[a], label, graph.labels[b]) for (a, b), label in graph.edges.items()}
    if both and not graph.directed:
        arcs |= {(b, a): (other, label, one) for (a, b), (one, label, other) in arcs.items()}
    return LabelledGraph(graph.nodes, ("",) * len(graph), arcs, True)


def _with_missing(graph: LabelledGraph) -> LabelledGraph:
    """The graph with an edge wherever there is none, of a label of its own."""
    size = range(len(graph))
    couples = [(a, b) for a in size for b in size if graph.directed or a <= b]
    return replace(graph, edges={edge: _there(graph, *edge) for edge in couples})


def _costs(kind: str, match: Any, substitute: Any, delete: Any, insert: Any) -> Costs:
    """Costs as networkx defines them: a substitution costs nothing unless one of two functions says more."""

    def of_pair(one: Any, other: Any) -> Number:
        if substitute is not None:
            return _exact(
                substitute(one.attributes, other.attributes), f"{kind}_subst_cost", one.attributes, other.attributes
            )
        return int(match is not None and not match(one.attributes, other.attributes))  # hashed sooner than a fraction

    def own(function: Any, name: str) -> Callable[[Any], Number]:
        return lambda one: 1 if function is None else _exact(function(one.attributes), name, one.attributes)

    return Costs(own(delete, f"{kind}_del_cost"), own(insert, f"{kind}_ins_cost"), of_pair)


_FREE = Costs(lambda _: 0, lambda _: 0, lambda *_: 0)
"""Costs of what does not count."""
_MISSED = Costs(lambda _: 1, lambda _: 0, lambda one, other: int(one != other))
"""Costs that count what of the left graph is not kept."""


def _exact(cost: Any, what: str, *labels: Any) -> Number:
    """A cost as it is written: 0.1 is a tenth. Raises :class:`UsageError` for one that is negative or no number."""
    if type(cost) is int and cost >= 0:
        return cost
    try:
        exact = Fraction(str(cost + 0))
    except (TypeError, ValueError):
        exact = Fraction(-1)
    if exact < 0:
        of = f" of {' and '.join(short(repr(label), 60) for label in labels)}" if labels else ""
        raise UsageError(f"{what}{of}: expected a finite number from 0, found {short(repr(cost), 60)}")
    return exact


def _by_node(left: LabelledGraph, right: LabelledGraph, images: NodeMap) -> dict[Any, Any]:
    return {left.nodes[i]: right.nodes[j] for i, j in sorted(images.items())}


def _named(part: int | Edge | None, nodes: tuple[Any, ...]) -> Any:
    """A node, or an edge by its nodes."""
    return (nodes[part[0]], nodes[part[1]]) if isinstance(part, tuple) else None if part is None else nodes[part]
