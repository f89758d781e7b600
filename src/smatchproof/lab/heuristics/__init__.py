"""Heuristic search methods, without proofs: their alignments are compared with the optimum.

Begin with ``climbing.py``, the paper's hill-climbing; ``starts.py`` has its starts, ``iterated.py`` a local search with
kicks. ``methods.py`` gives them their names: ``R``, ``S+4R``, ``ILS``. May import the public names alone.

>>> HEURISTICS["S+4R"].summary
'hill-climbing from the smart start and 4 random starts'
"""

from smatchproof.lab.heuristics.methods import HEURISTICS

__all__ = ["HEURISTICS"]
