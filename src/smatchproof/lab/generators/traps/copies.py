"""Graphs against renamed copies of themselves, written so that the climber's smart start goes wrong.

``smatch.py`` starts its first climb from the concepts: each left variable, in the order of the text, takes the first
free right variable of its concept. "First" is the order in which Python iterates over a set of integers, which is not
the order of the text: the set {5, 6, 7, 8} yields 8 first. So the order of a copy has to be chosen against the
order of the real set, for every size; that is what :func:`copied` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from smatchproof.lab.generators.traps.trap import Trap
from smatchproof.lab.heuristics.search_index import SearchIndex
from smatchproof.lab.heuristics.starts import concept_start
from smatchproof.public import Graph, GraphPair, NamedAlignment

COPY = "c"
"""The letter that is appended to the name of a variable in the copy."""


def copied(
    write: Callable[[str, int], Graph], hits: Callable[[NamedAlignment], int], turns: Iterable[int]
) -> GraphPair:
    """A graph and its copy, in the first of several orders in which the smart start hits least.

    ``write(suffix, turn)`` writes the graph in an order of its own for each `turn`, with `suffix` at the end of every
    variable; ``write("", 0)`` is the left graph. `hits` counts the variables that an alignment should not get right.
    Raises ``ValueError`` without turns.
    """
    left = write("", 0)
    best: tuple[int, GraphPair] | None = None
    for turn in turns:
        pair = GraphPair(left, write(COPY, turn))
        places = concept_start(SearchIndex(pair.problem()))
        found = hits(pair.names(tuple(None if place < 0 else place for place in places)))
        if best is None or found < best[0]:
            best = found, pair
        if not found:
            break
    if best is None:
        raise ValueError("a copy needs an order")
    return best[1]


def turned(size: int, turn: int) -> list[int]:
    """The numbers below `size`, beginning with `turn` and going round.

    >>> turned(5, 2)
    [2, 3, 4, 0, 1]
    """
    return [*range(turn, size), *range(turn)]


def self_comparison(pair: GraphPair, stuck: int | None = None, stuck_chance: float | None = None) -> Trap:
    """The trap of a graph and its copy, in which every variable belongs to its own copy."""
    triples = pair.triples()[0].size
    why = f"the right graph is a copy of the left one, so all {triples} triples match"
    planted = {variable: variable + COPY for variable in pair.left.variables}
    return Trap(pair, triples, planted, why, stuck, stuck_chance)


def own_copies(variables: Iterable[str]) -> Callable[[NamedAlignment], int]:
    """A function that counts how many of those variables an alignment gives their own copy.

    >>> own_copies(["a", "b"])({"a": "ac", "b": "ac"})
    1
    """
    names = tuple(variables)
    return lambda alignment: sum(alignment.get(name) == name + COPY for name in names)
