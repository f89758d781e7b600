"""Scoring: from two graphs, or two corpora, to counts and evidence.

Imports everything below: ``exact`` and the rooms that this stands on. Three steps, each on the one before:

* one pair: ``methods/`` (by name, ``registry.py``), ``pairs/`` (begin with ``comparison.py``, a pair and its status)
  and ``metrics/`` (what is counted);
* one corpus: ``corpus/`` (begin with ``corpus_scores.py``, a metric over all pairs, in workers);
* many systems: ``systems/`` (begin with ``systems.py``, then ``system_table.py``).

`settings.py` and `parameters.py` have what is asked for.

>>> from smatchproof.public import AlignmentMetric, parse_graph
>>> AlignmentMetric().pair(parse_graph("(c / cat)"), parse_graph("(c / cat)"), "s.1").certified
True
"""
