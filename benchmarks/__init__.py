"""Measurements, never timed tests. ``make bench`` runs them all and writes ``RESULTS.md``."""
