"""Solvers that prove what they answer. They read no files and print nothing."""

from smatchproof.exact.brute_force import BRUTE_FORCE, brute_force
from smatchproof.exact.certified import EXACT, exact
from smatchproof.exact.ilp import INTEGER_PROGRAMS, SolverDisagreement, ilp, ilp_tight
from smatchproof.exact.primal import PRIMAL
from smatchproof.problem.method import Method

SOLVERS: tuple[Method, ...] = (EXACT, *INTEGER_PROGRAMS, BRUTE_FORCE, PRIMAL)
"""The methods of this folder, in the order of the help text."""

__all__ = [
    "BRUTE_FORCE",
    "EXACT",
    "INTEGER_PROGRAMS",
    "PRIMAL",
    "SOLVERS",
    "Method",
    "SolverDisagreement",
    "brute_force",
    "exact",
    "ilp",
    "ilp_tight",
]
