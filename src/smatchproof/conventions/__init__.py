"""Conventions: the rules that turn a graph into triples, and the aspects by which triples are counted.

Imports ``base`` and ``graphs``. Begin with ``conventions.py``, a table of the conventions; ``convention_rules.py`` has
their single rules, ``aspects.py`` and the other files named after aspects the parts of a graph that programs count.

>>> from smatchproof.public import convention, parse_graph
>>> triples = convention("smatch").triples(parse_graph("(b / boy :mod (t / tall))"))
>>> [triples.written(triple) for triple in (*triples.attributes, *triples.relations)]
['instance(b, boy)', 'instance(t, tall)', 'TOP(b, top)', 'mod(b, t)']
"""
