"""Graphs: reading, writing and checking them, and corpora of them."""
