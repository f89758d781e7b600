"""SemBleu: k-grams against all chains of edges, the score against its definition, and the cases worked by hand."""

import math
from collections import Counter
from itertools import pairwise, permutations

import networkx as nx
import pytest
from hypothesis import example, given, strategies as st

from smatchproof.base.errors import UsageError
from smatchproof.graphs.reading import parse_graph
from smatchproof.scoring.metrics.sembleu import KGrams, SemBleuCounts, count_matches, k_grams, sembleu_counts
from smatchproof.scoring.metrics.sembleu_graph import Commit, Reader
from tests.strategies import NAMES, Sketch, penman_graphs, sketches


def grams(text, k):
    """The k-grams of one order in words, sorted, as graphs are read here."""
    found = k_grams(parse_graph(text), k, reader=Reader.PENMAN)
    return sorted(" ".join(gram) for gram in found.orders[k - 1].elements())


# ---- k-grams, by hand


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("(b / boy :ARG0-of (w / want-01))", ["want-01 :arg0 boy"]),
        ("(r / ring :consist-of (g / gold))", ["gold :consist ring"]),
        ("(b / boy :ARG0-of-of (w / want-01))", ["want-01 :arg0 boy"]),
        ("(b / boy :x-of-y-of (w / want-01))", ["want-01 :x-y boy"]),
        ("(b / boy :ARG0-of~e.3 (w / Want-01~e.4))", ["want-01 :arg0 boy"]),
        ('(b / boy :ARG0-of "A~b"~e.1)', ["a~b :arg0 boy"]),
        ("(b / boy :domain (t / tall))", ["boy :domain tall"]),
        ('(n / name :op1 "New York" :op2 "-"~e.2 :op2 -)', ["name :op1 new york", "name :op2 -", "name :op2 -"]),
        ("(a / a1 :x b~e.1 :x (b / b1))", ["a1 :x b1", "a1 :x b1"]),
        ("(a / a1 :x a)", ["a1 :x a1"]),
    ],
)
def test_roles_labels_and_suffixes(text, edges):
    assert grams(text, 2) == edges


# ---- k-grams, by brute force


def specified(sketch: Sketch, n: int) -> KGrams:
    """The k-grams from the definition: all ordered choices of k-1 different edges that form a chain."""
    graph = nx.MultiDiGraph()
    graph.add_nodes_from((number, {"label": concept}) for number, concept in enumerate(sketch.concepts))
    for source, (role, target), _ in sketch.branches():
        if isinstance(target, str):
            label, target = target.strip('"').lower(), len(graph)
            graph.add_node(target, label=label)
        ends = (target, source) if role.endswith("-of") else (source, target)
        graph.add_edge(*ends, role=f":{role.lower().replace('-of', '') if role.endswith('-of') else role.lower()}")
    roots = [node for node, degree in graph.in_degree() if degree == 0] or [0]
    visited = set(roots).union(*(nx.descendants(graph, root) for root in roots))
    orders = [Counter((graph.nodes[node]["label"],) for node in visited)]
    edges = list(graph.edges(data="role"))
    for k in range(2, n + 1):
        chains = [
            chain
            for chain in permutations(edges, k - 1)
            if chain[0][0] in visited and all(first[1] == second[0] for first, second in pairwise(chain))
        ]
        labels = [[graph.nodes[chain[0][0]]["label"]] for chain in chains]
        for gram, chain in zip(labels, chains, strict=True):
            for _, end, role in chain:
                gram += [role, graph.nodes[end]["label"]]
        orders.append(Counter(map(tuple, labels)))
    return KGrams(tuple(orders), graph.number_of_nodes() + graph.number_of_edges())


@given(sketches(), st.integers(1, 4))
@example(Sketch(("x", "y", "x"), ((0, "mod"), (1, "mod")), ((2, ("mod", 0)), (0, ("mod", 1)))), 4)
@example(Sketch(("x", "y"), ((0, "mod-of"),), ((1, ("mod-of", "-")), (1, ("mod-of", 0)))), 4)
def test_k_grams_are_all_chains_of_edges_from_what_is_visited(sketch, n):
    assert k_grams(parse_graph(sketch.penman(NAMES)), n, reader=Reader.PENMAN) == specified(sketch, n)


