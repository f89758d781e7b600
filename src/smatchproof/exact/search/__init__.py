"""The searches of the exact solver: each way to look for an optimum, and to prove it, is a file."""
