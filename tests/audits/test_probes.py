"""Probes: what a pair is said to be, equal or different or wrong in one place, is checked by enumeration."""

from collections import Counter
from itertools import permutations

import pytest

from smatchproof.audits.probes import (
    IDENTITY_PROBES,
    SYMMETRY_PROBES,
    TEMPLATES,
    WORDS,
    Expectation,
    Position,
    WordTriple,
    error_pair,
    graded_probes,
)
from smatchproof.base.errors import UsageError
from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
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


@pytest.mark.parametrize("position", Position)
def test_one_triple_is_lost_and_no_alignment_makes_up_for_it(position):
    pair = error_pair(position, 2, 4)
    by_name = {name: name for name in pair.left.variables}
    triples = 31 + 30 + 1  # concepts, relations and TOP
    assert pair.matched(by_name) == pair.problem().trivial_bound() == triples - 1


@pytest.mark.parametrize(
    ("position", "shallowest"),
    [(Position.ROOT, 1), (Position.INNER, 4), (Position.ABOVE_LEAVES, 2), (Position.LEAF, 1)],
)
def test_a_tree_may_be_too_shallow(position, shallowest):
    assert position.level(shallowest) <= shallowest
    with pytest.raises(UsageError, match=f"depth {shallowest - 1} has no position {position}; .* from {shallowest}$"):
        error_pair(position, 2, shallowest - 1)


def test_a_tree_without_children_is_refused():
    with pytest.raises(UsageError, match="choose a degree from 1"):
        error_pair(Position.LEAF, 0)


# ---- equal and different graphs


@pytest.mark.parametrize("probe", IDENTITY_PROBES, ids=lambda probe: probe.name)
def test_identity_probes_are_what_they_are_said_to_be(probe):
    assert are_the_same(probe.pair.left, probe.pair.right) is (probe.expectation is Expectation.SAME)


@pytest.mark.parametrize("probe", [*IDENTITY_PROBES, *SYMMETRY_PROBES], ids=lambda probe: probe.name)
def test_probes_can_be_written_and_read(probe):
    for graph in (probe.pair.left, probe.pair.right):
        if probe.name == "attribute-twice":  # the one probe about what a valid graph does not have
            assert parse_graph(write_graph(graph)) == graph
        else:
            check_amr(graph)


def test_only_one_probe_depends_on_copies_of_triples():
    """Counted once, they make its graphs the same; all other probes are about sets of triples."""
    once = convention("smatch", duplicates=Duplicates.SET)
    merged = [
        probe.name
        for probe in IDENTITY_PROBES
        if any(once.triples(graph).changes for graph in (probe.pair.left, probe.pair.right))
    ]
    assert merged == ["attribute-twice"]


# ---- graded matches


def test_graded_probes_differ_in_one_word():
    probes = graded_probes()
    assert len(probes) == len(WORDS) * len(TEMPLATES)
    for number, probe in enumerate(probes):
        words, template = WORDS[number // len(TEMPLATES)], list(TEMPLATES)[number % len(TEMPLATES)]
        assert probe.name == f"{template}: {', '.join(words)}"
        graphs = (probe.graph, probe.similar, probe.dissimilar)
        for graph, word in zip(graphs, words, strict=True):
            check_amr(graph)
            assert graph.variables == probe.graph.variables
            assert graph.edges == probe.graph.edges
            changed = [one for one, other in zip(graph.concepts, probe.graph.concepts, strict=True) if one != other]
            assert graph.concepts.count(word) == 1
            assert changed == [word] * (word != words.word)


@pytest.mark.parametrize("word", ["ice cream", "", "a/b", "(", '"cat"', "a:b", "a~1"])
def test_a_word_that_is_no_concept_is_refused(word):
    with pytest.raises(UsageError, match="cannot be written as a concept"):
        graded_probes([WordTriple("cat", word, "table")])
