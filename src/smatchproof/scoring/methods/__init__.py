"""Methods: the registry of all, users' methods, and other programs with their own searches."""
