"""Reductions from other problems to Smatch and back, each with its map in both directions.

Begin with ``reduction.py``, the base class; ``problems/`` has the problems, ``to_smatch/`` and ``from_smatch/`` a
file for each reduction with its theorem, ``registry.py`` their names, ``answers.py`` the answer in the words of the
source. ``network_distances.py`` is for networkx graphs.
"""
