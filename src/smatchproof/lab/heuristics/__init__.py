"""Search methods that prove nothing: their alignments are compared with the optimum (see ``experiments``)."""

from smatchproof.lab.heuristics.methods import HEURISTICS, heuristic, named

__all__ = ["HEURISTICS", "heuristic", "named"]
