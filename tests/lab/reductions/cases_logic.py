"""Rows of the table: formulas."""

import random

from smatchproof.conventions.conventions import Top
from smatchproof.lab.reductions.problems.satisfiability import Formula, MaxSat
from smatchproof.lab.reductions.to_smatch.max_sat import MaxSatToSmatch
from smatchproof.lab.reductions.to_smatch.satisfiability import SatisfiabilityToSmatch
from smatchproof.lab.reductions.to_smatch.satisfiability_by_clique import SatisfiabilityByClique
from tests.lab.reductions.case import Case


def random_formula(rng: random.Random, variables: int, clauses: int, longest: int) -> Formula:
    """Any number of clauses of any length up to those; literals repeat and contradict each other, few are empty."""
    n, m = (max(rng.randint(0, most), rng.randint(0, most)) for most in (variables, clauses))
    lengths = [rng.randint(1, longest) if rng.random() < 0.95 else 0 for _ in range(m)]
    literals = [sign * number for number in range(1, n + 1) for sign in (1, -1)]
    return Formula(n, tuple(tuple(rng.choices(literals, k=length if n else 0)) for length in lengths))


def satisfiability(rng: random.Random) -> Formula:
    """Of up to 5 variables: with many short clauses, or with fewer of up to 4 literals."""
    return random_formula(rng, 5, 16, 2) if rng.random() < 0.5 else random_formula(rng, 5, 9, 4)


def small_formula(rng: random.Random) -> Formula:
    """Small ones with few variables, half of which have no solution."""
    return random_formula(rng, 2, 5, 2) if rng.random() < 0.7 else random_formula(rng, 3, 3, 3)


def max_sat(rng: random.Random) -> MaxSat:
    return MaxSat(random_formula(rng, 4, 6, 4))


CASES = [
    Case(f"{name}, top {top}", reduction, draw, {"top": top})
    for name, reduction, draw in (
        ("satisfiability", SatisfiabilityToSmatch, satisfiability),
        ("satisfiability by clique", SatisfiabilityByClique, small_formula),
        ("max-sat", MaxSatToSmatch, max_sat),
    )
    for top in Top
]
