"""Solvers that prove what they answer. They read no files and print nothing."""

from smatchproof.exact.brute_force import brute_force
from smatchproof.exact.certified import exact
from smatchproof.exact.ilp import SolverDisagreement, ilp, ilp_tight

__all__ = ["SolverDisagreement", "brute_force", "exact", "ilp", "ilp_tight"]
