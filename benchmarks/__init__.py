"""Measurements, never timed tests. ``make bench`` runs all sections and writes ``RESULTS.md``.

* ``__main__.py`` lists the sections. They are functions in ``solver`` (hard pairs, and problems of other fields),
  ``scores`` (corpora, documents, UMR, aspects, optima) and ``methods`` (heuristics, noise, intervals, papers).
* ``common.py`` has corpora, processes that take turns, and tables.
* ``library`` has hard pairs with all that is known of each; ``stress`` has campaigns with a judge, and long tests.
"""
