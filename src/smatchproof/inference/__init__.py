"""Intervals and tests, which carry a sample of pairs over to all pairs like them.

Imports ``base``; needs SciPy (extra ``stats``) for all but plain proportions. Begin with ``intervals.py``. Only what is
proved for every pair is given to them: a score that may rise is an interval before anything is sampled.

>>> from smatchproof.inference.intervals import wilson
>>> [round(end, 3) for end in wilson(0.1, 10)]
[0.018, 0.404]
"""

SAMPLES = 4999
"""Exchanges of a test by default. With the observed difference they are 5,000: p-values are multiples of 0.0002."""
