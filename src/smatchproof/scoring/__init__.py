"""Scoring: from two graphs, or two corpora, to counts and evidence."""
