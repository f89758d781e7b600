"""Traps: solvers and enumeration check what a pair claims; `make stress` leads the real ``smatch`` into them."""

from itertools import permutations
from math import comb

import pytest

from smatchproof.exact import exact
from smatchproof.graphs.writing import write_graph
from smatchproof.lab.generators.traps import TRAPS
from smatchproof.problem.solution import SolveParams
from tests.lab.reductions.checks import check_amrs
from tests.peers import smatch_triples

PARAMETERS = {
    "decoys": [{"size": 4}, {"size": 5, "decoys": 5}, {"size": 10, "decoys": 12, "shared": 3}],
    "bundle": [{"size": 2, "relations": 1}, {"size": 5}],
    "tournament": [{"hidden": 2}, {"hidden": 5}, {"hidden": 4, "size": 5}],
    "ring": [{"size": 5}, {"size": 8, "labels": 5}],
    "circle": [{"persons": 3}, {"persons": 6}],
    "names": [{"persons": 2}, {"persons": 14}],
    "digraph": [{"size": 9, "density": 0.4, "seed": 3}, {"size": 2, "density": 0.0}],
    "chains": [{"chains": 2, "length": 2}, {"chains": 5}],
    "arms": [{"arm": 3}, {"arm": 4, "labels": 1}],
}
SMALL = [(family, parameters) for family, many in PARAMETERS.items() for parameters in many]
small = pytest.mark.parametrize(("family", "parameters"), SMALL, ids=str)
PROVED = ("decoys", "bundle", "tournament")


# ---- what a trap says of itself


@small
def test_the_pair_is_made_as_it_says(family, parameters):
    trap = TRAPS[family].make(**parameters)
    check_amrs(trap.pair)
    sizes = [triples.size for triples in trap.pair.triples()]
    lines = [write_graph(graph).replace("\n", " ") for graph in (trap.pair.left, trap.pair.right)]
    assert [smatch_triples(line) for line in lines] == sizes
    assert trap.pair.matched(trap.planted) == trap.optimum
    assert trap.name == family and parameters.items() <= trap.parameters.items()
    assert TRAPS[family].make(**trap.parameters) == trap
    if family != "decoys":
        assert sizes == [trap.optimum] * 2 and str(trap.optimum) in trap.why_optimal


@small
def test_no_alignment_is_better(family, parameters):
    trap = TRAPS[family].make(**parameters)
    solution = exact(trap.pair.problem(), SolveParams())
    assert solution.matched == solution.upper_bound == trap.optimum


@pytest.mark.parametrize(("size", "shared"), [(n, u) for u in range(3) for n in range(2 * u + 4, 2 * u + 8)])
def test_the_decoys_by_formula(size, shared):
    trap = TRAPS["decoys"].make(size=size, decoys=3 * size, shared=shared)
    left, right = trap.pair.triples()
    assert left.size == 2 + 2 * size + comb(size, 2) + size * shared
    assert right.size == 2 + 8 * size + comb(size, 2) + 3 * size * shared
    assert exact(trap.pair.problem(), SolveParams()).matched == trap.optimum == 2 + comb(size, 2)
    at_decoys = {"r": "r", **{f"x{number}": f"y{number}" for number in range(1, size + 1)}}
    assert trap.pair.matched(at_decoys) == trap.stuck < trap.optimum


def test_the_chance_that_a_random_start_finds_nothing_is_that_of_all_starts():
    """Of a bundle neither of the two; of a tournament no hidden variable at its place, and no two exchanged."""
    assert TRAPS["bundle"].make(size=3, relations=1).stuck_chance == pytest.approx((2 / 3) ** 2)
    for hidden, size in ((2, 3), (3, 5)):
        starts = [*permutations(range(size))]
        lost = [s for s in starts if not any(s[i] == i or (s[i] < hidden and s[s[i]] == i) for i in range(hidden))]
        assert TRAPS["tournament"].make(hidden=hidden, size=size).stuck_chance == pytest.approx(len(lost) / len(starts))


def test_every_family_has_defaults():
    for name, family in TRAPS.items():
        trap = family.make()
        assert list(trap.parameters) == [parameter.name for parameter in family.parameters]
        assert (trap.stuck is not None) == (trap.failure(4) is not None) == (name in PROVED)
