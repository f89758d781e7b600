"""Reductions of other problems to Smatch, each with its map in both directions, and exports to other solvers.

Begin with ``reduction.py``, the base class. ``problems/`` has the problems, ``to_smatch/`` the reductions, each with
its theorem, and ``from_smatch/`` the exports; ``registry.py`` names the reductions, ``maps.py`` stores them, and
``answers.py`` has the answer in the words of the source. ``network_distances.py`` is for networkx graphs. May import
the public names and the heuristics.
"""
