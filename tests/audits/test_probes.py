"""Probes: what a pair is said to be, equal or different or wrong in one place, is checked by enumeration."""

from collections import Counter
from itertools import permutations

import pytest

from smatchproof.audits.probes import IDENTITY_PROBES, TEMPLATES, Expectation, Position, error_pair, probes_from
from smatchproof.conventions.conventions import convention
from smatchproof.similarity.grading import Grading
from smatchproof.similarity.similarity import TableSimilarity
from tests.generators.graphs import check_amr, named

AS_WRITTEN = convention("smatch", duplicates="multiset")
"""With TOP, so that the root counts, and with every copy of a triple."""


def are_the_same(left, right):
    """Whether some renaming of variables makes one graph of two: by trying all."""
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
    """How far each variable is from the root, by the edges of the tree."""
    depth = {graph.root: 0}
    for edge in graph.edges:
        depth[edge.target] = depth[graph.variables[edge.source]] + 1
    return depth


trees = pytest.mark.parametrize(("degree", "depth"), [(1, 5), (2, 4), (3, 4), (2, 6), (5, 4)])
LEVELS = {4: (0, 2, 3, 4), 5: (0, 2, 4, 5), 6: (0, 3, 5, 6)}
"""Of the root, the middle, the parents of leaves and the leaves, by the depth of the tree."""


@trees
def test_the_reference_is_a_complete_tree_without_repetitions(degree, depth):
    tree = error_pair(Position.ROOT, degree, depth).right
    check_amr(tree)
    levels = Counter(depths(tree).values())
    assert levels == {level: degree**level for level in range(depth + 1)}
    children = Counter(edge.source for edge in tree.edges)
    assert set(children.values()) == {degree}
    assert len(set(tree.concepts)) == len(tree.variables)
    assert len({edge.role for edge in tree.edges}) == len(tree.edges)


@trees
@pytest.mark.parametrize("position", Position)
def test_one_concept_at_the_position_is_wrong(degree, depth, position):
    pair = error_pair(position, degree, depth)
    check_amr(pair.left)
    left, right = (named(triples) for triples in pair.triples())
    (lost,), (new,) = right - left, left - right
    assert lost[:2] == new[:2]
    assert lost[0] == "instance"
    assert new[2] not in pair.right.concepts
    assert depths(pair.right)[lost[1]] == LEVELS[depth][list(Position).index(position)]


# ---- equal and different graphs


@pytest.mark.parametrize("probe", IDENTITY_PROBES, ids=lambda probe: probe.name)
def test_identity_probes_are_what_they_are_said_to_be(probe):
    assert are_the_same(probe.pair.left, probe.pair.right) is (probe.expectation is Expectation.SAME)


# ---- graded matches


PETS = Grading(
    TableSimilarity({("cat", "kitten"): 0.8, ("cat", "dog"): 0.5, ("dog", "puppy"): 0.9, ("cat", "pet"): 0.4}, "pets")
)


def words_of(probes):
    """The triples of words that probes were made from, in their order."""
    named_words = [tuple(probe.name.partition(": ")[2].split(", ")) for probe in probes]
    return list(dict.fromkeys(named_words))


def test_probes_from_a_similarity():
    values = ["cat", "kitten", "dog", "puppy", "pet", "song"]
    probes = probes_from(PETS, values, number=10)
    assert len(probes) == 4 * len(TEMPLATES)
    found = words_of(probes)
    # Of the six, pet is not similar enough to anything and song to nothing.
    assert {word for word, _, _ in found} == {"cat", "kitten", "dog", "puppy"}
    for word, similar, dissimilar in found:
        assert PETS.similarity(word, similar) >= 0.5
        assert PETS.similarity(word, dissimilar) == 0
    for probe in probes:
        assert len({probe.graph, probe.similar, probe.dissimilar}) == 3
