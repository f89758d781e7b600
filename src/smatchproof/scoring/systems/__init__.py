"""Many systems against one reference: the question, its answer, and the intervals of that answer."""
