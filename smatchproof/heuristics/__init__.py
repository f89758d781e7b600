"""Search methods that prove nothing: their alignments are compared with the optimum (see ``experiments``)."""

from smatchproof.heuristics.climbing import HillClimbing, base, climb_path
from smatchproof.heuristics.iterated import iterated_local_search
from smatchproof.heuristics.methods import HEURISTICS, heuristic, named

__all__ = ["HEURISTICS", "HillClimbing", "base", "climb_path", "heuristic", "iterated_local_search", "named"]
