"""One pair: its alignment, recounted triple by triple, the matched triples, and the proof that it is optimal."""
