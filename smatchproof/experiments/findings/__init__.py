"""Statements about the rows of an experiment: gaps, growth, anytime curves, comparisons, violations."""
