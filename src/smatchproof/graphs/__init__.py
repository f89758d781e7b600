"""Graphs: reading, writing and checking them, and corpora of them.

Imports ``base``. Begin with ``graph.py``, then ``reading.py`` (one graph) and ``corpus.py`` (a file of graphs);
``umr.py`` reads Uniform Meaning Representation. A graph is stored as it was written; conventions interpret it.

>>> from smatchproof.public import parse_graph
>>> parse_graph("(b / boy :mod (t / tall))").edges
(Edge(source=0, role='mod', target='t'),)
"""
