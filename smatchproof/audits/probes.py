"""Probes: small pairs of graphs, each made to test one property of a metric.

Opitz, Parcalabescu & Frank ("AMR Similarity Metrics from Principles", TACL 2020) ask what a metric on meaning graphs
should do. Here are graphs that put some of these questions:

* *Bias*: does it matter where in a tree an error is? (:func:`error_pair`)
* *Identity of indiscernibles*: do equal graphs, and no others, get the best score? (:data:`IDENTITY_PROBES`)
* *Symmetry*: do both directions of a pair get the same score? (:data:`SYMMETRY_PROBES`)
* *Graded matches*: is a similar word better than one that is not? (:func:`graded_probes`)

All graphs were made for this project; none is an example of the paper. They are in ``probes.toml``. Nothing here
depends on a metric.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources

from smatchproof.base.errors import UsageError
from smatchproof.graphs.building import GraphBuilder
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.pairs import GraphPair

# ---- bias: the place of an error


class Position(StrEnum):
    """A place of an error in a tree."""

    ROOT = "root"
    INNER = "inner"
    """Half-way down: at least two levels below the root and two above the leaves."""
    ABOVE_LEAVES = "above-leaves"
    LEAF = "leaf"

    def level(self, depth: int) -> int:
        """The number of edges between the root and this position, in a tree with `depth` levels of edges.

        Raises :class:`UsageError` when the tree is too shallow for the position.

        >>> [position.level(5) for position in Position]
        [0, 2, 4, 5]
        """
        shallowest = {"root": 1, "inner": 4, "above-leaves": 2, "leaf": 1}[self]
        if depth < shallowest:
            raise UsageError(f"a tree of depth {depth} has no position {self}; choose a depth from {shallowest}")
        return {"root": 0, "inner": depth // 2, "above-leaves": depth - 1, "leaf": depth}[self]


POSITION_WORDS = {
    Position.ROOT: "the root",
    Position.INNER: "an inner node",
    Position.ABOVE_LEAVES: "a parent of leaves",
    Position.LEAF: "a leaf",
}


def error_pair(position: Position, degree: int, depth: int = 4) -> GraphPair:
    """A complete tree with one error (left, the candidate) and without it (right, the reference).

    Every variable above the leaves has `degree` children, and `depth` edges lead from the root to a leaf. All concepts
    are different and so are all roles, so that every path occurs once and no other alignment can make up for the
    error: a concept that the tree does not have, at the first variable of its level.

    The left graph loses one triple, wherever the error is. Time and memory grow with the number of variables, about
    degree ** depth. Raises :class:`UsageError` for a degree below 1 and a tree without such a position.

    >>> from smatchproof.graphs.writing import write_graph
    >>> print(write_graph(error_pair(Position.LEAF, degree=2, depth=1).left))
    (n0 / c0
      :op1 (n1 / c3)
      :op2 (n2 / c2))
    >>> error_pair(Position.INNER, degree=2, depth=3)
    Traceback (most recent call last):
    ...
    smatchproof.base.errors.UsageError: a tree of depth 3 has no position inner; choose a depth from 4
    """
    if degree < 1:
        raise UsageError(f"a tree whose variables have {degree} children has no levels; choose a degree from 1")
    wrong = 0
    for _ in range(position.level(depth)):
        wrong = degree * wrong + 1
    size = sum(degree**level for level in range(depth + 1))
    names = list(range(size))
    altered = [size if number == wrong else number for number in names]
    return GraphPair(_tree(degree, altered), _tree(degree, names))


def _tree(degree: int, concepts: list[int]) -> Graph:
    """A tree numbered level by level, with the numbers of the concepts."""
    builder = GraphBuilder()
    for number, concept in enumerate(concepts):
        builder.variable(f"n{number}", f"c{concept}")
        if number:
            builder.relation(f"op{number}", f"n{(number - 1) // degree}", f"n{number}")
    return builder.build()


# ---- identity of indiscernibles, and symmetry


class Expectation(StrEnum):
    """The relation of two graphs: the same up to the names of variables and the order of the text, or different."""

    SAME = "same"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Probe:
    """Two graphs, what is expected of them, and `why` a metric may get it wrong."""

    name: str
    pair: GraphPair
    expectation: Expectation
    why: str


_DATA = tomllib.loads(resources.files("smatchproof.audits").joinpath("probes.toml").read_text(encoding="utf-8"))


def _probe(read: dict[str, str]) -> Probe:
    pair = GraphPair(parse_graph(read["left"]), parse_graph(read["right"]))
    return Probe(read["name"], pair, Expectation(read.get("expectation", "same")), read["why"])


IDENTITY_PROBES = tuple(map(_probe, _DATA["identity"]))
"""Pairs of graphs that are the same or not, where it is easy to be wrong about it."""
SYMMETRY_PROBES = tuple(map(_probe, _DATA["symmetry"]))
"""Pairs whose directions differ for a metric that compares bags of paths by their precision. For a metric that aligns
variables and takes F1 the directions are the same."""


# ---- graded matches


@dataclass(frozen=True, slots=True)
class GradedProbe:
    """Three graphs that differ in one concept: a graded metric puts `similar` nearer to `graph` than `dissimilar`."""

    graph: Graph
    similar: Graph
    dissimilar: Graph


WORDS: list[list[str]] = _DATA["graded"]["words"]
"""Words, each with one that is similar to it and one that is not, beyond dispute."""
TEMPLATES: dict[str, str] = _DATA["graded"]["templates"]
"""Graphs with a place for a word."""


def graded_probes() -> list[GradedProbe]:
    """The :data:`WORDS` in each of the :data:`TEMPLATES`.

    >>> from smatchproof.graphs.writing import write_graph
    >>> write_graph(graded_probes()[0].similar), len(graded_probes())
    ('(x / kitten)', 24)
    """
    return [
        GradedProbe(*(parse_graph(template.format(word)) for word in words))
        for words in WORDS
        for template in TEMPLATES.values()
    ]
