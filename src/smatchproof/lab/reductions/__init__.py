"""Reductions of other problems to Smatch, each with its map in both directions, and exports to other solvers.

Begin with ``reduction.py``, the base class; ``problems/`` has the problems, ``to_smatch/`` a file for each reduction
with its theorem and ``from_smatch/`` one for each export, ``registry.py`` their names, ``answers.py`` the answer in the
words of the source. ``network_distances.py`` is for networkx graphs. May import the public names and the heuristics.
"""
