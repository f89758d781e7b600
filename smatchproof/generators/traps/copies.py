"""Graphs against renamed copies of themselves, written so that the climber's smart start goes wrong.

``smatch.py`` starts its first climb from the concepts: each left variable, in the order of the text, takes the first
free right variable of its concept. "First" is the order in which Python iterates over a set of integers, which is not
the order of the text: the set {5, 6, 7, 8} yields 8 first. So the order of a copy has to be chosen against the
order of the real set, for every size; that is what :func:`copied` does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from smatchproof.conventions.triples import TripleGraph
from smatchproof.generators.traps.trap import Trap
from smatchproof.graphs.graph import Graph
from smatchproof.problem.pairs import GraphPair, NamedAlignment

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
        found = hits(pair.names(smart_start(*pair.triples())))
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


def smart_start(left: TripleGraph, right: TripleGraph) -> tuple[int | None, ...]:
    """The alignment by concepts from which ``smatch.py`` starts, without the partners that it draws at random.

    The candidates of a variable are put into a set in the order of that program (equal concepts, equal attributes,
    equal roles), since the order in which a set of integers yields them depends on it.

    >>> from smatchproof.graphs.building import GraphBuilder
    >>> from smatchproof.conventions.conventions import convention
    >>> builder = GraphBuilder()
    >>> root = builder.variable("a", "and")
    >>> for number in range(8):
    ...     role, concept = ("op1", "boy") if number < 4 else ("op2", "girl")
    ...     builder.relation(role, root, builder.variable(f"v{number}", concept))
    >>> graph = convention("smatch").triples(builder.build())
    >>> smart_start(graph, graph)
    (0, 1, 2, 3, 4, 8, 5, 6, 7)
    """
    attributes: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    relations: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for attribute in right.attributes:
        attributes[attribute.kind, attribute.role, attribute.value].append(attribute.variable)
    for relation in sorted(right.relations, key=lambda each: each.source):
        relations[relation.role].append((relation.source, relation.target))
    candidates: list[set[int]] = [set() for _ in left.variables]
    for attribute in sorted(left.attributes, key=lambda each: each.kind != "instance"):
        candidates[attribute.variable].update(attributes[attribute.kind, attribute.role, attribute.value])
    for relation in sorted(left.relations, key=lambda each: each.source):
        for source, target in relations[relation.role]:
            candidates[relation.source].add(source)
            candidates[relation.target].add(target)
    concepts = [[each.value for each in graph.attributes if each.kind == "instance"] for graph in (left, right)]
    taken: set[int] = set()
    start: list[int | None] = []
    for variable, pool in enumerate(candidates):
        concept = concepts[0][variable]
        partner = next((each for each in pool if concepts[1][each] == concept and each not in taken), None)
        start.append(partner)
        if partner is not None:
            taken.add(partner)
    return tuple(start)
