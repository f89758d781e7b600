"""One corpus: the pairs of two files scored in workers, their errors and shares, and what verifies stored rows."""
