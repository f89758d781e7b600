"""One pair: its alignment, recounted triple by triple, what it matches, and why it is optimal."""
