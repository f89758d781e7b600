"""Conventions: the rules by which a graph stands for triples, and the aspects that triples are counted by."""
