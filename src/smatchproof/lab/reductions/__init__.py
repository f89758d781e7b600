"""Reductions from other problems to Smatch and back, each with its map in both directions."""
