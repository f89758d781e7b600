"""Conventions: the rules by which a graph stands for triples, and the aspects that triples are counted by.

Imports ``base`` and ``graphs``. Begin with ``conventions.py``, a table of the conventions; ``convention_rules.py`` has
their single rules, ``aspects.py`` and the files beside it what parts of a graph other programs count.

>>> from smatchproof.public import convention, parse_graph
>>> triples = convention("smatch").triples(parse_graph("(b / boy :mod (t / tall))"))
>>> [triples.written(triple) for triple in (*triples.attributes, *triples.relations)]
['instance(b, boy)', 'instance(t, tall)', 'TOP(b, top)', 'mod(b, t)']
"""
