"""Solvers that prove what they answer. They read no files and print nothing."""

from smatchproof.exact.brute_force import brute_force
from smatchproof.exact.ilp import SolverDisagreement, ilp, ilp_tight
from smatchproof.exact.search import exact

__all__ = ["SolverDisagreement", "brute_force", "exact", "ilp", "ilp_tight"]
