"""Search methods that prove nothing: what they find is measured against the optimum (see ``reports``)."""

from heuristics.climbing import HillClimbing, base
from heuristics.iterated import iterated_local_search
from heuristics.methods import HEURISTICS, Heuristic, heuristic, named

__all__ = ["HEURISTICS", "Heuristic", "HillClimbing", "base", "heuristic", "iterated_local_search", "named"]
