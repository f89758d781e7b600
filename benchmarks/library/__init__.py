"""The library of hard pairs: what each is made from, the best that is known of it, and what proves that."""
