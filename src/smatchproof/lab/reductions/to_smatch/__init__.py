"""Reductions to Smatch by kind of problem: every AMR they build is connected, rooted and free of duplicate triples.

Begin with ``max_cut.py``; ``subgraphs.py`` has one with an option.
"""
