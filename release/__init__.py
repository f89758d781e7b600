"""The parts of a release beyond the package: its metadata, its recipe, and the trial of all that is published."""
