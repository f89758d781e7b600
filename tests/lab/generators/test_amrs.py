"""Random AMRs: exact sizes, valid for every program, the same for the same seed, and like the corpus they imitate."""

import random
from collections import Counter

import penman
import pytest
from hypothesis import example, given, settings, strategies as st
from penman.models.amr import model as amr_model

from smatchproof.conventions.conventions import convention
from smatchproof.graphs.building import graph_from_branches
from smatchproof.graphs.graph import Graph
from smatchproof.graphs.reading import parse_graph
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.experiments.rows import reentrancies
from smatchproof.lab.generators import DEFAULT, CorpusStatistics, random_graph, random_graphs
from smatchproof.lab.generators.amrs import direct_role
from tests import peers
from tests.lab.generators.graphs import RULE, check_amr, named
from tests.strategies import penman_graphs

STRANGE = """
(b / boy)
(x / 中文 :mod 1 :mod expressive :value b :op1 "b b2" :op2 "c's" :ARG1-of 3)
(a / "two words" :polarity (u / amr-unknown) :consist-of (g / gold))
(m / multi-sentence :snt1 (s / say-01 :ARG0 (i / i) :ARG1 (i2 / i :domain i)) :snt2 (s2 / say-01 :ARG0 i :part-of i2))
(z / x :ARG0 (y / x :ARG0 (w / x :ARG0 (v / x :mod z :mod w))))
"""
"""An invented corpus: constants like variables, later mentions of the root, one concept for all, hardly any data."""


@pytest.mark.parametrize("sizes", [[*range(1, 31), 50, 120] * 3, [1000]])
def test_graphs_of_every_size_are_amrs(sizes):
    for number, size in enumerate(sizes):
        graph = random_graph(DEFAULT, size, random.Random(number))
        assert len(graph.variables) == size
        check_amr(graph)
        assert size < 1000 or reentrancies(RULE.triples(graph)) > size / 20


@settings(max_examples=10)
@example(["(s / i :Domain (b / i :domain (c / i :Domain s :domain s :mod s)))"], 3, 2)
@example(['(a / have-mod-91 :mod-of "New York" :domain "New York" :mod-of "New York")'], 1, 0)
@given(st.lists(penman_graphs(), min_size=1, max_size=3), st.integers(1, 12), st.integers())
def test_whatever_the_corpus_the_graphs_are_amrs(texts, size, seed):
    statistics = CorpusStatistics.fit(map(parse_graph, texts))
    graph = random_graph(statistics, size, random.Random(seed))
    assert len(graph.variables) == size
    check_amr(graph)


@pytest.mark.parametrize("size", [0, -1])
def test_no_graph_is_without_variables(size):
    with pytest.raises(ValueError, match=f"at least one variable, not {size}"):
        random_graph(DEFAULT, size, random.Random(1))
    with pytest.raises(ValueError, match="no size to choose from"):
        list(random_graphs(sizes=[]))


def test_the_same_seed_gives_the_same_text_and_another_seed_another():
    texts = {seed: [write_graph(graph) for graph in random_graphs(number=5, seed=seed)] for seed in range(20)}
    again = [write_graph(graph) for graph in random_graphs(DEFAULT, 5, 3)]
    assert again == texts[3]
    state = random.getstate()
    list(random_graphs(number=2, seed=1))
    assert random.getstate() == state, "the global generator is not ours to use"
    bodies = {"".join(text.split("\n", 1)[1] for text in each) for each in texts.values()}
    assert len(bodies) == len(texts)


def test_graphs_have_sizes_from_the_given_ones():
    sizes = Counter(len(graph.variables) for graph in random_graphs(number=200, seed=7, sizes=range(5, 9)))
    assert set(sizes) == {5, 6, 7, 8} and min(sizes.values()) > 25


def test_an_argument_starts_at_a_variable_once():
    for graph in random_graphs(number=200, seed=2):
        starting = Counter()
        number = {name: index for index, name in enumerate(graph.variables)}
        for edge in graph.edges:
            role, inverted = direct_role(edge.role)
            starting[number[edge.target] if inverted else edge.source, role] += 1
        assert not [role for (_, role), times in starting.items() if times > 1 and role != "mod"]


def test_names_are_no_words_of_constants():
    # Quotes are dropped by one program and strings cut at a space by another: "b b2" must name no variable.
    strange, seen = CorpusStatistics.fit([parse_graph(line) for line in STRANGE.strip().splitlines()]), 0
    for graph in random_graphs(strange, 60, 1, sizes=[8]):
        constants = [edge.target for edge in graph.edges if edge.target not in graph.variables]
        seen += any(target in ("b", '"b b2"') for target in constants)
        for target in constants:
            assert not {word.strip("\"'") for word in target.split()} & set(graph.variables)
    assert seen > 6


def test_what_cannot_be_reached_is_not_written_down():
    graph, order = graph_from_branches(["a", "b", "c"], [[("mod", 2)], [("mod", 0)], [("op1", '"a"')]])
    assert write_graph(graph) == '(a2 / a\n  :mod (c / c\n    :op1 "a"))'
    assert order == [0, 2]


# ---- real programs read them


def test_penman_reads_the_same_triples():
    for graph in random_graphs(DEFAULT, 100, 1):
        theirs = {(s, role[1:].lower(), t.strip('"').lower()) for s, role, t in read_by_penman(graph)}
        for s, role, t in list(theirs):  # the one relation with two names
            if role == "domain":
                theirs = theirs - {(s, role, t)} | {(t, "mod", s)}
        assert theirs == {(source, role, target) for role, source, target in named(RULE.triples(graph))}


def read_by_penman(graph: Graph):
    decoded = penman.decode(write_graph(graph), model=amr_model)
    names = set(graph.variables)
    for source, role, target in decoded.triples:
        if source not in names:  # an inverse role of a constant: penman makes the constant its source
            source, role, target = target, role + "-of", source
        yield source, role, target


def test_smatch_reads_the_triples_of_its_convention():
    rule = convention("smatch-1.0.4")
    with peers.real_smatch() as (_, printed):
        import amr

        for graph in random_graphs(DEFAULT, 100, 1):
            parsed = amr.AMR.parse_AMR_line(" ".join(write_graph(graph).split("\n")[1:]))
            theirs = {(clean(role), source, target) for each in parsed.get_triples() for role, source, target in each}
            ours = {(role.lower(), source, target) for role, source, target in named(rule.triples(graph))}
            assert {(role, s, t if t in graph.variables else clean(t)) for role, s, t in theirs} == ours
        assert printed.getvalue() == ""


def clean(text: str) -> str:
    return text.lower().rstrip("_")
