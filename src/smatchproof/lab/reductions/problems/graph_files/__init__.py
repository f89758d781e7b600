"""Graph files: which format a file is in, and the graphs that it states.

:mod:`~smatchproof.lab.reductions.problems.graph_files.formats` decides by the content; the other modules read one
group of formats each. No format is taken for another: what two formats read as different graphs is refused.
"""
