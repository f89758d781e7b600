"""Depth-first branch and bound on star relaxations: what closes the pairs that people have written."""
