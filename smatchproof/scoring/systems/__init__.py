"""Many systems against one reference: the question, its answer, and how sure it is."""