# ---- the score, by hand


# ---- the score, by its definition


def defined(counts: SemBleuCounts) -> float:
    """The score, step by step as the program's description has it."""
    longest = max((k for k, total in enumerate(counts.total, 1) if total > 0), default=0)
    if longest == 0 or counts.matched[0] == 0:
        return 0.0
    logarithms, increment = [], 1
    for matched, total in list(zip(counts.matched, counts.total, strict=True))[:longest]:
        if matched == 0:
            logarithms.append(math.log(1 / (2**increment * max(1, total))))
            increment += 1
        else:
            logarithms.append(math.log(matched / total))
    longer = counts.left_length > counts.right_length
    penalty = 1.0 if longer else math.exp(1 - counts.right_length / counts.left_length)
    return penalty * math.exp(sum(logarithms) / longest)


@st.composite
def any_counts(draw):
    """Counts as graphs may have them: no order is empty below one that is not, and longer grams need shorter ones."""
    n = draw(st.integers(1, 5))
    total = [draw(st.integers(1, 30)) for _ in range(draw(st.integers(1, n)))]
    matched = [draw(st.integers(0, most)) for most in total]
    rest = (0,) * (n - len(total))
    return SemBleuCounts((*matched, *rest), (*total, *rest), draw(st.integers(1, 60)), draw(st.integers(1, 60)))


@given(any_counts())
def test_the_score_is_what_the_definition_says(counts):
    assert counts.score == pytest.approx(defined(counts), rel=1e-13, abs=0)
    assert 0.0 <= counts.score <= 1.0
    assert (counts.score == 1.0) == (counts.matched == counts.total and counts.left_length >= counts.right_length)


@given(penman_graphs(), penman_graphs(), st.integers(1, 4))
def test_two_graphs_score_between_none_and_one_in_both_directions(left, right, n):
    left, right = parse_graph(left), parse_graph(right)
    there, back = sembleu_counts(left, right, n), sembleu_counts(right, left, n)
    assert there.score == pytest.approx(defined(there), rel=1e-13, abs=0) and 0.0 <= there.score <= 1.0
    assert there.matched == back.matched
    assert (there.left_length, there.right_length) == (back.right_length, back.left_length)
    assert there == count_matches(k_grams(left, n), k_grams(right, n))


# ---- commits and readers


def read_by_program(text, k, commit=Commit.HEAD):
    return sorted(
        " ".join(gram) for gram in k_grams(parse_graph(text), k, commit, Reader.SEMBLEU).orders[k - 1].elements()
    )


def test_the_programs_reader_takes_an_early_mention_for_a_constant():
    early = "(w / want-01 :ARG1 (g / go-02 :ARG0 {0}) :ARG0 ({0} / boy))"
    assert parse_graph(early.format("xv0")).early_mentions == (1,)
    assert read_by_program(early.format("x0"), 1) == ["boy", "go-02", "want-01"]
    assert read_by_program(early.format("xv0"), 1) == ["boy", "boy", "go-02", "want-01"]
    assert k_grams(parse_graph(early.format("xv0")), 1, reader=Reader.SEMBLEU).length == 7
    late = "(w / want-01 :ARG0 (xv0 / boy) :ARG1 (g / go-02 :ARG0 xv0))"
    assert parse_graph(late).early_mentions == () and read_by_program(late, 1) == ["boy", "go-02", "want-01"]


@given(penman_graphs(), st.integers(1, 3), st.sampled_from(Commit), st.sampled_from(Reader))
def test_every_variant_scores_one_against_itself(text, n, commit, reader):
    graph = parse_graph(text)
    try:
        found = sembleu_counts(graph, graph, n, commit, reader)
    except UsageError:
        assert reader is Reader.SEMBLEU
        return
    assert found.score == 1.0 or not found.total[0]
