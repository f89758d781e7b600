"""The lab: heuristics, generators, reductions, experiments, audits and teaching, above the core."""
