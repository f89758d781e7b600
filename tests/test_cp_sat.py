"""The benchmark's CP-SAT, where OR-Tools is installed."""

import pytest

from benchmarks.cp_sat import by_cp_sat
from smatchproof.conventions.triples import Duplicates
from smatchproof.lab.generators import random_digraph_pair
from smatchproof.problem.problem import build_problem
from smatchproof.problem.solution import SolveParams


def test_a_search_that_finds_nothing_has_the_trivial_bound():
    """CP-SAT then says 0, which would be taken for a proof that nothing matches."""
    pytest.importorskip("ortools")
    problem = build_problem(*random_digraph_pair(120, 3, 1, 1, 1), Duplicates.SET)
    solution = by_cp_sat(problem, SolveParams(time_limit=0.01))
    assert solution.matched < solution.upper_bound <= problem.trivial_bound()
