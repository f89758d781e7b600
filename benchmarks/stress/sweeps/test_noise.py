"""Annotator noise on graphs of all sizes."""

import random
from dataclasses import replace
from statistics import fmean

import pytest

from smatchproof.generators import MIXTURES, annotate, random_graphs
from smatchproof.problem.pairs import GraphPair


@pytest.mark.parametrize("name", MIXTURES)
def test_the_mixtures_do_not_depend_on_size(name):
    """As much agrees in small copies as in large ones, and none loses half of its variables."""
    noise = replace(MIXTURES[name], spread=0.0, size_spread=0.0)
    agree, ratios = [], []
    for size in (10, 20, 40, 60):
        matched = total = 0
        sizes = []
        for graph in random_graphs(number=400 // size, seed=3, sizes=[size]):
            copy = annotate(graph, noise.scaled(0.5), random.Random(graph.id))
            pair = GraphPair(graph, copy.graph)
            matched += pair.matched(copy.alignment)
            total += sum(each.size for each in pair.triples())
            sizes.append(len(copy.graph.variables) / size)
        agree.append(2 * matched / total)
        ratios.append(fmean(sizes))
        assert min(sizes) > 0.5
    assert max(agree) - min(agree) < 0.06, agree
    assert max(ratios) - min(ratios) < 0.1 and all(0.9 < each < 1.1 for each in ratios), ratios
