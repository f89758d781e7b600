"""Random digraphs: exact sizes, the planted overlap, and what a root adds."""

import random
from collections import Counter
from itertools import product

import pytest

from smatchproof.conventions.conventions import Top
from smatchproof.conventions.triples import Attribute, Duplicates, Relation, TripleGraph, is_one_to_one, matched_triples
from smatchproof.exact import exact
from smatchproof.lab.generators import overlapping_digraph_pair, random_digraph, random_digraph_pair, rooted_pair
from smatchproof.lab.generators.digraphs import ROOT_NAME
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams
from tests.lab.generators.graphs import check_amr
from tests.lab.reductions.checks import best_alignments

KINDS = list(product((5, 8), (2, 3), (1, 3), (1, 2)))
"""Numbers of nodes, degrees, numbers of labels and of concepts."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_digraph_is_of_the_size_asked_for(kind):
    nodes, degree, labels, concepts = kind
    for seed in range(20):
        graph = random_digraph(*kind, random.Random(seed))
        assert len(graph.variables) == nodes
        assert Counter(each.variable for each in graph.attributes) == dict.fromkeys(range(nodes), 1)
        assert len(graph.relations) == round(nodes * degree / 2)
        assert len({frozenset(each[1:]) for each in graph.relations}) == len(graph.relations)
        assert {each.role for each in graph.relations} <= {f"r{label}" for label in range(labels)}
        assert {each.value for each in graph.attributes} <= {f"c{concept}" for concept in range(concepts)}


# ---- planted pairs


@pytest.mark.parametrize("overlap", [0, 0.25, 0.5, 0.8, 1])
@pytest.mark.parametrize("kind", KINDS)
def test_the_planted_alignment_matches_what_it_says(kind, overlap):
    for seed in range(20):
        left, right, alignment, value = overlapping_digraph_pair(*kind, overlap, seed)
        assert is_one_to_one(alignment, kind[0], kind[0]) and None not in alignment
        assert sum(matched_triples(left, right, alignment, Duplicates.SET).values()) == value
        assert left.size - value == round((1 - overlap) * len(left.relations))
        assert right.size == left.size
        assert len({frozenset(each[1:]) for each in right.relations}) == len(right.relations)
        assert all(each.source != each.target for each in right.relations)
        assert Counter(each.value for each in left.attributes) == Counter(each.value for each in right.attributes)


def test_complete_digraphs_are_rewired_by_turning_arcs_round():
    pair = overlapping_digraph_pair(6, 5, 1, 1, 0.4, seed=1)
    assert (len(pair.left.relations), pair.matched) == (15, 6 + 6)
    with pytest.raises(ValueError, match="no room for 18 arcs"):
        overlapping_digraph_pair(6, 6, 1, 1, 0.4, seed=1)


def test_the_permutation_is_hidden():
    alignments = {overlapping_digraph_pair(6, 3, 1, 1, 1, seed).alignment for seed in range(40)}
    assert len(alignments) > 35 and {alignment[0] for alignment in alignments} == set(range(6))


def test_the_same_seed_gives_the_same_pair_and_another_seed_another():
    state = random.getstate()
    pairs = [overlapping_digraph_pair(8, 3, 2, 2, 0.5, seed) for seed in range(20)]
    assert overlapping_digraph_pair(8, 3, 2, 2, 0.5, 4) == pairs[4]
    assert len({(pair.left, pair.right) for pair in pairs}) == 20
    assert random.getstate() == state


# ---- as AMRs


@pytest.mark.parametrize(("top", "gain"), [(Top.CONST, 1), (Top.CONCEPT, 0), (Top.NONE, 0)])
def test_a_root_adds_the_top_triple_and_nothing_else(top, gain):
    rng = random.Random(1)
    for seed in range(40):
        nodes = rng.randint(1, 5)
        left, right = random_digraph_pair(nodes, min(2, nodes - 1), 2, 2, seed, both_ways=seed % 2 == 0)
        pair = rooted_pair(left, right, top)
        for graph, digraph, triples in zip((pair.left, pair.right), (left, right), pair.triples(), strict=True):
            check_amr(graph)
            assert triples.size == digraph.size + nodes + 1 + (top is not Top.NONE)
        problem = build_problem(left, right, Duplicates.SET)
        assert best_alignments(pair.problem(), limit=1)[0] == best_alignments(problem, limit=1)[0] + gain


def test_a_planted_alignment_stays_one_with_roots():
    planted = overlapping_digraph_pair(30, 3, 3, 4, 0.9, seed=2)
    pair = rooted_pair(planted.left, planted.right)
    assert pair.matched({**planted.names(), ROOT_NAME: ROOT_NAME}) == planted.matched + 1
    solution = exact(pair.problem(), SolveParams())
    assert solution.upper_bound == solution.matched >= planted.matched + 1


def test_attributes_and_loops_come_along():
    concept, plus = Attribute("instance", "instance", 0, "c"), Attribute("attribute", "loop", 0, "+")
    graph = TripleGraph(("v",), (concept, plus), (Relation("r", 0, 0),))
    pair = rooted_pair(graph, graph)
    assert best_alignments(pair.problem())[0] == graph.size + 1


CONCEPT = Attribute("instance", "instance", 0, "c")


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (TripleGraph(("v",)), "each variable needs a concept"),
        (TripleGraph(("v",), (CONCEPT, Attribute("TOP", "TOP", 0, "top"))), "TOP"),
        (TripleGraph(("v",), (Attribute("instance", "instance", 0, "right-root"),)), "are for the roots"),
        (TripleGraph(("root",), (CONCEPT,)), "variable 'root' is malformed or defined twice"),
        (TripleGraph(("v",), (CONCEPT,), (Relation("right-member", 0, 0),)), "are for the roots"),
    ],
)
def test_a_graph_that_cannot_get_a_root_is_refused(graph, message):
    with pytest.raises(ValueError, match=message):
        rooted_pair(graph, graph)
