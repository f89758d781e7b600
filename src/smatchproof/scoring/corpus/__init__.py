"""One corpus: the pairs of two files scored in workers, their errors, and the verification of what was stored."""
