"""Reductions from Smatch: an alignment problem as an instance for the solvers of other fields, one file each."""
