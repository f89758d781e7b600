"""Confidence intervals and tests, which generalise from a sample of pairs.

Imports ``problem`` (counts); needs SciPy (extra ``stats``) for all but plain proportions. Begin with ``intervals.py``.
They require a proof for every pair: a score that is not proved is an interval already before sampling.

>>> from smatchproof.inference.intervals import wilson
>>> [round(end, 3) for end in wilson(0.1, 10)]
[0.018, 0.404]
"""

SAMPLES = 4999
"""Exchanges of a test by default. With the observed difference they are 5,000: p-values are multiples of 0.0002."""
