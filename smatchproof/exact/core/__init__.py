"""The core of the solver: one source, which runs as it is or is compiled ahead of time."""
