"""Sections about methods and metrics: heuristics against the optimum, noise, intervals, and the tables of papers."""
