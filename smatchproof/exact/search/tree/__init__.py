"""The search of hard pairs: a tree whose nodes are bounded by linear programs."""
