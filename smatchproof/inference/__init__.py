"""Intervals and tests: what a sample of pairs says about all pairs like them. All intervals and p-values."""

SAMPLES = 4999
"""Exchanges of a test, where nothing else is said."""
