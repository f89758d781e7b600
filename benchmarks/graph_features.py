"""Features of graphs: the statistics by which random graphs are compared with a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from statistics import fmean
from typing import NamedTuple

from scipy.stats import ks_2samp  # type: ignore[import-untyped]

from smatchproof.public import Graph


@dataclass(frozen=True, slots=True)
class GraphFeatures:
    """The features of some graphs: one number of each kind for each graph, and the degree of each variable.

    * `variables`, `triples` (concepts, attributes and relations) and `attributes`.
    * `reentrancies`: how many mentions of variables come after their first.
    * `degrees` of all variables: the relations that they have a part in; `max_degrees`: the greatest of each graph.
    * `repeats`: the share of a graph's variables whose concept another one has too.
    * `depths`: how deeply the text is nested; 0 for a single variable.
    """

    variables: tuple[int, ...]
    triples: tuple[int, ...]
    attributes: tuple[int, ...]
    reentrancies: tuple[int, ...]
    degrees: tuple[int, ...]
    max_degrees: tuple[int, ...]
    repeats: tuple[float, ...]
    depths: tuple[int, ...]

    def summary(self) -> dict[str, float]:
        """Single numbers: sizes with their quantiles, rates per variable, shares of graphs and of variables."""
        total = sum(self.variables)
        sizes = sorted(self.variables)
        repeated = sum(share * size for share, size in zip(self.repeats, self.variables, strict=True))
        return {
            "graphs": len(sizes),
            "variables per graph": total / len(sizes),
            **{f"variables, {share}% quantile": sizes[(len(sizes) - 1) * share // 100] for share in (10, 50, 90)},
            "triples per variable": sum(self.triples) / total,
            "attributes per variable": sum(self.attributes) / total,
            "re-entrancies per graph": fmean(self.reentrancies),
            "share of graphs with a re-entrancy": fmean(map(bool, self.reentrancies)),
            "degree of a variable": fmean(self.degrees),
            "greatest degree": max(self.degrees),
            "share of variables with a repeated concept": repeated / total,
            "depth": fmean(self.depths),
        }

    def distances(self, other: GraphFeatures) -> dict[str, float]:
        """The Kolmogorov-Smirnov distance from other graphs, for each feature."""
        names = [field.name for field in fields(self)]
        return {name: _distance(getattr(self, name), getattr(other, name)) for name in names}


def features(graphs: Iterable[Graph]) -> GraphFeatures:
    """The features of some graphs, in time linear in their size. Raises ``ValueError`` when there is none.

    >>> from smatchproof.public import parse_graph
    >>> found = features([parse_graph("(w / want-01 :polarity - :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))")])
    >>> found.triples, found.reentrancies, found.degrees
    ((7,), (1,), (2, 2, 2))
    """
    rows = [_features(graph) for graph in graphs if graph.variables]
    if not rows:
        raise ValueError("no graph to measure")
    columns = dict(zip(_Row._fields, zip(*rows, strict=True), strict=True))
    degrees = tuple(degree for row in columns.pop("degrees") for degree in row)
    return GraphFeatures(degrees=degrees, **columns)


class _Row(NamedTuple):
    """The features of one graph, in the order of :class:`GraphFeatures`."""

    variables: int
    triples: int
    attributes: int
    reentrancies: int
    degrees: list[int]
    max_degrees: int
    repeats: float
    depths: int


def _features(graph: Graph) -> _Row:
    size = len(graph.variables)
    number = {name: index for index, name in enumerate(graph.variables)}
    degrees, depth = [0] * size, {0: 0}
    relations = 0
    for edge in graph.edges:
        child = number.get(edge.target)
        if child is None:
            continue
        relations += 1
        degrees[edge.source] += 1
        degrees[child] += child != edge.source
        depth.setdefault(child, depth[edge.source] + 1)
    concepts = Counter(graph.concepts)
    repeated = sum(count for count in concepts.values() if count > 1)
    attributes = len(graph.edges) - relations
    reentrancies = relations - (size - 1)
    return _Row(
        size,
        size + len(graph.edges),
        attributes,
        reentrancies,
        degrees,
        max(degrees),
        repeated / size,
        max(depth.values()),
    )


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    """The statistic of Kolmogorov and Smirnov."""
    return float(ks_2samp(one, other).statistic)
