"""Audits of metrics: principles, probes, agreement with people, and comparisons of systems, as numbers."""
