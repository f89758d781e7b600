"""Random, noisy and adversarial pairs of graphs."""

from generators.digraphs import random_digraph, random_digraph_pair

__all__ = ["random_digraph", "random_digraph_pair"]
