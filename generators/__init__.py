"""Random, noisy and adversarial pairs of graphs."""
