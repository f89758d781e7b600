"""Drawings of graphs, pairs and proofs as SVG text."""
