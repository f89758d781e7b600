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

from smatchproof.graphs.building import GraphBuilder
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.problem.pairs import GraphPair

# ---- bias: the place of an error


DEPTH = 4
"""The number of edges from the root of a tree to its leaves: the least at which all positions are different."""


class Position(StrEnum):
    """A place of an error in a tree."""

    ROOT = "root"
    INNER = "inner"
    """Half-way down: at least two levels below the root and two above the leaves."""
    ABOVE_LEAVES = "above-leaves"
    LEAF = "leaf"

    @property
    def level(self) -> int:
        """The number of edges between the root and this position.

        >>> [position.level for position in Position]
        [0, 2, 3, 4]
        """
        return {"root": 0, "inner": 2, "above-leaves": 3, "leaf": DEPTH}[self]


POSITION_WORDS = {
    Position.ROOT: "the root",
    Position.INNER: "an inner node",
    Position.ABOVE_LEAVES: "a parent of leaves",
    Position.LEAF: "a leaf",
}


def error_pair(position: Position, degree: int) -> GraphPair:
    """A complete tree with one error (left, the candidate) and without it (right, the reference).

    Every variable above the leaves has `degree` children, 1 or more. All concepts are different and so are all roles,
    so that every path occurs once and no other alignment can make up for the error: a concept that the tree does not
    have, at the first variable of its level.

    The left graph loses one triple, wherever the error is. Time and memory grow with the number of variables, about
    degree ** :data:`DEPTH`.

    >>> from smatchproof.graphs.writing import write_graph
    >>> print(write_graph(error_pair(Position.INNER, degree=1).left))
    (n0 / c0
      :op1 (n1 / c1
        :op2 (n2 / c5
          :op3 (n3 / c3
            :op4 (n4 / c4)))))
    """
    wrong = 0
    for _ in range(position.level):
        wrong = degree * wrong + 1
    size = sum(degree**level for level in range(DEPTH + 1))
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
