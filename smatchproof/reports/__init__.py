"""Scoring, experiments, tables and pages. What solves a problem is named by the registry in ``methods``."""
