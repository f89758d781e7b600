"""HTML pages: of a pair, of an experiment, of a comparison."""
