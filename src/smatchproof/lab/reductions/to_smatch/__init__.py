"""Reductions to Smatch, one file each: every AMR they build is connected, rooted and free of duplicate triples.

Begin with ``max_cut.py``; ``clique.py`` has an option.
"""
