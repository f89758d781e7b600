"""Systems: preferences by hand and sentence by sentence, shapes against networkx, orders by hand and by definition."""

import networkx
import numpy as np
import penman
import pytest
from hypothesis import example, given, strategies as st
from scipy import stats

from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.audits.systems import Structure, disagreement, structure, structure_error
from tests.strategies import penman_graphs

eighths = st.integers(0, 8).map(lambda eighth: eighth / 8)

# ---- two systems, two metrics


def preference(one, other):
    return (one > other) - (one < other)


@given(st.lists(st.tuples(eighths, eighths, eighths, eighths), min_size=1, max_size=12))
def test_preferences_sentence_by_sentence(rows):
    columns = list(zip(*rows, strict=True))
    result = disagreement((columns[0], columns[1]), (columns[2], columns[3]))
    both = [(preference(*row[:2]), preference(*row[2:])) for row in rows]
    assert result.sentences == len(rows)
    assert result.opposed == sum({one, other} == {1, -1} for one, other in both)
    assert result.share == result.opposed / len(rows)
    preferences = [np.subtract(*columns[:2]), np.subtract(*columns[2:])]
    for test, (one, other) in (
        (result.first, columns[:2]), (result.second, columns[2:]), (result.between, preferences)
    ):  # fmt: skip
        assert test.difference == pytest.approx(np.mean(np.subtract(one, other)))
        if len(set(np.subtract(one, other))) > 1:
            expected = stats.ttest_1samp(np.subtract(one, other), 0)
            assert (test.t, test.p) == pytest.approx((expected.statistic, expected.pvalue))


# ---- shapes


def drawn(text):
    """The graph as networkx holds it, its triples as penman reads them."""
    graph = networkx.DiGraph()
    graph.add_edges_from((source, target) for source, _, target in penman.decode(text).triples)
    return graph


@given(penman_graphs(max_variables=5))
@example("(b / b :ARG0 (c / b))")  # a concept that is called as a variable is
@example('(x / x~e.1 :ARG0-of~e.2 (y / z :consist-of x) :op1 "x" :op2 x~e.3)')
@example("(a / x :ARG0 (b / y :ARG1-of a) :ARG2-of b)")  # a -> b twice, b -> a once
@example('(a / x :ARG1-of-of (b / y) :mod-of "1~2")')
def test_shapes_against_networkx(text):
    found, expected = structure(parse_graph(text)), drawn(text)
    assert (found.nodes, found.edges) == (expected.number_of_nodes(), expected.number_of_edges())
    assert found.density == pytest.approx(networkx.density(expected))
    degrees = [degree for _, degree in expected.degree()]
    assert found.degree == pytest.approx(sum(degrees) / len(degrees))


def test_structure_error_by_hand():
    # degrees 1.5, 2 against 2, 2 and densities 1/4, 1/3 against 1/3, 1/5
    result = structure_error([Structure(4, 3), Structure(4, 4)], [Structure(4, 4), Structure(6, 6)])
    assert result.pairs == 2
    assert (result.degree, result.nodes, result.edges) == (0.25, 1, 1.5)
    assert result.density == pytest.approx((1 / 12 + 2 / 15) / 2)
