"""Probes: what a pair is said to be, equal or different or wrong in one place, is checked by enumeration."""

from collections import Counter
from itertools import permutations

import pytest

from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.lab.audits.probes import IDENTITY_PROBES, Expectation, Position, error_pair
from tests.lab.generators.graphs import check_amr, named

AS_WRITTEN = convention("smatch", duplicates="multiset")
"""With TOP, so that the root counts, and with every copy of a triple."""


def are_the_same(left, right):
    """Test whether some renaming of variables makes one graph of two: by trying all."""
    left, right = AS_WRITTEN.triples(left), AS_WRITTEN.triples(right)
    if len(left.variables) != len(right.variables):
        return False

    def renamed(graph, names):
        attributes = [(role, names[variable], value) for _, role, variable, value in graph.attributes]
        return Counter(attributes + [(role, names[source], names[target]) for role, source, target in graph.relations])

    names = range(len(left.variables))
    wanted = renamed(right, names)
    return any(renamed(left, order) == wanted for order in permutations(names))


# ---- the place of an error


def depths(graph):
    """The distance of each variable from the root, by the edges of the tree."""
    depth = {graph.root: 0}
    for edge in graph.edges:
        depth[edge.target] = depth[graph.variables[edge.source]] + 1
    return depth


trees = pytest.mark.parametrize("degree", [1, 2, 3, 5])


@trees
def test_the_reference_is_a_complete_tree_without_repetitions(degree):
    tree = error_pair(Position.ROOT, degree).right
    check_amr(tree)
    levels = Counter(depths(tree).values())
    assert levels == {level: degree**level for level in range(5)}
    children = Counter(edge.source for edge in tree.edges)
    assert set(children.values()) == {degree}
    assert len(set(tree.concepts)) == len(tree.variables)
    assert len({edge.role for edge in tree.edges}) == len(tree.edges)


@trees
@pytest.mark.parametrize("position", Position)
def test_one_concept_at_the_position_is_wrong(degree, position):
    pair = error_pair(position, degree)
    check_amr(pair.left)
    left, right = (named(triples) for triples in pair.triples())
    (lost,), (new,) = right - left, left - right
    assert lost[:2] == new[:2]
    assert lost[0] == "instance"
    assert new[2] not in pair.right.concepts
    assert depths(pair.right)[lost[1]] == position.level


# ---- equal and different graphs


@pytest.mark.parametrize("probe", IDENTITY_PROBES, ids=lambda probe: probe.name)
def test_identity_probes_are_what_they_are_said_to_be(probe):
    assert are_the_same(probe.pair.left, probe.pair.right) is (probe.expectation is Expectation.SAME)


def test_only_one_probe_depends_on_copies_of_triples():
    """Counted once, they make its graphs the same; all other probes are about sets of triples."""
    once = convention("smatch", duplicates=Duplicates.SET)
    merged = [
        probe.name
        for probe in IDENTITY_PROBES
        if any(once.triples(graph).changes for graph in (probe.pair.left, probe.pair.right))
    ]
    assert merged == ["attribute-twice"]
