"""The alignment problem, alignments, proofs and counts: the language in which solvers speak."""
