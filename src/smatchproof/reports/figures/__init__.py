"""Figures of matplotlib, and sentences about their content."""
