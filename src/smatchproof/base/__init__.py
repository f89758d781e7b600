"""Errors, files, limits, records and text, which every program needs. Nothing here knows what a graph is."""
