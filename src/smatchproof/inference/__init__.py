"""Intervals and tests, which carry a sample of pairs over to all pairs like them. All intervals and p-values."""

SAMPLES = 4999
"""Exchanges of a test by default. With the observed difference they are 5,000: p-values are multiples of 0.0002."""
