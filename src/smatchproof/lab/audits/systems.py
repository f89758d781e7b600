"""Two or more systems on the same references: which of them a metric prefers, and how the shape of their graphs errs.

The comparisons are those of Opitz, Parcalabescu & Frank (TACL 2020), Tables 8 and 9. Higher means more similar: negate
the scores of a distance first. Scores that differ by no more than 1e-12 are counted as equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from smatchproof.base.record import Record
from smatchproof.lab.audits.correlation import ROUNDING, score_arrays
from smatchproof.public import Graph, convention

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


# ---- two systems, two metrics


class PairedTest(Record):
    """The paired t-test of two systems (Student 1908): the mean `difference` of their scores, t and the two-sided p.

    Where all differences are equal there is no spread to judge by: t and p are ``None``, but 0 and 1 if all are 0.
    """

    difference: float
    t: float | None
    p: float | None


class Disagreement(Record):
    """The preferences of two metrics between the same two systems, sentence by sentence.

    * `opposed`: how many of the `sentences` get different preferences.
    * `first`, `second`: for each metric, whether the systems differ.
    * `between`: whether the metrics differ in how much they prefer the one system: the paired test of the differences
      of the systems under the one metric against those under the other. It is the test of Table 8 of the paper.
    """

    sentences: int
    opposed: int
    first: PairedTest
    second: PairedTest
    between: PairedTest

    @property
    def share(self) -> float:
        """The share of sentences that get different preferences."""
        return self.opposed / self.sentences


def disagreement(first: tuple[ArrayLike, ArrayLike], second: tuple[ArrayLike, ArrayLike]) -> Disagreement:
    """Compare two metrics by which of two systems they prefer; each gives the scores of one system and of the other.

    Linear in the number of sentences, of which there are some. Raises ``ValueError`` for scores that are not finite.

    >>> one = [0.9, 0.5, 0.5, 0.75], [0.4, 0.6, 0.5, 0.5]
    >>> other = [0.3, 0.5, 0.7, 1.0], [0.4, 0.9, 0.1, 0.5]
    >>> result = disagreement(one, other)
    >>> result.opposed, result.share
    (1, 0.25)
    >>> print(f"{result.first.difference:.4f} {result.first.t:.4f} {result.first.p:.4f}")
    0.1625 1.2088 0.3133
    >>> print(f"{result.between.difference:.4f} {result.between.t:.4f} {result.between.p:.4f}")
    0.0125 0.0464 0.9659
    """
    import numpy as np

    scores = score_arrays(*first, *second)
    differences = scores[0] - scores[1], scores[2] - scores[3]
    one, other = (np.where(abs(each) <= ROUNDING, 0.0, np.sign(each)) for each in differences)
    return Disagreement(
        sentences=len(one),
        opposed=int((one * other < 0).sum()),
        first=_paired_test(scores[0], scores[1]),
        second=_paired_test(scores[2], scores[3]),
        between=_paired_test(*differences),
    )


def _paired_test(one: Floats, other: Floats) -> PairedTest:
    import numpy as np
    from scipy.stats import ttest_rel  # type: ignore[import-untyped]

    differences = one - other
    mean = differences.mean().item()
    if abs(differences).max() <= ROUNDING:
        return PairedTest(mean, 0.0, 1.0)
    if np.ptp(differences) <= ROUNDING:
        return PairedTest(mean, None, None)
    result = ttest_rel(one, other)
    return PairedTest(mean, float(result.statistic), float(result.pvalue))


# ---- the shape of graphs


class Structure(Record):
    """The size of a directed graph: its numbers of nodes and of edges.

    >>> Structure(nodes=4, edges=3).degree, Structure(nodes=4, edges=3).density
    (1.5, 0.25)
    """

    nodes: int
    edges: int

    @property
    def degree(self) -> float:
        """The mean number of edges at a node, `2 |E| / |V|`; 0 without nodes."""
        return 2 * self.edges / self.nodes if self.nodes else 0.0

    @property
    def density(self) -> float:
        """The share of possible edges that there are, `|E| / (|V| (|V| - 1))`; 0 for fewer than two nodes."""
        return self.edges / (self.nodes * (self.nodes - 1)) if self.nodes > 1 else 0.0


def structure(graph: Graph) -> Structure:
    """The shape of a meaning graph, drawn as the program of Opitz, Parcalabescu & Frank draws it.

    Variables, concepts and constants are nodes, and equal texts one node: two variables with one concept meet in it.
    Edges are the triples of variables with concepts, constants and each other, those with ``-of`` turned round (any
    such role, ``:consist-of`` too); two with the same ends are one edge. Linear in the size of the graph.

    >>> from smatchproof.public import parse_graph
    >>> structure(parse_graph("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b) :polarity -)"))
    Structure(nodes=7, edges=7)
    """
    triples = convention("paper").triples(graph)
    names = triples.variables
    edges = {(names[attribute.variable], attribute.value) for attribute in triples.attributes}
    for role, source, target in triples.relations:
        edges.add((names[target], names[source]) if role.endswith("-of") else (names[source], names[target]))
    return Structure(len({node for edge in edges for node in edge}), len(edges))


class StructureError(Record):
    """The distance of the shapes of `pairs` graphs from those of their references: mean absolute differences."""

    pairs: int
    degree: float
    density: float
    nodes: float
    edges: float


def structure_error(candidates: Sequence[Structure], references: Sequence[Structure]) -> StructureError:
    """Compare the shapes of graphs, one or more, with those of their references.

    >>> structure_error([Structure(4, 3), Structure(2, 1)], [Structure(4, 6), Structure(2, 1)])
    StructureError(pairs=2, degree=0.75, density=0.125, nodes=0.0, edges=1.5)
    """
    pairs = list(zip(candidates, references, strict=True))
    return StructureError(
        pairs=len(pairs),
        degree=fmean(abs(found.degree - meant.degree) for found, meant in pairs),
        density=fmean(abs(found.density - meant.density) for found, meant in pairs),
        nodes=fmean(abs(found.nodes - meant.nodes) for found, meant in pairs),
        edges=fmean(abs(found.edges - meant.edges) for found, meant in pairs),
    )
