"""Traps that could be annotations: graphs against copies of themselves that are written in another order.

Where climbing stops on them is measured, not proved. What they have in common: aligned wrongly but consistently,
whole parts of the graphs agree, and correcting one variable breaks more relations than it repairs.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

from smatchproof.base.limits import LARGEST_SEED
from smatchproof.lab.generators.traps.copies import COPY, copied, own_copies, self_comparison, turned
from smatchproof.lab.generators.traps.trap import Trap, TrapFamily, TrapParameter
from smatchproof.public import Graph, GraphBuilder, GraphPair

_FIRST_NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Felix", "Grace", "Henry", "Ida", "Jack", "Kate", "Leo")


@TrapFamily.of(
    "ring",
    "a ring of persons, written the two ways round",
    TrapParameter("size", "how many persons", 5, 16),
    TrapParameter("labels", "how many relations are on each arc", 1, 1),
    triples=lambda size, labels: 1 + size * (1 + labels),
)
def ring(size: int, labels: int) -> Trap:
    """Persons in a ring, each ``:next`` to the following one; the copy goes round the other way.

    The smart start lays one ring over the other against its direction: all concepts match and no relation does.
    With several relations on each arc, breaking one arc costs more.
    """

    def write(suffix: str, turn: int) -> Graph:
        builder = GraphBuilder()
        persons = [builder.variable(f"p{number}{suffix}", "person") for number in range(size)]
        arcs = [(persons[number], persons[(number + 1) % size]) for number in range(size)]
        _tie(builder, arcs[::-1] if turn else arcs, labels)
        return builder.build(deep=True)

    return self_comparison(GraphPair(write("", 0), write(COPY, 1)))


def _tie(builder: GraphBuilder, arcs: Iterable[tuple[str, str]], labels: int) -> None:
    """Put `labels` relations on each arc, the same roles on all."""
    for source, target in arcs:
        for label in range(labels):
            builder.relation("next" if labels == 1 else f"next{label + 1}", source, target)


@TrapFamily.of(
    "circle",
    "persons who like each other in a circle, as active and as passive clauses",
    TrapParameter("persons", "how many persons", 3, 8),
    triples=lambda persons: 4 * persons + 1,
)
def circle(persons: int) -> Trap:
    """Persons who like each other in a circle; the copy begins with the passive (``ARG1-of``) instead of the active."""

    def write(suffix: str, turn: int) -> Graph:
        builder = GraphBuilder()
        for number in range(persons):
            builder.variable(f"p{number}{suffix}", "person")
            builder.variable(f"l{number}{suffix}", "like-01")
        roles = []
        for number in range(persons):
            like = f"l{number}{suffix}"
            roles += [("ARG0", like, f"p{number}{suffix}"), ("ARG1", like, f"p{(number + 1) % persons}{suffix}")]
        for role, source, target in roles[::-1] if turn else roles:
            builder.relation(role, source, target)
        return builder.build(deep=True)

    return self_comparison(GraphPair(write("", 0), write(COPY, 1)))


@TrapFamily.of(
    "names",
    "persons with names, listed in two orders",
    TrapParameter("persons", "how many persons", 2, 8),
    triples=lambda persons: 5 * persons + 2,
    couples=lambda persons: 2 * persons**2,
)
def names(persons: int) -> Trap:
    """Persons with names under ``and``, listed in another order.

    A person and the name below are moved together by the start, but one at a time by the climber: a swap of two names
    gains at most two constants and loses two relations. Conjuncts have no order, so that all have one role.
    """

    def write(suffix: str, turn: int) -> Graph:
        builder = GraphBuilder()
        root = builder.variable("a" + suffix, "and")
        for number in turned(persons, turn):
            person = builder.variable(f"p{number}{suffix}", "person")
            name = builder.variable(f"n{number}{suffix}", "name")
            builder.relation("op", root, person)
            builder.relation("name", person, name)
            builder.attribute("op1", name, _first_name(number))
        return builder.build()

    named = [f"{kind}{number}" for number in range(persons) for kind in "pn"]
    return self_comparison(copied(write, own_copies(named), range(1, persons)))


def _first_name(number: int) -> str:
    again, which = divmod(number, len(_FIRST_NAMES))
    return f'"{_FIRST_NAMES[which]}{again + 1 if again else ""}"'


@TrapFamily.of(
    "digraph",
    "a random digraph with one concept and one role, in two orders",
    TrapParameter("size", "how many persons", 2, 24),
    TrapParameter("density", "the probability that one knows another", 0.0, 0.3, 1.0),
    TrapParameter("seed", "of the arcs and of the copy's order", 0, 0, LARGEST_SEED),
    triples=lambda size, density, seed: 2 * size + 2 + size**2,
)
def digraph(size: int, density: float, seed: int) -> Trap:
    """Persons in a group who know each other at random: one concept, one role, and the copy in a random order.

    A wrong permutation still matches about the part `density` of all arcs, whatever it is, and no swap improves it by
    much; only the right one matches all. The optimum itself is known, since the graphs are copies.
    """
    rng = random.Random(f"digraph {size} {density} {seed}")
    arcs = [(i, j) for i in range(size) for j in range(size) if i != j and rng.random() < density]

    def write(suffix: str, order: Sequence[int]) -> Graph:
        builder = GraphBuilder()
        root = builder.variable("g" + suffix, "group")
        for number in order:
            builder.relation("member", root, builder.variable(f"p{number}{suffix}", "person"))
        for i, j in arcs:
            builder.relation("know", f"p{i}{suffix}", f"p{j}{suffix}")
        return builder.build()

    return self_comparison(GraphPair(write("", range(size)), write(COPY, rng.sample(range(size), size))))


@TrapFamily.of(
    "chains",
    "chains of persons who differ in the last one's name, in two orders",
    TrapParameter("chains", "how many chains", 2, 8),
    TrapParameter("length", "how many persons are in each", 2, 3),
    triples=lambda chains, length: chains * (2 * length + 1) + 2,
    couples=lambda chains, length: chains**2 + (chains * length) ** 2,
)
def chains(chains: int, length: int) -> Trap:
    """Chains of persons, each the friend of the one before; only the last one has a name, and it is another for each.

    The ends that distinguish the chains are far from the root, and each chain fits on each other one.
    """

    def write(suffix: str, turn: int) -> Graph:
        builder = GraphBuilder()
        root = builder.variable("a" + suffix, "and")
        for chain in turned(chains, turn):
            links = [builder.variable(f"c{chain}_{link}{suffix}", "person") for link in range(length)]
            builder.relation("op", root, links[0])
            for link, following in pairwise(links):
                builder.relation("friend", link, following)
            builder.attribute("name", links[-1], _first_name(chain))
        return builder.build(deep=True)

    links = [f"c{chain}_{link}" for chain in range(chains) for link in range(length)]
    return self_comparison(copied(write, own_copies(links), range(1, chains)))


@TrapFamily.of(
    "arms",
    "a path with its root in the middle, its two arms listed in either order",
    TrapParameter("arm", "how many persons are on each side of the root", 3, 8),
    TrapParameter("labels", "how many relations are on each arc", 1, 5),
    triples=lambda arm, labels: 2 * arm * (1 + labels) + 2,
)
def arms(arm: int, labels: int) -> Trap:
    """A path of persons with the root in its middle; the copy lists the arm that leads there first.

    The smart start puts each arm on the other one, against its direction, and so matches no relation.
    """

    def write(suffix: str, turn: int) -> Graph:
        builder = GraphBuilder()
        middle = builder.variable("m" + suffix, "person")
        after = [middle, *[builder.variable(f"a{number}{suffix}", "person") for number in range(1, arm + 1)]]
        before = [middle, *[builder.variable(f"b{number}{suffix}", "person") for number in range(1, arm + 1)]]
        leaving = list(pairwise(after))
        arriving = [(source, target) for target, source in pairwise(before)]
        _tie(builder, arriving + leaving if turn else leaving + arriving, labels)
        return builder.build(deep=True)

    return self_comparison(GraphPair(write("", 0), write(COPY, 1)))
