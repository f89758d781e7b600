"""Errors, files, limits, records and text: what every program needs. Nothing here knows what a graph is."""
