"""Graph files: their formats and their graphs.

:mod:`~smatchproof.lab.reductions.problems.graph_files.formats` decides by the content; the other modules read one
group of formats each. Ambiguous files are refused: those that two formats read as different graphs.
"""
