"""Pairs by design have what they were designed to have, on both sides."""

import random

import pytest
from hypothesis import given, strategies as st

from smatchproof.conventions.conventions import convention
from smatchproof.conventions.triples import Duplicates
from smatchproof.lab.experiments.rows import reentrancies, repeated_concepts
from smatchproof.lab.generators import PairDesign, designed_pair
from smatchproof.scoring.pairs.comparison import recounted

SMATCH = convention("smatch")


@st.composite
def designs(draw):
    variables = draw(st.integers(1, 14))
    room = (variables - 1) * (variables - 2) // 2
    reentrancies, labels = draw(st.integers(0, min(room, 6))), draw(st.integers(1, 4))
    repeated, overlap = draw(st.sampled_from([0.0, 0.2, 0.5, 1.0])), draw(st.sampled_from([0.0, 0.5, 0.8, 1.0]))
    return PairDesign(variables, reentrancies, repeated, labels, overlap)


@given(designs(), st.integers(0, 1000))
def test_both_sides_are_of_the_design(design, seed):
    made = designed_pair(design, random.Random(seed))
    for graph in (made.pair.left, made.pair.right):
        triples = SMATCH.triples(graph)
        assert len(graph.variables) == design.variables
        assert reentrancies(triples) == design.reentrancies
        assert len(triples.relations) == max(0, design.variables - 1) + design.reentrancies
        assert len({each.role for each in triples.relations}) <= design.labels
    left, right = (SMATCH.triples(graph) for graph in (made.pair.left, made.pair.right))
    wanted = min(design.variables - 1, round(design.repeated * design.variables))
    assert repeated_concepts(left) == repeated_concepts(right) >= wanted
    number = {name: at for at, name in enumerate(right.variables)}
    planted = recounted(left, right, [number[made.alignment[name]] for name in left.variables], Duplicates.SET)
    total = len(left.variables) + len(left.relations)
    assert planted - 1 >= total - round((1 - design.overlap) * total)  # but for TOP
    if not design.repeated:  # then any two concepts can change places
        concepts = [
            dict(zip(graph.variables, graph.concepts, strict=True)) for graph in (made.pair.left, made.pair.right)
        ]
        changed = sum(concepts[0][name] != concepts[1][other] for name, other in made.alignment.items())
        assert changed >= round(round((1 - design.overlap) * total) * design.variables / total) - 1


def test_pairs_of_a_design_differ_and_come_back():
    design = PairDesign(10, 2, 0.3)
    first, again, other = (designed_pair(design, random.Random(seed)) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("values", [(0,), (3, 2), (3, 0, 1.5)])
def test_a_design_that_no_graph_has(values):
    with pytest.raises(
        ValueError, match=r"at least one variable|room for 1 re-entrancies, not 2|shares are from 0 to 1"
    ):
        PairDesign(*values)
