"""The inner parts of the certified solver: bound, presolve, tree."""
