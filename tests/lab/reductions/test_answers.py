"""The answer of an alignment in the words of its source."""

import networkx
import pytest

from smatchproof.lab.reductions.answers import answer, solve
from smatchproof.lab.reductions.problems.graphs import Clique, MaxCut, SimpleGraph
from smatchproof.lab.reductions.problems.satisfiability import Formula, MaxSat
from smatchproof.lab.reductions.to_smatch.max_cut import MaxCutToSmatch
from smatchproof.lab.reductions.to_smatch.satisfiability import MaxSatToSmatch
from smatchproof.lab.reductions.to_smatch.subgraphs import CliqueBySubgraph, CliqueToSmatch
from smatchproof.public import SolveParams

CONTRADICTION = MaxSatToSmatch.apply(MaxSat(Formula(1, ((1,), (-1,)))))


def said(reduction, solution, bound):
    """The answer of a solution, where the pair is bounded by what stands for `bound` of the source."""
    upper = None if bound is None else reduction.relation.target_value(bound)
    return answer(reduction, reduction.forward(solution), upper)


@pytest.mark.parametrize(
    ("bound", "words", "settled"),
    [
        (1, "1 satisfied clause, proved to be the most", True),
        (9, "1 satisfied clause (not settled: at most 9 satisfied clauses)", False),
        (None, "1 satisfied clause", False),
    ],
)
def test_a_proved_bound_settles_where_it_is_reached(bound, words, settled):
    found = said(CONTRADICTION, (True,), bound)
    assert (found.text, found.settled) == (f"{words}: x1 = true", settled)


def test_one_is_one():
    edge = MaxCutToSmatch.apply(MaxCut(SimpleGraph.of("ab", [(0, 1)])))
    assert said(edge, (0,), 1).text.startswith("1 cut edge, proved")


@pytest.mark.parametrize("size", [4, 5, 10**11])
def test_a_clique_of_any_size_makes_a_pair_no_larger_than_its_graph(size):
    triangle = SimpleGraph.of(3, [(0, 1), (1, 2), (0, 2)])
    clique = Clique(triangle, size)
    assert clique.brute_force() is None
    for reduction in (CliqueToSmatch.apply(clique), CliqueBySubgraph.apply(clique)):
        assert reduction.relation.least == reduction.size[0] == 16
        assert len(reduction.target.left.variables) == 5
        assert solve(reduction)[0].text.startswith(f"there is no clique of size {size}: ")


def test_what_rests_on_a_users_reduction_is_said():
    class Cliques(CliqueToSmatch):
        pass

    class Clauses(MaxSatToSmatch):
        pass

    rests = "rests on {}, which is not of smatchproof)"
    no = solve(Cliques.apply(Clique(SimpleGraph.of(2, []), 2)))[0].text
    assert no.endswith(f", and 7 are needed (the no {rests.format('Cliques')}")
    most = solve(Clauses.apply(CONTRADICTION.source))[0].text
    assert f"1 satisfied clause, proved to be the most (the most {rests.format('Clauses')}: x1 = " in most


# ---- cliques of random graphs, in which each clique is one alignment: a no has a proof that is short


@pytest.mark.parametrize(("vertices", "seed"), [(60, 0), (60, 1), (80, 0)])
def test_the_largest_clique_is_found_and_a_larger_one_refuted(vertices, seed):
    drawn = networkx.gnp_random_graph(vertices, 0.5, seed)
    graph, (_, most) = SimpleGraph.of(vertices, drawn.edges), networkx.max_weight_clique(drawn, weight=None)
    for size in (most, most + 1):
        answer, comparison = solve(CliqueToSmatch.apply(Clique(graph, size)), SolveParams(time_limit=30))
        assert (str(answer).startswith("there is a clique of "), comparison.reason) in (
            (True, ""),
            (False, "stopped when it was decided"),
        )
        assert str(answer).startswith("there is a clique") == (size == most)
        if size > most:
            assert "it is proved that at most" in str(answer)
