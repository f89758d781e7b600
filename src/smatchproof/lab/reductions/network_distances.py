"""Edit distances of networkx graphs, proved.

The arguments have the names that networkx gives them. Costs are taken as they are written: 0.1 is a tenth. Functions
are called for each node and edge, and for each couple of them.
"""

# ruff: noqa: N803 - the names of networkx

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

from smatchproof.base.errors import UsageError, short
from smatchproof.base.limits import MOST_SECONDS
from smatchproof.lab.reductions.problems.edit_distance import (
    Costs,
    EditDistance,
    LabelledGraph,
    NodeMap,
    Number,
    tabulated,
)
from smatchproof.lab.reductions.problems.graphs import Edge
from smatchproof.lab.reductions.reduction import Affine
from smatchproof.lab.reductions.to_smatch.edit_distance import EditDistanceToSmatch, read_images, savings_graphs
from smatchproof.public import (
    Convention,
    ScoreSettings,
    SolveParams,
    compare_triples,
    convention,
)
from smatchproof.scoring.pairs.comparison import claim_of_solved

if TYPE_CHECKING:
    import networkx

NetworkxGraph: TypeAlias = "networkx.Graph[Any]"
Attributes = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EditResult:
    """The edit distance of two graphs, or an interval that holds it, and the edit path that costs its upper end.

    * `lower`: no edit path costs less: the checker has accepted a proof, or counting labels says so. `upper`: the cost
      of this edit path.
    * `nodes` and `edges`: the edit path in the form of networkx: couples ``(u, v)``, where ``None`` as `v` is a
      deletion and as `u` an insertion.
    * `within`: the answer to `upper_bound`; ``None`` if it was not asked, or where the time was too short.
    """

    lower: Number
    upper: Number
    nodes: list[tuple[Any, Any]]
    edges: list[tuple[Any, Any]]
    within: bool | None
    _asked: tuple[EditDistance, Number | None, float | None] = field(repr=False, compare=False)

    @property
    def distance(self) -> Number | None:
        """The distance where it is proved, otherwise ``None``."""
        return self.upper if self.lower == self.upper else None

    def certificate(self, id: str = "1") -> str | None:
        """The certificate: a line of JSON, about the pair of graphs that ``reduce ged`` makes.

        That pair is built and solved here: the distance needs no graphs. The certificate proves `lower` where this is
        the distance; where the distance is open and counting labels says more, it proves less. ``None`` if there is
        no proof, or one that is too long.
        """
        problem, limit, timeout = self._asked
        reduction = EditDistanceToSmatch.apply(problem)
        assert isinstance(reduction.relation, Affine)
        wanted = None if limit is None else reduction.relation.target_value(_in_units(limit, problem))
        settings = _settings(reduction.target.convention, timeout, wanted)
        comparison = compare_triples(*reduction.target.triples(), settings)
        return claim_of_solved(comparison, replace(settings, certificates=True), id, by_counting=False).certificate


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
    label, edge_label = (_Own if any(functions) else _none for functions in (nodes_have, edges_have))
    left, right = (_labelled(graph, label, edge_label) for graph in (G1, G2))
    if left.directed != right.directed:
        raise UsageError("one graph is directed and the other is not; give both one kind")
    lefts, rights = [*G1], [*G2]
    limit = _limit(upper_bound)
    problem = tabulated(
        left, right, _costs("node", *nodes_have), _costs("edge", *edges_have), _places(roots, lefts, rights)
    )
    solution, lower = _solve(problem, limit, timeout)
    upper = problem.cost(problem.value(solution))
    within = None if limit is None else True if upper <= limit else False if lower > limit else None
    nodes, edges = (
        [(_named(source, lefts), _named(target, rights)) for source, target, _ in path]
        for path in (problem.node_path(solution), problem.edge_path(solution))
    )
    return EditResult(lower, upper, nodes, edges, within, (problem, limit, timeout))


# ---- solving


def _solve(problem: EditDistance, limit: Number | None, timeout: float | None) -> tuple[NodeMap, Number]:
    """Solve a problem, or with a `limit`, in costs, decide whether an edit path costs so little.

    Returns the best edit path that is found, and the proved lower end, in costs.
    """
    try:
        left, right, constant = savings_graphs(problem)
    except ValueError as error:
        raise UsageError(str(error)) from None
    wanted = None if limit is None else constant - _in_units(limit, problem)
    comparison = compare_triples(left, right, _settings(_BY_WEIGHTS, timeout, wanted))
    images = {i: j for i, j in enumerate(comparison.solution.mapping) if j is not None}
    lower = problem.cost(max(problem.bound(), constant - comparison.certified_counts.upper_bound))
    return read_images(problem, images), lower


_BY_WEIGHTS = convention("smatch", top="none", duplicates="product")
"""The rule by which n copies of a triple match m copies n x m times, as weights do."""


def _in_units(limit: Number, problem: EditDistance) -> int:
    return math.floor(limit * problem.denominator)


def _settings(rule: Convention, timeout: float | None, wanted: int | None = None) -> ScoreSettings:
    if timeout is not None and not 0 < timeout <= MOST_SECONDS:
        raise UsageError(f"timeout: expected a number of seconds above 0, found {timeout}")
    asked = None if wanted is None else max(0, wanted)
    return ScoreSettings(rule, "exact", SolveParams(time_limit=timeout, at_least=asked))


# ---- from networkx


def _places(roots: Any, lefts: list[Any], rights: list[Any]) -> Edge | None:
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
    graph: NetworkxGraph, node: Callable[[Attributes], Any], edge: Callable[[Attributes], Any]
) -> LabelledGraph:
    """A graph with the labels that two functions make of the attributes of its nodes and of its edges."""
    if not hasattr(graph, "is_multigraph"):
        raise UsageError(f"expected a networkx graph, found {short(repr(graph), 60)}; give a networkx.Graph or DiGraph")
    if graph.is_multigraph():
        raise UsageError("parallel edges have no edit distance here; give a Graph or a DiGraph")
    number = {name: index for index, name in enumerate(graph)}
    edges: dict[Edge, Any] = {}
    for source, target, attributes in graph.edges(data=True):
        a, b = number[source], number[target]
        edges[(a, b) if graph.is_directed() else (min(a, b), max(a, b))] = edge(attributes)
    labels = tuple(node(attributes) for _, attributes in graph.nodes(data=True))
    return LabelledGraph(tuple(map(str, graph)), labels, edges, graph.is_directed())


@dataclass(frozen=True, eq=False, slots=True)
class _Own:
    """The attributes of a node or an edge, as a label of its own."""

    attributes: Attributes


def _none(_: Attributes) -> str:
    """No label, where no function asks for one."""
    return ""


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


def _named(part: int | Edge | None, nodes: list[Any]) -> Any:
    """A node, or an edge by its nodes."""
    return (nodes[part[0]], nodes[part[1]]) if isinstance(part, tuple) else None if part is None else nodes[part]
