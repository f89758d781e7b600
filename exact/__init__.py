"""Solvers that prove what they answer. They read no files and print nothing."""

from exact.brute_force import brute_force
from exact.ilp import SolverDisagreement, ilp, ilp_tight

__all__ = ["SolverDisagreement", "brute_force", "ilp", "ilp_tight"]
