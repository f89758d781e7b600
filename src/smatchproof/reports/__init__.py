"""Reports: tables, figures, drawings and HTML pages of pairs and systems. Nothing is measured here.

Imports ``scoring`` and below. Begin with ``tables/cells.py``: a table is data until a format is chosen. ``drawings/``
draws graphs as SVG, ``pages/`` fills the templates; reports of experiments and audits lie with these, in the lab.

>>> from smatchproof.reports.tables.cells import Cell, FormattedTable, as_text
>>> print(as_text(FormattedTable("t", "F1", ("system", "F1"), ((Cell("A"), Cell("0.81", 0.81)),))))
F1
system    F1
A       0.81
"""
