"""Scoring: from two graphs, or two corpora, to counts and evidence.

Imports everything below: ``exact`` and the rooms that this stands on. Begin with ``pairs/comparison.py`` (one pair and
its status), then ``metrics/`` (what is counted), ``corpus_scores.py`` (a corpus, in workers) and ``systems/`` (many
systems in one table). ``methods/registry.py`` has the methods by name.

>>> from smatchproof.public import AlignmentMetric, parse_graph
>>> AlignmentMetric().pair(parse_graph("(c / cat)"), parse_graph("(c / cat)"), "s.1").certified
True
"""
