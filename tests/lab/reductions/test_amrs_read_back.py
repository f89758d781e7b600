"""The AMRs that reductions write mean the same triples to other programs, at any depth, and are what they claim."""

import random
from collections import Counter

import penman
import pytest

from smatchproof.conventions.conventions import Top, convention
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.reductions.to_smatch.independent_set import IndependentSetToSmatch
from smatchproof.lab.reductions.to_smatch.subgraphs import AcyclicSubgraphToSmatch
from smatchproof.problem.pairs import GraphPair
from tests.lab.reductions.cases import few_edges, independent_set
from tests.lab.reductions.test_reductions import CASES
from tests.peers import real_smatch

INSTANCES = 5


def graphs(case):
    """Both graphs of some random instances."""
    for at in range(INSTANCES):
        rng = random.Random(f"{case.id} text {at}")
        pair = case.reduction.apply(case.draw(rng), **case.options).target
        yield from (pair.left, pair.right)


def intended(graph):
    """The triples with a constant TOP: those of which the table shows that the theorem holds."""
    triples = convention("smatch", top=Top.CONST).triples(graph)
    names = triples.variables
    attributes = [(role, names[variable], value) for _, role, variable, value in triples.attributes]
    relations = [(role, names[source], names[target]) for role, source, target in triples.relations]
    return Counter(attributes + relations)


def normal(role, source, value):
    """As our convention and the comparison in ``smatch`` have it: no case, no quotes."""
    return role if role == "TOP" else role.lower(), source, value.strip('"').lower().rstrip("_")


def smatch_reads(text):
    with real_smatch() as (_, printed):
        import amr

        parsed = amr.AMR.parse_AMR_line(" ".join(text.split()))
        assert parsed is not None, printed.getvalue()
        instances, attributes, relations = parsed.get_triples()
    counted = Counter(normal(*triple) for triple in [*instances, *attributes])
    return counted + Counter((role.lower(), source, target) for role, source, target in relations)


def penman_reads(text):
    graph = penman.decode(text)
    constants = [(triple.role[1:], triple.source, triple.target) for triple in graph.instances() + graph.attributes()]
    relations = [(triple.role[1:], triple.source, triple.target) for triple in graph.edges()]
    counted = Counter(normal(*triple) for triple in [*constants, ("TOP", graph.top, "top")])
    return counted + Counter((role.lower(), source, target) for role, source, target in relations)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
@pytest.mark.parametrize("reader", [smatch_reads, penman_reads])
def test_other_programs_read_the_intended_triples(case, reader):
    for graph in graphs(case):
        expected = intended(graph)
        assert set(expected.values()) == {1}
        assert reader(write_graph(graph)) == expected


# ---- what the theorems say about the graphs


def roles(graph):
    """The relations of a graph as (role, source, target), by index."""
    return [tuple(relation) for relation in GraphPair(graph, graph).triples()[0].relations]


def test_two_paths_repeat_nothing():
    for at in range(20):
        pair = IndependentSetToSmatch.apply(independent_set(0, 9, 13)(random.Random(at))).target
        assert len({*pair.left.concepts, *pair.right.concepts}) == len(pair.left.variables + pair.right.variables)
        for graph in (pair.left, pair.right):
            assert [(source, target) for _, source, target in roles(graph)] == [
                (index, index + 1) for index in range(len(graph.variables) - 1)
            ]
            assert len({role for role, _, _ in roles(graph)}) == len(graph.variables) - 1


@pytest.mark.parametrize("directed", [False, True])
def test_reified_edges_leave_no_cycle(directed):
    import networkx

    for at in range(20):
        pair = AcyclicSubgraphToSmatch.apply(few_edges(directed)(random.Random(at))).target
        for graph in (pair.left, pair.right):
            arcs = networkx.DiGraph([(source, target) for _, source, target in roles(graph)])
            assert networkx.is_directed_acyclic_graph(arcs)
