"""Intervals and tests: what a sample of pairs says about all pairs like them. One place for every interval and p-value."""
