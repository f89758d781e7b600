"""Sections about the solver: hard pairs, and problems of other fields next to the programs of these fields."""
