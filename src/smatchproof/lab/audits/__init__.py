"""Audits of metrics: principles, probes, agreement with people, and comparisons of systems, as numbers.

Begin with ``audit.py``, the whole audit; ``principles.py`` has the principles of Opitz et al. (2020),
``bamboo.py`` the table of BAMBOO; further files have their tables and figures.
May import the public names, and the heuristics, reductions and generators of the lab; not ``experiments``.
"""
