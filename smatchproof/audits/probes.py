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
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from typing import NamedTuple

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
class IdentityProbe:
    """Two graphs that are known to be the same or not; `why` names the difference that a metric must see, or ignore."""

    name: str
    pair: GraphPair
    expectation: Expectation
    why: str


@dataclass(frozen=True, slots=True)
class SymmetryProbe:
    """Two graphs on which a metric's directions may differ, and `why`."""

    name: str
    pair: GraphPair
    why: str


_DATA = tomllib.loads(resources.files("smatchproof.audits").joinpath("probes.toml").read_text(encoding="utf-8"))


def _pair(probe: dict[str, str]) -> GraphPair:
    return GraphPair(parse_graph(probe["left"]), parse_graph(probe["right"]))


IDENTITY_PROBES = tuple(
    IdentityProbe(each["name"], _pair(each), Expectation(each["expectation"]), each["why"])
    for each in _DATA["identity"]
)
"""Pairs of graphs that are the same or not, where it is easy to be wrong about it."""
SYMMETRY_PROBES = tuple(SymmetryProbe(each["name"], _pair(each), each["why"]) for each in _DATA["symmetry"])
"""Pairs whose directions differ for a metric that compares bags of paths by their precision. For a metric that aligns
variables and takes F1 they are the same."""


# ---- graded matches


class WordTriple(NamedTuple):
    """A word, one that is similar to it, and one that is not."""

    word: str
    similar: str
    dissimilar: str


@dataclass(frozen=True, slots=True)
class GradedProbe:
    """Three graphs that differ in one concept: a graded metric puts `similar` nearer to `graph` than `dissimilar`."""

    name: str
    graph: Graph
    similar: Graph
    dissimilar: Graph


WORDS = tuple(WordTriple(*words) for words in _DATA["graded"]["words"])
"""Words whose similarity, or none, is beyond dispute."""
TEMPLATES: dict[str, str] = _DATA["graded"]["templates"]
"""Graphs with a place for a word."""


def graded_probes(words: Iterable[WordTriple] = WORDS) -> tuple[GradedProbe, ...]:
    """The words of each triple in each of the :data:`TEMPLATES`.

    Linear in the number of triples. Raises :class:`UsageError` for a word that cannot be written as a concept.

    >>> from smatchproof.graphs.writing import write_graph
    >>> first, *others = graded_probes([WordTriple("cat", "kitten", "table")])
    >>> first.name, write_graph(first.similar), len(others)
    ('alone: cat, kitten, table', '(x / kitten)', 3)
    """
    probes = []
    for triple in words:
        for word in triple:
            if not _is_concept(word):
                raise UsageError(f"'{word}' cannot be written as a concept; choose a word without spaces or ( ) / : ~")
        for name, template in TEMPLATES.items():
            graphs = [parse_graph(template.format(word)) for word in triple]
            probes.append(GradedProbe(f"{name}: {', '.join(triple)}", *graphs))
    return tuple(probes)


def _is_concept(word: str) -> bool:
    try:
        GraphBuilder().variable("x", word)
    except ValueError:
        return False
    return True
