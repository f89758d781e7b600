"""Intervals and tests, which carry a sample of pairs over to all pairs like them. All intervals and p-values."""

SAMPLES = 4999
"""Exchanges of a test, where nothing else is said."""
