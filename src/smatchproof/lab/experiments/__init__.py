"""Experiments: heuristics measured against the optimum, pair by pair."""
