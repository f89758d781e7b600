"""Sections about the solver: hard pairs, and problems of other fields beside the programs of these fields."""
