"""Figures of matplotlib, and what they show in sentences."""
